"""Every vector of every system: the given ones, and beside them those worked out by hand from the specification."""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.conformance import Function
from rules.vectors import read_vectors, run_vectors

HERE = Path(__file__).parent
VECTORS = {
    (source, system): read_vectors(json.loads(path.read_text(encoding="utf-8")))
    for system in SYSTEMS
    for source, path in (
        ("given", HERE / "vectors" / f"{system}.vectors.json"),
        ("by hand", HERE / system / "vectors_more.json"),
    )
}
OWN_KINDS = {"exalted3e": {"group", "influence"}}
"""Kinds of which no vectors were given: all of theirs are worked out by hand."""
KINDS = [(*where, kind) for where, vectors in VECTORS.items() for kind in sorted({one.kind for one in vectors})]


def functions_of(system: str) -> Mapping[str, Function]:
    found: Mapping[str, Function] = importlib.import_module(f"rules.{system}.conformance").CONFORMANCE
    return found


@pytest.mark.parametrize(("source", "system", "kind"), KINDS)
def test_every_vector_passes(source: str, system: str, kind: str) -> None:
    functions = functions_of(system)
    for vector in VECTORS[source, system]:
        if vector.kind == kind:
            try:
                report = run_vectors(functions, [vector])
            except Exception as error:
                error.add_note(f"in the vector {vector.id}")
                raise
            assert report.failures == ()
            assert report.passed == 1


@pytest.mark.parametrize(("source", "system"), VECTORS)
def test_every_kind_has_vectors_and_every_vector_an_id_of_its_own(source: str, system: str) -> None:
    vectors = VECTORS[source, system]
    missing = OWN_KINDS.get(system, set()) if source == "given" else set()
    assert {vector.kind for vector in vectors} == {*functions_of(system)} - missing
    assert len({vector.id for vector in vectors}) == len(vectors)
