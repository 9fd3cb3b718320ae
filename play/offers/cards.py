"""From the offers of the rules to the cards and forms of a page: who may do what, and what it costs.

Nothing here depends on a system: an offer's group says where it stands, its fields say what it asks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple
from zlib import crc32

from play.commands.forms import form_values
from play.offers.fields import TARGETS, Input, make_input, split, split_asks
from rules.battle import LazySequence, Offer
from rules.odds import about, percent
from rules.text import Text
from rules.view import CombatantView

AIMED = (*TARGETS, "toward", "defense")
"""The fields whose choice the button names: at whom a move is aimed, where it leads, how an attack is met."""
MAX_ID_LENGTH = 28
"""The most letters of the words in an offer's id. It stands in a card five times, and in a push for each choice."""


Lays = Literal["", "also", "only"]
"""Whether a form also lays its move face down, or does nothing else."""


class Form(NamedTuple):
    """An offer ready to draw. `main` is always in sight, `more` is in closed details.

    `has_preview`: whether its odds can be asked for while it is filled in. `aimed`: what its button says, with {} for
    the name of the chosen target; empty where it has no target. `at_once`: whether one tap may do it. `lays`: see
    `Lays`. `weighs`: whether it can be weighed against other ways.
    """

    id: str
    kind: str
    label: str
    cost: str
    to: str
    hint: str
    reason: str
    prompt: str
    has_preview: bool = False
    aimed: str = ""
    at_once: bool = False
    lays: Lays = ""
    weighs: bool = False
    hidden: tuple[tuple[str, str], ...] = ()
    main: tuple[Input, ...] = ()
    more: tuple[Input, ...] = ()
    asks: tuple[Input, ...] = ()
    """What a player may ask the Storyteller for."""


def make_form(offer: Offer, *, may_rule: bool = True) -> Form:
    """Shape one offer. Not `may_rule`: what is the Storyteller's to give is asked for in a part of its own."""
    id = form_id(offer)
    is_own = offer.group != "answer" or (offer.has_preview and not offer.is_struck)
    inputs: Sequence[Input] = [
        make_input(field, f"m.{field.name}", id, "" if is_own else "other") for field in offer.fields
    ]
    fields, asks = tuple(offer.fields), tuple[Input, ...]()
    if not may_rule:
        fields, inputs, asks = split_asks(fields, inputs)
    main, more = split(fields, inputs)
    return make_head(offer)._replace(aimed=_find_aimed(offer), main=main, more=more, asks=asks)


def _find_aimed(offer: Offer) -> str:
    asks = any(field.name in AIMED and field.kind in ("choice", "choices") for field in offer.fields)
    return (offer.aimed or f"{offer.label}: {{}}") if asks else ""


def make_head(offer: Offer) -> Form:
    """Shape one offer without its fields."""
    return Form(
        id=form_id(offer),
        kind=offer.move,
        label=offer.label,
        cost=_say_cost(offer),
        to=_say_ticks(offer.next_ticks),
        hint=offer.hint,
        reason=offer.reason,
        prompt=offer.prompt or "",
        has_preview=offer.has_preview,
        at_once=is_at_once(offer),
        hidden=tuple((f"m.{name}", value) for name, values in offer.fixed.items() for value in form_values(values)),
    )


def _say_cost(offer: Offer) -> Text:
    """Return what an offer costs or, of an answer without a choice, the chance to be hit."""
    if offer.odds is None or not offer.is_struck:
        return offer.cost
    return Text("{chance} to be hit", chance=about(offer.odds) if offer.about else percent(offer.odds))


def _say_ticks(ticks: Sequence[int]) -> str:
    """Return the ticks that an offer leads to in words."""
    return " or ".join(map(str, ticks[:3]))


def is_at_once(offer: Offer) -> bool:
    """Return whether one tap may do it: it asks for nothing, or for nothing that must be looked at."""
    return offer.at_once or (not isinstance(offer.fields, LazySequence) and not offer.fields)


def form_id(offer: Offer) -> str:
    """Return an id that stays the same from push to push. Offers of one move differ by what they fix or are called.

    After the actor it is the same for everybody's offer: a push repeats what the one before it sent.
    """
    values = [str(value) for name, value in offer.fixed.items() if name not in ("actor", "prompt")]
    return (
        f"{form_ids_of(offer.prompt or offer.actor or 'table')}{offer.move}-{_slug('-'.join([*values, offer.label]))}"
    )


def form_ids_of(actor: str) -> str:
    """Return how the ids of a combatant's offers begin."""
    return f"o-{_slug(actor)}-"


@lru_cache(maxsize=8192)
def _slug(words: str) -> str:
    """Return words as part of an id.

    Words that are too long or not ASCII get a checksum, so that they stay distinct.
    """
    slug = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")
    if len(slug) <= MAX_ID_LENGTH and words.isascii():
        return slug
    return f"{slug[: MAX_ID_LENGTH - 9]}-{crc32(words.encode()):08x}"


@dataclass(frozen=True, slots=True)
class Card:
    """What one combatant may do, or one prompt: who, the question, and the offers that answer it."""

    id: str
    fighter: CombatantView | None
    title: str
    detail: str
    offers: Sequence[Offer]
    now: int
    is_due: bool = True
    """Whether the table waits for it."""

    @property
    def legal(self) -> list[Offer]:
        """Return what may be chosen."""
        return [offer for offer in self.offers if not offer.reason]
