"""Every vector of the spec, and the strictness of its keys."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import BadInput, RulesError
from rules.exalted2e.conformance import CONFORMANCE
from rules.vectors import Vector, parse_vectors

FILE = Path(__file__).parent.parent / "vectors" / "exalted2e.vectors.json"
VECTORS = parse_vectors(json.loads(FILE.read_text()))


def ask(kind: str, given: Mapping[str, Any], *dice: int) -> Mapping[str, Any]:
    roller = ScriptedRoller(dice)
    result = CONFORMANCE[kind](given, roller)
    roller.finish()
    return result


@pytest.mark.parametrize(
    ("kind", "given", "dice", "expect"),
    [
        ("pool", {"op": "order", "base": 3, "essence": 1, "specialty": 5}, (), {"after1": 6}),
        (
            "pool",
            {"op": "order", "base": 3, "essence": 1, "nonmagic_bonus": {"accuracy": -1}},
            (),
            {"after1": 3, "pool": 2},
        ),
        ("pool", {"op": "order", "base": 0, "essence": 1, "bonus_successes": 1}, (), {"pool": 0, "can_roll": True}),
        ("pool", {"op": "order", "base": 5, "essence": 2, "magic_penalty": 9}, (), {"after4": -4, "pool": 2}),
        ("pool", {"op": "multi", "actions": 2, "bases": [6, 6], "essence": 1, "wound": 1}, (), {"pools": [3, 2]}),
        (
            "pool",
            {"op": "partial", "pool": 6, "num": 1, "den": 2, "mode": "proportional", "successes": 5},
            (),
            {"pool": 6, "effect": 2},
        ),
        ("roll", {"op": "count", "pool": 0}, (), {"outcome": "auto_fail", "total": 0, "threshold": None}),
        ("roll", {"op": "count", "pool": -2, "bonus_successes": 2}, (), {"outcome": "success", "threshold": 1}),
        ("roll", {"op": "auto", "pool": 5, "tn": 5}, (), {"required": 5, "auto": True}),
        ("roll", {"op": "auto", "pool": 9, "extended": True}, (), {"auto": True}),
        (
            "extended",
            {"op": "plain", "cumulative": 2, "rolls": [1, 1], "botch_effect": "fail"},
            (1,),
            {"failed": True, "rolls_used": 1, "complete": False},
        ),
        (
            "extended",
            {"op": "plain", "cumulative": 5, "rolls": [2, 1], "botch_effect": "lose_all"},
            (7, 7, 1),
            {"added": [2, -2]},
        ),
        (
            "extended",
            {"op": "interrupt", "accumulated": 4, "cumulative": 6},
            (),
            {"progress_num": 2, "progress_den": 3},
        ),
        (
            "heal",
            {"op": "mark", "track": "extra", "boxes": ["B", "B", "B"], "damage": [["B", 1]]},
            (),
            {"boxes": ["L", "B", "B"], "state": "incapacitated", "unconscious": True},
        ),
        ("heal", {"op": "heal", "being": "extra", "boxes": ["L", "L", "."], "rest_hours": 336}, (), {"healed": 1}),
        ("heal", {"op": "time", "damage": "L", "level": "-3", "being": "extra", "mode": "rest"}, (), {"hours": 336}),
        ("xp", {"op": "buy", "splat": "solar", "what": "specialty_swap"}, (), {"cost": 2, "days": 21}),
        ("xp", {"op": "raise", "splat": "dragon-blooded", "trait": "essence", "from": 2, "to": 3}, (), {"cost": 20}),
        (
            "stunt",
            {"op": "action", "being": "heroic_mortal", "ratings": [3], "choice": "wp"},
            (),
            {"motes": 0, "wp": 1},
        ),
        (
            "stunt",
            {"op": "one", "being": "heroic_mortal", "rating": 3, "has_pool": True},
            (),
            {"effective": 3, "motes": 4},
        ),
        ("stunt", {"op": "one", "being": "mortal", "rating": 3}, (), {"dice": 0, "motes": 0, "wp_option": False}),
    ],
)
def test_keys_that_no_given_vector_uses_count_too(
    kind: str, given: dict[str, Any], dice: tuple[int, ...], expect: dict[str, Any]
) -> None:
    result = ask(kind, given, *dice)
    assert {key: result[key] for key in expect} == expect


@pytest.mark.parametrize("kind", ["pool", "roll", "extended", "heal", "xp", "stunt"])
def test_an_unknown_op_is_named(kind: str) -> None:
    with pytest.raises(BadInput) as caught:
        ask(kind, {"op": "dance"})
    assert "dance" in caught.value.sentence


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("pool", {"op": "order", "base": 1, "essence": 1, "luck": 1}),
        ("pool", {"op": "order", "essence": 1}),
        ("pool", {"op": "partial", "pool": 1, "num": 1, "den": 0}),
        ("pool", {"op": "multi", "actions": 2, "bases": [1]}),
        ("pool", {"op": "teamwork", "members": []}),
        ("roll", {"op": "count", "pool": "1"}),
        ("roll", {"op": "count", "pool": 10_000}),
        ("resisted", {"sides": []}),
        ("extended", {"op": "interrupt", "accumulated": 1, "cumulative": 0}),
        ("heal", {"op": "mark", "boxes": ["B", "L"], "damage": []}),
        ("heal", {"op": "mark", "boxes": ["."] * 7, "damage": [["B", 10**9]]}),
        ("xp", {"op": "raise", "splat": "solar", "trait": "attribute", "from_": 2, "to": 3}),
        ("stunt", {"op": "one", "rating": 9}),
    ],
)
def test_what_makes_no_sense_is_refused(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        ask(kind, given)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-50, 300) | st.sampled_from(["", "L", "exalt", "x"]) | st.floats(0, 9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "n", "id"]), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(VECTORS), st.data())
def test_whatever_a_vector_gives_is_answered_or_refused(vector: Vector, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(vector.given)))
    dice = data.draw(st.lists(st.integers(1, 10), min_size=20, max_size=20))
    changed = {**vector.given, key: data.draw(JUNK)}
    with contextlib.suppress(RulesError):
        assert CONFORMANCE[vector.kind](changed, ScriptedRoller([*vector.dice, *dice]))
