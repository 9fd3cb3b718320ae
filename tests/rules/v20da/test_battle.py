"""The live battle keeps every law, in long random play."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codec import decode
from rules.replay import canonical, play, record
from rules.v20da.state.model import State
from tests.rules.battle_laws import Trial
from tests.rules.v20da.table import RULES, SYSTEM, sheet

SHEETS = [
    *map(SYSTEM.sheets.blank, ("knight", "guard")),
    sheet("vampire", health="X//", claws=True, weapons=["stake", "hatchet", "crossbow"], willpower_points=2),
    sheet("vampire", health="XXX///", blood=9, specialties={"brawl": "biting"},
          abilities={"brawl": 4, "survival": 3, "larceny": 2}, custom_abilities={"larceny": "skill"}),
    sheet(armor=2, weapons=["club", "spear"], specialties={"strength": "blows"}),
]  # fmt: skip


def test_the_battle_keeps_the_laws_of_battle() -> None:
    accepted: Counter[str] = Counter()
    for seed in range(4):
        accepted += Trial(SYSTEM, seed, SHEETS).play(200).accepted
    rare = {"StandUp", "EndCondition", "EndBattle", "HealWounds", "Leave"}
    assert {*RULES.moves.classes} - rare <= {*accepted}


def test_a_battle_is_recorded_and_replayed_to_the_same_state() -> None:
    trial = Trial(SYSTEM, 11, SHEETS).play(60)
    steps = [(taken.seat, RULES.moves.decode(taken.move), taken.faces) for taken in trial.taken]
    file = json.loads(canonical(record("v20da", SYSTEM.options(), steps)))
    assert decode(State, play(file)["state"]) == trial.state


@given(st.integers(100, 10_000))
@settings(max_examples=4, deadline=None)
def test_no_seed_breaks_a_law(seed: int) -> None:
    assert Trial(SYSTEM, seed, SHEETS).play(80, hostile=0.5).refused


@pytest.mark.parametrize("archetype", SYSTEM.sheets.archetypes)
def test_every_archetype_can_fight(archetype: str) -> None:
    assert Trial(SYSTEM, 7, [SYSTEM.sheets.blank(archetype)]).play(60, hostile=0.1).accepted["DeclareActions"]
