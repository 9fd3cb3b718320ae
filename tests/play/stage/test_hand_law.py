"""The laws of the hand, over fights of all four games: every outcome is a button, odds are those of the offers."""

from collections.abc import Iterator
from typing import Any

import pytest

from play.offers.cards import form_id
from play.offers.fields import say_odds
from play.offers.hand import Hand
from play.seats.board import Board
from play.stage.facts import make_facts
from play.stage.hand import find_card
from rules import SYSTEMS
from rules.battle.outcomes import list_outcomes
from tests.play.stage.fights import Fight

pytestmark = pytest.mark.walk

STEPS = 30


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_outcome_is_a_button_with_the_odds_of_its_offer(db: None, system: str) -> None:
    prompts = odds = 0
    with Fight(system, seed=7) as fight:
        for _step in fight.play(STEPS):
            for seat in ("storyteller", "player"):
                board = fight.look(seat)
                facts = make_facts(board)
                prompts += _check_answers(Hand(board), facts)
                odds += _check_odds(board, facts)
    assert prompts
    assert odds


def _check_answers(hand: Hand, facts: Any) -> int:
    """Every outcome of each prompt is one of its answers, or a move to choose that asks for more."""
    count = 0
    for card in hand.cards:
        told: Any = facts["hand"]["cards"][card.id]
        opened = find_card(hand, card.id, "en")
        assert opened is not None
        made: Any = opened["card"]
        assert told.get("is_closed") or told == made
        if not hand.is_prompt(card):
            assert "answers" not in made
            continue
        buttons = {(answer["offer"], answer.get("value")) for answer in made.get("answers", [])}
        for outcome in list_outcomes(card.offers):
            id = form_id(outcome.offer)
            value = outcome.choice.value if outcome.choice else None
            assert (id, value) in buttons or (outcome.choice is None and made["offers"][id])
            count += 1
        best = [answer for answer in made.get("answers", []) if answer.get("is_best")]
        assert len(best) <= 1
        assert not any(answer.get("reason") or answer.get("cost") for answer in best)
    return count


def _check_odds(board: Board, facts: Any) -> int:
    """The form that comes with the facts has the chances of its offer, each at its choice."""
    form = facts.get("form")
    if form is None:
        return 0
    offer = Hand(board).find_offer(form["offer"])
    assert offer is not None
    rated = {
        (f"m.{field.name}", choice.value): (say_odds(choice), round(choice.odds, 4))
        for field in offer.fields
        for choice in field.choices
        if choice.odds is not None
    }
    assert dict(_list_chances(form)) == rated
    return len(rated)


def _list_chances(form: Any) -> Iterator[tuple[tuple[str, str], tuple[str, float]]]:
    for field in (*form["main"], *form["more"], *form["asks"]):
        for option in field.get("options", []):
            if "percent" in option:
                yield (field["name"], option["value"]), (option["percent"], option["share"])
