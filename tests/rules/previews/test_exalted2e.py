"""Second Edition: single blows, surprise, flurries, defenses, and what players guess."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, fold
from rules.battle.moves import Override
from rules.dice import Roller
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.legal.openings import USUAL_NOTICE
from rules.exalted2e.legal.usual import USUAL_DVS, USUAL_SOAK
from rules.exalted2e.moves import replies
from rules.exalted2e.moves.acts import DefendOther
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.sheet.ready import Ready
from rules.outlook import Alternative
from rules.spread import average
from tests.rules.every_roll import HITS, SEVENS, WITH_ONES, play_rolls
from tests.rules.exalted2e.table import ADA, BEN, Table
from tests.rules.previews.common import chance_of, check_spread, draw, find_chosen, gather, read
from tests.rules.previews.duels import CLOSE, arm, hit, list_own, list_usual, make_fight, play

pytestmark = pytest.mark.walk


@pytest.mark.parametrize("seed", range(8))
def test_a_single_blow_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(seed)
    table = make_fight(rng, extra=seed % 2 == 0)
    weapon = arm(table, rng)
    move = DeclareAttack(actor="ann", weapon=weapon, target="bo", **list_own(rng, weapon))
    weighed, way = (
        BATTLE.weigh(table.state, STORYTELLER, move),
        find_chosen(BATTLE.foresee(table.state, STORYTELLER, move)),
    )
    assert weighed is not None
    out = play(table, move, faces=(SEVENS, HITS))
    wanted = chance_of(out, hit)
    assert float(weighed.odds.success) == pytest.approx(wanted)
    assert way.prospects[0].chance == pytest.approx(wanted)
    check_spread(read(way, "Levels of damage").spread, gather(out, lambda result: result[1]))
    botched = play(table, move, faces=(WITH_ONES,))
    assert float(weighed.odds.botch) == pytest.approx(chance_of(botched, lambda result: result[2]))


@pytest.mark.parametrize("seed", range(2))
def test_a_blow_from_hiding_is_told_as_it_comes_out(seed: int) -> None:
    """2E-394: two rolls say whether it is noticed."""
    rng = random.Random(100 + seed)
    table = make_fight(rng, extra=seed % 2 == 0)
    move = DeclareAttack(actor="ann", weapon=arm(table, rng, CLOSE), target="bo", surprise="roll")
    weighed = BATTLE.weigh(table.state, STORYTELLER, move)
    assert weighed is not None
    assert float(weighed.odds.success) == pytest.approx(chance_of(play(table, move, faces=(SEVENS,) * 3), hit))


@pytest.mark.parametrize("seed", range(4))
def test_a_flurry_is_told_as_it_comes_out(seed: int) -> None:
    """Nothing wounds Bo, so that both attacks meet what was told of them."""
    rng = random.Random(200 + seed)
    table = make_fight(rng, extra=True, hardness_lethal=50, hardness_bashing=50)
    weapon = arm(table, rng, CLOSE)
    own = draw(rng, hands=(("", "off"),), stunts=(("1", "1"),), penalty=(1,))
    move = DeclareFlurry(actor="ann", parts=(f"attack:{weapon}:bo",) * 2, **own)
    weighed, way = (
        BATTLE.weigh(table.state, STORYTELLER, move),
        find_chosen(BATTLE.foresee(table.state, STORYTELLER, move)),
    )
    assert weighed is not None
    out = play(table, move, faces=(SEVENS, SEVENS))
    told = [float(roll.odds.success) for roll in (weighed, *weighed.others)]
    first, second = gather(out, lambda one: one[0][0]), gather(out, lambda one: one[0][1])
    assert told == pytest.approx([first.get(True, 0.0), second.get(True, 0.0)])
    check_spread(read(way, "Hits").spread, gather(out, lambda one: sum(one[0])))


@pytest.mark.parametrize("seed", range(2))
def test_a_clinch_in_a_flurry_is_told_as_it_comes_out(seed: int) -> None:
    """2E-312: what follows comes only where it misses."""
    rng = random.Random(400 + seed)
    table = make_fight(rng, extra=True, hardness_lethal=50, hardness_bashing=50)
    move = DeclareFlurry(actor="ann", parts=("attack:clinch:bo", "attack:punch:bo"))
    way = find_chosen(BATTLE.foresee(table.state, STORYTELLER, move))
    out = play(table, move, faces=(SEVENS, SEVENS))
    check_spread(read(way, "Hits").spread, gather(out, lambda one: sum(one[0])))


def hide_ann(martial_arts: int, **bo: Any) -> tuple[Table, DeclareFlurry]:
    """A flurry of two punches from hiding; each roll has few dice."""
    table = Table()
    body = {"attributes__dexterity": 1, "attributes__stamina": 2, "attributes__wits": 1}
    table.add("ann", "red", "ada", abilities__stealth=0, abilities__martial_arts=martial_arts, **body)
    table.add("bo", "blue", "ben", extra=True, weapons=[], armor=[], shield="", **body, **bo)
    table.start(2, 0)
    return table, DeclareFlurry(actor="ann", parts=("attack:punch:bo",) * 2, surprise="roll")


@pytest.mark.parametrize("seed", range(2))
def test_a_flurry_from_hiding_is_told_as_it_comes_out(seed: int) -> None:
    """2E-394: the first of its attacks may go unnoticed."""
    low = {"abilities__dodge": 2 + seed, "abilities__awareness": 0, "abilities__martial_arts": 0}
    table, move = hide_ann(2, **low, hardness_lethal=50, hardness_bashing=50)
    weighed = BATTLE.weigh(table.state, STORYTELLER, move)
    way = find_chosen(BATTLE.foresee(table.state, STORYTELLER, move))
    assert weighed is not None
    out = play(table, move, faces=(SEVENS,) * 4)
    told = [float(roll.odds.success) for roll in (weighed, *weighed.others)]
    first, second = chance_of(out, lambda one: one[0][0]), chance_of(out, lambda one: one[0][1])
    assert told == pytest.approx([first, second])
    check_spread(read(way, "Hits").spread, gather(out, lambda one: sum(one[0])))


def test_a_player_guesses_a_flurry_from_hiding_as_the_mixture_of_usual_targets() -> None:
    """Both attacks meet the same target, whatever its figures are."""
    table, move = hide_ann(3)
    bo, found = table.state.get("bo"), list[Alternative]()
    for dv, notice, soak in product(USUAL_DVS[True], USUAL_NOTICE[True], USUAL_SOAK[True]):
        abilities = {**bo.sheet.abilities, "dodge": 2 * dv - 1, "awareness": notice - 1, "martial_arts": 0}
        sheet = replace(bo.sheet, abilities=abilities, attributes={**bo.sheet.attributes, "stamina": soak})
        usual = table.state.change("bo", sheet=sheet)
        found.append(find_chosen(BATTLE.foresee(usual, STORYTELLER, move)))
    told = find_chosen(BATTLE.foresee(table.state, ADA, move))
    for label in ("Hits", "Levels of damage"):
        check_spread(read(told, label).spread, average(read(way, label).spread or {} for way in found))


@pytest.mark.parametrize("seed", range(4))
def test_a_defense_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(500 + seed)
    table = make_fight(rng, extra=False)
    table.do(Override("bo", "inactive", 0, ""))
    table.do(DeclareAttack(actor="ann", weapon=arm(table, rng, CLOSE), target="bo"))
    aids = draw(rng, stunt=(1, 2), willpower=("success", "valor"), excellency=(1, 2), magic_successes=(1,))
    if seed % 3 == 0:
        aids = {"third": 4, "magic": "Third"}
    if rng.random() < 0.3:
        table.do(Override("bo", "attack_dv", 1, ""))
    move = replies.AnswerDefense(table.prompt("defense"), rng.choice(("dodge", "parry", "none")), **aids)
    weighed = BATTLE.weigh(table.state, BEN, move)
    assert weighed is not None
    wanted = _hold(table, move) if "third" in aids else chance_of(play(table, move, faces=(SEVENS, SEVENS)), hit)
    assert float(weighed.odds.success) == pytest.approx(wanted)


def _hold(table: Table, move: Move) -> float:
    """The chance to be hit once a Third Excellency was used (2E-368)."""

    def once(roller: Roller) -> bool:
        events = BATTLE.decide(table.state, STORYTELLER, move, roller)
        state = fold(BATTLE.apply, table.state, events)
        asked = next((one.id for one in state.pending if one.kind == "defense_reroll"), None)
        if asked is None:
            return any(one.numbers.hit for one in events if isinstance(one, ev.DefenseApplied))
        events = BATTLE.decide(state, STORYTELLER, replies.AnswerReroll(asked, reroll=True), roller)
        return any(one.numbers.hit for one in events if isinstance(one, ev.DefenseRerolled))

    return play_rolls(once, SEVENS).get(True, 0.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_player_guesses_the_average_over_usual_targets_that_stand_as_all_see(seed: int) -> None:
    """Cover, height, ground, wounds, conditions: all that the board shows counts as it would (2E-665)."""
    rng = random.Random(600 + seed)
    table = make_fight(rng, extra=seed != 1)
    table.do(Override("bo", "bashing", rng.choice((0, 1, 2)), ""))
    weapon = arm(table, rng)
    barred = draw(rng, unblockable=(True,), undodgeable=(True,), stunt=(1, 2))
    move = DeclareAttack(actor="ann", weapon=weapon, target="bo", **barred)
    weighed = BATTLE.weigh(table.state, ADA, move)
    assert weighed is not None
    assert not weighed.measured
    found = [chance_of(play(usual, move, faces=(SEVENS,)), hit) for usual in list_usual(table, "bo")]
    assert weighed.guess == pytest.approx(sum(found) / len(found))


@pytest.mark.parametrize(
    ("what", "value"),
    [("height", 2), ("height", -2), ("mounted", 1), ("terrain", 3), ("cramped", 1), ("botched", 1), ("bashing", 3)],
)
def test_what_all_see_of_a_target_changes_the_guess(what: str, value: int) -> None:
    table = make_fight(random.Random(1), extra=False, secret=True, shield="")
    move = DeclareAttack(actor="ann", weapon="punch", target="bo")
    before = BATTLE.weigh(table.state, ADA, move)
    table.do(Override("bo", what, value, ""))
    after = BATTLE.weigh(table.state, ADA, move)
    assert before is not None
    assert after is not None
    assert before.guess != after.guess


def test_being_prone_changes_no_guess_as_it_changes_no_dv() -> None:
    """2E-367: the prone attack worse; a target that is prone defends as before."""
    table = make_fight(random.Random(1), extra=False, secret=True)
    move = DeclareAttack(actor="ann", weapon="punch", target="bo")
    before = repr(BATTLE.weigh(table.state, ADA, move))
    table.do(Override("bo", "prone", 1, ""))
    assert repr(BATTLE.weigh(table.state, ADA, move)) == before


@pytest.mark.parametrize("extra", [True, False])
def test_a_player_guesses_a_guardian_of_the_usual_kind(*, extra: bool) -> None:
    """2E-303: the ward uses the better DV; whoever guards somebody is seen to do it."""
    table = Table()
    table.add("cy", "blue", attributes__dexterity=5, abilities__melee=5)
    table.add("ann", "red", "ada", attributes__dexterity=2, abilities__martial_arts=0)
    table.add("bo", "blue", extra=extra)
    table.start(4, 4, 0)
    move = DeclareAttack(actor="ann", weapon="punch", target="bo")
    alone = BATTLE.weigh(table.state, ADA, move)
    table.do(DefendOther(actor="cy", ward="bo"))
    guarded = BATTLE.weigh(table.state, ADA, move)
    found = list[float]()
    for usual in list_usual(table, "bo"):
        guard = replace(usual.one("cy").sheet, ready=Ready(used=True, parry_dv=5), shield="")
        usual.state = usual.state.change("cy", sheet=guard)
        found.append(chance_of(play(usual, move, faces=(SEVENS,)), hit))
    assert alone is not None
    assert guarded is not None
    assert guarded.guess == pytest.approx(sum(found) / len(found))
    assert (guarded.guess or 0) < (alone.guess or 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_player_knows_what_comes_of_a_blow_at_somebody_unaware(seed: int) -> None:
    """2E-665: the attacker may know it."""
    rng = random.Random(700 + seed)
    table = make_fight(rng, extra=seed == 0, secret=True, shield="")
    table.do(Override("bo", "unaware", 1, ""))
    table.do(Override("bo", "cover", rng.choice((0, 50)), ""))
    move = DeclareAttack(actor="ann", weapon=arm(table, rng), target="bo")
    weighed = BATTLE.weigh(table.state, ADA, move)
    assert weighed is not None
    assert weighed.guess == pytest.approx(chance_of(play(table, move, faces=(SEVENS,)), hit))
