"""The answers to a prompt, each of which a page can show as a button."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.battle.fields import Choice, Field
from rules.battle.offers import Offer
from rules.text import Text, word


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer: an offer as it stands or, where a field of its form decides, one choice of that field.

    The offer's `aimed` names the button, with {} for the choice; without it the choice names it.
    """

    offer: Offer
    field: Field | None = None
    choice: Choice | None = None

    @property
    def reason(self) -> Text:
        """Why it is not possible now, or an empty text."""
        return self.offer.reason or (self.choice.reason if self.choice else self.offer.reason)


def list_outcomes(offers: Iterable[Offer]) -> Iterator[Outcome]:
    """Yield the outcomes of these offers, in their order."""
    for offer in offers:
        field = find_deciding(offer)
        if field is None:
            yield Outcome(offer)
        else:
            yield from (Outcome(offer, field, choice) for choice in list_choices(field))


def find_deciding(offer: Offer) -> Field | None:
    """Return the field of the offer that decides, or None."""
    return next((field for field in offer.fields if field.decides), None)


def list_choices(field: Field) -> tuple[Choice, ...]:
    """Return the choices of a field; a number without any has one for each step."""
    if field.kind == "number" and not field.choices:
        return tuple(Choice(str(value), word(str(value))) for value in range(field.low, field.high + 1))
    return field.choices
