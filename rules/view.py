"""The types that a system's `view` and `view_event` return: JSON-safe, drawn by one set of templates for all systems.

Every key is on an allow-list: a system includes only what the seat may see.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from rules.codec import encode
from rules.dice import Die
from rules.json_schema import EncodedAs
from rules.pool import Breakdown, StepView
from rules.text import Text
from rules.wounds import Mark

ARTICLES: Final = frozenset({"the", "a", "an"})
ROMAN: Final = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Return two letters for a token: from the first word that is not an article, or its letter and a final number."""
    words = [word for word in name.split() if word.lower() not in ARTICLES] or name.split() or ["?"]
    number = words[-1] if words[-1].isdigit() else ROMAN.get(words[-1], "")
    return (words[0][0] + number)[:3] if number and len(words) > 1 else words[0][:2]


def signed(number: int) -> str:
    """Return a modifier as it is printed: "+2", "0", "−1"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def describe_range(now: int, low: int, high: int) -> Text:
    """Return in words what a number is now, and what it may be."""
    return Text("now {n}, {low} to {high}", n=minus(now), low=minus(low), high=minus(high))


def minus(number: int) -> str:
    """Return a number as it is printed: "7", "−1"."""
    return str(number).replace("-", "−")


class StatView(TypedDict):
    """A small figure with its explanation: `steps` as `Breakdown.explain()` returns them. `large`: it counts most."""

    label: Text
    value: int | Text
    steps: NotRequired[list[StepView]]
    large: NotRequired[bool]


MAGNITUDE: Final = "M"
"""The label of the boxes of a unit, which count its strength and not wounds. It is not written under them."""


class BoxView(TypedDict):
    """One health box. `mark` is "" or b, l, a; `penalty` is the label under it (0, -1, I, or `MAGNITUDE`)."""

    mark: Mark
    penalty: str


class TrackView(TypedDict):
    """Points that are spent and refilled: motes, Willpower, blood, Initiative."""

    label: Text
    current: int
    maximum: int


class UnitView(TypedDict):
    """A unit by its ranks: `size` of them are left of the `most` that it had, and the first has lost some of its parts.

    `lost` of the `each` parts of a rank are lost. `words`: what the size means. `name` and `formation` may be empty.
    """

    name: str
    size: int
    most: int
    lost: int
    each: int
    words: Text
    formation: str


class CombatantView(TypedDict):
    """One combatant as one seat may see it. `mine`: the seat may act for it. `own`: it is on the seat's side."""

    id: str
    character: str | None
    name: str
    initials: str
    side: str
    own: bool
    mine: bool
    hidden: bool
    extra: bool
    being: Text
    acts_now: bool
    acts_at: int | None
    out: Text
    """Why it no longer acts ("incapacitated", "left" ...), or an empty string."""
    conditions: list[Text]
    health: NotRequired[list[BoxView]]
    stats: NotRequired[list[StatView]]
    tracks: NotRequired[list[TrackView]]
    ranks: NotRequired[int]
    """Of a unit of many who fight as one: the ranks in which its token shows them."""
    unit: NotRequired[UnitView]
    """The unit that it commands, as everyone sees it."""
    portrait: NotRequired[str]
    """The address of its picture. Systems leave it out: the app that stores pictures adds it for some seats."""


class OrderView(TypedDict):
    """One place in the order of action: a tick, an Initiative value, a turn."""

    at: int
    label: Text
    note: Text
    now: bool
    ids: list[str]


class PendingView(TypedDict):
    """A prompt: whom the table waits for, and why. The possible answers are offers of `legal_moves`.

    `who` is empty if the Storyteller must take the next step; that has no time limit.
    """

    id: str
    who: str
    name: str | Text
    question: Text
    detail: Text
    mine: bool


class ExchangeView(TypedDict):
    """The attack being resolved, as far as the seat may see it. Some games also name the attack and who is in it."""

    title: Text
    step: int | str | Text
    steps: list["LogStepView"]
    id: NotRequired[str]
    actor: NotRequired[str]
    target: NotRequired[str]


class BattleView(TypedDict):
    """The whole fight as one seat may see it. `picture` is the game's own drawing data, of the `kind` that it names."""

    system: str
    phase: Literal["setup", "running", "ended"]
    headline: Text
    subline: Text
    time: int
    combatants: list[CombatantView]
    order: list[OrderView]
    pending: list[PendingView]
    picture: Mapping[str, Any]
    """A dictionary whose class `Battle.picture` of each game names; one of its keys is `kind`."""
    exchange: ExchangeView | None


class LogStepView(TypedDict):
    """One step of an exchange as the log shows it: its dice, its sum, its result in a few words."""

    name: Text
    text: Text
    rule: str
    number: NotRequired[int]
    """Its number in the book's list of steps, if the book numbers them."""
    dice: NotRequired[list[Annotated[dict[str, Any], EncodedAs(Die)]]]
    sum: NotRequired[list[StepView]]
    """As `Breakdown.explain()` returns it."""


def make_step(
    name: Text, text: Text, rule: str, dice: tuple[Die, ...] | None = (), *sums: Breakdown | None
) -> LogStepView:
    """Return one step of the log. A sum that the seat may not see is None, and is left out."""
    step: LogStepView = {"name": name, "text": text, "rule": rule}
    if dice:
        step["dice"] = encode(dice)
    if shown := [line for total in sums if total is not None for line in total.explain()]:
        step["sum"] = shown
    return step


class AttackResult(TypedDict):
    """What came of an attack: whether it hit, and the points of a kind of harm that it did."""

    hit: bool
    harm: str
    points: int


class PersonView(TypedDict):
    """Someone in a result. `id` is that of a combatant, empty outside a fight."""

    id: str
    name: str


class FigureChange(TypedDict):
    """A figure before and after: Initiative, Magnitude."""

    label: Text
    was: int
    now: int


class ChangeView(TypedDict):
    """What a result changed for one person: what everyone sees of it, as it was right after the result."""

    whose: PersonView
    figures: list[FigureChange]
    states: list[Text]
    """What it has become: prone, Crash, dead."""
    boxes: NotRequired[list[BoxView]]
    """The health after it."""
    boxes_before: NotRequired[list[BoxView]]


class ResultView(TypedDict):
    """What came of something: a roll, an attack, a wound. The sentence, the verdict and the dice are the event's own.

    `who` did it (at most one), `whom` it was done to. `stands`: it is a result by itself; else it is shown with the
    other results of its command or its attack.
    """

    who: list[PersonView]
    whom: list[PersonView]
    changes: list[ChangeView]
    stands: bool


class EventView(TypedDict):
    """One event in the log: a sentence, its time, the verdict in the book's words, and the steps behind it."""

    kind: str
    line: Text
    when: Text
    verdict: Text
    steps: list[LogStepView]
    secret: bool
    """Whether some seats may not see it."""
    exchange: str
    """The id of an attack, by which the log groups its entries; empty for entries without an attack."""
    blow: NotRequired[AttackResult]
    """The result of an attack, for the sum of an order's attacks; its sentence says the same."""
    order: NotRequired[str]
    """The id of the order to a group that it belongs to. The table adds it."""
    by_itself: NotRequired[Text]
    """The tactic by which a seat that plays itself made the move. The table adds it, with what the tactic does."""
    why_so: NotRequired[Text]
    heads: NotRequired[bool]
    """Whether its sentence heads its exchange in the log, as one with a verdict does; else the newest does."""
    opens: NotRequired[bool]
    """Whether it begins a round, or a turn of everyone. Screen readers say this before who acts."""
    result: NotRequired[ResultView]
    """What it was for those it concerned, if it is a result that the table shows apart from the log."""
    turn: NotRequired[str]
    """"death" or "felled", if someone died or fell by it (`rules.battle.turning`)."""
