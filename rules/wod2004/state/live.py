"""Every number of a running fight that the Storyteller may set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.wod2004.health import MARKS
from rules.wod2004.state.combatant import Combatant

LOWEST: Final = -20
HIGHEST: Final = 60


@dataclass(frozen=True, slots=True)
class LiveNumber:
    """A number: its label, its bounds for a combatant, how to read and to write it."""

    label: str
    low: int
    high: Callable[[Combatant], int]
    read: Callable[[Combatant], int]
    write: Callable[[Combatant, int], Combatant]
    is_wound: bool = False

    def clamp(self, combatant: Combatant, value: int) -> int:
        """The value within the bounds."""
        return max(self.low, min(self.high(combatant), value))


def _plain(label: str, field: str, high: int, low: int = 0) -> LiveNumber:
    return LiveNumber(label, low, lambda c: high, lambda c: int(getattr(c, field)), _writer(field, int))


def _flag(label: str, field: str) -> LiveNumber:
    return LiveNumber(label, 0, lambda c: 1, lambda c: int(getattr(c, field)), _writer(field, bool))


def _writer(field: str, kind: type[int]) -> Callable[[Combatant, int], Combatant]:
    def write(combatant: Combatant, value: int) -> Combatant:
        changes: dict[str, Any] = {field: kind(value)}
        return replace(combatant, **changes)

    return write


def _wounds(label: str, damage: str) -> LiveNumber:
    mark = MARKS[damage]

    def write(combatant: Combatant, value: int) -> Combatant:
        counts = {each: combatant.track.count(each) for each in "*X/"} | {mark: value}
        return replace(combatant, track="".join(each * count for each, count in counts.items()))

    return LiveNumber(
        label,
        0,
        lambda c: c.boxes - len(c.track) + c.track.count(mark),
        lambda c: c.track.count(mark),
        write,
        is_wound=True,
    )


def _write_initiative(combatant: Combatant, value: int) -> Combatant:
    if combatant.initiative is None:
        return combatant
    return replace(combatant, initiative=replace(combatant.initiative, total=value), delayed=True)


LIVE_NUMBERS: Final[Mapping[str, LiveNumber]] = {
    "initiative": LiveNumber(
        "Initiative", 0, lambda c: HIGHEST, lambda c: c.initiative.total if c.initiative else 0, _write_initiative
    ),
    "bashing": _wounds("Bashing wounds", "bashing"),
    "lethal": _wounds("Lethal wounds", "lethal"),
    "aggravated": _wounds("Aggravated wounds", "aggravated"),
    "willpower": LiveNumber(
        "Willpower", 0, lambda c: c.willpower_dots, lambda c: c.willpower, lambda c, value: replace(c, willpower=value)
    ),
    "fuel": LiveNumber(
        "Points of the pool", 0, lambda c: c.fuel_maximum, lambda c: c.fuel, lambda c, value: replace(c, fuel=value)
    ),
    "attacked": _plain("Attacks met this turn", "attacked", 20),
    "surprised": _plain("Turns lost to surprise", "surprised", 3),
    "concealment": _plain("Concealment, grade", "concealment", 3),
    "cover": _plain("Cover, Durability", "cover", 20),
    "structure": _plain("Cover, Structure left", "structure", 60),
    "defense_modifier": _plain("Defense, ruling", "defense_modifier", 10, -10),
    "dice_modifier": _plain("Dice, ruling", "dice_modifier", 5, -5),
    "acted": _flag("Action used", "acted"),
    "moved": _flag("Move used", "moved"),
    "prone": _flag("Prone", "prone"),
    "unconscious": _flag("Unconscious", "unconscious"),
    "stable": _flag("In care", "stable"),
}
"""By the name that an Override gives in `what`."""
