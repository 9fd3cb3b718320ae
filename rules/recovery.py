"""Downtime in words that every system shares: ways to spend a day, and what days of it do to a character."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar

from rules.battle import Json
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput
from rules.text import EMPTY, Text

S = TypeVar("S")

REST, ACTIVE = "rest", "active"
"""The ways that every system has: a day given to recovery, and a day of ordinary life."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to spend a day, as the book tells them apart. `help`: what it gives and costs, in a sentence."""

    key: str
    label: Text
    help: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened on the `day`-th day, counted from 1; `faces`: the dice that fell for it."""

    day: int
    text: Text
    rule: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Recovered:
    """What days have done: the values that the sheet then has by dotted path, what is begun and not finished yet, and
    the lines that tell it. `carry` goes into the next days; it means something to its own system only."""

    changes: Mapping[str, Json] = field(default_factory=dict)
    carry: Mapping[str, Json] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """What the wound that heals next has had of its time already: `value` of what it takes, at most `high`."""

    label: Text
    value: int
    high: int
    rule: str


def check_begun(begun: Begun | None, value: int) -> Begun:
    """The same, where this may be put in place of its value. Raises `BadInput`."""
    if begun is None:
        raise BadInput("nothing_heals", Text("No wound heals by itself here: nothing of it is begun."), key="begun")
    if not 0 <= value <= begun.high:
        raise BadInput("bad_begun", Text("{label}: 0 to {high}.", label=begun.label, high=begun.high), key="begun")
    return begun


def read_carry(carry: Mapping[str, Json], key: str, marks: str) -> int:
    """What was carried over towards the wound that is healing; nothing if the track has changed since."""
    value = carry.get(key)
    return value if carry.get("marks") == marks and isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Day:
    """One day of downtime, counted from 1, the way in which it is spent, and the lines that tell of all days."""

    number: int
    way: str
    roller: Roller
    options: Any
    lines: list[Line]

    def say(self, text: Text, rule: str, faces: tuple[int, ...] = ()) -> None:
        """Tell something that happened on this day."""
        self.lines.append(Line(self.number, text, rule, faces))

    def say_healed(self, healed: int, left: int, rule: str) -> None:
        """Tell how many health levels have healed, if any, and how many are still marked."""
        if healed and left:
            told = {"n": healed, "left": left}
            self.say(
                Text(
                    "A health level heals: {left} still marked.",
                    "{n} health levels heal: {left} still marked.",
                    **told,
                ),
                rule,
            )
        elif healed:
            self.say(
                Text("A health level heals: unhurt again.", "{n} health levels heal: unhurt again.", n=healed), rule
            )


class RecoveryRules(ABC, Generic[S]):
    """Days of downtime in one book.

    A game sets `ways` (how a day may be spent; "rest" and "active" among them) and `places` (the paths of the sheet
    that days may change), and says in `spend_day` what a day does. Where the wound that heals next has had a part of
    its time, the days carry that over: `unit` names what it is counted in, `begun_label` and `begun_rule` how it is
    told; `marks` and `count_most` answer for the wounds of a sheet.
    """

    ways: ClassVar[tuple[Way, ...]]
    places: ClassVar[tuple[str, ...]]
    unit: ClassVar[str] = ""
    begun_label: ClassVar[Text] = EMPTY
    begun_rule: ClassVar[str] = ""

    def live(self, sheet: S, carry: Mapping[str, Json], way: str, days: int, roller: Roller, options: Any) -> Recovered:
        """Let days pass in one way. What they begin and do not finish is carried over to the next ones; {} at first."""
        lines: list[Line] = []
        now, begun = sheet, read_carry(carry, self.unit, self.marks(sheet))
        for number in range(1, days + 1):
            now, begun = self.spend_day(now, begun, Day(number, way, roller, options, lines))
        changed = (path for path in self.places if attrgetter(path)(now) != attrgetter(path)(sheet))
        return Recovered(
            {path: encode(attrgetter(path)(now)) for path in changed}, self._carry(now, begun), tuple(lines)
        )

    @abstractmethod
    def spend_day(self, sheet: S, begun: int, day: Day) -> tuple[S, int]:
        """The sheet after a day, and how far the wound that heals next has come."""

    def marks(self, sheet: S) -> str:
        """The wounds that are healing: when they change, what was begun is lost."""
        return ""

    def count_most(self, sheet: S) -> int | None:
        """The most that the wound that heals next can have had of its time; None where nothing heals by itself."""
        return None

    def begun(self, sheet: S, carry: Mapping[str, Json]) -> Begun | None:
        """How far the wound that heals next has come, None where none heals in parts."""
        most = self.count_most(sheet)
        if most is None:
            return None
        done = read_carry(carry, self.unit, self.marks(sheet))
        return Begun(self.begun_label, min(done, most), most, self.begun_rule)

    def begin(self, sheet: S, carry: Mapping[str, Json], value: int) -> Recovered:
        """Put that to a value, as the changes and the carry that do it. Raises `BadInput`."""
        if not self.unit:
            return Recovered({}, carry)
        check_begun(self.begun(sheet, carry), value)
        return Recovered({}, self._carry(sheet, value))

    def _carry(self, sheet: S, begun: int) -> dict[str, Json]:
        return {self.unit: begun, "marks": self.marks(sheet)} if begun else {}
