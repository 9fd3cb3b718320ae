"""Which events turned a fight: a game declares for each class of such events what it was.

    TURNING: Turning = {
        ev.Harmed: lambda e: FALLS.get(e.health.condition, "hurt"),
        ev.WentOut: lambda e: "felled",
    }

The table only names a kind. The sentence, and who may read it, are those of the event in the log.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules.battle.events import CombatantRevealed, Overridden
from rules.battle.kinds import Event
from rules.text import EMPTY, Text

Turn = Literal["", "hurt", "felled", "death", "saved", "crash", "shift", "decisive", "botch", "rout", "revealed"]
"""What an event was for its fight; empty where it turned nothing."""
Turning = Mapping[type[Event], Callable[[Any], Turn]]
"""By the class of an event, the function that returns what it was."""

FIRST_BLOOD: Final = Text("First blood")
TURNS: Final[Mapping[Turn, Text]] = {
    "felled": Text("Defeated"),
    "death": Text("Death"),
    "saved": Text("Saved from death"),
    "crash": Text("Initiative Crash"),
    "shift": Text("Initiative Shift"),
    "decisive": Text("Decisive attack"),
    "botch": Text("Botch"),
    "rout": Text("Rout"),
    "revealed": Text("Revealed"),
}
"""The heading of each kind. "hurt" has none: only the first wound of a fight counts, as first blood."""
WOUNDING: Final = ("hurt", "decisive", "felled", "death")
"""The kinds that draw blood."""
FALLEN: Final = ("death", "felled")
"""The kinds after which someone no longer acts."""
BOTCHES: Final = ("botch", "dramatic_failure")
"""The outcomes of a roll that are botches, in the words of the games."""
DEATHS: Final = ("dead", "Final Death")
"""The words of the games for those who are dead, among those that say why someone no longer acts."""


def rule_out(event: Overridden) -> Turn:
    """Return what a number that the Storyteller has set was for the fight."""
    return ("death" if event.out in DEATHS else "felled") if event.out else ""


SHARED_TURNING: Final[Turning] = {CombatantRevealed: lambda event: "revealed"}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An event that turned a fight, as a seat reads it: what it was, when, and its sentence in the log."""

    turn: Turn
    when: Text
    line: Text

    @property
    def draws_blood(self) -> bool:
        """Whether someone was wounded by it."""
        return self.turn in WOUNDING

    def name(self, *, is_first: bool) -> Text:
        """Return its heading. `is_first`: it drew the first blood of its fight."""
        return FIRST_BLOOD if is_first and self.turn in ("hurt", "decisive") else TURNS.get(self.turn, EMPTY)
