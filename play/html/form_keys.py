"""Keys for what drawings of offers show: their heads and their fields."""

from typing import Any

from play.html.fingerprint import fingerprint
from play.offers.cards import is_at_once
from rules.battle import Field, Offer
from rules.lru_cache import cached_by_identity


def head_key(offer: Offer) -> tuple[Any, ...]:
    """Return what an offer is called, costs and decides, as a key of drawings."""
    return (
        offer.move, offer.label, offer.actor, offer.cost, offer.hint, offer.prompt, offer.reason, offer.next_ticks,
        offer.odds, repr(offer.fixed), is_at_once(offer),
    )  # fmt: skip


@cached_by_identity(256)
def fields_key(fields: tuple[Field, ...]) -> bytes | str:
    """Return a key for the fields of a roll, which stay the same objects from push to push."""
    return fingerprint(tuple(map(field_key, fields)))


def field_key(field: Field) -> tuple[Any, ...]:
    """Return a key for a field."""
    choices = tuple((c.value, c.label, c.hint, c.reason, c.odds, c.dots) for c in field.choices)
    return (
        field.name, field.label, field.kind, field.low, field.high, repr(field.initial), field.required, field.help,
        field.beside, field.rolled, choices,
    )  # fmt: skip
