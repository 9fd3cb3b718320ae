"""Runs a file of test vectors against a system: `python -m rules check`.

A vector is {id, kind, given, dice, expect} (rule_ids and why are for people). The system's function of that kind gets
`given` and the scripted dice; what `expect` holds is compared, and every die must have been used.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.battle import Json
from rules.codec import decode
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, DiceError, RulesError
from rules.text import Text

Function = Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]

NOTHING: Final = "nothing"
"""What a failure shows as got where the result lacks the key."""

MAX_DEPTH: Final = 20
MAX_NUMBER: Final = 1_000_000_000
"""How deep a file may nest and how large its numbers may be: no vector comes near, hostile ones do."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One test vector of a file."""

    id: str
    kind: str
    given: Mapping[str, Json]
    dice: tuple[int, ...] = ()
    expect: Mapping[str, Json] = field(default_factory=dict)
    rule_ids: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is wrong with one vector: `unknown` where the file asks for what the system does not know."""

    vector: str
    text: str
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """How a file fared: per kind how many passed and failed, and every failure."""

    counts: Mapping[str, tuple[int, int]]
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> int:
        """Vectors that passed."""
        return sum(passed for passed, _ in self.counts.values())

    @property
    def failed(self) -> int:
        """Vectors that failed."""
        return sum(failed for _, failed in self.counts.values())

    @property
    def exit_code(self) -> int:
        """0 if all passed, 2 if something was unknown, else 1."""
        if any(failure.unknown for failure in self.failures):
            return 2
        return 1 if self.failures else 0


def read_vectors(data: object) -> tuple[Vector, ...]:
    """Read the vectors of a file. Raises `BadInput` naming the one that is malformed."""
    if not isinstance(data, list):
        raise BadInput("not_vectors", Text("A vector file is a list of vectors."))
    for index, item in enumerate(data):
        _check_size(item, _name(item, index))
    return tuple(decode(Vector, item, where=_name(item, index)) for index, item in enumerate(data))


def _check_size(item: object, where: str) -> None:
    """Refuse nests and numbers so large that nothing can be done with them, not even print them."""
    layer = [item]
    for _ in range(MAX_DEPTH):
        if any(isinstance(value, (int, float)) and not abs(value) <= MAX_NUMBER for value in layer):
            raise BadInput(
                "bad_number",
                Text("{where} holds a number beyond {n}.", where=repr(where), n=MAX_NUMBER),
                key=where,
            )
        layer = [inner for value in layer for inner in _open(value)]
        if not layer:
            return
    raise BadInput("too_deep", Text("{where} nests more than {n} deep.", where=repr(where), n=MAX_DEPTH), key=where)


def _open(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def drop_nulls(given: Json) -> Any:
    """The same without keys that are null, at any depth: a vector that gives null leaves the key out."""
    if isinstance(given, Mapping):
        return {key: drop_nulls(value) for key, value in given.items() if value is not None}
    return [drop_nulls(item) for item in given] if isinstance(given, list) else given


def run_vectors(functions: Mapping[str, Function], vectors: Iterable[Vector]) -> Report:
    """Run every vector and report."""
    counts: dict[str, tuple[int, int]] = {}
    failures: list[Failure] = []
    for vector in vectors:
        found = list(_run(functions, vector))
        failures += found
        passed, failed = counts.get(vector.kind, (0, 0))
        counts[vector.kind] = (passed, failed + 1) if found else (passed + 1, failed)
    return Report(counts, tuple(failures))


def _run(functions: Mapping[str, Function], vector: Vector) -> Iterator[Failure]:
    if vector.kind not in functions:
        sentence = f"unknown kind {vector.kind!r}; known: {', '.join(functions)}"
        yield Failure(vector.id, sentence, unknown=True)
        return
    try:
        roller = ScriptedRoller(vector.dice)
        result = functions[vector.kind](vector.given, roller)
        roller.finish()
    except DiceError as error:
        yield Failure(vector.id, error.sentence)
    except BadInput as error:
        yield Failure(vector.id, error.sentence, unknown=True)
    except RulesError as error:
        yield Failure(vector.id, f"refused: {error.sentence}")
    else:
        yield from _compare(vector, result)


def _compare(vector: Vector, result: Mapping[str, Json]) -> Iterator[Failure]:
    for key, expected in vector.expect.items():
        if key not in result:
            unknown = key != "error" and "error" not in result
            known = f"; known: {', '.join(result)}" if unknown else ""
            text = f"{key}: expected {expected!r}, got {NOTHING}{known}"
            yield Failure(vector.id, text, unknown)
        elif not is_same(expected, result[key]):
            yield Failure(vector.id, f"{key}: expected {expected!r}, got {result[key]!r}")


def is_same(expected: Json, got: Json) -> bool:
    """Whether a result is what was expected: objects need only hold the keys named, lists must match item by item.

    A list of objects that carry a `step` is a choice of steps: each is compared with the step of that number.
    """
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(
            key in got and is_same(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        if not isinstance(got, (list, tuple)):
            return False
        if expected and all(map(_is_step, expected)):
            steps = {item["step"]: item for item in got if _is_step(item)}
            return all(item["step"] in steps and is_same(item, steps[item["step"]]) for item in expected)
        return len(expected) == len(got) and all(map(is_same, expected, got))
    return isinstance(expected, bool) == isinstance(got, bool) and expected == got


def _is_step(item: Json) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("step"), int)


def _name(item: object, index: int) -> str:
    name = item.get("id") if isinstance(item, Mapping) else None
    return name if isinstance(name, str) else f"vector {index + 1}"
