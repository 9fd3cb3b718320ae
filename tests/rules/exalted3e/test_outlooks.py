"""Withering or decisive: what the form tells is what comes of playing every throw of the dice."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle import STORYTELLER, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.strike import STRIKE
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Group
from rules.outlook import Alternative, Outlook, Prospect
from rules.pool import Term
from rules.text import Text
from tests.rules.every_roll import play_out
from tests.rules.exalted3e.builders import BATTLE, QUIET, SWORD, battle, fighter, found, run

ANN = Seat(characters=frozenset({"ann"}))
KNIFE = replace(SWORD, pool=(Term(Text("pool"), 2, "pool", ""),), accuracy=1)
"""Two dice, three with its accuracy: every throw of them can be tried."""


def make_duel(initiative: int = 4, soak: int = 10, options: Options = QUIET, knife: Any = KNIFE, **bob: Any) -> State:
    ann = fighter("ann", character="ann", arms=(knife,), initiative=initiative)
    return battle(ann, fighter("bob", "blue", soak=soak, **{"evasion": 1, **bob}), turn="ann", options=options)


def foresee(state: State, seat: Seat = STORYTELLER, **changes: Any) -> Outlook:
    outlook = BATTLE.foresee(state, seat, mv.Attack("ann", "bob", **{"attack": "withering", **changes}))
    assert outlook is not None
    return outlook


def find(outlook: Outlook, way: str) -> Alternative:
    return next(one for one in outlook.alternatives if one.label == way)


def read(way: Alternative, label: str) -> Prospect:
    return next(one for one in way.prospects if one.label == label)


def play(state: State, kind: str, **changes: Any) -> dict[Any, float]:
    """What comes of the attack: Initiative of both, and the levels on the target, with their chances."""

    def once(roller: Roller) -> tuple[int, int, int]:
        after, _events = run(state, mv.Attack("ann", "bob", kind, **changes), roller)
        ann, bob = after.get("ann"), after.get("bob")
        return ann.initiative or 0, bob.initiative or 0, bob.health.filled

    return play_out(once)


@settings(max_examples=6, deadline=None)
@given(initiative=st.integers(-2, 5), soak=st.integers(13, 15), theirs=st.integers(-1, 3), evasion=st.integers(0, 3))
def test_withering_is_told_as_it_comes_out(initiative: int, soak: int, theirs: int, evasion: int) -> None:
    state = make_duel(initiative, soak, evasion=evasion)
    state = state.change("bob", initiative=theirs)
    way, out = find(foresee(state), "Withering"), play(state, "withering")
    gained: dict[int, float] = {}
    for (ann, _bob, _levels), chance in out.items():
        gained[ann - initiative] = gained.get(ann - initiative, 0.0) + chance
    spread = read(way, "Initiative gained").spread
    assert spread is not None
    assert {value: chance for value, chance in spread.items() if chance > 1e-12} == pytest.approx(gained)
    hit = 1 - out.get((initiative, theirs, 0), 0.0)
    assert read(way, "to hit").chance == pytest.approx(hit)
    if theirs >= 1:
        crash = sum(chance for (_ann, bob, _levels), chance in out.items() if bob < 1)
        assert read(way, "to Crash the target").chance == pytest.approx(crash)
    else:
        assert any(one.label == "The target is already in Crash." for one in way.prospects)


@settings(max_examples=6, deadline=None)
@given(initiative=st.integers(1, 3), hardness=st.integers(0, 2), hurt=st.integers(3, 6))
def test_decisive_is_told_as_it_comes_out(initiative: int, hardness: int, hurt: int) -> None:
    state = make_duel(initiative, hardness=hardness, health=Health(lethal=hurt))
    way, out = find(foresee(state), "Decisive"), play(state, "decisive")
    chance = {
        "to wound": sum(share for (_ann, _bob, levels), share in out.items() if levels > hurt),
        "to defeat the target": sum(share for (_ann, _bob, levels), share in out.items() if levels == 7),
    }
    assert {label: read(way, label).chance for label in chance} == pytest.approx(chance)
    hit, miss = read(way, "Initiative after a hit").value, read(way, "Initiative after a miss").value
    missed = {str(ann).replace("-", "−") for ann, _bob, levels in out if levels == hurt and ann != 3}
    assert hit == "3"
    assert missed <= {miss.removesuffix(", in Crash")}


@pytest.mark.parametrize(("initiative", "after"), [(12, "9"), (11, "8"), (10, "8"), (3, "1"), (2, "−5, in Crash")])
def test_a_miss_costs_more_from_eleven_on_and_may_crash_oneself(initiative: int, after: str) -> None:
    """3E-080 to 3E-083, 3E-103."""
    assert read(find(foresee(make_duel(initiative)), "Decisive"), "Initiative after a miss").value == after


def test_a_blow_that_hardness_stops_wounds_nobody() -> None:
    """3E-085."""
    way = find(foresee(make_duel(4, hardness=4)), "Decisive")
    assert read(way, "to wound").chance == 0
    assert read(way, "Levels of damage").value == "0.0"


def test_in_crash_the_decisive_attack_says_why_it_is_not_possible() -> None:
    outlook = foresee(make_duel(0))
    assert "does not have the Initiative for a decisive attack" in find(outlook, "Decisive").reason
    assert not find(outlook, "Decisive").prospects
    with pytest.raises(IllegalMove) as refused:
        foresee(make_duel(0), attack="decisive")
    assert refused.value.code == "crashed_no_decisive"


def test_a_gambit_stands_beside_both() -> None:
    state = make_duel(3)
    outlook = foresee(state, attack="decisive", gambit="other", difficulty=1)
    assert [way.label for way in outlook.alternatives] == ["Withering", "Decisive", "Gambit: other"]
    way = outlook.alternatives[-1]
    assert way.is_chosen

    def once(roller: Roller) -> bool:
        move = mv.Attack("ann", "bob", "decisive", gambit="other", difficulty=1)
        return any(event.works for event in found(run(state, move, roller)[1], ev.GambitRolled))

    assert read(way, "for the gambit to work").chance == pytest.approx(play_out(once)[True])


def test_a_shot_without_its_aim_is_told_to_miss() -> None:
    """3E-190."""
    state = battle(fighter("ann", weapon="bow"), fighter("bob", "blue", position=2), turn="ann")
    way = find(foresee(state, weapon="bow", forced=True), "Withering")
    assert read(way, "to hit").chance == 0
    assert read(way, "Initiative gained").value == "0.0"


def test_an_ally_gives_no_initiative() -> None:
    state = battle(fighter("ann"), fighter("bob"), turn="ann")
    assert [one.label for one in find(foresee(state), "Withering").prospects] == [
        "to hit",
        "An ally: no Initiative moves.",
    ]


def test_a_battle_group_is_marked_with_magnitude() -> None:
    state = make_duel(5, soak=2, group=Group(2, maximum=7))
    assert read(find(foresee(state), "Withering"), "Magnitude marked").spread
    assert read(find(foresee(state), "Decisive"), "Magnitude marked").spread


def test_a_player_is_told_averages_of_soak_and_hardness_and_nothing_of_what_they_are() -> None:
    told = {repr(foresee(make_duel(4, soak, hardness=hardness), ANN)) for soak in (2, 14) for hardness in (0, 10)}
    assert len(told) == 1
    way = foresee(make_duel(4), ANN).alternatives[0]
    assert read(way, "to hit").value == read(foresee(make_duel(4)).alternatives[0], "to hit").value
    assert read(way, "Initiative gained").value.startswith("about ")


def test_the_hit_is_that_of_the_odds() -> None:
    state = make_duel(4)
    for attack in ("withering", "decisive"):
        weighed = BATTLE.weigh(state, ANN, mv.Attack("ann", "bob", attack, specialty=False))
        assert weighed is not None
        (chosen,) = [way for way in foresee(state, ANN, attack=attack).alternatives if way.is_chosen]
        assert chosen.prospects[0].chance == float(weighed.odds.success)


def test_an_attack_by_its_numbers_alone_is_told_as_in_the_fight() -> None:
    state = make_duel(initiative=6, soak=10)
    withering, decisive = (find(foresee(state), kind) for kind in ("Withering", "Decisive"))
    hit, lost, crash = STRIKE.foresee(
        {"pool": 3, "defense": 2, "damage": 11, "soak": 10, "overwhelming": 1, "enough": state.get("bob").initiative}
    )
    assert hit.chance == read(withering, "to hit").chance
    assert crash.chance == pytest.approx(read(withering, "to Crash the target").chance)
    assert lost.spread is not None
    assert (hit.rule, lost.rule) == ("3E-064", "3E-071")
    hit, levels, felled = STRIKE.foresee(
        {"pool": 2, "defense": 2, "damage": 6, "soak": 0, "decisive": True, "enough": state.get("bob").health.free}
    )
    assert hit.chance == read(decisive, "to hit").chance
    assert levels.spread == pytest.approx(read(decisive, "Levels of damage").spread)
    assert felled.chance == pytest.approx(read(decisive, "to defeat the target").chance)
