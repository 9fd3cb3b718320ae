"""Second Edition: what comes of rerolls, late magic, wards and counterattacks is told as it comes out."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.legal.usual import USUAL_SOAK
from rules.exalted2e.moves import replies
from rules.exalted2e.moves.strikes import DeclareAttack
from rules.odds import WeighedRoll
from tests.rules.every_roll import HITS, SEVENS, Throws, play_rolls
from tests.rules.exalted2e.table import ADA, BEN, Table, hits
from tests.rules.previews.common import chance_of, check_spread
from tests.rules.previews.duels import hit, list_usual, make_fight, play

pytestmark = pytest.mark.walk


def weigh(table: Table, move: Move, seat: Seat = STORYTELLER) -> WeighedRoll:
    weighed = BATTLE.weigh(table.state, seat, move)
    assert weighed is not None
    return weighed


def make_duel(*faces: int, extra: bool = False, mode: str = "dodge", **strike: Any) -> Table:
    """Ann has struck Bo with a fist; Bo has answered, and these dice fell: two for the attack, then for damage."""
    table = Table()
    body: dict[str, Any] = {"attributes__dexterity": 2, "attributes__strength": 2, "abilities__martial_arts": 0}
    table.add("ann", "red", "ada", **body)
    table.add("bo", "blue", "ben", extra=extra, **body, attributes__stamina=2, abilities__dodge=1)
    table.start(2, 0)
    attack = DeclareAttack(actor="ann", weapon="punch", target="bo", **strike)
    table.do(attack, *(faces if extra else ()))
    if not extra:
        table.do(replies.AnswerDefense(table.prompt("defense"), mode), *faces)
    return table


@pytest.mark.parametrize("reroll", [True, False])
@pytest.mark.parametrize("fell", [0, 2])
def test_a_reroll_is_told_as_it_comes_out(fell: int, *, reroll: bool) -> None:
    """2E-364: the better total counts."""
    table = make_duel(*hits(fell, 3), magic_reroll=True)
    move = replies.AnswerReroll(table.prompt("attack_reroll"), reroll)
    told = weigh(table, move)
    assert float(told.odds.success) == pytest.approx(chance_of(play(table, move, faces=(SEVENS,)), hit))
    assert told.odds.at_least(fell) == 1


@pytest.mark.parametrize("mode", ["dodge", "parry", "none"])
def test_a_player_guesses_a_reroll_against_usual_targets_with_the_defense_that_was_declared(mode: str) -> None:
    table = make_duel(*hits(1, 3), magic_reroll=True, mode=mode)
    move = replies.AnswerReroll(table.prompt("attack_reroll"), reroll=True)
    told, found = weigh(table, move, ADA), list[float]()
    for usual in list_usual(table, "bo"):
        found.append(chance_of(play(usual, move, faces=(SEVENS,)), hit))
    assert not told.measured
    assert told.guess == pytest.approx(sum(found) / len(found))


@pytest.mark.parametrize("reroll", [True, False])
@pytest.mark.parametrize("fell", [4, 6])
def test_raising_the_dv_is_told_as_it_comes_out(fell: int, *, reroll: bool) -> None:
    """2E-368: it takes half the Ability from the successes."""
    table = make_fight(random.Random(3), extra=False, secret=True)
    table.do(DeclareAttack(actor="ann", weapon="punch", target="bo", magic_successes=fell))
    table.do(replies.AnswerDefense(table.prompt("defense"), "dodge", third=6, magic="Third"), *(2,) * _count(table))
    move = replies.AnswerReroll(table.prompt("defense_reroll"), reroll)
    events = BATTLE.decide(table.state, BEN, move, Throws((), []))
    now = next(one.numbers for one in events if isinstance(one, ev.DefenseRerolled))
    told = weigh(table, move, BEN)
    assert told.is_struck
    assert float(told.odds.success) == now.hit


def _count(table: Table) -> int:
    """The dice of Ann's punch."""
    weighed = weigh(table, replies.AnswerDefense(table.prompt("defense"), "none"))
    return weighed.pool.dice


def damage(table: Table, move: Move) -> dict[int, float]:
    """The levels of damage by every throw of its dice."""

    def once(roller: Roller) -> int:
        events = BATTLE.decide(table.state, STORYTELLER, move, roller)
        return next(one.numbers.levels for one in events if isinstance(one, ev.DamageRolled))

    return play_rolls(once, HITS)


@pytest.mark.parametrize("extra", [True, False])
def test_magic_that_comes_after_the_hit_is_told_as_it_comes_out(*, extra: bool) -> None:
    """2E-331: it adds damage before and after soak."""
    table = make_duel(*hits(3, 3), extra=extra, magic_late=True, magic="Fire", mode="none")
    move = replies.AnswerMagic(table.prompt("late_magic"), magic="Fire", magic_damage=2, magic_post_damage=1)
    told = weigh(table, move)
    check_spread({total: float(chance) for total, chance in told.odds.distribution}, damage(table, move))
    assert told.pool.steps[-1].after == told.pool.dice


@pytest.mark.parametrize("extra", [True, False])
def test_a_player_guesses_damage_against_usual_soak(*, extra: bool) -> None:
    table = make_duel(*hits(3, 3), extra=extra, magic_late=True, magic="Fire", mode="none")
    move = replies.AnswerMagic(table.prompt("late_magic"), magic="Fire", magic_damage=3)
    told, found, attack = weigh(table, move, ADA), list[float](), table.state.attack
    assert attack is not None
    assert attack.numbers is not None
    for soak in USUAL_SOAK[extra]:
        numbers = replace(attack.numbers, soak_natural=soak, soak_armor=0, hardness=())
        table.state = replace(table.state, attack=replace(attack, numbers=numbers))
        found.append(1 - damage(table, move).get(0, 0.0))
    assert not told.measured
    assert told.guess == pytest.approx(sum(found) / len(found))


def test_what_is_told_of_damage_hangs_on_no_secret_soak() -> None:
    told = set()
    for soak in (0, 9):
        table = make_duel(*hits(3, 3), magic_late=True, magic="Fire", mode="none")
        attack = table.state.attack
        assert attack is not None
        assert attack.numbers is not None
        numbers = replace(attack.numbers, soak_natural=soak, hardness=(soak,))
        table.state = replace(table.state, attack=replace(attack, numbers=numbers, fixed={"soak": soak}))
        move = replies.AnswerMagic(table.prompt("late_magic"), magic="Fire", magic_damage=3)
        told.add(repr(weigh(table, move, ADA)))
    assert len(told) == 1


@pytest.mark.parametrize(("levels", "left"), [(0, "3 bashing levels."), (1, "2 bashing levels."), (3, "No damage.")])
def test_a_ward_tells_the_levels_that_it_leaves(levels: int, left: str) -> None:
    """2E-380."""
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben")
    table.start(4, 0)
    table.strike("ann", "bo", weapon="punch")
    table.defend("none", *hits(4, _count(table)), *hits(3, 4), magic="Anima", magic_late=True)
    move = replies.AnswerWard(table.prompt("late_ward"), magic="Anima", levels=levels)
    events = BATTLE.decide(table.state, STORYTELLER, move, Throws((), []))
    came = next(one.numbers.levels for one in events if isinstance(one, ev.AttackResolved))
    ward = weigh(table, move, BEN)
    assert ward.sentence == left
    assert dict(ward.odds.distribution) == {came: 1}


def counter(table: Table, seat: Seat) -> Any:
    """The weapons to strike back with."""
    offers = [one for one in BATTLE.legal_moves(table.state, seat) if one.move == "AnswerCounter" and one.fields]
    return offers[0].fields[0].choices


def strike_back() -> Table:
    """Ann has missed; Bo, with few dice, may strike back."""
    table = Table()
    body: dict[str, Any] = {"attributes__dexterity": 2, "abilities__martial_arts": 0, "abilities__melee": 0}
    table.add("ann", "red", "ada", **body)
    table.add("bo", "blue", "ben", **body, abilities__dodge=0)
    table.start(2, 0)
    table.strike("ann", "bo", weapon="punch")
    table.defend("none", *(2,) * _count(table), counter=True)
    return table


def test_a_counterattack_tells_the_chance_of_each_weapon_as_it_comes_out() -> None:
    table = strike_back()
    for choice in counter(table, STORYTELLER):
        move = replies.AnswerCounter(table.prompt("counter"), choice.value)
        wanted = chance_of(play(table, move, faces=(SEVENS,)), hit)
        assert choice.odds == pytest.approx(wanted)
        assert float(weigh(table, move).odds.success) == pytest.approx(wanted)


def test_a_player_guesses_the_chance_of_a_counterattack() -> None:
    table = strike_back()
    choice, *_others = counter(table, BEN)
    move = replies.AnswerCounter(table.prompt("counter"), choice.value)
    found = [chance_of(play(usual, move, faces=(SEVENS,)), hit) for usual in list_usual(table, "ann")]
    assert choice.about
    assert choice.odds == pytest.approx(sum(found) / len(found))
    assert weigh(table, move, BEN).guess == choice.odds


def test_letting_it_be_rolls_nothing() -> None:
    table = strike_back()
    assert BATTLE.weigh(table.state, BEN, replies.AnswerCounter(table.prompt("counter"), "")) is None


def test_an_answer_that_would_be_refused_tells_why() -> None:
    table = strike_back()
    with pytest.raises(IllegalMove, match="no such weapon"):
        BATTLE.weigh(table.state, BEN, replies.AnswerCounter(table.prompt("counter"), "laser"))
