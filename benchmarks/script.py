"""What the Storyteller's hand clicks: a form, filled in as its facts give it, or what must be fetched first.

The fight goes on for ever: attacks and guards in turn, each prompt answered with its first answer; when nobody can act,
the fight is taken back to its beginning.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

MOVES = ("DeclareAttack", "TakeGuard", "DeclareAttack", "TakeAim", "TakeGuard", "TakeMove")
"""The kinds of action that are looked for, click by click."""
CALM = ("TakeGuard", "KeepOn", "TakeMisc")
ONE_OF = ("rows", "traits", "pills", "select", "only")
"""The shapes of fields with one of their options."""

Filled = dict[str, list[str]]
"""The values of a form's fields by their names."""
Facts = Mapping[str, Any]


def choose(facts: Facts, turn: int, fetched: Mapping[str, Any]) -> Filled | str | None:
    """The form to send at this turn, or the place below `stage/` that must be fetched first; None: there is nothing.

    `fetched`: what was fetched for this click, by its place.
    """
    cards = facts["hand"]["cards"]
    for id in sorted(facts["hand"]["order"], key=lambda id: not cards[id].get("is_due")):
        card = cards[id]
        if card.get("is_closed"):
            place = f"cards/{quote(id)}"
            if place not in fetched:
                return place
            card = fetched[place]["card"]
        if found := _pick(card, turn):
            return _fill_in(card, *found, list(_list_forms(facts, fetched)))
    return None


def _pick(card: Facts, turn: int) -> tuple[str, Facts] | None:
    """The offer of a card for this turn, and the answer that is its button: nothing for a form of its own."""
    answers = [answer for answer in card.get("answers", ()) if not answer.get("reason")]
    if answers:
        return answers[0]["offer"], answers[0]
    legal = [id for id in card["order"] if not card["offers"][id].get("reason")]
    by_kind = {card["offers"][id]["move"]: id for id in reversed(legal)}
    for kind in (MOVES[turn % len(MOVES)], *CALM):
        if kind in by_kind:
            return by_kind[kind], {}
    return (legal[turn % len(legal)], {}) if legal else None


def _list_forms(facts: Facts, fetched: Mapping[str, Any]) -> Iterator[Facts]:
    """The forms that the page has, those that it fetched with a card or alone."""
    if "form" in facts:
        yield facts["form"]
    for found in fetched.values():
        yield found.get("form", {}) if "card" in found else found


def _fill_in(card: Facts, offer: str, answer: Facts, forms: list[Facts]) -> Filled | str:
    form = next((form for form in forms if form.get("offer") == offer), None)
    return f"offers/{quote(offer)}" if form is None else fill_in(card["offers"][offer], form, answer)


def fill_in(head: Facts, form: Facts, answer: Facts) -> Filled:
    """What a browser sends of a form that nobody has touched; where a choice is open, its first."""
    filled: Filled = {"move": ["BattleMove"], "kind": [head["move"]]}
    for name, value in head["hidden"]:
        filled.setdefault(name, []).append(value)
    for field in (*form["main"], *form["more"], *form["asks"]):
        if not (answer and field.get("decides")) and (values := _list_values(field)):
            filled[field["name"]] = values
    if "name" in answer:
        filled[answer["name"]] = [answer["value"]]
    return filled


def _list_values(field: Facts) -> list[str]:
    shape, options = field["shape"], [option for option in field.get("options", ()) if not option.get("reason")]
    chosen = [option["value"] for option in options if option.get("chosen")]
    first = [*chosen, *(option["value"] for option in options if option["value"] not in chosen)]
    if shape in ONE_OF:
        return (first if shape == "only" or field.get("required") else chosen)[:1]
    if shape == "checks":
        return chosen
    if shape == "flag":
        return ["false", "true"] if field.get("value") == "true" else []
    if shape == "list":
        low = field.get("low", 0)
        return [*first[:low], *[""] * (len(field["places"]) - low)]
    return [field.get("value") or ("Something" if field.get("required") else "")]
