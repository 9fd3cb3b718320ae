"""Every vector of the specification passes, more of the same shapes do, and what a vector may not say is named."""

import json
from typing import Any

import pytest

from rules.dice import ScriptedRoller
from rules.errors import BadInput, DiceError
from rules.v20da.conformance import CONFORMANCE

TRIO = {"pool": 3, "difficulty": 6}


def run(kind: str, given: dict[str, Any], dice: list[int] | None = None) -> Any:
    roller = ScriptedRoller(dice or [])
    got = CONFORMANCE[kind](given, roller)
    roller.finish()
    return json.loads(json.dumps(got))


@pytest.mark.parametrize(
    ("kind", "given", "dice", "expect"),
    [
        ("pool", {"traits": [2, 3], "modifier": -1}, [], {"dice": 4}),
        ("pool", {"traits": []}, [], {"error": "no_dice", "rule": "V20-037"}),
        ("roll", {"pool": 2}, [6, 1], {"net": 0, "outcome": "failure"}),
        ("roll", {"pool": 2, "difficulty": None}, [5, 6], {"net": 1}),
        ("roll", {"pool": 0, "difficulty": 6}, [], {"error": "no_dice", "rule": "V20-037"}),
        ("roll", {"pool": 2, "difficulty": 11}, [], {"error": "difficulty", "rule": "V20-026"}),
        ("roll", {"pool": 2, "difficulty": 10}, [10, 9], {"net": 1, "degree": "marginal"}),
        ("untrained", {"category": "skill", "attribute": 3, "difficulty": 6}, [], {"allowed": True, "difficulty": 7}),
        ("untrained", {"category": "skill", "attribute": 3, "difficulty": 10}, [], {"allowed": False}),
        ("difficulty", {"base": 6, "mods": [3, 2]}, [], {"allowed": False, "difficulty": 11}),
        ("difficulty", {"base": 3, "mods": [-5]}, [], {"allowed": True, "difficulty": 2}),
        ("difficulty", {"base": 1}, [], {"error": "difficulty", "rule": "V20-026"}),
        ("retry", {"base": 9, "attempt": 2}, [], {"allowed": False, "difficulty": 10}),
        ("multi", {"actions": [{"pool": 1}, {"pool": 9}]}, [],
         {"allowed": False, "offenders": [{"index": 1, "code": "no_dice"}]}),
        ("multi", {"actions": [{"pool": 2, "difficulty": 11}]}, [],
         {"allowed": False, "offenders": [{"index": 1, "code": "difficulty"}]}),
        ("multi", {"actions": [{"pool": 2, "difficulty": 10}]}, [10, 1],
         {"allowed": True, "results": [{"net": 0, "outcome": "failure"}]}),
        ("extended", {**TRIO, "required": 5, "max_rolls": 2, "interval": 3}, [6, 2, 3, 7, 2, 3],
         {"per_roll": [1, 1], "status": "exhausted", "rolls_used": 2, "elapsed": 6}),
        ("extended", {**TRIO, "required": 5, "start_total": 4}, [1, 2, 3, 6, 7, 8],
         {"per_roll": ["botch", 3], "total": 3, "status": "in_progress"}),
        ("extended", {**TRIO, "required": 3, "start_total": 3}, [], {"per_roll": [], "status": "complete"}),
        ("extended", {"pool": 0, "required": 3}, [], {"error": "no_dice"}),
        ("resisted", {"a": {"pool": 2, "difficulty_from": 6}, "b": {"pool": 2, "difficulty_from": 6}}, [1, 2, 6, 7],
         {"winner": "b", "margin": 2, "degree": "moderate", "botch_a": True, "botch_b": False}),
        ("resisted_extended", {"a": TRIO, "b": TRIO, "required": 3, "mode": "margin"},
         [6, 7, 8, 6, 2, 3, 9, 9, 2, 3, 4, 5],
         {"rounds": [[3, 1], [2, 0]], "totals": [4, 0], "winner": "a", "status": "complete"}),
        ("resisted_extended", {"a": TRIO, "b": TRIO, "required": 3}, [6, 7, 8, 6, 7, 2],
         {"totals": [3, 2], "winner": "a"}),
        ("teamwork", {"limit": 0, "helpers": [{"pool": 1, "difficulty": 9}], "primary": {"pool": 1, "difficulty": 9}},
         [10, 10, 9], {"raise": 1, "helper_nets": [1], "primary_pool": 2, "net": 1}),
        ("teamwork", {"helpers": [{"pool": 2}], "primary": {"pool": 1}}, [1, 2, 6], {"helper_nets": [0], "net": 1}),
        ("initiative", {"combatants": [{"name": "A", "dex": 2, "wits": 2, "penalty": -2},
                                       {"name": "B", "dex": 1, "wits": 1}]}, [8, 8],
         {"totals": {"A": 10, "B": 10}, "order": ["A", "B"]}),
        ("full_defense", {"pool": 2, "attacks": 4}, [], {"pools": [2, 1, 0, 0]}),
        ("attack", {"attack": TRIO, "defense": TRIO, "base_damage": 9, "damage_type": "lethal"}, [2, 3, 4],
         {"attack_net": 0, "defense_net": 0, "hit": False, "damage": 0}),
        ("attack", {"attack": TRIO, "base_damage": 2, "damage_type": "bashing", "target": "mortal"}, [6, 2, 3, 6, 7],
         {"defense_net": None, "hit": True, "damage": 2, "after_soak": 2, "applied": 2}),
        ("attack", {"attack": TRIO, "base_damage": 5, "damage_type": "none"}, [6, 2, 3],
         {"hit": True, "damage": 0, "applied": 0}),
        ("attack", {"attack": {"pool": 0}}, [], {"error": "no_dice"}),
        ("soak_pool", {"target": "vampire", "stamina": 3, "fortitude": 2, "armor": 1, "type": "aggravated"}, [],
         {"dice": 3}),
        ("soak_pool", {"target": "mortal", "stamina": 3, "armor": 2, "type": "bashing"}, [], {"dice": 5}),
        ("soak_pool", {"target": "vampire", "stamina": 3, "fortitude": 1, "armor": 5, "type": "lethal",
                       "source": "sunlight"}, [], {"dice": 4}),
        ("damage", {"target": "mortal", "track": "", "hits": [[7, "bashing"], [1, "lethal"]]}, [],
         {"track": "X//////", "penalty": None, "state": "dead"}),
        ("damage", {"target": "vampire", "track": "", "hits": []}, [], {"track": "", "penalty": 0, "state": "ok"}),
        ("willpower", {"turn_spent": 1, "points": 3, "request": "success"}, [], {"allowed": False, "points": 3}),
        ("willpower", {"points": 0, "request": "ignore_wounds", "penalty": -2}, [],
         {"allowed": False, "points": 0, "penalty": -2}),
        ("blood", {"generation": 8, "blood": 2, "spend": 3}, [], {"allowed": False, "max_per_turn": 3, "remaining": 2}),
        ("heal", {"generation": 8, "blood": 9, "willpower": 0, "track": "**", "mode": "rest", "levels": 2}, [],
         {"error": "blood", "rule": "V20-203"}),
        ("heal", {"generation": 8, "blood": 10, "willpower": 0, "track": "**", "mode": "rest", "levels": 2}, [],
         {"error": "willpower"}),
        ("heal", {"generation": 8, "blood": 9, "track": "*XX/", "mode": "turn"}, [], {"track": "*", "blood": 6}),
        ("xp", {"trait": "other_discipline", "from": 1, "to": 2}, [], {"cost": 7}),
        ("xp", {"trait": "virtue", "from": 3, "to": 4}, [], {"cost": 6}),
        ("lookup", {"table": "torpor", "keys": [9, 0]}, [], {"values": ["3 day", "1 millennium"]}),
        ("ability", {"name": "Larceny", "custom": ["Larceny"]}, [], {"known": True, "standard": False}),
        ("ability", {"name": "Hearth Wisdom"}, [], {"known": True, "standard": True}),
        ("hint", {"difficulty": 5}, [], {"nearly_certain": False}),
    ],
)  # fmt: skip
def test_more_of_the_same_shapes(kind: str, given: dict[str, Any], dice: list[int], expect: dict[str, Any]) -> None:
    got = run(kind, given, dice)
    assert {key: got.get(key, "missing") for key in expect} == expect


@pytest.mark.parametrize(
    ("kind", "given", "named"),
    [
        ("roll", {"pool": 3, "pools": 3}, "pools"),
        ("roll", {"pool": "3"}, "pool"),
        ("roll", {"pool": True}, "pool"),
        ("roll", {"pool": 3, "botch_mode": "never"}, "botch_mode"),
        ("roll", {"pool": 10_001}, "pool"),
        ("pool", {"traits": 3}, "traits"),
        ("multi", {"actions": [{"pool": 3, "speed": 1}]}, "actions[0].speed"),
        ("multi", {"actions": []}, "actions"),
        ("resisted", {"a": {"pool": 3}}, "b"),
        ("damage", {"target": "ghoul"}, "target"),
        ("damage", {"track": "abc"}, "track"),
        ("damage", {"hits": [[1]]}, "hits[0]"),
        ("heal", {"mode": "nap"}, "mode"),
        ("blood", {"generation": 3}, "keys"),
        ("blood", {"generation": 8, "spend": -1}, "spend"),
        ("xp", {"trait": "luck"}, "trait"),
        ("xp", {"trait": "road", "from": 3, "to": 2}, "to"),
        ("lookup", {"table": "weather", "keys": [1]}, "table"),
        ("lookup", {"table": "armor", "keys": [6]}, "keys"),
        ("willpower", {"request": "wish"}, "request"),
        ("untrained", {"category": "hobby"}, "category"),
    ],
)
def test_what_is_unknown_is_named(kind: str, given: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput) as refusal:
        run(kind, given)
    assert refusal.value.data["key"] == named


def test_dice_that_run_out_inside_a_roll_are_an_error() -> None:
    with pytest.raises(DiceError):
        run("extended", {**TRIO, "required": 9}, [6, 7, 8, 6])
    with pytest.raises(DiceError):
        run("roll", {"pool": 2}, [6, 6, 6])
