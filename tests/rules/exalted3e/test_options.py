"""Every setting of a series, both ways; the default is what the vectors use."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Event
from rules.battle.moves import Override
from rules.dice import ScriptedRoller
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import Request, roll_request
from rules.exalted3e.experience import Purchase, cost_of
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.state.board import State
from rules.exalted3e.timing.ticks import next_tick
from tests.rules.exalted3e.builders import BATTLE, QUIET, SWORD, battle, blank, fighter, found, play

MISS = [2, 3, 4, 5, 6, 2, 3, 4]


def under(state: State, **changes: Any) -> State:
    return replace(state, options=replace(state.options, **changes))


def duel(**changes: Any) -> State:
    return battle(fighter("ann"), fighter("bob", "blue", **changes), turn="ann")


@pytest.mark.parametrize(("rule", "left"), [(True, -5), (False, 0)])
def test_a_missed_decisive_may_be_a_self_crash(rule: bool, left: int) -> None:
    state = battle(fighter("ann", initiative=2), fighter("bob", "blue"), turn="ann")
    state, _ = play(under(state, missed_decisive_is_self_crash=rule), mv.Attack("ann", "bob", "decisive"), MISS[:6])
    assert state.get("ann").initiative == left


@pytest.mark.parametrize(("rule", "now"), [(True, 3), (False, 8)])
def test_the_break_comes_before_the_return_to_base_or_after(rule: bool, now: int) -> None:
    ann = fighter("ann", initiative=-12, crashed_by="bob", join_battle=1)
    state = battle(ann, fighter("bob", "blue", initiative=1), turn="ann")
    dice = [7, 7, *MISS[:6], 7, *MISS[:5], 2]
    state, _ = play(under(state, break_before_base=rule), mv.Attack("ann", "bob", "withering"), dice)
    assert state.get("ann").initiative == now


@pytest.mark.parametrize(("rule", "tick"), [(True, 6), (False, 7)])
def test_who_rises_to_the_running_tick_is_late_or_not(rule: bool, tick: int) -> None:
    state = battle(fighter("ann", initiative=7), options=replace(QUIET, equal_initiative_is_late=rule), tick=7)
    assert next_tick(state) == (tick, ("ann",))


@pytest.mark.parametrize(("rule", "works"), [(True, True), (False, False)])
def test_a_gambit_doubles_tens_or_not(rule: bool, works: bool) -> None:
    move = mv.Attack("ann", "bob", "decisive", gambit="grapple")
    dice = [7, 7, *MISS[:4], 10, *MISS[:5]]
    _, events = play(under(duel(), gambit_doubles_tens=rule), move, dice)
    assert found(events, ev.GambitRolled)[0].works is works


@pytest.mark.parametrize(("rule", "pool"), [(True, 6), (False, 3)])
def test_a_gambit_is_paid_after_its_roll_or_before(rule: bool, pool: int) -> None:
    move = mv.Attack("ann", "bob", "decisive", gambit="grapple")
    state, events = play(under(duel(), gambit_pays_after_roll=rule), move, [7, 7, *MISS[:4], *[2] * pool])
    assert found(events, ev.GambitRolled)[0].pool == pool
    assert state.get("ann").initiative == 3


@pytest.mark.parametrize(("rule", "outcome"), [(False, "success"), (True, "botch")])
def test_a_botch_at_difficulty_zero_is_the_tables_choice(rule: bool, outcome: str) -> None:
    sheet = parse_sheet(blank("mortal"))
    request = Request(attribute="wits", ability="awareness", difficulty=0)
    pool = sheet.attribute("wits") + sheet.ability("awareness")
    roll = roll_request(sheet, request, ScriptedRoller([1] * pool), Options(botch_at_difficulty_zero=rule))
    assert roll.outcome == outcome


@pytest.mark.parametrize(("rule", "suffered"), [(False, 0), (True, 1)])
def test_a_ward_whose_guardian_blocks_takes_onslaught_or_not(rule: bool, suffered: int) -> None:
    guard = fighter("gus", "blue", ward="bob", arms=(replace(SWORD, parry=3),))
    state = battle(fighter("ann"), fighter("bob", "blue"), guard, turn="ann")
    state, _ = play(under(state, ward_always_takes_onslaught=rule), mv.Attack("ann", "bob", "withering"), MISS)
    assert (state.get("gus").onslaught, state.get("bob").onslaught) == (1, suffered)


@pytest.mark.parametrize(("rule", "dealt"), [(False, 0), (True, 1)])
def test_a_stunts_success_helps_the_damage_or_not(rule: bool, dealt: int) -> None:
    move = mv.Attack("ann", "bob", "withering", stunt=2)
    _, events = play(under(duel(), stunts_help_damage=rule), move, [7, *MISS, 2, *MISS[:6]])
    assert found(events, ev.DamageRolled)[0].amount == dealt


@pytest.mark.parametrize(
    ("purchase", "book", "unified"),
    [
        (Purchase("attribute", 3, 4), 12, 10),
        (Purchase("attribute", 3, 4, favored=True), 12, 8),
        (Purchase("ability", 0, 2), 5, 10),
        (Purchase("ability", 0, 2, favored=True), 4, 8),
        (Purchase("specialty"), 3, 2),
        (Purchase("merit", 0, 3), 9, 6),
        (Purchase("willpower", 5, 6), 8, 6),
        (Purchase("charm"), 10, 12),
        (Purchase("charm", favored=True), 8, 10),
    ],
)
def test_the_later_books_flat_prices(purchase: Purchase, book: int, unified: int) -> None:
    assert (cost_of(purchase), cost_of(purchase, unified=True)) == (book, unified)


@pytest.mark.parametrize("rule", [False, True])
def test_the_table_asks_about_clashes_and_beaten_foes_only_if_it_wants(rule: bool) -> None:
    state = under(replace(duel(initiative=1), due=("ann", "bob")), ask_clash=rule, ask_beaten=False)
    dice = () if rule else [7, 7, *MISS[:6], 7, *MISS[:5]]
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), dice)
    assert [prompt.kind for prompt in state.pending] == (["clash"] if rule else [])
    state = under(duel(initiative=1), ask_beaten=rule, beaten_at_crash=True)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, *MISS[:6], 7, *MISS[:5]])
    assert [prompt.kind for prompt in state.pending] == (["beaten"] if rule else [])


@pytest.mark.parametrize(("label", "hopeless"), [("Bob fights on", False), ("Bob is defeated", True)])
def test_each_answer_about_a_crashed_foe_is_a_button_that_says_it(label: str, hopeless: bool) -> None:
    state = under(duel(initiative=1), ask_beaten=True, beaten_at_crash=True)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, *MISS[:6], 7, *MISS[:5]])
    asked = {str(one.label): one for one in BATTLE.legal_moves(state, STORYTELLER) if one.move == "AnswerBeaten"}
    assert list(asked) == ["Bob fights on", "Bob is defeated"]
    offer = asked[label]
    assert not offer.fields
    state, _ = play(state, BATTLE.moves.decode({"kind": offer.move, **offer.fixed}))
    assert state.get("bob").no_hope is hopeless


@pytest.mark.parametrize(("npc", "asked"), [(True, ["beaten"]), (False, [])])
def test_only_of_whom_the_storyteller_plays_is_asked_whether_hope_is_left(npc: bool, asked: list[str]) -> None:
    state = under(duel(initiative=1, character="bob", npc=npc), ask_beaten=True, beaten_at_crash=True)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, *MISS[:6], 7, *MISS[:5]])
    assert [prompt.kind for prompt in state.pending] == asked


STRIKE = [7, 7, 7, *MISS[:3]]
"""A decisive attack that reaches Defense 2."""


def tied(rule: bool) -> tuple[State, list[Event]]:
    """Ann and Bob act on one tick; Ann, who is first, fills Bob's Health Track."""
    ann, bob = fighter("ann", initiative=6), fighter("bob", "blue", initiative=6, health=Health(lethal=6))
    state = battle(ann, bob, turn="ann", due=("ann", "bob"), tick=6)
    state, events = play(under(state, felled_takes_its_turn=rule), mv.Attack("ann", "bob", "decisive"),
                         [*STRIKE, 7, *MISS[:5]])  # fmt: skip
    return state, events


def test_who_is_felled_on_its_own_tick_is_out_at_once_or_acts_first() -> None:
    state, _ = tied(False)
    assert state.get("bob").out == "incapacitated"
    state, events = tied(True)
    assert found(events, ev.AttackEnded)[0].outcomes == ("Bob defeated",)
    state, _ = play(state, mv.EndTurn("ann"))
    assert (state.current, state.get("bob").is_in_play) == ("bob", True)
    with pytest.raises(IllegalMove, match="Bob is defeated, and can act only on this tick"):
        play(state, mv.Delay("bob", 1))
    state, _ = play(state, mv.Attack("bob", "ann", "decisive"), [7, 7, *MISS[:6]])
    assert state.get("bob").initiative == 3
    state, _ = play(state, mv.EndTurn("bob"))
    assert (state.get("bob").out, state.round) == ("incapacitated", 2)


def test_who_is_healed_before_the_tick_ends_stays() -> None:
    state, _ = tied(True)
    for move in (Override("bob", "lethal", 3, ""), mv.EndTurn("ann"), mv.EndTurn("bob")):
        state, _ = play(state, move)
    assert (state.get("bob").is_in_play, state.round) == (True, 2)
