"""A fight as a recap tells it: who fought whom, and what turned it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from play.recap.model import Line
from rules.battle import Event, Seat
from rules.battle.events import CombatantAdded
from rules.system import System
from rules.text import EMPTY, Text, list_texts

FIGHT = Text("Fight")
MOST_NAMES = 12
"""How many names of one side are listed."""


@dataclass(slots=True)
class Fight:
    """What a seat has seen of a fight so far. `sides`: the names on each side, in the order in which they came."""

    sides: dict[str, list[str]] = field(default_factory=dict)
    has_bled: bool = False

    def add(self, system: System, event: Event, seat: Seat) -> Line | None:
        """Note an event that the seat may see. Return its line, if it was a turning point."""
        if isinstance(event, CombatantAdded):
            self._add_combatant(event)
        point = system.battle.find_turning_point(event, seat)
        if point is None:
            return None
        is_first = point.draws_blood and not self.has_bled
        self.has_bled |= point.draws_blood
        label = point.name(is_first=is_first)
        return Line(point.line, label, point.when, in_fight=True) if label else None

    def _add_combatant(self, event: CombatantAdded) -> None:
        combatant = event.combatant  # type: ignore[attr-defined]  # each game's class adds it, of its own type
        names = self.sides.setdefault(combatant.side, [])
        if combatant.name not in names:
            names.append(combatant.name)

    @property
    def names(self) -> list[str]:
        """Everybody whom the seat saw join."""
        return [name for names in self.sides.values() for name in names]

    @property
    def heading(self) -> Line:
        """The line that says who fought whom."""
        sides = [list_names(names) for names in self.sides.values()]
        told = reduce(lambda one, other: Text("{who} against {whom}", who=one, whom=other), sides) if sides else EMPTY
        return Line(told or Text("Nobody could be seen"), FIGHT)


def list_names(names: Iterable[str]) -> Text:
    """Return names as a list in words. Of many only the first are named."""
    listed = list(names)
    more = len(listed) - MOST_NAMES
    if more <= 1:
        return list_texts(listed)
    others = Text("{n} more", n=more)
    return list_texts([*listed[:MOST_NAMES], others])
