"""Every vector of the specification passes, and what a vector may not say is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.dice import ScriptedRoller
from rules.conformance import read_vectors, run_vectors
from rules.errors import BadInput, DiceError
from rules.v20da.conformance import CONFORMANCE

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "v20da.vectors.json").read_text())


def run(kind: str, given: dict[str, Any], dice: list[int] | None = None) -> Any:
    roller = ScriptedRoller(dice or [])
    got = CONFORMANCE[kind](given, roller)
    roller.finish()
    return json.loads(json.dumps(got))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_vector_passes(vector: dict[str, Any]) -> None:
    report = run_vectors(CONFORMANCE, read_vectors([vector]))
    assert report.failures == ()
    assert report.passed == 1
