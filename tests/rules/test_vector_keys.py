"""No vector speaks in words of its own: what neither the spec nor the vector files name is refused by name."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules import SYSTEMS
from rules.vectors import Vector, run_vectors
from tests.rules.test_vectors import VECTORS, functions_of

EVERY_KIND = [
    (system, vector.kind, vector.given)
    for system in SYSTEMS
    for vector in {vector.kind: vector for vector in VECTORS["given", system]}.values()
]


def refuse(system: str, kind: str, given: Mapping[str, Any]) -> str:
    """The sentence that refuses it; a vector that is answered, or only fails, is no refusal."""
    report = run_vectors(functions_of(system), [Vector("T", kind, given)])
    assert report.exit_code == 2
    return report.failures[0].text


@pytest.mark.parametrize(("system", "kind", "given"), EVERY_KIND, ids=[f"{s}-{kind}" for s, kind, _ in EVERY_KIND])
def test_a_key_that_nobody_has_named_is_refused_in_every_kind(system: str, kind: str, given: dict[str, Any]) -> None:
    assert "wibble" in refuse(system, kind, {**given, "wibble": 1})


WITHERING: dict[str, Any] = {
    "attacker": {"initiative": 6, "dexterity": 3, "ability": 3, "strength": 2},
    "weapon": {"accuracy": 2, "damage": 9, "overwhelming": 1},
    "target": {"initiative": 5, "defense": 3, "soak": 4},
}


def with_part(part: str, **more: Any) -> dict[str, Any]:
    return {**WITHERING, part: {**WITHERING[part], **more}}


def in_script(do: str, **keys: Any) -> dict[str, Any]:
    fighters = [{"name": name, "side": name, "initiative": 6} for name in "AB"]
    return {"combatants": fighters, "script": [{"do": "turn", "who": "A"}, {"do": do, "who": "A", **keys}]}


GUESSED: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("v20da", "willpower", {"request": "guaranteed_success", "points": 3}, "request"),
    ("v20da", "willpower", {"request": "roll", "points": 3}, "request"),
    ("v20da", "lookup", {"table": "max_trait", "keys": [8]}, "max_trait"),
    ("v20da", "lookup", {"table": "trait_cap", "keys": [8]}, "trait_cap"),
    ("v20da", "xp", {"trait": "discipline", "from": 1, "to": 2}, "discipline"),
    ("v20da", "xp", {"trait": "out_of_clan_discipline", "from": 1, "to": 2}, "out_of_clan_discipline"),
    ("v20da", "attack", {"attack": {"pool": 3, "bought": 1}}, "bought"),
    ("wod2004", "lookup", {"table": "target successes", "keys": ["simple"]}, "target successes"),
    ("wod2004", "lookup", {"table": "action_kind", "keys": ["throw punch"]}, "throw punch"),
    ("wod2004", "lookup", {"table": "target", "keys": ["simple/relaxed"]}, "simple/relaxed"),
    ("wod2004", "willpower", {"points": 2, "request": "resistance"}, "resistance"),
    ("exalted3e", "withering", {**WITHERING, "soak_reduction": 2}, "soak_reduction"),
    ("exalted3e", "withering", with_part("weapon", damage_type="bashing"), "damage_type"),
    ("exalted3e", "withering", with_part("target", group={"size": 1, "maximum": 8}), "maximum"),
    ("exalted3e", "withering", with_part("target", group={"size": 1, "magnitude": 8}), "magnitude"),
    ("exalted3e", "withering", with_part("target", group={"size": 1, "drill": "poor"}), "drill"),
    ("exalted3e", "withering", {**WITHERING, "modifiers": [1, 2]}, "modifiers"),
    ("exalted3e", "defense", {"attack": {"surprise": True}}, "surprise"),
    ("exalted3e", "defense", {"specialties": ["resolve"]}, "specialties"),
    ("exalted3e", "defense", {"hardness_sources": [{"value": 3, "in_crash": True}]}, "in_crash"),
    ("exalted3e", "roll", {"mode": "extended", "pool": 3, "goal": 2, "terminus": 1}, "terminus"),
    ("exalted3e", "roll", {"mode": "influence", "pool": 3, "target": {"wits": 2, "gestures": True}}, "gestures"),
    ("exalted3e", "health", {"pools": [3]}, "pools"),
    ("exalted3e", "xp", {"sessions": [{"expression_bonus": True}]}, "expression_bonus"),
    ("exalted3e", "xp", {"sessions": [["role_bonus"]]}, "role_bonus"),
    ("exalted3e", "xp", {"purchases": [{"kind": "martial_arts_charm"}]}, "kind"),
    ("exalted3e", "xp", {"essence": 2, "exalt": "lunar"}, "exalt"),
    ("exalted3e", "crash", in_script("misc", note="a shout"), "note"),
    ("exalted3e", "crash", in_script("perilous", charm="Thunderbolt"), "charm"),
    ("exalted2e", "roll", {"op": "count", "dice": 3}, "dice"),
    ("exalted2e", "pool", {"op": "order", "base": 3, "bonus": 2}, "bonus"),
)


@pytest.mark.parametrize(("system", "kind", "given", "named"), GUESSED, ids=[f"{s}-{k}-{n}" for s, k, _, n in GUESSED])
def test_another_name_for_what_has_one_is_refused(system: str, kind: str, given: dict[str, Any], named: str) -> None:
    assert named in refuse(system, kind, given)
