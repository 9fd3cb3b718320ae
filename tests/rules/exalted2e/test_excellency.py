"""One slider buys the dice of an Excellency; the rules know their cost and their limit (2E-113, 2E-176)."""

import pytest

from rules.battle import Field, Seat
from rules.battle.moves import Override
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackRolled, DefenseApplied
from rules.exalted2e.events.table import Spent
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.replies import RateStunt
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.state import DeclaredAttack
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel
from tests.rules.exalted2e.test_powers import RICH


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


TWICE = ("attack:straight_sword:bo",) * 2


def test_a_flurry_has_a_slider_for_each_attack() -> None:
    (offer,) = [
        one for one in BATTLE.legal_moves(make_duel().state, ADA)
        if one.move == "DeclareFlurry" and str(one.label).lower() == "flurry (straight sword)"
    ]  # fmt: skip
    sliders = [field for field in offer.fields if field.name.startswith("excellencies.")]
    assert [(field.name, str(field.label), field.high) for field in sliders[:2]] == [
        ("excellencies.0", "Excellency, attack 1", 8),
        ("excellencies.1", "Excellency, attack 2", 8),
    ]
    (parts,) = [field for field in offer.fields if field.name == "parts"]
    assert len(sliders) == parts.high
    assert parts.initial == TWICE  # a flurry at the first foe needs no choice
    assert str(sliders[0].choices[2].hint) == "2 motes"


def list_bought(table: Table) -> list[int]:
    """The dice of magic of the attack that goes on, and of those that wait."""
    now = [table.state.attack.declared] if table.state.attack else []
    return [one.magic.dice for one in (*now, *table.state.waiting) if isinstance(one, DeclaredAttack)]


def test_each_attack_of_a_flurry_rolls_the_dice_that_were_bought_for_it() -> None:
    table, plain = make_duel(), make_duel()
    before = table.one("ann").personal + table.one("ann").peripheral
    table.do(DeclareFlurry("ann", TWICE, excellencies=(1, 3)))
    plain.do(DeclareFlurry("ann", TWICE))
    assert list_bought(table) == [1, 3]
    assert list_bought(plain) == [0, 0]
    assert before - table.one("ann").personal - table.one("ann").peripheral == 4, "and is paid once for all"
    assert str(table.last(Spent).why) == "Excellency"


def test_the_odds_of_a_flurry_follow_the_slider_of_its_first_attack() -> None:
    table = make_duel()
    moves = [DeclareFlurry("ann", TWICE, excellencies=dice) for dice in ((), (0, 3), (2, 0, 0))]
    first, second, third = [weighed.pool.dice for move in moves if (weighed := BATTLE.weigh(table.state, ADA, move))]
    assert (second - first, third - first) == (0, 2)


@pytest.mark.parametrize("dice", [(9,), (0, 9), (0, 0, 1), (-1,), (8, 8, 8), (999,)])
def test_a_flurry_buys_no_more_than_an_attack_may_have(dice: tuple[int, ...]) -> None:
    table = make_duel()
    table.state = table.state.change("ann", personal=6, peripheral=8)
    with pytest.raises((IllegalMove, BadInput)):
        table.do(DeclareFlurry("ann", TWICE, excellencies=dice))


def test_flurries_pay_for_their_dice_together() -> None:
    table = make_duel()
    table.state = table.state.change("ann", personal=3, peripheral=0)
    with pytest.raises(IllegalMove, match="3 motes left"):
        table.do(DeclareFlurry("ann", TWICE, excellencies=(2, 2)))


def list_dv_parts(table: Table, seat: Seat = SPECTATOR) -> list[tuple[str, int]]:
    """The addends by which the log says that the DV was met, for this seat."""
    event = table.last(DefenseApplied)
    line = BATTLE.view_event(event, seat)
    assert line
    step = line["steps"][0]
    return [(str(term["name"]), term["amount"]) for term in step["sum"][-1]["terms"]]


def test_everybody_reads_what_stunt_and_dice_and_successes_added_to_a_dv() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    table.defend("parry", *hits(0, 10), *hits(1, 2), stunt=2, excellency=2, willpower="success")
    assert table.last(DefenseApplied).numbers.dv == 5 + 2 + 1 + 1
    parts = [
        ("Parry DV", -5), ("Stunt", -2),
        ("Successes bought for the defense", -1), ("Successes rolled for the defense", -1),
    ]  # fmt: skip
    assert list_dv_parts(table) == list_dv_parts(table, BEN) == parts


def test_a_stunt_that_was_rated_after_the_defense_was_declared_is_told() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    table.defend("parry", seat=BEN, stunt=2, stunt_text="over the bier")
    table.do(RateStunt(table.prompt("defense_stunt"), rating=1), *hits(0, 10))
    assert list_dv_parts(table) == [("Parry DV", -5), ("Stunt", -1)]


@pytest.mark.parametrize(("mode", "stunt"), [("parry", 0), ("none", 2)])
def test_a_dv_that_nothing_raised_stays_one_number(mode: str, stunt: int) -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    table.defend(mode, *hits(0, 10), stunt=stunt)
    assert len(list_dv_parts(table)) == 1


def test_a_power_that_raised_a_dv_is_told_by_its_name() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben", **RICH)
    table.start(4, 2)
    table.strike("ann", "bo", seat=ADA)
    table.defend("parry", *hits(0, 10), powers=("reed-bends",), seat=BEN)
    assert list_dv_parts(table) == [("Parry DV", -5), ("Reed Bends", -2)]


def test_a_dv_that_the_storyteller_set_has_no_parts() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    table.defend("parry", seat=BEN, stunt=2, stunt_text="over the bier")
    table.do(Override("bo", "attack_dv", 3, ""))
    table.do(RateStunt(table.prompt("defense_stunt"), rating=2), *hits(0, 10))
    assert list_dv_parts(table) == [("Parry DV", -3)]
