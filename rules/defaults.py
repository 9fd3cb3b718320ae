"""The answer for a player who does not answer a prompt: the values that the form starts with."""

from collections.abc import Iterable

from rules.battle import Field, Json, Offer, gather_items


def default_answer(offers: Iterable[Offer], prompt: str) -> dict[str, Json] | None:
    """Return the JSON form of the default answer to a prompt, or None if the prompt has no open offer.

    It answers the first open offer with the initial values of its form. Offers put the book's own default first: the
    best defense that costs nothing, no reroll, no counterattack.
    """
    for offer in offers:
        if offer.prompt == prompt and not offer.reason:
            return fill_form(offer)
    return None


def fill_form(offer: Offer) -> dict[str, Json]:
    """Return the JSON form of an offered move with the initial values of its form."""
    asked = {field.name: _default(field) for field in offer.fields if field.required}
    return gather_items({"kind": offer.move, **offer.fixed, **asked})


def _default(field: Field) -> Json:
    open_choices = [choice.value for choice in field.choices if not choice.reason]
    match field.kind:
        case "choice":
            return field.initial if field.initial in open_choices or not open_choices else open_choices[0]
        case "choices" | "list":
            least = field.low if field.kind == "choices" else max(field.low, 1)
            return list(field.initial or (open_choices * least)[:least])
        case "number":
            return field.low if field.initial is None else field.initial
        case "flag":
            return bool(field.initial)
        case "text":
            return field.initial or ""
