"""One slider buys the dice of an Excellency; the rules know their cost and their limit (2E-113, 2E-176)."""

import pytest

from rules.battle import Field
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackRolled
from rules.exalted2e.events.table import Spent
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import DeclareAttack
from tests.rules.exalted2e.table import ADA, BEN, Table, hits, make_duel


def slider(table: Table, move: str, seat: object = ADA) -> Field:
    offers = [one for one in BATTLE.legal_moves(table.state, seat) if one.move == move]  # type: ignore[arg-type]
    return next(field for field in offers[0].fields if field.name == "excellency")


def test_each_die_is_a_step_with_its_cost_up_to_the_limit() -> None:
    field = slider(make_duel(), "DeclareAttack")
    assert (field.low, field.high, len(field.choices)) == (0, 8, 9)
    assert [(step.value, str(step.label), str(step.hint)) for step in field.choices[:3]] == [
        ("0", "0 dice", "0 motes"), ("1", "1 die", "1 mote"), ("2", "2 dice", "2 motes"),
    ]  # fmt: skip


def test_dice_and_motes_are_not_typed_apart_any_more() -> None:
    for offer in BATTLE.legal_moves(make_duel().state, ADA):
        names = {field.name for field in offer.fields}
        assert not {"magic_dice", "excellency"} <= names
        assert ("excellency" in names) == (offer.move in ("DeclareAttack", "TakeAction"))


def test_an_attack_rolls_the_dice_and_pays_for_them() -> None:
    table = make_duel()
    before = table.one("ann").personal + table.one("ann").peripheral
    table.strike("ann", "bo", seat=ADA, excellency=3)
    assert before - table.one("ann").personal - table.one("ann").peripheral == 3
    assert str(table.last(Spent).why) == "Excellency"


def test_the_chance_follows_the_slider() -> None:
    table = make_duel()
    chances = [
        BATTLE.weigh(
            table.state, ADA, DeclareAttack(actor="ann", target="bo", weapon="straight_sword", excellency=dice)
        )
        for dice in (0, 3)
    ]
    assert [weighed.pool.dice for weighed in chances if weighed] == [10, 13]


@pytest.mark.parametrize("dice", [9, 11])
def test_more_than_the_limit_is_refused(dice: int) -> None:
    with pytest.raises((IllegalMove, BadInput)):
        make_duel().strike("ann", "bo", seat=ADA, excellency=dice)


def test_who_has_too_few_motes_is_offered_what_can_be_paid() -> None:
    table = make_duel()
    table.state = table.state.change("ann", personal=2, peripheral=0)
    assert slider(table, "DeclareAttack").high == 2
    with pytest.raises(IllegalMove, match="2 motes left"):
        table.strike("ann", "bo", seat=ADA, excellency=3)


def test_a_defense_pays_for_the_dice_of_its_dv() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    assert slider(table, "AnswerDefense", BEN).high == 8
    before = table.one("bo").personal + table.one("bo").peripheral
    table.defend("parry", *hits(0, 12), seat=BEN, excellency=2)
    assert before - table.one("bo").personal - table.one("bo").peripheral == 2
    assert table.last(AttackRolled)


def test_a_plain_action_pays_for_its_dice_too() -> None:
    table = make_duel()
    move = TakeAction("ann", attribute="wits", ability="awareness", excellency=2)
    weighed = BATTLE.weigh(table.state, ADA, move)
    assert weighed is not None
    assert weighed.pool.dice == 3 + 2 + 2
    before = table.one("ann").personal + table.one("ann").peripheral
    table.do(move, *hits(1, 7), seat=ADA)
    assert before - table.one("ann").personal - table.one("ann").peripheral == 2
