"""Vectors worked out by hand from the specification, beside the given ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.conformance import read_vectors, run_vectors
from rules.exalted3e.conformance import CONFORMANCE

VECTORS = json.loads((Path(__file__).parent / "vectors_more.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_vector_passes(vector: dict[str, Any]) -> None:
    report = run_vectors(CONFORMANCE, read_vectors([vector]))
    assert report.failures == ()
    assert report.passed == 1


def test_every_kind_has_more_vectors() -> None:
    assert {vector["kind"] for vector in VECTORS} == {*CONFORMANCE}
