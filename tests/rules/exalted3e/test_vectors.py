"""Every given vector, and how strictly the functions read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.dice import ScriptedRoller
from rules.errors import BadInput
from rules.exalted3e.conformance import CONFORMANCE

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "vectors" / "exalted3e.vectors.json").read_text(encoding="utf-8")
)


def differences(expected: Any, got: Any, where: str = "") -> list[str]:
    """What is expected and not so; steps are found by their number."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return [
            line
            for key, value in expected.items()
            for line in differences(value, got.get(key, "nothing"), f"{where}.{key}")
        ]
    if where == ".steps":
        steps = {step["step"]: step for step in got}
        return [line for step in expected for line in differences(step, steps[step["step"]], f"step {step['step']}")]
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [line for one, other in zip(expected, got, strict=True) for line in differences(one, other, where)]
    return [] if expected == got and type(expected) is type(got) else [f"{where}: {expected!r}, not {got!r}"]


def test_every_given_vector_comes_out_as_expected_to_the_type() -> None:
    for vector in VECTORS:
        roller = ScriptedRoller(vector["dice"])
        result = CONFORMANCE[vector["kind"]](vector["given"], roller)
        roller.finish()
        assert differences(vector["expect"], result) == [], vector["id"]


@pytest.mark.parametrize(
    ("kind", "given", "key"),
    [
        ("roll", {"pool": 3, "luck": 1}, "luck"),
        ("defense", {"attack": {"sneaky": True}}, "sneaky"),
        ("withering", {"attacker": {"luck": 1}}, "luck"),
        ("decisive", {"target": {"luck": 1}}, "luck"),
        ("order", {"combatants": [], "on_act": {"A": {"dance": 1}}}, "dance"),
        ("crash", {"combatants": [{"name": "A", "luck": 1}], "script": []}, "luck"),
        ("movement", {"combatants": [{"name": "A"}], "script": [{"do": "turn", "who": "A", "to": 1}]}, "to"),
        ("health", {"apply": [], "luck": 1}, "luck"),
        ("xp", {"purchases": [{"kind": "attribute", "luck": 1}]}, "luck"),
    ],
)
def test_an_unknown_key_is_named(kind: str, given: dict[str, Any], key: str) -> None:
    with pytest.raises(BadInput) as refused:
        CONFORMANCE[kind](given, ScriptedRoller(()))
    assert key in refused.value.sentence


def test_an_unknown_event_of_a_script_is_named() -> None:
    given = {"combatants": [{"name": "A"}], "script": [{"do": "dance", "who": "A"}]}
    with pytest.raises(BadInput, match="dance"):
        CONFORMANCE["sequence"](given, ScriptedRoller(()))


def test_a_weapon_reaches_no_less_than_close_range() -> None:
    given = {"combatants": [{"name": "A", "weapon": "archery", "max_range": -6}], "script": []}
    with pytest.raises(BadInput, match="max_range"):
        CONFORMANCE["aim"](given, ScriptedRoller(()))


def test_willpower_that_is_not_there_is_refused_as_a_result() -> None:
    given = {"pool": 1, "willpower": 0, "willpower_spent": True}
    assert CONFORMANCE["roll"](given, ScriptedRoller(())) == {"error": "no_willpower"}


@pytest.mark.parametrize(("kind", "given"), [
    ("roll", {"pool": 1, "stunt": 4}),
    ("defense", {"stunt": -1}),
    ("decisive", {"attacker": {"initiative": 5}, "stunt": 4}),
    ("sequence", {"combatants": [{"name": "A"}, {"name": "B"}],
                  "script": [{"do": "withering", "who": "A", "target": "B", "stunt": -1}]}),
])  # fmt: skip
def test_a_stunt_has_three_points_at_most(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="stunt"):
        CONFORMANCE[kind](given, ScriptedRoller(()))


def test_a_mode_of_null_is_left_out() -> None:
    assert CONFORMANCE["roll"]({"mode": None, "pool": 1}, ScriptedRoller((7,)))["success"]


def test_an_unknown_mode_of_a_roll_is_named() -> None:
    with pytest.raises(BadInput, match="juggle"):
        CONFORMANCE["roll"]({"mode": "juggle"}, ScriptedRoller(()))


GUARDED = {
    "attacker": {"initiative": 10, "dexterity": 4, "ability": 3, "strength": 3},
    "weapon": {"accuracy": 2, "damage": 9, "overwhelming": 1},
    "target": {"name": "ward", "initiative": 6, "defense": 2, "soak": 3},
    "guard": {"name": "guardian", "initiative": 7, "parry": 4, "defense": 5, "soak": 8},
}


@pytest.mark.parametrize(
    ("kind", "given", "dice", "expect"),
    [
        ("withering", {**GUARDED, "choice": "guardian"}, [10, 10, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1],
         {"struck": "guardian", "threshold": 1, "damage_dice": 5, "damage_successes": 3}),
        ("withering", {**GUARDED, "choice": "ward"}, [10, 10, 7, 1, 2, 3, 4, 5, 6],
         {"hit": False, "attacker_initiative": 10, "target_onslaught": 1}),
        ("decisive", {"attacker": {"initiative": 12, "dexterity": 4, "ability": 3}, "target": {"defense": 3}},
         [7, 2, 3, 4, 5, 6, 6], {"attacker_initiative": 9, "self_crash": False}),
        ("decisive", {"attacker": {"initiative": 9, "dexterity": 4, "ability": 0},
                      "target": {"defense": 1, "group": {"size": 2, "damage": 7, "max": 9}}},
         [7, 2, 3, 4, 7, 7, 7, 1, 1, 1, 1, 1, 1],
         {"damage_levels": 6, "size_lost": 1, "group_damage": 4, "group_max": 8, "attacker_initiative": 8}),
        ("withering", {"attacker": {"initiative": 6, "dexterity": 4, "group": {"size": 1}},
                       "weapon": {"damage": 4}, "target": {"initiative": 0, "defense": 1, "soak": 3}},
         [7, 1, 2, 3, 4, 10, 7], {"damage_levels": 2, "target_initiative": 0, "target_health":
                                  {"bashing": 0, "lethal": 2, "aggravated": 0}}),
        ("roll", {"mode": "read", "attribute": 3, "ability": 2, "target": {"manipulation": 3, "socialize": 4,
                  "unaware": True}}, [7, 7, 1, 2, 3], {"guile": 2, "success": True}),
        ("roll", {"mode": "influence", "action": "persuade", "attribute": 2, "ability": 1, "appearance": 5,
                  "target": {"wits": 3, "integrity": 2}}, [7, 7, 7, 1, 1], {"dice_rolled": 5, "resolve": 3}),
        ("xp", {"sessions": [{"expression": True, "role": True}, {"role": True}]}, [], {"xp": 10, "solar_xp": 6}),
        ("xp", {"essence": 3}, [], {"personal": 19, "peripheral": 47}),
        ("health", {"apply": [["lethal", 3]], "pools": {"attack": 8, "damage": 9}}, [],
         {"pools": {"attack": 7, "damage": 9}}),
        ("defense", {"dexterity": 3, "dodge": 3, "combat_ability": 5, "full_defense": True,
                     "attack": {"flexible": True}}, [], {"defense": 4}),
        ("defense", {"dexterity": 3, "dodge": 3, "ranged_only": True, "attack": {"undodgeable": True}}, [],
         {"defense": 0}),
        ("defense", {"dexterity": 3, "dodge": 3, "surprise": True, "mobility_penalty": 2}, [],
         {"evasion": 0, "defense": 0}),
        ("order", {"combatants": [{"name": "A", "initiative": 2}, {"name": "B", "initiative": 7}],
                   "on_act": {"A": {"delay_to": -9}, "B": {"removes": []}}}, [],
         {"self_crash": ["A"], "initiative": {"A": -5, "B": 7}}),
        ("order", {"combatants": [{"name": "A", "initiative": 9}, {"name": "B", "initiative": 3}],
                   "on_act": {"A": {"change": {"B": 6}}}}, [],
         {"turns": [{"tick": 9, "actors": ["A"]}, {"tick": 8, "actors": ["B"]}]}),
    ],
)  # fmt: skip
def test_more_vectors_of_the_same_shapes_come_out_right(
    kind: str, given: dict[str, Any], dice: list[int], expect: dict[str, Any]
) -> None:
    roller = ScriptedRoller(dice)
    result = CONFORMANCE[kind](given, roller)
    roller.finish()
    assert differences(expect, result) == []
