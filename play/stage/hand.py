"""Facts of the hand: what is asked of the seat, what it may do, and whom the table waits for."""

from collections.abc import Iterable
from typing import Any, cast

from play.offers.cards import Card as CardOnBoard
from play.offers.cards import form_id, make_head
from play.offers.fields import is_answered, say_odds
from play.offers.hand import Hand as HandOfBoard
from play.stage.forms import make_form, say_chance
from play.stage.people import explain_stats
from play.stage.shape import Answer, Card, Form, Hand, Head, OpenedCard, Person, Touch
from play.stage.words import Language, drop_empty, translate
from rules import get_system
from rules.battle import Offer
from rules.battle.numbers import Touch as TouchOnBoard
from rules.battle.outcomes import Outcome, list_outcomes
from rules.view import CombatantView

NO_DEFENSE = ("none", "")
"""The values of answers that do nothing. They stand last."""


def make_hand(hand: HandOfBoard) -> Hand:
    """Return the cards of the seat, its own before those of others that the Storyteller may answer.

    Whole are the prompts of the seat and the card that lies in its hand. Of other cards only the head is there: their
    actions are made when somebody opens one (`find_card`), which is rare.
    """
    first = next((card for card in hand.mine if card.is_due), None)
    cards = {card.id: _make_card(card, hand, whole=card is first or hand.is_prompt(card)) for card in hand.mine}
    cards |= {card.id: _make_card(card, hand, theirs=True) for card in hand.theirs}
    cards |= {_reflex_id(who): _put_forward(_make_reflex(who), who, hand) for who in _list_reflexive(hand)}
    waiting = [{"id": id, "name": name} | drop_empty(does=does) for id, name, does in hand.awaited]
    return cast(Hand, {"cards": cards, "order": [*cards], "waiting": waiting})


def find_card(hand: HandOfBoard, id: str, language: Language) -> OpenedCard | None:
    """Return a whole card with the form of what stands first in it; None where the seat has no such card."""
    found = next((card for card in hand.cards if card.id == id), None)
    if found is not None:
        card = _make_card(found, hand, theirs=found in hand.theirs, whole=True)
        return cast(OpenedCard, {"card": card} | drop_empty(form=_make_form_of(card, found.offers, hand, language)))
    who = next((who for who in _list_reflexive(hand) if _reflex_id(who) == id), None)
    if who is None:
        return None
    offers = hand.offers(who["id"], "reflex", legal=True)
    card = cast(Card, {**_make_reflex(who), **_make_heads(offers, hand)})
    del card["is_closed"]
    return cast(OpenedCard, {"card": card} | drop_empty(form=_make_form_of(card, offers, hand, language)))


def _make_card(card: CardOnBoard, hand: HandOfBoard, *, theirs: bool = False, whole: bool = False) -> Card:
    is_prompt = hand.is_prompt(card)
    more = drop_empty(
        who=card.fighter["id"] if card.fighter else "",
        detail=translate(card.detail),
        is_due=card.is_due and not theirs,
        is_prompt=is_prompt,
        theirs=theirs,
        is_closed=not whole,
        answers=_list_answers(card) if whole and is_prompt else [],
    )
    return cast(Card, {"title": translate(card.title), **_make_heads(card.offers if whole else (), hand), **more})


def _make_heads(offers: Iterable[Offer], hand: HandOfBoard) -> dict[str, Any]:
    heads = {form_id(offer): make_offer(offer, hand) for offer in offers}
    return {"offers": heads, "order": [*heads]}


def _list_reflexive(hand: HandOfBoard) -> list[CombatantView]:
    """Return the combatants of a player, who may do something at any time."""
    return [] if hand.board.storyteller else [who for who in hand.combatants if who["mine"] and not who["out"]]


def _reflex_id(who: CombatantView) -> str:
    return f"reflex-{who['id']}"


def _make_reflex(who: CombatantView) -> Card:
    return {"title": who["name"], "offers": {}, "order": [], "who": who["id"], "is_closed": True}


def _put_forward(card: Card, who: CombatantView, hand: HandOfBoard) -> Card:
    """Return the card with what the wounded may do for their wounds; all else stays closed."""
    care = get_system(hand.board.system).battle.care
    if not care or not any(box["mark"] for box in who.get("health", ())):
        return card
    tended = [offer for offer in hand.offers(who["id"], "reflex", legal=True) if offer.move in care]
    return cast(Card, {**card, **_make_heads(tended, hand)})


def make_offer(offer: Offer, hand: HandOfBoard) -> Head:
    """Return what a move is called and costs, where it leads, and what its form sends that nobody chooses."""
    head = make_head(offer)
    made = {
        "move": offer.move,
        "label": translate(offer.label),
        "group": offer.group,
        "rank": offer.rank,
        "hidden": [*head.hidden],
    }
    more = drop_empty(
        cost=translate(offer.cost),
        hint=translate(offer.hint),
        reason=translate(offer.reason),
        next=head.to,
        ticks=[*offer.next_ticks],
        has_preview=head.has_preview,
        at_once=head.at_once,
        aimed=translate(offer.aimed),
        lays=hand.find_lays(offer),
    )
    return cast(Head, made | more)


def make_person(hand: HandOfBoard, id: str) -> Person | None:
    """Return what is behind the row of a combatant: its figures with their sums, and for the Storyteller what may be
    decided about it at any time; None where the seat sees no such combatant.
    """
    who = hand.fighters_by_id.get(id)
    if who is None:
        return None
    heads = {form_id(offer): make_offer(offer, hand) for offer in hand.rulings(id)}
    touches = [_make_touch(touch) for touch in hand.board.touches if touch.actor == id]
    return {"stats": explain_stats(who.get("stats", [])), "offers": heads, "order": [*heads], "touches": touches}


def _make_touch(touch: TouchOnBoard) -> Touch:
    made = {"what": touch.what, "label": translate(touch.label), "now": touch.now, "most": touch.most}
    return cast(Touch, made | drop_empty(is_chip=touch.is_chip))


# the answers to a prompt


def _list_answers(card: CardOnBoard) -> list[Answer]:
    """Return the outcomes that a button can be: a choice of the field that decides, or a move whose form may be sent
    unread. Free and usual ones come first, the open before the closed, by their odds; what does nothing is last.
    """
    outcomes = [
        outcome for outcome in list_outcomes(card.offers) if outcome.field is not None or _is_bare(outcome.offer)
    ]
    outcomes.sort(key=_rank)
    best = next(
        (outcome for outcome in outcomes if outcome.odds is not None and not (outcome.reason or outcome.offer.cost)),
        None,
    )
    return [_make_answer(outcome, is_best=outcome is best) for outcome in outcomes]


def _is_bare(offer: Offer) -> bool:
    return bool(offer.reason) or all(is_answered(field) for field in offer.fields)


def _rank(outcome: Outcome) -> tuple[bool, bool, bool, bool, float]:
    offer, odds = outcome.offer, outcome.odds or 0.0
    does_nothing = outcome.choice is not None and outcome.choice.value in NO_DEFENSE
    is_closed, chance = bool(outcome.reason), odds if _is_foes(offer) else -odds
    return does_nothing, bool(offer.cost), offer.rank != "usual", is_closed, chance


def _is_foes(offer: Offer) -> bool:
    """Return whether the odds of an answer are those of the foe."""
    return offer.is_struck or not offer.has_preview


def _make_answer(outcome: Outcome, *, is_best: bool) -> Answer:
    offer, field, choice = outcome.offer, outcome.field, outcome.choice
    made, hint = {"offer": form_id(offer), "label": translate(offer.label)}, offer.hint
    if field and choice:
        label, hint = translate(choice.label), choice.hint
        named = translate(offer.aimed).replace("{}", label) if offer.aimed else label
        made |= {"name": f"m.{field.name}", "value": choice.value, "label": named}
    percent = say_odds(outcome)
    share = {"share": round(outcome.odds, 4)} if outcome.odds is not None else {}
    more = drop_empty(
        hint=translate(hint),
        cost=translate(offer.cost),
        reason=translate(outcome.reason),
        percent=percent,
        says=say_chance(percent, "other" if _is_foes(offer) else ""),
        is_best=is_best,
    )
    return cast(Answer, {**made, **share, **more})


def make_first_form(hand: HandOfBoard, made: Hand, language: Language) -> Form | None:
    """Return the form of what stands first in the first card that waits for the seat."""
    card = next((card for card in hand.mine if card.is_due), None)
    return None if card is None else _make_form_of(made["cards"][card.id], card.offers, hand, language)


def _make_form_of(card: Card, offers: Iterable[Offer], hand: HandOfBoard, language: Language) -> Form | None:
    wanted = next((answer["offer"] for answer in card.get("answers", [])), None) or _find_first(card)
    offer = next((offer for offer in offers if form_id(offer) == wanted and not offer.reason), None)
    return None if offer is None else make_form(hand, offer, language)


def _find_first(card: Card) -> str:
    """Return the move that is chosen at first: the first usual one, or else the first that is legal."""
    return next(iter([*_list_legal(card, usual=True), *_list_legal(card, usual=False)]), "")


def _list_legal(card: Card, *, usual: bool) -> Iterable[str]:
    heads = ((id, card["offers"][id]) for id in card["order"])
    return (id for id, head in heads if not head.get("reason") and (head["rank"] == "usual" or not usual))
