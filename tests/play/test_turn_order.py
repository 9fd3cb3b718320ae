"""The order with its cards: face down, turned, being chosen; and that a back shows nothing."""

from typing import Any

from play.seats.turn_order import lay_out
from play.stage.facts import make_facts
from tests.play.fixtures import battle, board
from tests.play.pictures import cards_view, order_view


def test_cards_stand_from_the_highest_initiative_down_and_equals_share_a_row() -> None:
    order = lay_out(cards_view())
    assert [(row.value, [card.id for card in row.cards]) for row in order.rows] == [
        (14, ["an"]),
        (9, ["mt", "ab"]),
        (4, ["ga"]),
    ]


def test_declarations_are_worked_from_the_bottom_up_and_actions_from_the_top_down() -> None:
    assert "lowest" in lay_out(cards_view()).title
    assert "highest" in lay_out(cards_view("act")).title


def test_every_face_is_told_in_words_too() -> None:
    cards = {card.id: card for row in lay_out(cards_view()).rows for card in row.cards}
    assert {id: (card.face, card.words) for id, card in cards.items()} == {
        "an": ("choosing", "declares now"),
        "ab": ("down", "face down"),
        "mt": ("own", "face down for everyone else"),
        "ga": ("empty", "not declared yet"),
    }


def test_what_is_done_is_struck_out() -> None:
    cards = {card.id: card for row in lay_out(cards_view("act")).rows for card in row.cards}
    assert cards["mt"].is_over
    assert cards["mt"].face == "up"


def test_a_world_of_darkness_turn_shows_who_acts_who_has_and_who_waits() -> None:
    order = lay_out(order_view())
    cards = {card.id: card for row in order.rows for card in row.cards}
    assert order.note == "0:06 on the clock"
    assert (cards["ko"].acts_now, cards["ko"].words) == (True, "acts now")
    assert (cards["iv"].is_over, cards["iv"].deeds[0].label) == (True, "Dodges")
    assert cards["sa"].words == "waiting"


def test_nobody_in_the_order_is_said() -> None:
    view = battle([], picture={"kind": "order", "turn": 0, "clock": "", "cards": []})
    told: Any = make_facts(board(battle=view, offers=()))
    assert told["fight"]["picture"]["parts"]["0"]["says"] == "No one has Initiative yet."


def test_what_is_awaited_while_cards_are_laid_is_a_declaration() -> None:
    def waits(stage: str) -> list[tuple[str, str]]:
        fighters = [who | {"mine": False} for who in cards_view(stage)["combatants"]]
        told: Any = make_facts(board(battle=cards_view(stage) | {"combatants": fighters}, offers=()))
        return [(one["name"], one.get("does", "")) for one in told["hand"]["waiting"]]

    assert waits("declare") == [("Anselm", "Declaration")]
    assert waits("act") == [("Anselm", "")]
