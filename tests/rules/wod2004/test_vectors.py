"""Every given vector of the system, its neighbours, and the strictness of the format."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.dice import ScriptedRoller
from rules.errors import BadInput, DiceError
from rules.wod2004.conformance import CONFORMANCE

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "wod2004.vectors.json").read_text(encoding="utf-8"))


def answer(kind: str, given: dict[str, Any], dice: list[int] | None = None) -> Any:
    roller = ScriptedRoller(dice or [])
    found = CONFORMANCE[kind](given, roller)
    roller.finish()
    return found


def has(found: dict[str, Any], **expected: Any) -> bool:
    return all(found[key] == value for key, value in expected.items())


def test_every_given_vector_is_answered_to_the_letter() -> None:
    for vector in VECTORS:
        assert answer(vector["kind"], vector["given"], vector["dice"]).items() >= vector["expect"].items(), vector["id"]


@pytest.mark.parametrize("kind", CONFORMANCE)
def test_an_unknown_key_is_named(kind: str) -> None:
    with pytest.raises(BadInput, match="wibble"):
        answer(kind, {"wibble": 1})


@pytest.mark.parametrize(
    ("kind", "given", "dice", "expected"),
    [
        ("roll", {"pool": 2}, [10, 10, 10, 3, 2], {"successes": 3, "dice_used": 5}),
        ("roll", {"pool": 3, "again": 9}, [9, 10, 1, 9, 2, 3], {"successes": 3, "dice_used": 6}),
        ("roll", {"chance": True, "rote": True}, [4, 10, 10, 9], {"successes": 2, "dice_used": 4}),
        ("roll", {"chance": True, "rote": True}, [10, 2], {"successes": 1, "outcome": "success"}),
        ("roll", {"pool": -3}, [1], {"outcome": "dramatic_failure"}),
        ("roll", {"pool": 1}, [1], {"outcome": "failure"}),
        ("pool", {"attribute": 2, "skill": 0, "category": "social"}, [], {"dice": 1, "chance": False}),
        ("pool", {"attribute": 3}, [], {"dice": 3}),
        ("pool", {"attribute": 1, "skill": 1, "category": "mental", "bonuses": [7]}, [], {"error": "modifier_range"}),
        ("instant", {"attribute": 1, "penalties": [6]}, [], {"error": "modifier_range", "rule": "WD-043"}),
        ("extended", {"pools": [3, 3], "target": 20, "interval": 5, "unit": "minute", "delicate": True},
         [8, 1, 1, 9, 2, 3], {"status": "in_progress", "elapsed": 10, "total": 2}),
        ("extended", {"pool": 0, "target": 5, "delicate": True, "start_total": 4}, [1],
         {"status": "ruined", "total": 0, "per_roll": ["dramatic_failure"]}),
        ("extended", {"pool": 2, "target": 9}, [1, 2, 8, 2], {"status": "in_progress", "per_roll": [0, 1]}),
        ("contested", {"a": {"pool": 0}, "b": {"pool": 0}, "df_policy": "opponent_exceptional"}, [1, 1],
         {"winner": "none", "outcome_a": "dramatic_failure", "outcome_b": "dramatic_failure"}),
        ("contested", {"a": {"pool": 0}, "b": {"pool": 1}}, [1, 2],
         {"winner": "none", "outcome_a": "dramatic_failure", "outcome_b": "tie", "winner_successes": 0}),
        ("preset", {"stored": 2, "pool": 2}, [8, 9], {"beaten": False, "outcome": "loss"}),
        ("preset", {"stored": 0, "pool": 0}, [1], {"beaten": False, "outcome": "loss"}),
        ("extended_contested", {"a": {"pool": 1, "target": 1}, "b": {"pool": 1, "target": 1},
         "simultaneous": "continue"}, [8, 8, 8, 2], {"totals": [2, 1], "winner": "a", "status": "complete"}),
        ("extended_contested", {"a": {"pool": 1, "target": 1}, "b": {"pool": 1, "target": 1},
         "simultaneous": "void"}, [8, 9], {"winner": "none", "status": "draw"}),
        ("extended_contested", {"a": {"pools": [0], "target": 9}, "b": {"pools": [1], "target": 9},
         "df_policy": "opponent_exceptional"}, [1, 2], {"stages": [[0, 5]], "totals": [0, 5]}),
        ("extended_contested", {"a": {"pool": 1, "target": 3, "max_rolls": 1}, "b": {"pool": 1, "target": 2}},
         [2, 8, 9], {"stages": [[0, 1], [0, 1]], "winner": "b"}),
        ("extended_contested", {"a": {"pool": 1, "target": 3, "max_rolls": 1},
         "b": {"pool": 1, "target": 2, "max_rolls": 1}}, [2, 8], {"winner": "none", "status": "draw"}),
        ("roll_limit", {}, [], {"limit": None}),
        ("trait_target", {"speed": 11}, [], {"target": 11}),
        ("lookup", {"table": "target", "keys": ["simple", "trying", "epic"]}, [], {"values": [5, 10, 25]}),
        ("lookup", {"table": "action_kind", "keys": ["a punch", "climbing a mountain", "a chase"]}, [],
         {"values": ["instant", "extended", "extended_contested"]}),
        ("reflexive", {"events": ["dodge"], "action_available": True}, [], {"action_available": False}),
        ("willpower", {"turn_spent": 1, "points": 3, "request": "dice"}, [], {"allowed": False, "rule": "WD-055"}),
        ("willpower", {"turn_spent": 0, "points": 3, "request": "dice"}, [], {"points": 2, "effect": "+3 dice"}),
        ("initiative", {"combatants": [{"name": n, "dex": 2, "com": 2} for n in "abc"]}, [5, 5, 5, 7, 7, 9, 2, 4],
         {"order": ["c", "b", "a"]}),
        ("defense", {"dex": 3, "wits": 3, "armor_defense": -2, "dodging": True, "attacks": 3}, [],
         {"values": [2, 1, 0]}),
        ("defense", {"dex": 1, "wits": 2, "attacks": 3, "willpower_on": 3}, [], {"values": [1, 0, 2]}),
        ("attack", {"mode": "firearm", "attribute": 2, "skill": 2, "weapon": 2, "defense": 3, "close_range": True,
         "ballistic": 1, "damage_type": "lethal"}, [8, 1], {"pool": 2, "damage": 1, "damage_type": "lethal"}),
        ("attack", {"mode": "melee", "attribute": 2, "skill": 0, "weapon": 2, "damage_type": "lethal"}, [8, 1, 2],
         {"pool": 3}),
        ("attack", {"mode": "unarmed", "attribute": 3, "skill": 2, "defense": 2, "armor": 2, "damage_type": "none"},
         [8, 1, 2], {"pool": 3, "damage": 0}),
        ("cover", {"successes": 3, "durability": 2, "armor": 2}, [], {"through": True, "new_pool": 0}),
        ("damage", {"health": 7, "track": "*******", "hits": [[2, "lethal"]]}, [], {"state": "dead"}),
        ("damage", {"health": 2, "track": "", "hits": [[1, "bashing"]]}, [], {"penalty": -2}),
        ("dying", {"health": 3, "track": "XXX", "minutes": 9}, [], {"track": "***", "state": "dead"}),
        ("dying", {"health": 3, "track": "XX/", "minutes": 9}, [], {"track": "XX/", "state": "check_stamina"}),
        ("heal", {"track": "*X/"}, [], {"full_minutes": 10080 + 2880 + 15}),
        ("treat", {"track": "*X/", "place": "hospital"}, [], {"target": 10}),
        ("surprise", {"wits": 1, "composure": 1}, [2, 3], {"acts_first_turn": False, "defense_first_turn": False}),
        ("xp", {"trait": "willpower", "from": 3, "to": 5}, [], {"cost": 16}),
        ("xp", {"trait": "specialty"}, [], {"cost": 3}),
        ("retry", {"pool": 2, "attempt": 3, "pressure": True}, [], {"dice": 0, "chance": True}),
        ("retry_wait", {"unit": "day"}, [], {"wait": "1 month"}),
    ],
)  # fmt: skip
def test_a_neighbour_of_the_given_vectors(
    kind: str, given: dict[str, Any], dice: list[int], expected: dict[str, Any]
) -> None:
    assert has(answer(kind, given, dice), **expected)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("extended", {"pool": 2, "target": 4}),
        ("contested", {"a": {"pool": 1}, "b": {"pool": 2}}),
        ("roll", {"pool": 3}),
    ],
)
def test_faces_that_run_out_inside_a_roll_are_an_error(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(DiceError):
        answer(kind, given, [8])


def test_faces_left_over_are_an_error() -> None:
    with pytest.raises(DiceError):
        answer("roll", {"pool": 1}, [2, 3])


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("roll", {"pool": 3, "again": 7}),
        ("attack", {"mode": "psychic"}),
        ("lookup", {"table": "moon", "keys": []}),
        ("lookup", {"table": "pace", "keys": ["never"]}),
        ("xp", {"trait": "defense", "from": 1, "to": 2}),
        ("xp", {"trait": "skill", "from": 2, "to": 2}),
        ("damage", {"health": 3, "track": "////"}),
        ("damage", {"health": 3, "track": "?"}),
        ("damage", {"health": 3, "hits": [[1, "holy"]]}),
        ("extended", {"target": 3}),
        ("extended", {"pool": "3", "target": 3}),
        ("contested", {"a": {"pool": 1}}),
        ("willpower", {"points": 1, "request": "flight"}),
        ("retry_wait", {"unit": "eon"}),
    ],
)
def test_what_no_rule_knows_is_refused(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        answer(kind, given, [])
