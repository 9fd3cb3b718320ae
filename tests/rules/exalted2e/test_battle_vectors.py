"""The vector kinds dv, attack, soak and tick: keys and cases that the given vectors leave out."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import BadInput
from rules.exalted2e.conformance import CONFORMANCE
from rules.exalted2e.defense import compute_final_damage


def ask(kind: str, given: Mapping[str, Any], *dice: int) -> dict[str, Any]:
    roller = ScriptedRoller(dice)
    result = dict(CONFORMANCE[kind](given, roller))
    roller.finish()
    return result


BASE = {"op": "final", "base_dodge": 4, "base_parry": 3}


@pytest.mark.parametrize(
    ("changes", "dodge", "parry"),
    [
        ({}, 4, 3),
        ({"shield": "tower", "attack": "ranged"}, 6, 5),
        ({"shield": "target", "cover": "75%", "attack": "ranged"}, 7, 6),
        ({"cover": "25%"}, 4, 3),
        ({"height": "steep"}, 6, 5),
        ({"height": "steep", "attack": "ranged"}, 4, 3),
        ({"height": "steep", "mounted": True, "attacker_reach": True}, 4, 3),
        ({"lower": "steep"}, 2, 1),
        ({"lower": "steep", "attacker_reach": True}, 2, 1),
        ({"lower": "steep", "attack": "ranged"}, 4, 3),
        ({"coordination": 2, "botched": True}, 0, -1),
        ({"unaware": True, "cover": "90%"}, 2, 2),
        ({"dodge_ok": False, "wound": 1}, -1, 2),
        ({"terrain": 3}, 1, 3),
        ({"exc_mode": "parry", "exc1_successes": 2, "exc2_successes": 1}, 4, 6),
        ({"exc_mode": "parry", "exc1_successes": 2, "exc3_ability": 5}, 4, 5),
        ({"armed": False, "damage_type": "A", "enabled": True}, 4, 3),
        ({"armed": False, "damage_type": "B"}, 4, 3),
        ({"armed": False, "damage_type": "A"}, 4, 0),
    ],
)
def test_every_modifier_finds_its_dv(changes: dict[str, Any], dodge: int, parry: int) -> None:
    found = ask("dv", {**BASE, **changes})
    assert (found["dodge"], found["parry"]) == (dodge, parry)
    assert found["used"] == ("dodge" if dodge >= parry else "parry")
    assert found["dv"] == max(0, dodge, parry)


def test_equal_dvs_count_as_dodge() -> None:
    assert ask("dv", {"op": "final", "base_dodge": 3, "base_parry": 3})["used"] == "dodge"


def test_a_parry_has_no_use_for_essence() -> None:
    given = {"op": "parry", "dexterity": 4, "ability": 3, "defense": 0, "essence": 5}
    assert ask("dv", given)["dv"] == 4


@pytest.mark.parametrize(
    ("given", "dice", "expect"),
    [
        ({"pool": 3, "dv": 0}, (1, 1, 2), {"botch": True, "dv_extra": 2, "hit": False}),
        ({"pool": 2, "bonus_successes": 1}, (1, 2, 2), {"botch": False, "successes": 1, "hit": True, "raw": 1}),
        ({"pool": 0, "bonus_successes": 2, "dv": 1}, (7,), {"successes": 2, "net": 1, "hit": True, "levels": 1}),
        ({"pool": 4, "tn": 5}, (5, 6, 4, 1, *(2,) * 2), {"successes": 2, "raw": 2}),
        ({"pool": 2, "attacker_being": "extra", "dv": 1}, (10, 2), {"successes": 1, "net": 0}),
        ({"pool": 2, "attacker_being": "extra", "dv": 3}, (), {"auto_miss": True, "hit": False}),
        ({"pool": 2, "attacker_being": "extra", "dv": 2}, (7, 2), {"auto_miss": False, "net": -1}),
        ({"pool": 9, "range": 10, "distance": 31}, (), {"hit": False, "levels": 0}),
        ({"pool": 1, "external": 2}, (7,), {"net": -1}),
        ({"pool": 1, "raw_mod": -5}, (7,), {"hit": True, "raw": 0, "final": 0, "levels": 0}),
        ({"pool": 1, "raw_mod": 3, "hardness": [2, 4]}, (7,), {"hardness_stops": True, "final": 0}),
        ({"pool": 1, "reroll": True}, (1, 7, 7), {"successes": 1, "botch": False, "levels": 1}),
        ({"pool": 1, "reroll": True}, (1, 2), {"successes": 0, "botch": False}),
        ({"pool": 1, "reroll": True}, (2, 1), {"successes": 0, "botch": False}),
        ({"pool": 1, "strength": 4, "defender_being": "extra", "post_mod": 2}, (7,), {"final": 7, "levels": 3}),
    ],
)
def test_single_attacks(given: dict[str, Any], dice: tuple[int, ...], expect: dict[str, Any]) -> None:
    found = ask("attack", given, *dice)
    assert {key: found[key] for key in expect} == expect


def test_a_flurry_without_targets_is_all_on_one() -> None:
    attacks = ask("attack", {"op": "flurry", "n": 2, "base": 5, "dv": 1}, *(2,) * 5)["attacks"]
    assert [(one["pool"], one["dv"]) for one in attacks] == [(3, 1), (2, 0)]


@pytest.mark.parametrize(
    ("kind", "given", "named"),
    [
        ("dv", {"op": "final", "cover": "60%"}, "cover"),
        ("dv", {"op": "final", "height": "tree"}, "height"),
        ("dv", {"op": "guess"}, "op"),
        ("dv", {"op": "dodge", "dexterity": 3, "luck": 1}, "luck"),
        ("attack", {"op": "riposte"}, "op"),
        ("attack", {"pool": 3, "luck": 1}, "luck"),
        ("attack", {"dv": 3}, "pool"),
        ("attack", {"op": "flurry", "n": 2, "base": 3, "targets": ["X"]}, "targets"),
        ("attack", {"op": "flurry", "n": 1, "base": 3, "targets": ["X"], "dv": {"Y": 1}}, "X"),
        ("soak", {"op": "soak", "stamina": 2, "armor": {"Q": 1}}, "Q"),
        ("tick", {"op": "join", "combatants": []}, "combatants"),
        ("tick", {"op": "join", "combatants": [{"id": "A"}]}, "A"),
        ("tick", {"op": "sequence", "start": {}, "actions": {"A": []}, "until": 1}, "A"),
        ("tick", {"op": "rest"}, "op"),
    ],
)
def test_what_is_unknown_is_named(kind: str, given: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        ask(kind, given)


def test_an_attack_faster_than_the_least_speed_takes_that() -> None:
    given = {
        "op": "sequence",
        "start": {"A": 0},
        "actions": {"A": [{"type": "attack", "speed": 2, "dv": 1}, {"type": "misc", "speed": 2, "dv": 1}]},
        "until": 6,
    }
    found = ask("tick", given)
    assert found["timeline"] == [[0, ["A"]], [3, ["A"]]]
    assert found["next"] == {"A": 5}
    assert [found["dv_at"][f"{tick}:A"] for tick in range(7)] == [1, 1, 1, 1, 1, 0, 0]


def test_a_reflexive_move_takes_no_time_and_leaves_the_turn() -> None:
    given = {
        "op": "sequence",
        "start": {"A": 1},
        "actions": {"A": [{"type": "move", "speed": 0, "dv": 0}, {"type": "dash", "speed": 3, "dv": 2}]},
        "until": 4,
    }
    found = ask("tick", given)
    assert found["timeline"] == [[1, ["A"]]]
    assert (found["dv_at"]["0:A"], found["dv_at"]["1:A"], found["dv_at"]["4:A"]) == (0, 2, 0)


@pytest.mark.parametrize(
    ("components", "legal"),
    [
        ([{"type": "dash", "speed": 3, "dv": 2}] * 2, False),
        ([{"type": "aim", "speed": 3, "dv": 1}, {"type": "attack", "speed": 5, "dv": 1}], False),
        ([{"type": "guard", "speed": 3}, {"type": "attack", "speed": 5, "dv": 1}], False),
        ([{"type": "misc", "speed": 5, "dv": 1}, {"type": "rise", "speed": 5, "dv": 1}], True),
    ],
)
def test_what_a_flurry_may_hold(components: list[dict[str, Any]], legal: bool) -> None:
    assert ask("tick", {"op": "flurry", "components": components})["legal"] is legal


def test_readying_beside_anything_else_keeps_its_speed() -> None:
    parts = [
        {"type": "ready", "speed": 5, "dv": 1, "weapon": "knife"},
        {"type": "attack", "speed": 4, "dv": 1, "weapon": "knife"},
        {"type": "dash", "speed": 3, "dv": 2},
    ]
    assert ask("tick", {"op": "flurry", "components": parts})["speed"] == 5
    assert ask("tick", {"op": "flurry", "components": parts[:2]})["speed"] == 4


@given(
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(1, 6),
    st.integers(1, 10),
    st.lists(st.integers(0, 20), max_size=3),
)
def test_damage_is_never_more_than_raw_nor_less_than_the_minimum(
    raw: int, soak: int, minimum: int, essence: int, hardness: list[int]
) -> None:
    final = compute_final_damage(raw, soak, minimum, essence, hardness)
    assert 0 <= final <= raw
    if raw > max(hardness, default=0):
        assert final >= min(raw, minimum, 1)
        assert final >= min(raw, max(minimum, essence))
        assert final <= max(raw - soak, minimum, essence)
    else:
        assert final == 0
