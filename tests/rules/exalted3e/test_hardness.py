"""Hardness of several sources: what stacks, and what works in Initiative Crash (3E-590 to 3E-592)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.moves import Override, SwitchOn
from rules.errors import BadInput
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.defense import compute_hardness
from rules.exalted3e.options import Options
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.sheet.derived import derive
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State
from rules.exalted3e.view.combatant import stats
from rules.powers import Effect, Power, describe
from tests.rules.exalted3e.builders import QUIET, battle, blank, fighter, found, play
from tests.rules.exalted3e.test_powers import power

SKIN = power("stone-skin", "scene", hardness=4, stacks=1, works_in_crash=1)
COAT = power("iron-coat", "scene", hardness=5)
WALL = power("last-wall", "defense", hardness=3, works_in_crash=1)


def guarded(initiative: int, *on: str, options: Options = QUIET) -> State:
    """Ann is to attack Bob, whose armor has Hardness 2, and who has switched these powers on."""
    bob = fighter(
        "bob", "blue", character="bob", initiative=initiative, hardness=2, evasion=0, powers=(SKIN, COAT, WALL)
    )
    state = battle(fighter("ann", initiative=8), bob, turn="ann", options=options)
    for key in on:
        state, _ = play(state, SwitchOn("bob", key))
    return state


@pytest.mark.parametrize(
    ("initiative", "on", "hardness"),
    [
        (5, (), 2),
        (5, ("iron-coat",), 5),
        (5, ("stone-skin",), 6),
        (5, ("iron-coat", "stone-skin"), 9),
        (0, (), 0),
        (0, ("iron-coat",), 0),
        (0, ("iron-coat", "stone-skin"), 4),
    ],
)
def test_what_stacks_is_added_and_in_crash_only_what_works_there_counts(
    initiative: int, on: tuple[str, ...], hardness: int
) -> None:
    assert compute_hardness(guarded(initiative, *on).get("bob")) == hardness


def test_the_marks_of_a_power_count_against_a_decisive_attack_in_crash() -> None:
    state, _ = play(guarded(-2, "stone-skin", options=Options()), mv.Attack("ann", "bob", "decisive"))
    answer = mv.AnswerDefense(state.pending[0].id, powers=("last-wall",))
    _, events = play(state, answer, [7] * 6 + [1] * 8)
    (damage,) = found(events, ev.DamageRolled)
    assert (damage.hardness, damage.stopped_by_hardness) == (7, False), "4 that stacks and 3 of this defense"


def test_a_mark_without_hardness_in_its_power_is_refused() -> None:
    data = blank("solar")
    data["powers"] = [{"name": "Skin", "use": "scene", "effects": [{"kind": "soak", "amount": 2}, {"kind": "stacks"}]}]
    with pytest.raises(BadInput, match="needs Hardness"):
        parse_sheet(data)


def sheet(**changes: Any) -> Any:
    data = blank("solar")
    effects = [{"kind": kind, "amount": n} for kind, n in (("hardness", 4), ("stacks", 1), ("works_in_crash", 1))]
    data["powers"] = [
        {"name": "Stone Skin", "use": "scene", "effects": effects},
        {"name": "Iron Coat", "use": "scene", "effects": [{"kind": "hardness", "amount": 5}]},
    ]
    return parse_sheet(data | changes)


def test_the_sheet_shows_hardness_as_it_usually_is_and_in_crash() -> None:
    values = {str(value.title): value for value in derive(sheet(armor="artifact_medium"))}
    assert (values["Hardness"].total, values["Hardness in Crash"].total) == (7, 0)
    assert values["Hardness"].steps[0].note == "Stone Skin: +4 Hardness, its Hardness stacks; Iron Coat: +5 Hardness"
    assert values["Hardness in Crash"].steps[0].note == "Stone Skin: +4 Hardness, its Hardness stacks"


def test_a_power_says_its_marks_in_words() -> None:
    told = Power("a", "A", "scene", "reflexive", {}, (Effect("hardness", 4), Effect("works_in_crash", 1)))
    assert describe(POWERS, told).startswith("+4 Hardness, its Hardness works in Crash")


def test_a_quick_character_and_the_storyteller_may_give_hardness_in_crash() -> None:
    data = blank("quick")
    data["quick"] |= {"hardness": 5, "hardness_in_crash": 3}
    guardian = build_combatant(parse_sheet(data), "guardian", "Guardian", "blue")
    assert (compute_hardness(guardian), compute_hardness(guardian, crashed=True)) == (5, 3)
    shown = {str(stat["label"]): stat["value"] for stat in stats(replace(guardian, initiative=4))}
    assert (shown["Hardness"], shown["Hardness in Crash"]) == (5, 3)
    state = battle(fighter("ann"), fighter("bob", "blue", initiative=-1), turn="ann")
    state, _ = play(state, Override("bob", "hardness_in_crash", 6, reason="ward"))
    assert compute_hardness(state.get("bob")) == 6
