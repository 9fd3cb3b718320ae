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


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of an input; `share` is the chance that it works, from 0 to 1, `percent` the same in words."""

    value: str
    label: str
    hint: str
    reason: str
    share: float
    percent: str
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
    hidden: tuple[tuple[str, str], ...]
    main: tuple[Input, ...]
    more: tuple[Input, ...]
    places: str


def make_form(offer: Offer, now: int) -> Form:
    """Shape one offer."""
    id = form_id(offer)
    inputs = [make_input(field, f"m.{field.name}", id) for field in offer.fields]
    main, more = split(offer.fields, inputs)
    return Form(
        id=id,
        kind=offer.move,
        label=offer.label,
        cost=offer.cost,
        to=" or ".join(str(tick) for tick in offer.ghosts[:3]),
        hint=offer.hint,
        reason=offer.reason,
        hidden=tuple((f"m.{name}", value) for name, values in offer.fixed.items() for value in posted(values)),
        main=main,
        more=more,
        places=" ".join(f"to-{place}" for place in sorted({min(tick - now, 7) for tick in offer.ghosts})),
    )


def form_id(offer: Offer) -> str:
    """An id that stays the same from push to push."""
    told = [offer.prompt or offer.actor or "table", offer.move]
    told += [str(value) for name, value in offer.fixed.items() if name not in ("actor", "prompt")]
    return "o-" + re.sub(r"[^A-Za-z0-9]+", "-", "-".join(told)).strip("-")


def posted(value: Json) -> Sequence[str]:
    """A value as the inputs of a form carry it."""
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def split(fields: Sequence[Field], inputs: Sequence[Input]) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """What must be chosen, and the words of a stunt, stay in sight; the rest is one tap away."""
    pairs = list(zip(fields, inputs, strict=True))
    seen = tuple(shown for field, shown in pairs if field.required or field.kind == "text")
    folded = tuple(shown for field, shown in pairs if not (field.required or field.kind == "text"))
    return (seen, folded) if len(folded) > 1 else (tuple(inputs), ())


def make_input(field: Field, name: str, form: str) -> Input:
    """Choose the shape of one field."""
    chosen = _chosen(field)
    shape = _shape(field)
    return Input(
        name=name,
        id=f"{form}-{field.name}",
        label=field.label,
        shape=shape,
        options=tuple(_option(choice, choice.value in chosen) for choice in field.choices),
        places=tuple(range(min(field.high, LIST_PLACES))) if shape == "list" else (),
        low=field.low,
        high=field.high,
        value="".join(posted(field.initial)) if not field.choices else (chosen[0] if chosen else ""),
        required=field.required,
        help=field.help,
    )


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
    if field.kind == "text":
        return "line" if field.high <= LINE else "area"
    return {"choices": "checks"}.get(field.kind, field.kind)


def _chosen(field: Field) -> tuple[str, ...]:
    """The values that are set when the form is drawn."""
    if not field.choices:
        return ()
    wanted = field.initial if isinstance(field.initial, (list, tuple)) else (field.initial,)
    free = [choice.value for choice in field.choices if not choice.reason]
    chosen = tuple(value for value in free if value in wanted)
    if chosen or field.kind != "choice" or not field.required:
        return chosen
    return tuple(free[:1])


def _option(choice: Choice, chosen: bool) -> Option:
    odds = choice.odds
    said = "" if odds is None else percent(odds)
    return Option(choice.value, choice.label, choice.hint, choice.reason, odds or 0.0, said, chosen)


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
    """The choices by the tick on which their actor would act next."""
    ghosts: dict[int, list[str]] = {}
    for offer in offers:
        if not offer.reason:
            for tick in offer.ghosts:
                ghosts.setdefault(tick, []).append(offer.label)
    return ghosts
