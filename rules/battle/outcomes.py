"""The answers to a prompt, each of which a page can show as a button with its chance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.battle.fields import Choice, Field
from rules.battle.offers import Offer
from rules.battle.seats import Seat
from rules.defaults import fill_form
from rules.errors import RulesError
from rules.text import Text, word


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer: an offer as it stands or, where a field of its form decides, one choice of that field.

    The offer's `aimed` names the button, with {} for the choice; without it the choice names it. `odds` and `about` are
    as in `Choice`.
    """

    offer: Offer
    field: Field | None = None
    choice: Choice | None = None
    odds: float | None = None
    about: bool = False

    @property
    def reason(self) -> Text:
        """Why it is not possible now, or an empty text."""
        return self.offer.reason or (self.choice.reason if self.choice else self.offer.reason)


def list_outcomes(offers: Iterable[Offer]) -> Iterator[Outcome]:
    """Yield the outcomes of these offers, in their order."""
    for offer in offers:
        field = find_deciding(offer)
        if field is None:
            yield Outcome(offer, odds=offer.odds, about=offer.about)
        else:
            for choice in list_choices(field):
                yield Outcome(offer, field, choice, choice.odds, choice.about)


def rate_answer(battle: Any, state: Any, seat: Seat, offer: Offer) -> Offer:
    """Return the answer with the chance of its form as it stands, if no choice decides it and the seat may know it."""
    move = battle.moves.classes[offer.move]
    if move not in battle.weighers or offer.reason or offer.odds is not None or find_deciding(offer):
        return offer
    try:
        weighed = battle.weigh(state, seat, battle.moves.decode(fill_form(offer)))
    except RulesError:  # it rolls nothing at once
        return offer
    if weighed is None:
        return offer
    chance = float(weighed.odds.success) if weighed.measured else weighed.guess
    return replace(offer, odds=chance, about=chance is not None and not weighed.measured)


def find_deciding(offer: Offer) -> Field | None:
    """Return the field of the offer that decides, or None."""
    return next((field for field in offer.fields if field.decides), None)


def list_choices(field: Field) -> tuple[Choice, ...]:
    """Return the choices of a field; a number without any has one for each step."""
    if field.kind == "number" and not field.choices:
        return tuple(Choice(str(value), word(str(value))) for value in range(field.low, field.high + 1))
    return field.choices
