"""The live battle keeps every law, in long random play."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle import Seat
from rules.codec import decode
from rules.laws import Trial
from rules.replay import canonical, play, record
from rules.v20da.events import ActionDone, ActionsDeclared, ActionTaken, AttackMade, AttackResolved
from rules.v20da.state.model import State
from rules.v20da.state.order import acting, can_only_heal, declaring
from tests.rules.v20da.table import BY_HAND, RULES, SYSTEM, sheet

pytestmark = pytest.mark.walk

SHEETS = [
    *map(SYSTEM.sheets.blank, ("knight", "guard")),
    sheet("vampire", health="X//", claws=True, weapons=["stake", "hatchet", "crossbow"], willpower_points=2),
    sheet("vampire", health="XXX///", blood=9, specialties={"brawl": "biting"},
          abilities={"brawl": 4, "survival": 3, "larceny": 2}, custom_abilities={"larceny": "skill"}),
    sheet(armor=2, weapons=["club", "spear"], specialties={"strength": "blows"}),
]  # fmt: skip


STEPS = {"RevealDeclarations", "NextTurn"}
"""The steps of a turn that the Storyteller takes where they do not happen by themselves."""


def test_the_battle_keeps_the_laws_of_battle() -> None:
    accepted: Counter[str] = Counter()
    for seed in range(3):
        accepted += Trial(SYSTEM, seed, SHEETS).play(160).accepted
    rare = {"StandUp", "EndCondition", "EndBattle", "HealWounds", "Leave", "SwitchOn", "SwitchOff", "GiveDifficulty"}
    rare |= {"EscapeClinch", "ReleaseClinch", *STEPS}
    assert {*RULES.moves.classes} - rare <= {*accepted}


def test_a_battle_whose_turns_are_begun_by_hand_keeps_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULES), "start", lambda self, options: State(options=BY_HAND))
    assert {*Trial(SYSTEM, 3, SHEETS).play(160).accepted} >= STEPS


class Watched(Trial):
    """A trial that also looks whether anyone acts out of turn, and whether every sum adds up."""

    def _check_taken(self, seat: Seat, move: Any, events: list[Any], faces: tuple[int, ...]) -> None:
        for event in events:
            if isinstance(event, (AttackMade, ActionTaken, ActionDone)):
                actor = self.state.find(event.actor)
                assert actor
                assert actor.hidden or actor.held or event.actor in acting(self.state)
            if isinstance(event, ActionsDeclared):
                actor = self.state.find(event.actor)
                assert actor
                assert actor.hidden or can_only_heal(actor) or event.actor in declaring(self.state)
            if isinstance(event, AttackResolved):
                check_sums(event)
        super()._check_taken(seat, move, events, faces)


def check_sums(event: AttackResolved) -> None:
    """Every number of an attack follows from the dice before it."""
    struck = event.struck
    for found in filter(None, (event.attack_pool, event.defense_pool, event.damage, event.soak)):
        assert max(0, found.steps[-1].after) == max(0, found.total)
    if struck.attack:
        assert len(struck.attack.dice) == event.attack_pool.total
        defended = struck.defense.net if struck.defense else 0
        assert struck.left == max(0, struck.attack.net - defended)
    if struck.is_hit and event.damage_type != "none":
        assert len(struck.damage_dice) == struck.damage_pool == event.damage.total
        assert struck.damage - struck.soaked == struck.after_soak >= struck.applied >= 0


def test_nobody_acts_out_of_turn_and_every_sum_adds_up() -> None:
    taken = sum((Watched(SYSTEM, seed, SHEETS).play(100, hostile=0.2).accepted for seed in (21, 22)), start=Counter())
    assert taken["MakeAttack"]


def test_a_battle_is_recorded_and_replayed_to_the_same_state() -> None:
    trial = Trial(SYSTEM, 11, SHEETS).play(60)
    steps = [(taken.seat, RULES.moves.decode(taken.move), taken.faces) for taken in trial.taken]
    file = json.loads(canonical(record("v20da", SYSTEM.options(), steps)))
    assert decode(State, play(file)["state"]) == trial.state


@given(st.integers(100, 10_000))
@settings(max_examples=2, deadline=None)
def test_no_seed_breaks_a_law(seed: int) -> None:
    assert Trial(SYSTEM, seed, SHEETS).play(80, hostile=0.5).refused


@pytest.mark.parametrize("archetype", SYSTEM.sheets.archetypes)
def test_every_archetype_can_fight(archetype: str) -> None:
    assert Trial(SYSTEM, 7, [SYSTEM.sheets.blank(archetype)]).play(60, hostile=0.1).accepted["DeclareActions"]
