"""A fight as a recap tells it: who fought whom, and what turned it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from play.recap.model import Line
from rules.battle import Event, Seat
from rules.battle.events import CombatantAdded
from rules.system import System
from rules.text import EMPTY, Text, join, list_texts

FIGHT = Text("Fight")
MAX_NAMES = 12
"""How many names of one side are listed."""


@dataclass(slots=True)
class Fight:
    """What a seat has seen of a fight so far. `sides`: the names on each side, in the order in which they came."""

    sides: dict[str, list[str]] = field(default_factory=dict)
    has_bled: bool = False
    _attack_line: Text = EMPTY
    """The sentence of the newest attack, until a turning point of its exchange takes it."""
    _exchange: str = ""

    def add(self, system: System, event: Event, seat: Seat) -> Line | None:
        """Note an event that the seat may see. Return its line, if it was a turning point."""
        if isinstance(event, CombatantAdded):
            self._add_combatant(event)
        is_attack = isinstance(event, system.battle.striking) and seat.may_see(event.audience)
        if is_attack:
            self._attack_line, self._exchange = system.battle.line(event, seat), system.battle.entry_of(event)
        point = system.battle.find_turning_point(event, seat)
        if point is None:
            return None
        is_first = point.draws_blood and not self.has_bled
        self.has_bled |= point.draws_blood
        label = point.name(is_first=is_first)
        if not label:
            return None
        struck = self._take_attack_line(system.battle.entry_of(event))
        return Line(point.line if is_attack else join(" ", (struck, point.line)), label, point.when, in_fight=True)

    def _take_attack_line(self, exchange: str) -> Text:
        """Return the sentence of the attack of this exchange, which says who struck; empty if it was taken before."""
        line = self._attack_line if exchange and exchange == self._exchange else EMPTY
        self._attack_line = EMPTY if line else self._attack_line
        return line

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
        sides_text = (
            reduce(lambda side, other: Text("{who} against {whom}", who=side, whom=other), sides) if sides else EMPTY
        )
        return Line(sides_text or Text("No one was visible"), FIGHT)


def list_names(names: Iterable[str]) -> Text:
    """Return names as a list in words. Of many only the first are named."""
    listed = list(names)
    more = len(listed) - MAX_NAMES
    if more <= 1:
        return list_texts(listed)
    others = Text("{n} more", n=more)
    return list_texts([*listed[:MAX_NAMES], others])
