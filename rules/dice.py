"""Ten-sided dice: where faces come from, and how each face counts."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Protocol

from rules.errors import BadInput, DiceError
from rules.json_schema import Bounds
from rules.text import Text

SIDES = 10
MAX_DICE = 200
"""The most dice of one roll. No book needs nearly as many, but hostile input may ask for more."""


class Roller(Protocol):
    """The only source of chance. It is passed in, so that tests and replays can script it."""

    def roll(self, count: int) -> tuple[int, ...]:
        """Return `count` faces, each 1 to 10, in the order they fell."""


class SystemRoller:
    """Rolls with the operating system's random generator."""

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def roll(self, count: int) -> tuple[int, ...]:
        check_dice(count)
        return tuple(self._random.randint(1, SIDES) for _ in range(count))


class SeededRoller:
    """Faces from a seeded generator, so that what they led to can be played again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int) -> tuple[int, ...]:
        check_dice(count)
        return tuple(self._random.randint(1, SIDES) for _ in range(count))


class ScriptedRoller:
    """Returns the faces of a list. It is an error to ask for more faces than it holds, or to leave some unused."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0
        for face in self._faces:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= SIDES:
                sentence = Text("A die shows 1 to {sides}, not {face}.", sides=SIDES, face=repr(face))
                raise BadInput("bad_face", sentence, face=repr(face))

    def roll(self, count: int) -> tuple[int, ...]:
        check_dice(count)
        end = self._used + count
        if end > len(self._faces):
            sentence = Text(
                "The roll needs {count} dice, but the script has {value} left.", count=count, value=self.left
            )
            raise DiceError("dice_ran_out", sentence, needed=count, left=self.left)
        faces = tuple(self._faces[self._used : end])
        self._used = end
        return faces

    @property
    def left(self) -> int:
        """The number of scripted faces that are not used yet."""
        return len(self._faces) - self._used

    def finish(self) -> None:
        """Raise `DiceError` if any face is left over."""
        if self.left:
            sentence = Text("{left} scripted dice were not rolled.", left=self.left)
            raise DiceError("dice_left", sentence, left=self.left)


class RecordingRoller:
    """Records the faces of another roller, so that a battle can be replayed."""

    def __init__(self, roller: Roller) -> None:
        self._roller = roller
        self.faces: list[int] = []

    def roll(self, count: int) -> tuple[int, ...]:
        return self._record(self._roller, count)

    def among(self, audience: tuple[str, ...] | None) -> Roller:
        """Return a roller whose dice this audience sees; they are recorded here."""
        return _RollRecorder(self._record, roll_among(self._roller, audience))

    def _record(self, roller: Roller, count: int) -> tuple[int, ...]:
        faces = roller.roll(count)
        self.faces.extend(faces)
        return faces


@dataclass(frozen=True, slots=True)
class _RollRecorder:
    """Rolls with a roller, and hands the faces to a `RecordingRoller`."""

    record: Callable[[Roller, int], tuple[int, ...]]
    roller: Roller

    def roll(self, count: int) -> tuple[int, ...]:
        return self.record(self.roller, count)


def roll_among(roller: Roller, audience: tuple[str, ...] | None) -> Roller:
    """Return the roller for dice that this audience sees, as in `rules.battle.seats`.

    It is the same roller, unless it keeps dice of different audiences apart (`rules.fair`).
    """
    among = getattr(roller, "among", None)
    chosen: Roller = roller if among is None else among(audience)
    return chosen


def check_dice(count: int) -> None:
    """Raise `BadInput` for a number of dice that no roll can have."""
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_DICE:
        sentence = Text("A roll has 0 to {n} dice, not {count}.", n=MAX_DICE, count=repr(count))
        raise BadInput("bad_dice", sentence, count=repr(count))


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell.

    `worth` is the number of successes it gave (0, 1 or 2, and -1 where ones cancel);
    `why` is one word for the page: hit, double, miss, one, cancels, reroll (it was replaced);
    `origin` says why it was rolled: pool, again, rote, reroll.
    """

    face: Annotated[int, Bounds(1, SIDES)]
    worth: Annotated[int, Bounds(-1, 2)]
    why: str
    origin: str = "pool"


@dataclass(frozen=True, slots=True)
class FaceRule:
    """How the faces of one roll count. Every system describes its rolls with it.

    `target`: a face of this or more is a success. `doubles`: faces that count twice.
    `again`: faces of this or more are rolled again and added (World of Darkness), None for never.
    `rote`: a failed die of the first throw is rolled once more. `ones_cancel`: a 1 takes one success away.
    """

    target: int = 7
    doubles: frozenset[int] = frozenset({10})
    again: int | None = None
    rote: bool = False
    ones_cancel: bool = False

    def judge(self, face: int, origin: str = "pool") -> Die:
        """Return how one face counts."""
        if face >= self.target:
            double = face in self.doubles
            return Die(face, 2 if double else 1, "double" if double else "hit", origin)
        if face == 1:
            return Die(face, -1, "cancels", origin) if self.ones_cancel else Die(face, 0, "one", origin)
        return Die(face, 0, "miss", origin)


def throw(rule: FaceRule, count: int, roller: Roller) -> tuple[Die, ...]:
    """Roll `count` dice under `rule`. Returns all dice, also again and rote dice, in the order they fell."""
    dice = [rule.judge(face) for face in roller.roll(count)]
    if rule.rote:
        missed = [die for die in dice if die.worth < 1]
        dice += [rule.judge(face, "rote") for face in roller.roll(len(missed))]
    if rule.again is None:
        return tuple(dice)
    fresh = dice
    while more := sum(die.face >= rule.again for die in fresh):
        fresh = [rule.judge(face, "again") for face in roller.roll(more)]
        dice += fresh
    return tuple(dice)
