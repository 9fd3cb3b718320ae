"""From the offers of the rules to the cards and forms that a page shows: what to ask, in which shape, what is hidden.

Nothing here knows a system: an offer's group says where it stands, its fields say what it asks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle import Choice, Field, Json, Offer

MANY = 9
"""From this many plain choices on, a list to pull down is quicker than rows or pills."""
LIST_PLACES = 6
"""At most so many places of a list are drawn."""
LINE = 120
"""Longer texts get an area of their own."""
SHORT = 18
"""Letters of a cost that stands beside its action."""
FEW = 5
"""A number with no more than so many steps is tapped, not typed."""
IN_SIGHT, KINDS_IN_SIGHT = 8, 6
"""At most so many actions of a turn are in sight, of so many kinds first; the rest lie in a fold."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of an input; `share` is its chance, from 0 to 1, `percent` the same in words.

    The `tone` of a chance is other when it tells what a foe's attack will do, and empty when it is one's own.
    """

    value: str
    label: str
    hint: str
    reason: str
    share: float
    percent: str
    tone: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Input:
    """One field in the shape it is drawn: rows, pills, select, checks, list, number, flag, line, area or only."""

    name: str
    id: str
    label: str
    shape: str
    options: tuple[Option, ...]
    places: tuple[int, ...]
    low: int
    high: int
    value: str
    required: bool
    help: str


@dataclass(frozen=True, slots=True)
class Form:
    """An offer ready to draw. `main` is always in sight, `more` lies in a fold. `places`: the ghosts it leads to."""

    id: str
    kind: str
    label: str
    cost: str
    to: str
    hint: str
    reason: str
    prompt: str
    hidden: tuple[tuple[str, str], ...]
    main: tuple[Input, ...]
    more: tuple[Input, ...]
    places: str

    @property
    def is_costly(self) -> bool:
        """Whether the cost takes a line of its own."""
        return len(self.cost) > SHORT


def make_form(offer: Offer, now: int, place: str = "") -> Form:
    """Shape one offer; `place` tells it from the same offer in another place."""
    id = form_id(offer, place)
    tone = "other" if offer.group == "answer" else ""
    inputs = [make_input(field, f"m.{field.name}", id, tone) for field in offer.fields]
    main, more = split(offer.fields, inputs)
    return Form(
        id=id,
        kind=offer.move,
        label=offer.label,
        cost=offer.cost,
        to=" or ".join(str(tick) for tick in offer.ghosts[:3]),
        hint=offer.hint,
        reason=offer.reason,
        prompt=offer.prompt or "",
        hidden=tuple((f"m.{name}", value) for name, values in offer.fixed.items() for value in posted(values)),
        main=main,
        more=more,
        places=" ".join(f"to-{place}" for place in sorted({min(tick - now, 7) for tick in offer.ghosts})),
    )


def form_id(offer: Offer, place: str = "") -> str:
    """An id that stays the same from push to push; offers of one move differ by what they fix or are called."""
    told = [offer.prompt or offer.actor or "table", offer.move]
    told += [str(value) for name, value in offer.fixed.items() if name not in ("actor", "prompt")]
    slug = re.sub(r"[^A-Za-z0-9]+", "-", "-".join([*told, offer.label])).strip("-")
    return f"o-{slug[:80]}{place}"


def posted(value: Json) -> Sequence[str]:
    """A value as the inputs of a form carry it."""
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def split(
    fields: Sequence[Field], inputs: Sequence[Input], always: Iterable[str] = ()
) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """What must be chosen, what is asked for `always`, and a stunt's words with its rating stay in sight.

    The rest, which has an answer already, is one tap away.
    """
    seen: list[Input] = []
    folded: list[Input] = []
    for field, shown in zip(fields, inputs, strict=True):
        goes_with_words = shown.shape == "pills" and bool(seen) and seen[-1].shape == "area"
        is_seen = shown.shape == "area" or goes_with_words or field.name in always or not _is_answered(field)
        (seen if is_seen else folded).append(shown)
    return (tuple(seen), tuple(folded)) if seen and len(folded) > 1 else (tuple(inputs), ())


def _is_answered(field: Field) -> bool:
    """Whether the form may go out without anybody looking at this field."""
    has_answer = field.kind in ("number", "flag") or field.initial == ""
    return not field.required or (has_answer and field.initial is not None)


def make_input(field: Field, name: str, form: str, tone: str = "") -> Input:
    """Choose the shape of one field."""
    shape, choices = _shape(field), _choices(field)
    chosen = _chosen(field, choices)
    return Input(
        name=name,
        id=f"{form}-{field.name}",
        label=field.label,
        shape=shape,
        options=tuple(_option(choice, choice.value in chosen, tone) for choice in choices),
        places=tuple(range(min(field.high, LIST_PLACES))) if shape == "list" else (),
        low=field.low,
        high=field.high,
        value="" if choices else "".join(posted(field.initial)),
        required=field.required,
        help=field.help,
    )


def _choices(field: Field) -> tuple[Choice, ...]:
    """The choices, those of a small number spelled out."""
    if field.kind == "number" and 0 <= field.high - field.low <= FEW:
        return tuple(Choice(str(value), str(value)) for value in range(field.low, field.high + 1))
    return field.choices


def _shape(field: Field) -> str:
    if field.kind == "choice":
        free = [choice for choice in field.choices if not choice.reason]
        if len(field.choices) == len(free) == 1 and field.required:
            return "only"
        if any(choice.odds is not None or choice.reason for choice in field.choices):
            return "rows"
        if len(field.choices) >= MANY or not field.required:
            return "select"
        return "rows" if any(choice.hint for choice in field.choices) else "pills"
    if field.kind == "number" and 0 <= field.high - field.low <= FEW:
        return "pills"
    if field.kind == "text":
        return "line" if field.high <= LINE else "area"
    return {"choices": "checks"}.get(field.kind, field.kind)


def _chosen(field: Field, choices: Sequence[Choice]) -> tuple[str, ...]:
    """The values that are set when the form is drawn: the initial ones, or the first where one must be chosen."""
    wanted = posted(field.initial)
    free = [choice.value for choice in choices if not choice.reason]
    chosen = tuple(value for value in free if value in wanted)
    if chosen or field.kind not in ("choice", "number") or not field.required:
        return chosen
    return tuple(free[:1])


def _option(choice: Choice, chosen: bool, tone: str) -> Option:
    odds = choice.odds
    said = "" if odds is None else percent(odds)
    return Option(choice.value, choice.label, choice.hint, choice.reason, odds or 0.0, said, tone, chosen)


def percent(odds: float) -> str:
    """A chance as people say it: never 0 % or 100 % unless it is."""
    if 0 < odds < 0.005:
        return "under 1 %"
    if 0.995 < odds < 1:
        return "over 99 %"
    return f"{round(odds * 100)} %"


@dataclass(frozen=True, slots=True)
class Card:
    """What one combatant may do, or one prompt: who, the question, and the offers that answer it."""

    id: str
    fighter: Mapping[str, Any] | None
    title: str
    detail: str
    offers: tuple[Offer, ...]
    now: int
    is_due: bool = True
    """Whether the table waits for it."""


def choose_in_sight(offers: Sequence[Offer]) -> set[int]:
    """Which of a turn's offers stay in sight: the first of each kind, then what comes next."""
    seen: dict[str, int] = {}
    for i, offer in enumerate(offers):
        seen.setdefault(offer.move, i)
    firsts = sorted(seen.values())[:KINDS_IN_SIGHT]
    others = [i for i in range(len(offers)) if i not in firsts]
    return {*firsts, *others[: IN_SIGHT - len(firsts)]}


def offer_key(offer: Offer) -> tuple[Any, ...]:
    """Everything of an offer that a drawing shows, as something to look a drawing up by."""
    return (
        offer.move, offer.label, offer.actor, offer.cost, offer.hint, offer.prompt, offer.reason, offer.ghosts,
        repr(offer.fixed), tuple(map(field_key, offer.fields)),
    )  # fmt: skip


def field_key(field: Field) -> tuple[Any, ...]:
    """The same for a field."""
    choices = tuple((c.value, c.label, c.hint, c.reason, c.odds) for c in field.choices)
    return (
        field.name, field.label, field.kind, field.low, field.high, repr(field.initial), field.required, field.help,
        choices,
    )  # fmt: skip


def ghosts_of(offers: Iterable[Offer]) -> dict[int, list[str]]:
    """The choices by the tick on which their actor would act next, each in its first words."""
    ghosts: dict[int, list[str]] = {}
    for offer in offers:
        words = re.split(r" (?:with|the|a|an) ", offer.label)[0]
        for tick in () if offer.reason else offer.ghosts:
            if words not in ghosts.setdefault(tick, []):
                ghosts[tick].append(words)
    return ghosts
