"""From the offers of the rules to the cards and forms that a page shows: who may do what, and what it costs.

Nothing here knows a system: an offer's group says where it stands, its fields say what it asks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from play.fields import Input, make_input, posted, split
from rules.battle import Field, Offer

SHORT = 18
"""Letters of a cost that stands beside its action."""
IN_SIGHT, KINDS_IN_SIGHT = 8, 6
"""At most so many actions of a turn are in sight, of so many kinds first; the rest lie in a fold."""


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
    choices = tuple((c.value, c.label, c.hint, c.reason, c.odds, c.dots) for c in field.choices)
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
