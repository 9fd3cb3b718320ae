"""The values: a task with its sides and helpers, and what a system's rules answer about a roll."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from rules.battle import Json
from rules.errors import IllegalMove
from rules.text import EMPTY, Text

Kind = Literal["simple", "contested", "extended", "extended_contested", "teamwork", "pooled"]
Status = Literal["open", "success", "failure", "tie", "ended"]
"""How it stands for who began it; `ended`: broken off by the Storyteller."""

HOUR, DAY = 3600, 24 * 3600
UNITS = {"turn": 3, "minute": 60, "hour": HOUR, "day": DAY, "week": 7 * DAY, "month": 28 * DAY}
"""What the time of one roll is counted in, in seconds."""
EXTENDED = ("extended", "extended_contested")
"""The kinds in which successes are gathered."""
SHARED = ("teamwork", "pooled")
"""The kinds in which others help; in a pooled effort all successes are added together."""
SOMEBODY = Text("Somebody")
"""The name under which a hidden character takes part, for those who may not know of it."""


@dataclass(frozen=True, slots=True)
class Cut:
    """An interruption of an interval, `done` of whose `of` equal parts lay behind her.

    `way`: "fail" (nothing comes of it), "resume" (it goes on later with the time that is left), "penalty" (she rolls
    for the part that was done with fewer dice) or "share" (with all dice). Rolls have `effect` of the `of` parts of
    their effect. `penalty`: the dice lost. None leaves either to the book.
    """

    way: Literal["fail", "resume", "penalty", "share"]
    done: int
    of: int
    penalty: int | None = None
    effect: int | None = None

    @property
    def rolls(self) -> bool:
        """Whether she rolls for the part that was done."""
        return self.way in ("penalty", "share")

    @property
    def share(self) -> Fraction:
        """How much of the interval was done."""
        return Fraction(self.done, self.of)

    @property
    def parts(self) -> int:
        """The parts of the effect that are left."""
        return self.done if self.effect is None else self.effect


@dataclass(frozen=True, slots=True)
class Side:
    """One who works at a task: `traits` as they were asked for ("Wits + Awareness"), `difficulty` None for the book's.

    `target`: successes to gather; `gains`: what each roll brought, None for a botch. `veiled`: a hidden character.
    `looked`: she has looked before she leaps; `knows`: a hidden difficulty was revealed to her owner.
    `ruined`: a botch has ended its work. `sealed`: the roll that waits for the other side's, as JSON.
    `begun`: seconds of the running interval that were spent before an interruption; `spared`: seconds of intervals
    that interruptions have cut off; `cut`: the interruption after which the next roll is for a part only.
    """

    character: str
    name: str
    traits: str = ""
    difficulty: int | None = None
    target: int = 0
    max_rolls: int | None = None
    total: int = 0
    gains: tuple[int | None, ...] = ()
    veiled: bool = False
    looked: bool = False
    knows: bool = False
    ruined: bool = False
    sealed: Mapping[str, Json] | None = None
    begun: int = 0
    spared: int = 0
    cut: Cut | None = None

    @property
    def may_roll(self) -> bool:
        """Whether it has rolls left."""
        return not self.ruined and (self.max_rolls is None or len(self.gains) < self.max_rolls)


@dataclass(frozen=True, slots=True)
class Helper:
    """One who helps. `gain`: what it brought, None until then; `outcome`: of its roll, or joined, rated, declined."""

    character: str
    name: str
    traits: str = ""
    veiled: bool = False
    gain: int | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task. `sides`: who does it, and in contests who resists. `hidden`: the difficulty is the Storyteller's.

    `began`: what the series' clock showed then, in seconds. `at`: when it was set or last rolled for, in milliseconds
    since 1970, so that what is remembered of it has its place among what other tables remember. `failures`: the earlier
    tries that count against whoever does it, wherever they were made; None: those of this table.

    `pressure`: under stress or in danger, where nothing is automatic. `interval` and `unit`: the time of one roll.
    `botch`: what a botch costs an extended action, a key of the system's list. `helper_limit`: helpers that the task
    has room for. `lead`: why it is the first side who rolls, where the book says which of a group does: "pool" for the
    highest pool, "ability" for the higher Ability among equal ones; `lead_rule`: by which rule. `settings`: the options
    of the series as they hold for this task, where the Storyteller sets them for each one (see `TaskRules.settings`).
    `verdict` and `rule`: how it came out, in the book's words, by which rule.
    """

    id: str
    title: str
    kind: Kind
    sides: tuple[Side, ...]
    hidden: bool = False
    pressure: bool = False
    interval: int = 0
    unit: str = "minute"
    began: int = 0
    at: int = 0
    failures: int | None = None
    botch: str = ""
    helpers: tuple[Helper, ...] = ()
    helper_limit: int | None = None
    lead: Literal["", "pool", "ability"] = ""
    lead_rule: str = ""
    status: Status = "open"
    winner: int | None = None
    verdict: Text = EMPTY
    rule: str = ""
    settings: Mapping[str, Json] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether anybody still works at it."""
        return self.status == "open"

    @property
    def is_contest(self) -> bool:
        """Whether two sides roll against each other."""
        return len(self.sides) > 1

    @property
    def is_calm(self) -> bool:
        """Whether a success may come without a roll: nobody resists, nothing presses, and the difficulty is known."""
        return not (self.is_contest or self.pressure or self.hidden)

    @property
    def is_extended(self) -> bool:
        """Whether successes are gathered, roll by roll."""
        return self.kind in EXTENDED

    @property
    def interval_seconds(self) -> int:
        """The in-world time of one roll."""
        return self.interval * UNITS[self.unit]

    @property
    def seconds(self) -> int:
        """The in-world time that it has taken so far."""
        return max(self._spent(side) for side in self.sides)

    def _spent(self, side: Side) -> int:
        intervals = len(side.gains) if self.is_extended else int(self.status not in ("open", "ended"))
        return intervals * self.interval_seconds - side.spared + side.begun

    @property
    def everybody(self) -> "tuple[Side | Helper, ...]":
        """All who take part."""
        return (*self.sides, *self.helpers)

    def side_of(self, character: str) -> int:
        """The place of a character among the sides. Raises `IllegalMove` if it has none."""
        for index, side in enumerate(self.sides):
            if side.character == character:
                return index
        raise IllegalMove("not_in_task", Text("That character does not work at this task."))

    def helper_of(self, character: str) -> int:
        """The place of a character among the helpers. Raises `IllegalMove` if it has none."""
        for index, helper in enumerate(self.helpers):
            if helper.character == character:
                return index
        raise IllegalMove("no_helper", Text("That character was not asked to help."))


@dataclass(frozen=True, slots=True)
class Lead:
    """Who of a group rolls, by the place in it, and why: the highest pool, or of equal ones the higher Ability."""

    index: int
    why: Literal["pool", "ability"]
    rule: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a task brings to one roll, for a system to put into the request.

    `failures`: earlier tries that failed. `helpers`: those who have helped, of `helper_count` asked.
    `opposing`: the dice of the other side, where a book makes them the difficulty. `helping`: this roll is help.
    `cut`: the roll is for a part of an interval only.
    """

    kind: Kind
    difficulty: int | None = None
    failures: int = 0
    pressure: bool = False
    helpers: tuple[Helper, ...] = ()
    helper_count: int = 0
    helper_limit: int | None = None
    opposing: int | None = None
    helping: bool = False
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """What one roll did to an extended action: what it gained (None: a botch), the total then, and how it stands."""

    gained: int | None
    total: int
    status: Status
    verdict: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two rolls compare: the winner's place (None: nobody), in the book's words, by which rule."""

    winner: int | None
    verdict: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round of an extended contest: gains and totals, whose work is ruined, and who has won when it is over."""

    gains: tuple[int | None, int | None]
    totals: tuple[int, int]
    is_over: bool
    winner: int | None
    verdict: Text
    rule: str
    ruined: tuple[bool, bool] = (False, False)
