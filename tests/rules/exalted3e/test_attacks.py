"""Attacks in the live battle: legality, payment, prompts, onslaught, gambits, clashes, groups."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import Seat
from rules.battle.moves import Leave
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Group
from tests.rules.exalted3e.builders import BOW, QUIET, SWORD, battle, fighter, found, play

HIT = [7, 7, 7, 7, 1, 2, 3, 4]
MISS = [1, 2, 3, 4, 5, 6, 6, 6]
DAMAGE = [7, 8, 9, 1, 2, 3, 4, 5]


def duel(**changes: Any) -> State:
    return battle(fighter("ann"), fighter("bob", "blue", **changes), turn="ann")


def test_a_withering_hit_takes_what_it_gives_and_one_more() -> None:
    state, _ = play(duel(), mv.Attack("ann", "bob", "withering"), [*HIT, *DAMAGE])
    assert (state.get("ann").initiative, state.get("bob").initiative) == (10, 3)
    assert state.get("bob").onslaught == 1


def test_a_missed_withering_attack_costs_nothing_but_onslaught() -> None:
    state, _ = play(duel(), mv.Attack("ann", "bob", "withering"), MISS)
    assert (state.get("ann").initiative, state.get("bob").onslaught) == (6, 1)


def test_a_decisive_hit_marks_levels_and_returns_to_base() -> None:
    state, _ = play(duel(), mv.Attack("ann", "bob", "decisive"), [7, 7, 1, 2, 3, 4, 10, 7, 8, 1, 2, 3])
    assert (state.get("ann").initiative, state.get("bob").health.lethal) == (3, 3)


def test_nobody_in_crash_makes_a_decisive_attack() -> None:
    state = battle(fighter("ann", initiative=0), fighter("bob", "blue"), turn="ann")
    with pytest.raises(IllegalMove) as refused:
        play(state, mv.Attack("ann", "bob", "decisive"))
    assert refused.value.code == "crashed_no_decisive"


def test_a_tag_that_would_leave_no_initiative_forbids_the_decisive_attack() -> None:
    axe = replace(SWORD, tags=("chopping",))
    state = battle(fighter("ann", initiative=1, arms=(axe,)), fighter("bob", "blue"), turn="ann")
    with pytest.raises(IllegalMove) as refused:
        play(state, mv.Attack("ann", "bob", "decisive", tag="chopping"))
    assert refused.value.code == "crashed_no_decisive"


def test_chopping_costs_one_opens_the_defense_and_adds_three_dice() -> None:
    axe = replace(SWORD, tags=("chopping",))
    state = battle(fighter("ann", arms=(axe,)), fighter("bob", "blue"), turn="ann")
    state, events = play(state, mv.Attack("ann", "bob", "withering", tag="chopping"), [*HIT, *DAMAGE, 1, 1, 1])
    assert found(events, ev.DamageRolled)[0].pool == 11
    assert state.get("ann").initiative == 9
    assert [modifier.amount for modifier in state.get("ann").timed] == [-1]


def test_an_attack_on_an_ally_moves_no_initiative() -> None:
    state = battle(fighter("ann"), fighter("cid"), turn="ann")
    state, _ = play(state, mv.Attack("ann", "cid", "withering"), [*HIT, *DAMAGE])
    assert (state.get("ann").initiative, state.get("cid").initiative, state.get("cid").onslaught) == (6, 6, 0)


def test_the_storyteller_may_let_a_sparring_duel_count() -> None:
    state = battle(fighter("ann"), fighter("cid"), turn="ann")
    state, _ = play(state, mv.Attack("ann", "cid", "withering", staged="no"), [*HIT, *DAMAGE])
    assert (state.get("ann").initiative, state.get("cid").initiative) == (10, 3)


def test_a_player_rules_no_bonus_dice() -> None:
    state = battle(fighter("ann", character="ann"), fighter("bob", "blue"), turn="ann")
    with pytest.raises(IllegalMove) as refused:
        play(state, mv.Attack("ann", "bob", "withering", bonus=5), seat=Seat(characters=frozenset({"ann"})))
    assert refused.value.code == "storyteller_only"


def test_an_attack_by_magic_on_the_next_turn_has_the_aim_and_uses_it_up() -> None:
    archer = fighter("ann", weapon="bow", aim_target="bob", aim_count=1)
    state = battle(archer, fighter("bob", "blue", position=1), turn="ann")
    state, events = play(state, mv.Attack("ann", "bob", "withering", magic="reflexive"), [1] * 13)
    assert found(events, ev.AttackRolled)[0].pool.dice == 6 + 4 + 3
    assert state.get("ann").aim_target is None
    assert not state.get("ann").action_used


def test_an_attack_by_magic_before_the_next_turn_has_no_aim_and_spends_none() -> None:
    archer = fighter("ann", weapon="bow", aim_target="bob", aim_count=1)
    state = battle(archer, fighter("bob", "blue", position=1), turn="bob")
    state, events = play(state, mv.Attack("ann", "bob", "withering", magic="reflexive"), [1] * 10)
    assert found(events, ev.AttackRolled)[0].pool.dice == 6 + 4
    assert state.get("ann").aim_target == "bob"


def test_an_unaimed_shot_from_medium_range_is_refused_and_misses_when_forced() -> None:
    archer = fighter("ann", weapon="bow", position=2)
    state = battle(archer, fighter("bob", "blue"), turn="ann")
    with pytest.raises(IllegalMove) as refused:
        play(state, mv.Attack("ann", "bob", "decisive"))
    assert refused.value.code == "aim_required"
    state, events = play(state, mv.Attack("ann", "bob", "decisive", forced=True))
    assert not found(events, ev.AttackResolved)[0].hit
    assert (state.get("ann").initiative, state.get("bob").onslaught) == (4, 1)


def test_a_weapon_that_is_not_in_hand_must_be_readied() -> None:
    with pytest.raises(IllegalMove) as refused:
        play(duel(), mv.Attack("ann", "bob", "withering", weapon="bow"))
    assert refused.value.code == "weapon_not_ready"


def test_a_slow_weapon_is_reloaded_by_readying_it() -> None:
    crossbow = replace(BOW, name="crossbow", tags=("slow",), bands=())
    state = battle(fighter("ann", arms=(crossbow,), weapon="crossbow"), fighter("bob", "blue"), turn="ann")
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), MISS)
    assert state.get("ann").is_unloaded
    state = replace(state, combatants=tuple(replace(c, action_used=False) for c in state.combatants))
    with pytest.raises(IllegalMove) as refused:
        play(state, mv.Attack("ann", "bob", "withering"))
    assert refused.value.code == "reload_first"
    state, _ = play(state, mv.DrawWeapon("ann", "crossbow"))
    assert not state.get("ann").is_unloaded


class TestPrompts:
    def test_the_attacker_chooses_between_guardian_and_ward(self) -> None:
        guard = fighter("gus", "blue", ward="bob", arms=(replace(SWORD, parry=3),))
        state = battle(fighter("ann"), fighter("bob", "blue"), guard, turn="ann")
        state, _ = play(state, mv.Attack("ann", "bob", "withering"), [10, 10, 7, 1, 2, 3, 4, 5])
        prompt = state.pending[0]
        assert (prompt.kind, prompt.who) == ("guard", "ann")
        with pytest.raises(IllegalMove) as refused:
            play(state, mv.EndTurn("ann"))
        assert refused.value.code == "awaiting_answer"
        state, events = play(state, mv.AnswerGuard(prompt.id, "ward"), [7, 1, 1, 1, 1, 1])
        assert found(events, ev.AttackResolved)[0].struck == "bob"
        assert (state.get("gus").onslaught, state.get("bob").onslaught) == (1, 1)
        assert not state.pending

    def test_the_defender_may_spend_willpower_before_the_roll(self) -> None:
        hero = fighter("bob", "blue", character="bob", willpower=2)
        state = battle(fighter("ann"), hero, turn="ann", options=replace(QUIET, ask_defender=True))
        state, _ = play(state, mv.Attack("ann", "bob", "withering"))
        prompt = state.pending[0]
        own = Seat(characters=frozenset({"bob"}))
        state, _ = play(state, mv.AnswerDefense(prompt.id, stunt=1, willpower=True), seat=own)
        state, events = play(state, mv.RateStunt(state.pending[0].id, 1), [7, 7, 7, *MISS[:5]])
        assert found(events, ev.AttackRolled)[0].defense.total == 4
        assert not found(events, ev.AttackResolved)[0].hit
        assert state.get("bob").willpower == 1

    def test_nobody_answers_the_prompt_of_another(self) -> None:
        hero = fighter("bob", "blue", character="bob", willpower=2)
        state = battle(fighter("ann"), hero, turn="ann", options=replace(QUIET, ask_defender=True))
        state, _ = play(state, mv.Attack("ann", "bob", "withering"))
        with pytest.raises(IllegalMove) as refused:
            play(state, mv.AnswerDefense(state.pending[0].id), seat=Seat(characters=frozenset({"eve"})))
        assert refused.value.code == "no_such_prompt"

    def test_a_clash_is_won_by_the_better_roll(self) -> None:
        state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann", options=Options(ask_beaten=False))
        state = replace(state, due=("ann", "bob"))
        state, _ = play(state, mv.Attack("ann", "bob", "withering"))
        prompt = state.pending[0]
        assert (prompt.kind, prompt.who) == ("clash", "bob")
        dice = [*MISS, *HIT, *[1] * 13]
        state, events = play(state, mv.AnswerClash(prompt.id, "withering"), dice)
        assert found(events, ev.DamageRolled)[0].pool == 13
        assert (state.get("bob").initiative, state.get("ann").initiative) == (7, 6)
        assert any(modifier.amount == -2 for modifier in state.get("ann").timed)

    def test_whoever_has_clashed_has_used_the_attack_of_its_turn(self) -> None:
        state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann", options=Options(ask_beaten=False))
        state, _ = play(replace(state, due=("ann", "bob")), mv.Attack("ann", "bob", "withering"))
        state = replace(state, options=replace(state.options, turns_end_themselves=False))
        state, _ = play(state, mv.AnswerClash(state.pending[0].id, "withering"), [*MISS, *MISS])
        state, _ = play(state, mv.EndTurn("ann"))
        assert state.current == "bob"
        assert state.get("bob").action_used


class TestGambits:
    def test_a_gambit_that_works_disarms_and_is_paid(self) -> None:
        move = mv.Attack("ann", "bob", "decisive", gambit="disarm")
        state, _ = play(duel(), move, [7, 7, 1, 2, 3, 4, 10, 7, 1, 1, 1, 1])
        assert (state.get("ann").initiative, state.get("bob").weapon) == (2, "")

    def test_a_gambit_that_would_crash_is_refused(self) -> None:
        with pytest.raises(IllegalMove) as refused:
            play(duel(), mv.Attack("ann", "bob", "decisive", gambit="other", difficulty=5))
        assert refused.value.code == "gambit_would_crash"

    def test_a_grapple_is_held_for_the_margin_and_loosened_by_attacks(self) -> None:
        ann, bob = fighter("ann", control=3, evasion=5), fighter("bob", "blue", control=1)
        state = battle(ann, bob, fighter("cat", "blue", initiative=5), turn="ann")
        dice = [7, 7, 1, 2, 3, 4, 7, 7, 1, 1, 1, 1, 7, 7, 7, 1]
        state, _ = play(state, mv.Attack("ann", "bob", "decisive", gambit="grapple"), dice)
        clinch = state.get("ann").clinch
        assert clinch is not None
        assert (clinch.rounds, clinch.controls) == (3, True)
        state = replace(state, current="cat", due=("cat",))
        state = replace(
            state, combatants=tuple(replace(c, turn_open=c.id == "cat", action_used=False) for c in state.combatants)
        )
        state, _ = play(state, mv.Attack("cat", "ann", "withering"), [1] * 8)
        clinch = state.get("ann").clinch
        assert clinch is not None
        assert clinch.rounds == 2

    def test_a_distraction_lends_initiative_that_is_lost_unused(self) -> None:
        state = battle(fighter("ann", initiative=8), fighter("bob", "blue"), fighter("cid", initiative=4), turn="ann")
        move = mv.Attack("ann", "bob", "decisive", gambit="distract", difficulty=3, ally="cid")
        state, _ = play(state, move, [7, 7, 1, 2, 3, 4, *[7] * 3, *[1] * 5])
        assert state.get("cid").initiative == 7
        state, _ = play(state, mv.EndTurn("ann"))
        assert state.current == "cid"
        state, _ = play(state, mv.EndTurn("cid"))
        assert state.get("cid").initiative == 4


def test_a_battle_group_attacks_everyone_beside_its_target_and_gains_nothing() -> None:
    mob = fighter("mob", group=Group(1, drill="poor", maximum=8))
    state = battle(mob, fighter("bob", "blue"), fighter("cat", "blue", initiative=1), turn="mob")
    dice = [*HIT, 1, *DAMAGE, 1, *HIT, 1, *DAMAGE, 1]
    state, events = play(state, mv.Attack("mob", "bob", "withering"), dice)
    assert len(found(events, ev.AttackResolved)) == 2
    assert state.get("mob").initiative == 6
    assert (state.get("bob").initiative, state.get("cat").initiative) == (3, -2)


def test_a_beaten_foe_goes_down_at_the_next_withering_hit() -> None:
    state = duel(initiative=-3, crashed_by="ann")
    state, _ = play(state, mv.DeclareBeaten("bob"))
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [*HIT, *DAMAGE])
    assert state.get("bob").out == "defeated"


def test_leaving_ends_the_attack_that_waits() -> None:
    hero = fighter("bob", "blue", character="bob")
    state = battle(fighter("ann"), hero, turn="ann", options=replace(QUIET, ask_defender=True))
    state, _ = play(state, mv.Attack("ann", "bob", "withering"))
    state, _ = play(state, Leave("bob"))
    assert state.exchange is None
    assert not state.pending
