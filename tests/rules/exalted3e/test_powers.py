"""Powers of the sheet in a 3e battle and outside it: dice, successes, damage, Defense, soak, and what they cost."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.battle.events import PowerSwitched
from rules.battle.moves import SwitchOff, SwitchOn
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import Request
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.defense import compute_defense, compute_hardness, compute_soak
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.state.board import State
from rules.exalted3e.system import SYSTEM
from rules.pool import Term
from rules.powers import Active, Effect, Power, Share
from rules.text import Text
from tests.rules.exalted3e.builders import QUIET, SWORD, battle, blank, fighter, found, play, run


def power(key: str, use: str, timing: str = "reflexive", cost: Any = (), **effects: int) -> Power:
    """A power as a sheet has it; the name is its key in capitals."""
    told = tuple(Effect(kind, amount) for kind, amount in effects.items())
    return Power(key, key.replace("-", " ").title(), use, timing, dict(cost), told)


ARC = power("ember-arc", "attack", "supplemental", {"motes": 3}, dice=2, damage=2)
STEP = power("sure-step", "attack", "reflexive", {"initiative": 2}, successes=1, undodgeable=1)
REED = power("reed-bends", "defense", cost={"motes": 2, "willpower": 1}, defense=2, soak=3, hardness=4)
VOW = power("long-vow", "any", cost={"motes": 6}, dice=1)
SLOW = power("slow-fist", "attack", "simple", {"motes": 1}, dice=1)
POWERS = (ARC, STEP, REED, VOW, SLOW)
BLADE = replace(SWORD, pool=(Term(Text("Dexterity"), 3, "attribute", ""), Term(Text("Melee"), 3, "ability", "")))
RICH: dict[str, Any] = {"powers": POWERS, "personal": 5, "peripheral": 10, "willpower": 5, "arms": (BLADE,)}
ANN = Seat(characters=frozenset({"ann"}))


def duel(options: Options = QUIET, **ann: Any) -> State:
    return battle(
        fighter("ann", **{**RICH, **ann}), fighter("bob", "blue", character="bob", **RICH), turn="ann", options=options
    )


def test_a_power_adds_dice_and_damage_under_its_own_name_and_is_paid() -> None:
    state, events = play(
        duel(), mv.Attack("ann", "bob", "withering", powers=("ember-arc",)), [7, 7, 7, 7, *[1] * 6, *[7] * 2, *[1] * 8]
    )
    assert state.get("ann").peripheral == 7
    assert found(events, ev.CharmUsed)[0].charm == "Ember Arc"
    assert "Ember Arc" in [term.name for step in found(events, ev.AttackRolled)[0].pool.steps for term in step.terms]
    assert "Ember Arc" in [term.name for step in found(events, ev.DamageRolled)[0].raw.steps for term in step.terms]
    assert found(events, ev.DamageRolled)[0].pool == 10


def test_a_power_may_cost_initiative_and_bar_evasion() -> None:
    state, events = play(duel(), mv.Attack("ann", "bob", "withering", powers=("sure-step",)), [1] * 8)
    assert state.get("ann").initiative == 4
    assert found(events, ev.AttackRolled)[0].successes == 1


def test_a_decisive_attack_needs_what_is_left_after_the_cost() -> None:
    with pytest.raises(
        IllegalMove, match="Ann does not have the Initiative for a decisive attack; a withering one is possible"
    ):
        play(duel(initiative=2), mv.Attack("ann", "bob", "decisive", powers=("sure-step",)))


def test_a_defense_takes_what_a_power_adds_for_this_attack_alone() -> None:
    state, _ = play(duel(Options()), mv.Attack("ann", "bob", "withering"))
    prompt = state.pending[0].id
    answer = mv.AnswerDefense(prompt, powers=("reed-bends",))
    state, events = play(state, answer, [7, 7, 7, 7, 7, 7, 1, 1, *[1] * 5])
    rolled, damage = found(events, ev.AttackRolled)[0], found(events, ev.DamageRolled)[0]
    assert [term.amount for step in rolled.defense.steps for term in step.terms if term.name == "Reed Bends"] == [2]
    assert [term.amount for step in damage.soak.steps for term in step.terms if term.name == "Reed Bends"] == [3]
    assert (state.get("bob").peripheral, state.get("bob").willpower) == (8, 4)
    assert state.get("bob").timed == ()


def test_peripheral_motes_of_a_power_raise_the_anima() -> None:
    state, _ = play(duel(), mv.Attack("ann", "bob", "withering", powers=("long-vow",)), [1] * 9)
    assert (state.get("ann").peripheral, state.get("ann").anima) == (4, 1)


def test_no_simple_charm_in_a_flurry() -> None:
    state = duel(flurry=("attack", "aim"))
    with pytest.raises(IllegalMove, match="Slow Fist: A Simple Charm can’t be part of a flurry"):
        play(state, mv.Attack("ann", "bob", "withering", powers=("slow-fist",)))


@pytest.mark.parametrize(
    ("move", "match"),
    [
        ({"powers": ("reed-bends",)}, "on a defense"),
        ({"powers": ("nothing",)}, "no such power"),
        ({"powers": ("long-vow", "ember-arc"), "motes": 0}, "costs 9 motes, and 8 are left"),
        ({"powers": ("ember-arc",), "motes": 6}, "3 motes, and 2 are left"),
    ],
)
def test_what_is_not_there_or_cannot_be_paid_is_refused(move: dict[str, Any], match: str) -> None:
    with pytest.raises(IllegalMove, match=match):
        play(duel(personal=0, peripheral=8), mv.Attack("ann", "bob", "withering", **move))


def test_the_cap_counts_a_success_as_two_dice() -> None:
    with pytest.raises(IllegalMove, match="Magic adds 6 dice at most here, not 7"):
        play(duel(), mv.Attack("ann", "bob", "withering", motes=5, powers=("sure-step",)))


def test_the_form_greys_what_cannot_be_paid() -> None:
    state = battle(fighter("ann", character="ann", **{**RICH, "personal": 0, "peripheral": 2}), fighter("bob", "blue"),
                   turn="ann")  # fmt: skip
    offer = next(offer for offer in BATTLE.legal_moves(state, ANN) if offer.move == "Attack")
    (field,) = [field for field in offer.fields if field.name == "powers"]
    assert {choice.value: bool(choice.reason) for choice in field.choices} == {
        "ember-arc": True, "sure-step": False, "long-vow": True, "slow-fist": False,
    }  # fmt: skip


def sheet(**changes: Any) -> dict[str, Any]:
    powers = [
        {"key": one.key, "name": one.name, "use": one.use, "timing": one.timing, "cost": dict(one.cost),
         "effects": [{"kind": effect.kind, "amount": effect.amount} for effect in one.effects]}
        for one in POWERS
    ]  # fmt: skip
    data = blank("solar")
    data |= {"powers": powers, **changes}
    return data


def test_a_roll_outside_combat_takes_powers_and_pays_from_the_sheet() -> None:
    made = parse_sheet(sheet())
    plain = SYSTEM.rolls.pool(made, Request(), Options())
    request = Request(powers=("long-vow",))
    assert SYSTEM.rolls.pool(made, request, Options()).total == plain.total + 1
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([1] * (plain.total + 1)), Options())
    spent = SYSTEM.tasks.cost(made, request, roll, Options())
    assert spent["motes.peripheral"] == made.motes.peripheral - 6
    assert spent["anima"] == 1


def test_initiative_buys_nothing_outside_combat() -> None:
    powers = [
        {"name": "Sure Step", "use": "any", "cost": {"initiative": 1}, "effects": [{"kind": "dice", "amount": 1}]}
    ]
    made = parse_sheet(sheet(powers=powers))
    (field,) = [field for field in SYSTEM.rolls.fields(made) if field.name == "powers"]
    assert field.choices[0].reason == "costs 1 Initiative, 0 left"


def test_the_storyteller_is_offered_the_powers_of_her_own() -> None:
    offers = BATTLE.legal_moves(duel(), STORYTELLER)
    assert any(field.name == "powers" for offer in offers if offer.move == "Attack" for field in offer.fields)


def test_the_odds_of_an_attack_follow_the_powers_that_are_switched_on() -> None:
    state = duel(character="ann")
    kinds: dict[str, Any] = {"": (), "ember-arc": ("ember-arc",), "sure-step": ("sure-step",)}
    weighed = {
        key: BATTLE.weigh(state, ANN, mv.Attack("ann", "bob", "withering", powers=on)) for key, on in kinds.items()
    }
    chances = {key: one.odds.success for key, one in weighed.items() if one is not None}
    assert chances["ember-arc"] > chances[""]
    assert chances["sure-step"] > chances[""]
    offered = next(offer for offer in BATTLE.legal_moves(state, ANN) if offer.has_preview)
    (choice,) = [choice for choice in offered.fields[0].choices if choice.value == "bob"]
    assert choice.odds == pytest.approx(float(chances[""]))
    lit = weighed["ember-arc"]
    assert lit is not None
    _, events = play(state, mv.Attack("ann", "bob", "withering", powers=("ember-arc",)), [1] * lit.pool.dice)
    assert found(events, ev.AttackRolled)[0].pool.total == lit.pool.total


def test_what_cannot_be_attacked_so_is_not_weighed() -> None:
    for seat, move in (
        (Seat(characters=frozenset({"bob"})), mv.Attack("ann", "bob", "withering")),
        (ANN, mv.Attack("ann", "nobody", "withering")),
        (ANN, mv.Attack("ann", "bob", "withering", powers=("no-such",))),
    ):
        with pytest.raises((IllegalMove, BadInput)):
            BATTLE.weigh(duel(character="ann"), seat, move)
    assert BATTLE.weigh(duel(character="ann"), ANN, mv.FullDefense("ann")) is None


SKIN = power("oak-skin", "scene", cost={"motes": 7}, soak=3, hardness=5, defense=1)
HASTE = power("quick-blood", "turn", cost={"willpower": 1}, dice=2)
FURY = replace(power("red-fury", "rounds", "simple", {"motes": 2}, dice=1, damage=2), lasts=2)
LEAP = power("long-leap", "roll", "supplemental", {"motes": 2}, dice=3, successes=1)
BACK = power("hand-back", "any", cost={"motes": 1}, dice=2)
PRICE = replace(power("blood-price", "any", cost={"health": 2}, dice=3), harm="aggravated")
OATH = replace(power("last-oath", "any", cost={"willpower_dots": 1}, successes=1), once=True)
LASTING: dict[str, Any] = {**RICH, "powers": (SKIN, HASTE, FURY, LEAP, BACK, PRICE, OATH), "willpower_rating": 6}


def lasting_duel(options: Options = QUIET, bob: Any = (), **ann: Any) -> State:
    """Ann's turn on tick 20 of round 1; Bob has acted."""
    blue = fighter("bob", "blue", character="bob", **{**LASTING, "acted": True, "resolve": 2, **dict(bob)})
    red = fighter("ann", character="ann", **{**LASTING, "initiative": 9, **ann})
    return battle(red, blue, turn="ann", options=options)


def names_of(pool: Any) -> list[str]:
    return [term.name for step in pool.steps for term in step.terms]


def test_a_power_for_the_scene_guards_against_every_attack_and_holds_its_motes() -> None:
    state, events = play(lasting_duel(), SwitchOn("bob", "oak-skin"))
    bob = state.get("bob")
    assert found(events, PowerSwitched)[0].is_on
    assert (bob.peripheral, bob.personal, bob.anima) == (3, 5, 1)
    assert compute_defense(bob).defense == 3
    assert (compute_soak(bob).total, compute_hardness(bob)) == (8, 5)
    with pytest.raises(IllegalMove, match="Oak Skin is already active"):
        play(state, SwitchOn("bob", "oak-skin"))
    state = state.change("bob", peripheral_max=10, personal_max=5)
    state, _ = play(state, mv.EndTurn("ann"))
    assert state.round == 2
    assert state.get("bob").peripheral == 3, "committed motes are no free space"
    state, _ = play(state, SwitchOff("bob", "oak-skin"))
    assert compute_soak(state.get("bob")).total == 5
    with pytest.raises(IllegalMove, match="Bob has no such active power"):
        play(state, SwitchOff("bob", "oak-skin"))


def test_what_lasts_until_the_next_turn_counts_in_every_roll_and_is_over_with_it() -> None:
    state, _ = play(lasting_duel(), SwitchOn("ann", "quick-blood"))
    assert state.get("ann").willpower == 4
    state, events = play(state, mv.Attack("ann", "bob", "withering"), [1] * 10)
    assert "Quick Blood" in names_of(found(events, ev.AttackRolled)[0].pool)
    state, events = play(state, mv.EndTurn("ann"))
    assert state.current == "ann", "Bob has acted, and the round is a new one"
    assert [event.active.name for event in found(events, PowerSwitched) if event.is_over] == ["Quick Blood"]
    assert state.get("ann").active == ()


def test_a_simple_one_is_the_action_and_its_rounds_are_counted() -> None:
    state, _ = play(lasting_duel(), SwitchOn("ann", "red-fury"))
    assert state.get("ann").action_used
    with pytest.raises(
        IllegalMove, match="Ann has used this turn’s combat action; to take two, declare a flurry first"
    ):
        play(state, mv.Attack("ann", "bob", "withering"))
    rounds = []
    while state.get("ann").active:
        rounds.append(state.round)
        state, _ = play(state, mv.EndTurn(state.current or ""))
    assert rounds == [1, 2, 2], "this round and the next"
    assert state.round == 3
    off_turn = replace(lasting_duel(), current="bob")
    with pytest.raises(IllegalMove, match="It is not Ann’s turn"):
        play(off_turn, SwitchOn("ann", "red-fury"))


def test_the_damage_of_a_lasting_power_counts_in_attack_and_clash() -> None:
    state = lasting_duel().change("ann", active=(Active("red-fury", "Red Fury", (Share("Red Fury", "damage", 2),)),))
    _, events = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, *[1] * 6, *[1] * 8])
    assert "Red Fury" in names_of(found(events, ev.DamageRolled)[0].raw)


@pytest.mark.parametrize(
    ("move", "changes", "dice"),
    [
        (mv.Rush("ann", "bob", powers=("long-leap",)), {"position": 1}, 8 + 5),
        (mv.Rise("ann", powers=("long-leap",)), {"prone": True}, 8),
        (mv.TakeCover("ann", "light", 2, powers=("long-leap",)), {}, 8),
        (mv.Withdraw("ann", powers=("long-leap",)), {"position": 3, "initiative": 15}, 8),
        (mv.RegainSurprise("ann", powers=("long-leap",)), {"stealth": 4, "awareness": 0}, 4),
        (mv.Influence("ann", "bob", powers=("long-leap",)), {"influence": 4}, 7),
    ],
)
def test_every_roll_of_ones_own_takes_powers_and_its_odds_follow_them(
    move: Any, changes: dict[str, Any], dice: int
) -> None:
    state = lasting_duel(**changes)
    plain = BATTLE.weigh(state, STORYTELLER, replace(move, powers=()))
    lit = BATTLE.weigh(state, STORYTELLER, move)
    assert plain is not None
    assert lit is not None
    assert lit.pool.total == plain.pool.total + 3
    assert lit.odds.success > plain.odds.success
    after, events = play(state, move, [1] * dice)
    (rolled,) = [event for event in found(events, ev.ContestRolled) if event.actor == "ann"]
    assert rolled.pool == lit.pool
    assert rolled.successes == 1
    assert after.get("ann").peripheral == 8


def test_a_move_in_hiding_takes_powers_and_no_other_move_does() -> None:
    state = lasting_duel(hidden=True, stealth=4, position=0, bob={"position": 3, "awareness": 4})
    sneak = mv.MoveBand("ann", "bob", powers=("long-leap",))
    known, blind = (BATTLE.weigh(state, seat, sneak) for seat in (STORYTELLER, ANN))
    assert known is not None
    assert blind is not None
    assert (known.measured, blind.measured) == (True, False)
    after, events = play(state, sneak, [7] * 7 + [1] * 4)
    assert found(events, ev.ContestRolled)[0].pool == known.pool
    assert after.get("ann").peripheral == 8
    with pytest.raises(IllegalMove, match="Ann is not hidden: no roll for that move"):
        play(lasting_duel(), mv.MoveBand("ann", "@up", powers=("long-leap",)))


def test_a_power_backs_a_disengage_and_who_contests_it() -> None:
    state = lasting_duel(replace(QUIET, ask_contest=True))
    leave = mv.Disengage("ann", powers=("long-leap",))
    weighed = BATTLE.weigh(state, ANN, leave)
    assert weighed is not None
    assert not weighed.measured, "the pool of who contests is not the player's to know"
    state, _ = play(state, leave)
    assert state.get("ann").peripheral == 10, "paid for only with a roll"
    contest = mv.AnswerContest(state.pending[0].id, powers=("hand-back",))
    seen = BATTLE.weigh(state, STORYTELLER, contest)
    assert seen is not None
    state, events = play(state, contest, [1] * 8 + [10] * 7)
    (rolled,) = found(events, ev.ContestRolled)
    assert (rolled.pool.total, len(rolled.opponent_dice[0]), rolled.works) == (8, seen.pool.total, False)
    assert (state.get("ann").peripheral, state.get("bob").peripheral) == (8, 9)


def test_a_clash_takes_powers_and_tells_its_odds_to_who_was_told_the_attacks_dice() -> None:
    state = replace(lasting_duel(Options(ask_defender=False)), due=("ann", "bob"))
    state = state.change("bob", acted=False)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"))
    (prompt,) = state.pending
    answer = mv.AnswerClash(prompt.id, "withering", powers=("hand-back",))
    weighed = BATTLE.weigh(state, STORYTELLER, answer)
    assert weighed is not None
    assert 0 < weighed.odds.success < 1
    assert BATTLE.weigh(state, Seat(characters=frozenset({"bob"})), answer) == weighed
    state, events = play(state, answer, [1] * 8 + [7] * 10 + [1] * 19)
    theirs = next(event for event in found(events, ev.ClashRolled) if event.actor == "bob")
    assert theirs.pool == weighed.pool
    assert state.get("bob").peripheral == 9


def test_a_counterattack_takes_powers_but_no_simple_one() -> None:
    bob = {"counters": True, "powers": (BACK, SLOW, VOW)}
    state = lasting_duel(Options(ask_defender=False, ask_clash=False), bob)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [7] * 8)
    (prompt,) = state.pending
    assert prompt.kind == "counter"
    with pytest.raises(IllegalMove, match="Slow Fist: A Simple Charm is its own action and can’t be used to respond"):
        play(state, mv.AnswerCounter(prompt.id, "withering", powers=("slow-fist",)))
    answer = mv.AnswerCounter(prompt.id, "withering", powers=("hand-back",))
    weighed = BATTLE.weigh(state, STORYTELLER, answer)
    assert weighed is not None
    assert "Hand Back" in names_of(weighed.pool)
    _, events = run(state, answer, SeededRoller(3))
    assert found(events, ev.AttackRolled)[0].pool == weighed.pool


def test_the_odds_of_a_gambit_and_of_a_throw_follow_what_is_filled_in() -> None:
    state = lasting_duel(initiative=12)
    grapple = mv.Attack("ann", "bob", "decisive", gambit="grapple")
    before, after = (
        BATTLE.weigh(state, STORYTELLER, move) for move in (grapple, replace(grapple, powers=("hand-back",), stunt=2))
    )
    assert before is not None
    assert after is not None
    assert after.pool.total == before.pool.total + 4
    assert after.odds.success > before.odds.success
    offer = next(offer for offer in BATTLE.legal_moves(state, ANN) if offer.label == "Gambit: grapple")
    assert offer.has_preview
    assert "on a hit, Initiative roll against 2: 98%" in offer.hint
    assert offer.fields[0].choices[0].odds == pytest.approx(float(before.odds.success))
    assert all(offer.has_preview for offer in BATTLE.legal_moves(state, ANN) if offer.move in ("Rush", "Influence"))


def test_a_price_in_health_levels_is_marked_and_the_last_level_is_none() -> None:
    strike = mv.Attack("ann", "bob", "withering", powers=("blood-price",))
    state, events = play(lasting_duel(), strike, [1] * 11)
    assert state.get("ann").health.aggravated == 2
    assert found(events, ev.HealthMarked)[0].damage_type == "aggravated"
    assert "wounds" not in names_of(found(events, ev.AttackRolled)[0].pool), "the attack was declared before it hurt"
    with pytest.raises(IllegalMove, match="Blood Price costs 2 health levels; you can pay 1"):
        play(lasting_duel(health=Health(bashing=5)), strike)


def test_what_is_paid_in_blood_does_not_weigh_on_the_roll_that_it_buys() -> None:
    hurt: dict[str, Any] = {"health": Health(bashing=2)}
    rush = mv.Rush("ann", "bob", powers=("blood-price",))
    state = lasting_duel(**hurt)
    weighed = BATTLE.weigh(state, STORYTELLER, rush)
    assert weighed is not None
    after, events = play(state, rush, [1] * weighed.pool.dice + [1] * 5)
    assert found(events, ev.ContestRolled)[0].pool == weighed.pool
    assert after.get("ann").wound > state.get("ann").wound
    state = lasting_duel(Options(ask_defender=False, ask_clash=False), {**hurt, "counters": True})
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [7] * 8)
    answer = mv.AnswerCounter(state.pending[0].id, "withering", powers=("blood-price",))
    weighed = BATTLE.weigh(state, STORYTELLER, answer)
    _, events = run(state, answer, SeededRoller(3))
    assert weighed is not None
    assert found(events, ev.AttackRolled)[0].pool == weighed.pool
    state, _ = play(lasting_duel(replace(QUIET, ask_contest=True), hurt), mv.Disengage("ann"))
    contest = mv.AnswerContest(state.pending[0].id, powers=("blood-price",))
    weighed = BATTLE.weigh(state, STORYTELLER, contest)
    assert weighed is not None
    _, events = play(state, contest, [1] * 5 + [1] * weighed.pool.dice)
    assert len(found(events, ev.ContestRolled)[0].opponent_dice[0]) == weighed.pool.dice


def test_a_clash_paid_in_blood_is_rolled_as_its_odds_were_told() -> None:
    state = replace(lasting_duel(Options(ask_defender=False), {"health": Health(bashing=2)}), due=("ann", "bob"))
    state, _ = play(state.change("bob", acted=False), mv.Attack("ann", "bob", "withering"))
    answer = mv.AnswerClash(state.pending[0].id, "withering", powers=("blood-price",))
    weighed = BATTLE.weigh(state, STORYTELLER, answer)
    _, events = run(state, answer, SeededRoller(3))
    assert weighed is not None
    assert next(event for event in found(events, ev.ClashRolled) if event.actor == "bob").pool == weighed.pool


BLAZE = power("bright-blaze", "roll", cost={"motes": 5}, dice=1)
FEINT = power("cold-feint", "roll", cost={"initiative": 3}, dice=2)


@pytest.mark.parametrize(("anima", "dice"), [(0, 2), (1, None)])
def test_motes_spent_on_hiding_make_the_anima_glow_or_give_one_away(anima: int, dice: int | None) -> None:
    """3E-343: -3 dice while it glows; while it burns nobody can hide."""
    hide = mv.RegainSurprise("ann", powers=("bright-blaze",))
    state = lasting_duel(powers=(BLAZE,), stealth=7, anima=anima, bob={"awareness": 0})
    weighed = BATTLE.weigh(state, STORYTELLER, hide)
    after, events = play(state, hide, [7] * (dice or 0))
    assert after.get("ann").anima == anima + 1
    assert after.get("ann").hidden == bool(dice)
    rolled = found(events, ev.ContestRolled)
    assert ([event.pool for event in rolled]) == ([] if weighed is None else [weighed.pool])
    assert [len(event.dice) for event in rolled] == ([dice] if dice else [])


def test_what_aids_a_disengage_is_paid_with_the_initiative_that_it_leaves() -> None:
    leave = mv.Disengage("ann", powers=("cold-feint",))
    poor, rich = (lasting_duel(powers=(FEINT,), initiative=initiative) for initiative in (4, 6))
    for ask in (BATTLE.weigh, lambda state, seat, move: play(state, move)):
        with pytest.raises(IllegalMove, match="costs 3 Initiative, and 2 are left"):
            ask(poor, STORYTELLER, leave)
    offer = next(offer for offer in BATTLE.legal_moves(poor, ANN) if offer.move == "Disengage")
    (field,) = [field for field in offer.fields if field.name == "powers"]
    assert field.choices[0].reason == "costs 3 Initiative, 2 left"
    after, events = play(rich, leave, [1] * 7 + [1] * 5)
    assert "Cold Feint" in names_of(found(events, ev.ContestRolled)[0].pool)
    assert after.get("ann").initiative == 1


def test_a_dot_of_willpower_is_gone_for_good_and_an_oath_is_kept_once_a_scene() -> None:
    state, _ = play(lasting_duel(), mv.Attack("ann", "bob", "withering", powers=("last-oath",)), [1] * 8)
    ann = state.get("ann")
    assert (ann.willpower_rating, ann.willpower) == (5, 5)
    assert BATTLE.outcome(state)["ann"]["willpower.rating"] == 5
    assert BATTLE.outcome(state)["ann"]["powers_spent"] == ["last-oath"]
    assert "willpower.rating" not in BATTLE.outcome(state)["bob"]
    again = state.change("ann", action_used=False)
    with pytest.raises(IllegalMove, match="Last Oath can be used once per scene, and has been used"):
        play(again, mv.Attack("ann", "bob", "withering", powers=("last-oath",)))
    offer = next(offer for offer in BATTLE.legal_moves(again, ANN) if offer.move == "Attack")
    (field,) = [field for field in offer.fields if field.name == "powers"]
    reasons = {choice.value: choice.reason for choice in field.choices}
    assert reasons["last-oath"] == "already used in this scene"
    hints = {choice.value: choice.hint for choice in field.choices}
    assert hints["blood-price"] == "+3 dice; 2 aggravated health levels"
    assert hints["last-oath"] == "+1 successes; 1 dot of Willpower, once per scene"


def test_lasting_powers_are_offered_with_their_price_and_named_to_all() -> None:
    state, _ = play(lasting_duel(), SwitchOn("bob", "quick-blood"))
    offers = {offer.label: offer for offer in BATTLE.legal_moves(state, ANN) if offer.move == "SwitchOn"}
    assert set(offers) == {"Oak Skin", "Quick Blood", "Red Fury"}
    assert offers[Text("Red Fury")].cost == "the action, 2 motes"
    assert offers[Text("Red Fury")].hint == "+1 dice, +2 damage; active for 2 rounds"
    shown = next(one for one in BATTLE.view(state, ANN)["combatants"] if one["id"] == "bob")
    assert "Quick Blood, until the next turn" in shown["conditions"]


def test_dice_of_lasting_powers_count_against_the_cap() -> None:
    state, _ = play(lasting_duel(), SwitchOn("ann", "quick-blood"))
    with pytest.raises(IllegalMove, match="Magic adds 4 dice at most here, not 5"):
        play(state, mv.Attack("ann", "bob", "withering", motes=5))
