"""What if: moves of a fight that were not made, or were made with other dice. Nothing here is remembered by anyone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle import Event, fold
from rules.dice import Roller, ScriptedRoller, check_dice
from rules.replay import RecordedMove, decide_made
from rules.system import System


class GivenRoller:
    """Rolls the faces that are given, in their order. Missing dice are rolled.

    `throws`: all dice, throw by throw. `missing`: how many dice were not given. Raises `BadInput` for a face that no
    die has.
    """

    def __init__(self, given: Iterable[int], fresh: Roller) -> None:
        self._given, self._fresh = ScriptedRoller(given), fresh
        self.throws: list[tuple[int, ...]] = []
        self.missing = 0

    def roll(self, count: int) -> tuple[int, ...]:
        """Return `count` faces."""
        check_dice(count)
        lacking = max(0, count - self._given.left)
        faces = self._given.roll(count - lacking) + (self._fresh.roll(lacking) if lacking else ())
        self.missing += lacking
        self.throws.append(faces)
        return faces

    @property
    def spare(self) -> int:
        """How many given dice were not needed."""
        return self._given.left


@dataclass(frozen=True, slots=True)
class Branch:
    """The result of one step: its events, the state after it, and the dice as they fell."""

    events: tuple[Event, ...]
    state: Any
    throws: tuple[tuple[int, ...], ...]
    missing: int
    spare: int

    @property
    def dice(self) -> tuple[int, ...]:
        """All dice that fell, in their order."""
        return tuple(face for throw in self.throws for face in throw)


def branch_off(system: System, state: Any, moves: Sequence[RecordedMove], dice: Iterable[int], fresh: Roller) -> Branch:
    """Make moves one after the other with these dice. Raises `RulesError` where one is refused."""
    roller, events = GivenRoller(dice, fresh), list[Event]()
    for made in moves:
        new = decide_made(system, state, made, roller)
        state = fold(system.battle.apply, state, new)
        events += new
    thrown = tuple(throw for throw in roller.throws if throw)
    return Branch(tuple(events), state, thrown, roller.missing, roller.spare)
