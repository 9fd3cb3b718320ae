"""The data of tasks: a task with its sides and helpers, and the results of a system's rules for a roll."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from rules.battle import Json
from rules.errors import IllegalMove
from rules.text import EMPTY, Text

Kind = Literal["simple", "contested", "extended", "extended_contested", "teamwork", "pooled", "influence"]
Status = Literal["open", "success", "failure", "tie", "ended"]
"""The result for the first side; `ended`: the Storyteller broke the task off."""
Standing = Literal["in_progress", "complete", "exhausted", "ruined"]

HOUR, DAY = 3600, 24 * 3600
UNITS = {"turn": 3, "minute": 60, "hour": HOUR, "day": DAY, "week": 7 * DAY, "month": 28 * DAY}
"""The units of the time of one roll, in seconds."""
EXTENDED = ("extended", "extended_contested")
"""The kinds in which successes are gathered over several rolls."""
SHARED = ("teamwork", "pooled")
"""The kinds in which others help. In a pooled effort all successes are added together."""
SOMEBODY = Text("Someone")
"""The name of a hidden character, for seats that may not know of it."""


@dataclass(frozen=True, slots=True)
class Cut:
    """An interruption of an interval after `done` of its `of` equal parts.

    `way`: "fail" (the work is lost), "resume" (the rest of the time is worked later), "penalty" (the character rolls
    for the part that was done, with fewer dice) or "share" (with all dice). `effect`: how many of the `of` parts of the
    effect a roll has. `penalty`: the dice lost. If `effect` or `penalty` is None, the book decides.
    """

    way: Literal["fail", "resume", "penalty", "share"]
    done: int
    of: int
    penalty: int | None = None
    effect: int | None = None

    @property
    def rolls(self) -> bool:
        """Whether the character rolls for the part that was done."""
        return self.way in ("penalty", "share")

    @property
    def share(self) -> Fraction:
        """The share of the interval that was done."""
        return Fraction(self.done, self.of)

    @property
    def parts(self) -> int:
        """The parts of the effect that a roll still has."""
        return self.done if self.effect is None else self.effect


@dataclass(frozen=True, slots=True)
class Side:
    """A character who works at a task. `traits` as the Storyteller named them ("Wits + Awareness").

    `difficulty`: None for the book's. `target`: successes to gather; `gains`: what each roll brought, None for a botch.
    `veiled`: a hidden character. `looked`: the character has looked before leaping; `knows`: a hidden difficulty was
    revealed to the owner. `ruined`: a botch has ended the work. `sealed`: the roll, as JSON, until the other side has
    rolled. `chosen`: what it will roll, as the request's JSON, until the other side has chosen too; no one else may see
    it. `begun`: seconds of the running interval that were spent before an interruption; `spared`: seconds of
    intervals that interruptions have cut off; `cut`: the interruption after which the next roll is for a part only.
    `made`: the successes of the one roll of a task that is neither extended nor contested. `edge`: bonus dice for a
    trait that is higher than the other side's.
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
    made: int | None = None
    edge: int = 0
    chosen: Mapping[str, Json] | None = None

    @property
    def may_roll(self) -> bool:
        """Whether the side has rolls left."""
        return not self.ruined and (self.max_rolls is None or len(self.gains) < self.max_rolls)

    @property
    def standing(self) -> Standing:
        """How its extended work stands. Ruined work stays ruined; the last roll may complete it."""
        if self.ruined:
            return "ruined"
        if self.total >= self.target:
            return "complete"
        return "in_progress" if self.may_roll else "exhausted"

    def add(self, gained: int | None, lost: int | None = None, *, ruins: bool = False) -> "Side":
        """Return the side after one more roll of extended work.

        `gained` is None for a botch, which takes `lost` successes, None for all of them, or `ruins` the work.
        """
        left = 0 if lost is None else max(0, self.total - lost)
        total = left if gained is None else self.total + gained
        return replace(self, total=total, gains=(*self.gains, gained), ruined=self.ruined or ruins)


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper. `gain`: what the help brought, None until then; `outcome`: of its roll, or joined, rated, declined."""

    character: str
    name: str
    traits: str = ""
    veiled: bool = False
    gain: int | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Listener:
    """One at whom influence is aimed. `ruling`: the Storyteller's form, as JSON; None until it is filled in.

    `veiled`: a hidden character. `reached`: whether the roll was enough; None before it. `answer`: a word of the
    game's; empty until the listener has answered, or has nothing to answer. `again`: whether the listener had resisted
    the same when the task was set.
    """

    character: str
    name: str
    veiled: bool = False
    ruling: Mapping[str, Json] | None = None
    reached: bool | None = None
    answer: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Influence:
    """What a social influence tries, on whom. `private`: those at whom it is aimed do not notice it."""

    action: str
    listeners: tuple[Listener, ...]
    private: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One task. `sides`: the character who does it and, in contests, the other side.

    `hidden`: only the Storyteller knows the difficulty. `began`: the time of the series' clock then, in seconds. `at`:
    when it was set or last rolled for, in milliseconds since 1970; it orders the tries that several tables remember.
    `failures`: earlier failed tries of the character at any table; None: only those of this table count.

    `pressure`: under stress or in danger; then nothing succeeds automatically. `apart`: the Storyteller says that it is
    no part of the fight that runs, which bars automatic successes too (2E-669). `interval` and `unit`: the time of one
    roll. `botch`: what a botch costs an extended action, a key of the system's list. `helper_limit`: the most helpers.
    `lead`: why the first side rolls for the group, if the book chooses: "pool" for the highest pool, "ability" for the
    higher Ability among equal pools; `lead_rule`: the rule for that. `settings`: the options of the series that the
    Storyteller set for this task (see `TaskRules.settings`). `verdict` and `rule`: the result in the book's words, and
    its rule. `group`: what the tasks of one request to many have in common; empty for a task of its own. `influence`:
    for social influence, what is tried on whom. `spent`: how those who do not work at it spend whole days that it takes
    (`rules.recovery`); empty: nothing but the clock moves.
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
    group: str = ""
    influence: Influence | None = None
    apart: bool = False
    spent: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the task is still under way."""
        return self.status == "open"

    @property
    def is_contest(self) -> bool:
        """Whether two sides roll against each other."""
        return len(self.sides) > 1

    @property
    def is_calm(self) -> bool:
        """Whether it may succeed without a roll: no opponent, no pressure, and a known difficulty."""
        return not (self.is_contest or self.pressure or self.hidden)

    @property
    def is_extended(self) -> bool:
        """Whether successes are gathered over several rolls."""
        return self.kind in EXTENDED

    @property
    def interval_seconds(self) -> int:
        """The in-world time of one roll, in seconds."""
        return self.interval * UNITS[self.unit]

    @property
    def seconds(self) -> int:
        """The in-world time that the task has taken so far, in seconds."""
        return max(self._spent(side) for side in self.sides)

    def _spent(self, side: Side) -> int:
        intervals = len(side.gains) if self.is_extended else int(self.status not in ("open", "ended"))
        return intervals * self.interval_seconds - side.spared + side.begun

    @property
    def everybody(self) -> "tuple[Side | Helper, ...]":
        """All sides and helpers."""
        return (*self.sides, *self.helpers)

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """Those at whom influence is aimed."""
        return self.influence.listeners if self.influence else ()

    def side_of(self, character: str) -> int:
        """Return the index of a character among the sides. Raises `IllegalMove` if it is not there."""
        for index, side in enumerate(self.sides):
            if side.character == character:
                return index
        raise IllegalMove("not_in_task", Text("That character is not part of this task."))

    def helper_of(self, character: str) -> int:
        """Return the index of a character among the helpers. Raises `IllegalMove` if it is not there."""
        for index, helper in enumerate(self.helpers):
            if helper.character == character:
                return index
        raise IllegalMove("no_helper", Text("That character was not asked to help."))


@dataclass(frozen=True, slots=True)
class Lead:
    """Who rolls for a group, by index, and why: the highest pool or, of equal pools, the higher Ability."""

    index: int
    why: Literal["pool", "ability"]
    rule: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of one roll of a task, for a system to put into the request.

    `failures`: earlier tries that failed. `helpers`: the helpers of a side; `helper_count`: how many were asked.
    `opposing`: the dice of the other side, if the book makes them the difficulty. `helping`: this roll is help.
    `edge`: as in `Side`.
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
    edge: int = 0
    helping: bool = False
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The result of one roll of an extended action: the gain (None: a botch), the total after it, and the status."""

    gained: int | None
    total: int
    status: Status
    verdict: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparison of two rolls: the index of the winner (None: no one), the book's words, and the rule."""

    winner: int | None
    verdict: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round of an extended contest: gains, totals, whose work is ruined, and the winner if it is over."""

    gains: tuple[int | None, int | None]
    totals: tuple[int, int]
    is_over: bool
    winner: int | None
    verdict: Text
    rule: str
    ruined: tuple[bool, bool] = (False, False)
