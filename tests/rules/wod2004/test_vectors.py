"""Every given vector of the system, and the strictness of the format."""

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


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_a_given_vector_passes(vector: dict[str, Any]) -> None:
    assert answer(vector["kind"], vector["given"], vector["dice"]).items() >= vector["expect"].items()
