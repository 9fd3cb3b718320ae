"""The shapes that a system's `view` and `view_event` return: JSON-safe, drawn by one set of templates for all systems.

Every key is an allow-list entry: a system puts in what the seat may see, and leaves out the rest.
"""

from functools import lru_cache
from typing import Any, Final, Literal, NotRequired, TypedDict

from rules.text import Text
from rules.wounds import Mark

ARTICLES: Final = frozenset({"the", "a", "an"})
ROMAN: Final = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Two letters for a token: of the first word that is no article, or its letter and a number that ends the name."""
    words = [word for word in name.split() if word.lower() not in ARTICLES] or name.split() or ["?"]
    number = words[-1] if words[-1].isdigit() else ROMAN.get(words[-1], "")
    return (words[0][0] + number)[:3] if number and len(words) > 1 else words[0][:2]


def signed(number: int) -> str:
    """A modifier as it is printed: "+2", "0", "−1"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 success, 3 successes; `many` is a plural out of the ordinary."""
    return f"{number} {one if number == 1 else many or one + ('es' if one.endswith('s') else 's')}"


def tell_range(now: int, low: int, high: int) -> Text:
    """What a number is now and may be, in words."""
    return Text("now {n}, {low} to {high}", n=_minus(now), low=_minus(low), high=_minus(high))


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


class StatView(TypedDict):
    """A small figure with its why: `steps` as `Breakdown.explain()` gives them."""

    label: Text
    value: int | Text
    steps: NotRequired[list[dict[str, Any]]]


class BoxView(TypedDict):
    """One health box: `mark` is "" or b, l, a; `penalty` is the label under it (0, -1, I ...)."""

    mark: Mark
    penalty: str


class TrackView(TypedDict):
    """A pool that is spent and refilled: motes, Willpower, blood, Initiative."""

    label: Text
    current: int
    maximum: int


class CombatantView(TypedDict):
    """One combatant as one seat may see it. `mine`: the seat may act for it. `own`: it stands on the seat's side."""

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
    portrait: NotRequired[str]
    """Where its picture is. No system knows of any: whoever keeps pictures puts this in, for seats that may see it."""


class OrderView(TypedDict):
    """One place in the order of action: a tick, an Initiative value, a turn."""

    at: int
    label: Text
    note: Text
    now: bool
    ids: list[str]


class PendingView(TypedDict):
    """A prompt: whom the table waits for, and why. What may be answered comes as offers of `legal_moves`.

    `who` is empty where the fight goes on by a step of the Storyteller's; no time runs out for that.
    """

    id: str
    who: str
    name: str | Text
    question: Text
    detail: Text
    mine: bool


class BattleView(TypedDict):
    """The whole fight as one seat may see it. `picture` is the system's own drawing data, named by its `kind`."""

    system: str
    phase: Literal["setup", "running", "ended"]
    headline: Text
    subline: Text
    time: int
    combatants: list[CombatantView]
    order: list[OrderView]
    pending: list[PendingView]
    picture: dict[str, Any]
    exchange: dict[str, Any] | None
    """The attack being resolved, as far as this seat may see it: {"title", "step", "steps": list[LogStepView]}."""


class LogStepView(TypedDict):
    """One step of an exchange as the log shows it: its dice, its sum, its outcome in a few words."""

    name: Text
    text: Text
    rule: str
    number: NotRequired[int]
    """Its place among the book's steps, where the book numbers them."""
    dice: NotRequired[list[dict[str, Any]]]
    """Each die as `codec.encode(Die)` gives it."""
    sum: NotRequired[list[dict[str, Any]]]
    """As `Breakdown.explain()` gives it."""


class EventView(TypedDict):
    """One event in the log: a sentence, when it was, the verdict in the book's word, and the steps that unfold."""

    kind: str
    line: Text
    when: Text
    verdict: Text
    steps: list[LogStepView]
    secret: bool
    """Whether fewer than everyone may see it."""
    exchange: str
    """Entries of one attack share this id, so that they fold into one; empty for the others."""
    heads: NotRequired[bool]
    """Whether its sentence stands for all of its exchange; else that of the verdict does, or the newest."""
