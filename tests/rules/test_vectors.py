"""Every vector of every system: the given ones, those of the addenda, and those worked out by hand."""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.conformance import Function
from rules.vectors import Vector, parse_vectors, run_vectors
from tests.rules.later import LATER

HERE = Path(__file__).parent
VECTORS = {
    (source, system): parse_vectors(json.loads(path.read_text(encoding="utf-8")))
    for system in SYSTEMS
    for source, path in (
        ("given", HERE / "vectors" / f"{system}.vectors.json"),
        ("addendum", HERE / "vectors" / f"{system}.addendum.vectors.json"),
        ("by hand", HERE / system / "vectors_more.json"),
    )
}
WAITING = [
    (system, vector) for (_source, system), vectors in VECTORS.items() for vector in vectors if vector.id in LATER
]
VECTORS = {where: tuple(one for one in vectors if one.id not in LATER) for where, vectors in VECTORS.items()}
OWN_KINDS = {system: {"field"} for system in SYSTEMS} | {"exalted3e": {"field", "group", "influence"}}
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


@pytest.mark.parametrize(("system", "vector"), WAITING, ids=[vector.id for _system, vector in WAITING])
def test_a_vector_that_waits_does_not_pass_yet(system: str, vector: Vector) -> None:
    assert run_vectors(functions_of(system), [vector]).failures, f"take {vector.id} out of tests/rules/later.py"


def test_every_vector_that_waits_is_one_of_the_addenda() -> None:
    assert sorted(vector.id for _system, vector in WAITING) == sorted(LATER)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_two_vectors_of_a_game_have_one_id(system: str) -> None:
    ids = [vector.id for (_source, of), vectors in VECTORS.items() for vector in vectors if of == system]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(("source", "system"), [where for where in VECTORS if where[0] != "addendum"])
def test_every_kind_has_vectors_and_every_vector_an_id_of_its_own(source: str, system: str) -> None:
    vectors = VECTORS[source, system]
    missing = OWN_KINDS.get(system, set()) if source == "given" else set()
    assert {vector.kind for vector in vectors} == {*functions_of(system)} - missing
    assert len({vector.id for vector in vectors}) == len(vectors)
