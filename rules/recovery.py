"""Downtime in terms that all systems share: ways to spend a day, and what the days do to a character."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar

from rules.battle import Json
from rules.battle.declare import ruled
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput
from rules.sheets.fate import PLACE, say_fate
from rules.text import EMPTY, Text

S = TypeVar("S")

STILL = ("dead", "final_death", "torpor")
"""The fates that days of downtime do not end, and in which they give nothing."""
REST, ACTIVE = "rest", "active"
"""The activities that every system has: a day of rest, and a day of ordinary life."""


@dataclass(frozen=True, slots=True)
class DayActivity:
    """A way to spend a day that the book names. `help`: what it gives and costs, in a sentence."""

    key: str
    label: Text
    help: Text
    rule: str


@dataclass(frozen=True, slots=True)
class NatureClaim:
    """The points of Willpower that acting out one's Nature gives back: the Storyteller's to give (V20-355)."""

    points: int = ruled("Willpower points", 0, 10, default=0)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened on day `day`, counted from 1. `faces`: the dice that were rolled for it."""

    day: int
    text: Text
    rule: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecoveryResult:
    """The result of days of downtime: the changed values of the sheet by dotted path, and the lines for the log.

    `carry` goes into the next days: what is begun and not finished. Only the system itself understands it.
    """

    changes: Mapping[str, Json] = field(default_factory=dict)
    carry: Mapping[str, Json] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class HealingProgress:
    """How much of its healing time the next wound has behind it: `value` of at most `high`."""

    label: Text
    value: int
    high: int
    rule: str


def check_begun(begun: HealingProgress | None, value: int) -> HealingProgress:
    """Return `begun` if its value may be set to this one. Raises `BadInput` if it may not."""
    if begun is None:
        raise BadInput("nothing_heals", Text("No wound heals naturally here, so nothing is in progress."), key="begun")
    if not 0 <= value <= begun.high:
        raise BadInput("bad_begun", Text("{label}: 0 to {high}.", label=begun.label, high=begun.high), key="begun")
    return begun


def get_carry(carry: Mapping[str, Json], key: str, marks: str) -> int:
    """Return what was carried over for the wound that is healing, or 0 if the track has changed since."""
    value = carry.get(key)
    return value if carry.get("marks") == marks and isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Day:
    """One day of downtime: its number, counted from 1, how it is spent, and the lines about all days so far."""

    number: int
    activity: str
    roller: Roller
    options: Any
    lines: list[Line]

    def say(self, text: Text, rule: str, faces: tuple[int, ...] = ()) -> None:
        """Add a line about something that happened on this day."""
        self.lines.append(Line(self.number, text, rule, faces))

    def say_healed(self, healed: int, left: int, rule: str) -> None:
        """Add a line about how many health levels have healed, if any, and how many are still marked."""
        if healed and left:
            values = {"n": healed, "left": left}
            self.say(
                Text(
                    "A health level heals: {left} still marked.",
                    "{n} health levels heal: {left} still marked.",
                    **values,
                ),
                rule,
            )
        elif healed:
            self.say(Text("A health level heals: unhurt.", "{n} health levels heal: unhurt.", n=healed), rule)


class RecoveryRules(ABC, Generic[S]):
    """Days of downtime in one book.

    A game sets `activities` (how a day may be spent; "rest" and "active" are among them) and `places` (the paths of
    the sheet that days may change), and defines in `spend_day` what a day does. If healing takes more than a day, the
    progress is carried over: `unit` names what it is counted in, `begun_label` and `begun_rule` are its label and rule;
    `still_rule`: the rule by which the dead stay so; `story_help`: what the end of a story gives back, in a sentence;
    `marks` and `count_most` describe the wounds of a sheet.
    """

    activities: ClassVar[tuple[DayActivity, ...]]
    places: ClassVar[tuple[str, ...]]
    unit: ClassVar[str] = ""
    begun_label: ClassVar[Text] = EMPTY
    begun_rule: ClassVar[str] = ""
    still_rule: ClassVar[str] = ""
    story_help: ClassVar[Text] = EMPTY

    def find_still(self, sheet: S) -> str:
        """Return the fate in which days give nothing; empty for none."""
        fate: str = getattr(sheet, PLACE, "")
        return fate if fate in STILL else ""

    def live(
        self, sheet: S, carry: Mapping[str, Json], activity: str, days: int, roller: Roller, options: Any
    ) -> RecoveryResult:
        """Let days pass with one activity. `carry` is what the days before have begun and not finished; {} at first."""
        lines: list[Line] = []
        if days and (fate := self.find_still(sheet)):
            line = Line(1, Text("No rest helps: {fate}.", fate=say_fate(fate)), self.still_rule)
            return RecoveryResult({}, dict(carry), (line,))
        now, begun = sheet, get_carry(carry, self.unit, self.marks(sheet))
        for number in range(1, days + 1):
            now, begun = self.spend_day(now, begun, Day(number, activity, roller, options, lines))
        changed = (path for path in self.places if attrgetter(path)(now) != attrgetter(path)(sheet))
        return RecoveryResult(
            {path: encode(attrgetter(path)(now)) for path in changed}, self._carry(now, begun), tuple(lines)
        )

    def end_story(self, sheet: S, options: Any) -> Mapping[str, Json]:
        """Return what the end of a story gives back: new values of the sheet by dotted path. By default, nothing."""
        return {}

    def find_nature(self, sheet: S) -> str:
        """Return the Nature that may give Willpower back now; empty if there is none, or nothing to give back."""
        return ""

    def act_out(self, sheet: S, points: int) -> Mapping[str, Json]:
        """Return what acting out the Nature gives back: new values of the sheet by dotted path."""
        return {}

    @abstractmethod
    def spend_day(self, sheet: S, begun: int, day: Day) -> tuple[S, int]:
        """Return the sheet after a day, and how much of its healing time the next wound has behind it."""

    def marks(self, sheet: S) -> str:
        """Return the wounds that are healing. If they change, what was begun is lost."""
        return ""

    def count_most(self, sheet: S) -> int | None:
        """Return the most healing time that the next wound can have behind it; None if nothing heals by itself."""
        return None

    def begun(self, sheet: S, carry: Mapping[str, Json]) -> HealingProgress | None:
        """Return how much of its healing time the next wound has behind it; None if no wound heals in parts."""
        most = self.count_most(sheet)
        if most is None:
            return None
        done = get_carry(carry, self.unit, self.marks(sheet))
        return HealingProgress(self.begun_label, min(done, most), most, self.begun_rule)

    def begin(self, sheet: S, carry: Mapping[str, Json], value: int) -> RecoveryResult:
        """Set how much of its healing time the next wound has behind it.

        Return the changes and the carry for that. Raises `BadInput` for a value that it cannot have.
        """
        if not self.unit:
            return RecoveryResult({}, carry)
        check_begun(self.begun(sheet, carry), value)
        return RecoveryResult({}, self._carry(sheet, value))

    def _carry(self, sheet: S, begun: int) -> dict[str, Json]:
        return {self.unit: begun, "marks": self.marks(sheet)} if begun else {}
