"""What a combatant does whose player does not act in time: the mildest action that the book has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.battle.declare import Move
from rules.battle.offers import Offer
from rules.battle.seats import Json


@dataclass(frozen=True, slots=True)
class MildMove:
    """A move that loses no more than the turn, with the rule that says so. `fixed`: values that its offer must have."""

    move: type[Move]
    rule: str
    fixed: Mapping[str, Json] = field(default_factory=dict)

    def fits(self, offer: Offer) -> bool:
        """Return whether an open offer is of this move."""
        held = all(offer.fixed.get(name) == value for name, value in self.fixed.items())
        return offer.move == self.move.__name__ and not offer.reason and held


def find_mildest(mildest: Iterable[MildMove], offers: Sequence[Offer]) -> tuple[MildMove, Offer] | None:
    """Return the first of the mildest moves that is offered, with its offer; None if none is."""
    return next(((mild, offer) for mild in mildest for offer in offers if mild.fits(offer)), None)
