"""What is done for somebody who does not answer a prompt: the move as its form first shows it."""

from collections.abc import Iterable

from rules.battle import Field, Json, Offer


def default_answer(offers: Iterable[Offer], prompt: str) -> dict[str, Json] | None:
    """The JSON form of the answer that a prompt's first open offer stands at, or None if it has none.

    Offers put the book's own default first: the best defense that costs nothing, no reroll, no counterattack.
    """
    for offer in offers:
        if offer.prompt == prompt and not offer.reason:
            asked = {field.name: _default(field) for field in offer.fields if field.required}
            return {"kind": offer.move, **offer.fixed, **asked}
    return None


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
