"""Previews open what the move would open (2E-665): awareness, guardians, rerolls, rulings on an attack."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat, fold
from rules.battle.moves import Override
from rules.dice import Roller
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.moves.acts import DefendOther
from rules.exalted2e.moves.replies import AnswerDefense, AnswerReroll
from rules.exalted2e.moves.strikes import DeclareAttack
from rules.odds import WeighedRoll
from tests.rules.every_roll import SEVENS, Throws, play_rolls
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table

FEW = {"attributes__dexterity": 2, "abilities__martial_arts": 0, "abilities__stealth": 0}
BLOW = DeclareAttack(actor="ann", weapon="punch", target="bo")


def make_fight(extra: bool = True, **bo: Any) -> Table:
    """Ann (ada's), with few dice, against Bo (ben's), who dodges better."""
    table = Table()
    table.add("ann", "red", "ada", **FEW)
    skill = {"attributes__dexterity": 2, "abilities__dodge": 3, "abilities__awareness": 1, "attributes__wits": 2}
    table.add("bo", "blue", "ben", extra=extra, **{**skill, **bo})
    table.start(4, 0)
    return table


def weigh(table: Table, move: Move, seat: Seat = STORYTELLER) -> WeighedRoll:
    weighed = BATTLE.weigh(table.state, seat, move)
    assert weighed is not None
    return weighed


def tell(table: Table, move: Move, seat: Seat = STORYTELLER) -> Any:
    """The first number of the way that was chosen, when the move is weighed against others."""
    outlook = BATTLE.foresee(table.state, seat, move)
    assert outlook is not None
    return next(way for way in outlook.alternatives if way.is_chosen).prospects[0]


def play(table: Table, move: Move, *answers: Move, rolls: int = 1) -> float:
    """The chance of a hit by every throw of the first dice."""

    def once(roller: Roller) -> bool:
        state, hit = table.state, False
        for each in (move, *answers):
            events = BATTLE.decide(state, STORYTELLER, each, roller)
            state = fold(BATTLE.apply, state, events)
            hit |= any(one.numbers.hit for one in events if isinstance(one, ev.DefenseApplied))
        return hit

    return play_rolls(once, *[SEVENS] * rolls).get(True, 0.0)


@pytest.mark.parametrize("way", ["flag", "surprise"])
def test_who_is_unaware_is_weighed_without_a_defense(way: str) -> None:
    """2E-333: told 3 % and rolled 92 % before."""
    table, move = make_fight(extra=False), BLOW
    if way == "flag":
        table.do(Override("bo", "unaware", 1, ""))
    else:
        move = DeclareAttack(actor="ann", weapon="punch", target="bo", surprise="unaware")
    wanted = 1 - 0.6 ** weigh(table, move).pool.dice
    assert float(weigh(table, move).odds.success) == pytest.approx(wanted)
    told = tell(table, move)
    assert told.chance == pytest.approx(wanted)
    assert told.why == f"{weigh(table, move).pool.dice} dice against DV 0, Bo is unaware"
    assert weigh(table, move).pool.steps[-1].name == "Bo is unaware: no defense."


def test_the_chance_beside_a_target_knows_that_it_is_unaware() -> None:
    table = make_fight()
    table.do(Override("bo", "unaware", 1, ""))
    offer = next(
        one
        for one in BATTLE.legal_moves(table.state, STORYTELLER)
        if one.move == "DeclareAttack" and one.fixed["weapon"] == "punch"
    )
    (beside,) = next(field for field in offer.fields if field.name == "target").choices
    assert beside.odds == pytest.approx(play(table, BLOW)) == pytest.approx(float(weigh(table, BLOW).odds.success))


def test_an_attack_from_hiding_counts_whether_it_is_noticed() -> None:
    """2E-394."""
    table = make_fight(attributes__wits=1)
    move = DeclareAttack(actor="ann", weapon="punch", target="bo", surprise="roll")
    wanted = play(table, move, rolls=3)
    assert float(weigh(table, move).odds.success) == pytest.approx(wanted)
    assert tell(table, move).chance == pytest.approx(wanted)
    assert tell(table, move).why.endswith("or 0 if unnoticed")
    assert float(weigh(table, BLOW).odds.success) < wanted


def test_a_player_guesses_better_from_hiding_and_best_at_the_unaware() -> None:
    table = make_fight()
    hidden = DeclareAttack(actor="ann", weapon="punch", target="bo", surprise="roll")
    seen, unnoticed = weigh(table, BLOW, ADA).guess, weigh(table, hidden, ADA).guess
    table.do(Override("bo", "unaware", 1, ""))
    unaware = weigh(table, BLOW, ADA).guess
    assert seen is not None
    assert unnoticed is not None
    assert seen < unnoticed < (unaware or 0)
    assert tell(table, BLOW, ADA).why.endswith("against DV 0, Bo is unaware")
    assert weigh(table, BLOW, ADA).pool.steps[-1].name == "Bo is unaware: no defense."


def test_odds_against_the_own_side_do_not_tell_who_is_unaware() -> None:
    """2E-665: nothing shows on the target's own side."""
    table = Table()
    table.add("ann", "red", "ada", **FEW)
    table.add("bo", "red", "ben")
    table.start(4, 0)
    before = repr(weigh(table, BLOW, ADA))
    table.do(Override("bo", "unaware", 1, ""))
    assert repr(weigh(table, BLOW, ADA)) == before


def test_guesses_from_hiding_hang_on_nothing_hidden() -> None:
    hidden = DeclareAttack(actor="ann", weapon="punch", target="bo", surprise="roll")
    told = set()
    for secrets in ({}, {"abilities__integrity": 5, "attributes__stamina": 5, "armor": ["lamellar"]}):
        table = Table()
        table.add("ann", "red", "ada", **FEW)
        table.add("bo", "blue", "ben", abilities__dodge=len(secrets), **secrets)
        table.start(4, 0)
        told.add(repr((weigh(table, hidden, ADA).guess, tell(table, hidden, ADA))))
    assert len(told) == 1


def test_cover_that_all_see_counts_in_a_guess() -> None:
    table = make_fight()
    before = weigh(table, BLOW, ADA).guess
    table.do(Override("bo", "cover", 75, ""))
    assert (weigh(table, BLOW, ADA).guess or 0) < (before or 0)


def test_nothing_shows_on_the_targets_own_screen_before_the_attack() -> None:
    """2E-665: the attacker's side and the Storyteller may know it."""
    table = make_fight()
    events = table.do(Override("bo", "unaware", 1, ""))

    def list_conditions(seat: Seat) -> list[str]:
        (bo,) = [one for one in BATTLE.view(table.state, seat)["combatants"] if one["id"] == "bo"]
        return [str(each) for each in bo["conditions"]]

    for seat, knows in ((STORYTELLER, True), (ADA, True), (BEN, False), (SPECTATOR, False)):
        assert ("unaware" in list_conditions(seat)) == knows, seat
        assert any(BATTLE.view_event(event, seat) for event in events) == knows, seat


def test_a_guardian_parries_for_an_extra_as_it_was_weighed() -> None:
    """2E-303: the ward uses the better of its own DV and the one that is lent."""
    table = Table()
    table.add("cy", "blue", attributes__dexterity=5, abilities__melee=5)
    table.add("ann", "red", "ada", **FEW)
    table.add("bo", "blue", extra=True)
    table.start(4, 4, 0)
    table.do(DefendOther(actor="cy", ward="bo"))
    assert float(weigh(table, BLOW).odds.success) == pytest.approx(play(table, BLOW))


def test_nobody_parries_for_the_helpless_when_it_is_weighed_as_nobody_does() -> None:
    table = Table()
    table.add("cy", "blue", attributes__dexterity=5, abilities__melee=5)
    table.add("ann", "red", "ada", **FEW)
    table.add("bo", "blue", extra=True)
    table.start(4, 4, 0)
    table.do(DefendOther(actor="cy", ward="bo"))
    table.do(Override("bo", "inactive", 1, ""))
    assert float(weigh(table, BLOW).odds.success) == pytest.approx(play(table, BLOW))


def test_a_reroll_that_magic_brings_is_counted() -> None:
    """2E-364: the better total counts."""
    table = make_fight()
    move = DeclareAttack(actor="ann", weapon="punch", target="bo", magic_reroll=True)
    events = BATTLE.decide(table.state, STORYTELLER, move, Throws((), []))
    prompt = next(one.id for one in fold(BATTLE.apply, table.state, events).pending if one.kind == "attack_reroll")
    wanted = play(table, move, AnswerReroll(prompt, reroll=True), rolls=2)
    assert float(weigh(table, move).odds.success) == pytest.approx(wanted) != pytest.approx(play(table, BLOW))


def test_a_defender_sees_a_dv_that_the_storyteller_has_ruled() -> None:
    table = make_fight(extra=False)
    table.do(BLOW)
    prompt = table.prompt("defense")
    table.do(Override("bo", "attack_dv", 0, ""))
    told = weigh(table, AnswerDefense(prompt, "dodge"), BEN)
    assert float(told.odds.success) == pytest.approx(1 - 0.6**told.pool.dice)


def test_the_dv_that_a_third_excellency_would_raise_is_counted() -> None:
    """2E-368: it is used once the blow would hit."""
    table = make_fight(extra=False)
    table.do(BLOW)
    prompt = table.prompt("defense")
    plain = weigh(table, AnswerDefense(prompt, "none"), BEN)
    held = weigh(table, AnswerDefense(prompt, "dodge", magic="Third", third=4), BEN)
    assert held.odds.success < weigh(table, AnswerDefense(prompt, "dodge"), BEN).odds.success <= plain.odds.success
