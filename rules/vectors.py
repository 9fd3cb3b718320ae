"""Run a file of test vectors against a system: `python -m rules check`.

A vector is {id, kind, given, dice, expect}; rule_ids and why are for people. The system's function for that kind
(`rules.conformance`) gets `given` and the scripted dice. Its result must match `expect`, and every die must be used.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.battle import Json
from rules.codec import decode
from rules.conformance import MAX_NUMBER, Function
from rules.dice import ScriptedRoller
from rules.errors import BadInput, DiceError, RulesError
from rules.text import Text

MALFORMED: Final = "malformed"
"""What vectors that could not be read as such count under, in place of their kind."""

NOTHING: Final = "nothing"
"""What a failure shows as the result when the result lacks the key."""

MAX_DEPTH: Final = 20
"""How deep a file may nest. Real vectors stay far below; hostile files may not."""


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
    """One error in one vector. `unknown`: the file asks for something that the system does not have."""

    vector: str
    text: str
    unknown: bool = False


class Tally(NamedTuple):
    """How many vectors passed, failed, and could not be read: they ask for what the system does not have."""

    passed: int = 0
    failed: int = 0
    unread: int = 0

    def add(self, failures: Sequence[Failure]) -> "Tally":
        """Count one more vector, with its failures."""
        if not failures:
            return self._replace(passed=self.passed + 1)
        if any(failure.unknown for failure in failures):
            return self._replace(unread=self.unread + 1)
        return self._replace(failed=self.failed + 1)

    def describe(self, *, whole: bool = True) -> str:
        """Return the counts in words. `whole`: also say that none were unread."""
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.unread} could not be read" if whole or self.unread else text


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a file: how many vectors passed, failed and could not be read per kind, and every failure."""

    counts: Mapping[str, Tally]
    failures: tuple[Failure, ...]

    @property
    def total(self) -> Tally:
        """The counts of all kinds together."""
        return Tally(*(sum(count) for count in zip(*self.counts.values(), strict=True)))

    @property
    def passed(self) -> int:
        """The number of vectors that passed."""
        return self.total.passed

    @property
    def failed(self) -> int:
        """The number of vectors that failed."""
        return self.total.failed

    @property
    def unread(self) -> int:
        """The number of vectors that could not be read."""
        return self.total.unread

    @property
    def exit_code(self) -> int:
        """0 if all passed, 2 if something could not be read, else 1."""
        if self.unread:
            return 2
        return 1 if self.failures else 0


def parse_vectors(data: object) -> tuple[Vector, ...]:
    """Read the vectors of a file. Raises `BadInput` that names the malformed vector."""
    return tuple(_parse_vector(item, index) for index, item in enumerate(_list_vectors(data)))


def check_file(functions: Mapping[str, Function], data: object) -> Report:
    """Run the vectors of a file. One that is malformed counts as unread, and the others run.

    Raises `BadInput` for a file that holds no vector at all.
    """
    found, malformed = list[Vector](), list[Failure]()
    for index, item in enumerate(items := _list_vectors(data)):
        try:
            found.append(_parse_vector(item, index))
        except BadInput as error:
            malformed.append(Failure(_name(item, index), error.sentence, unknown=True))
    if items and not found:
        _parse_vector(items[0], 0)
    report = run_vectors(functions, found)
    if not malformed:
        return report
    return Report({**report.counts, MALFORMED: Tally(unread=len(malformed))}, (*report.failures, *malformed))


def _list_vectors(data: object) -> list[object]:
    if not isinstance(data, list):
        raise BadInput("not_vectors", Text("A vector file must be a list of vectors."))
    return data


def _parse_vector(item: object, index: int) -> Vector:
    _check_size(item, name := _name(item, index))
    return decode(Vector, item, where=name)


def _check_size(item: object, where: str) -> None:
    """Raise `BadInput` for data that nests too deep or holds too large a number: it could not even be printed."""
    layer = [item]
    for _ in range(MAX_DEPTH):
        if any(isinstance(value, (int, float)) and not abs(value) <= MAX_NUMBER for value in layer):
            raise BadInput(
                "bad_number",
                Text("{where} contains a number beyond {n}.", where=repr(where), n=MAX_NUMBER),
                key=where,
            )
        layer = [inner for value in layer for inner in _open(value)]
        if not layer:
            return
    raise BadInput(
        "too_deep", Text("{where} is nested more than {n} levels deep.", where=repr(where), n=MAX_DEPTH), key=where
    )


def _open(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def run_vectors(functions: Mapping[str, Function], vectors: Iterable[Vector]) -> Report:
    """Run every vector and return the report."""
    counts: dict[str, Tally] = {}
    failures: list[Failure] = []
    for vector in vectors:
        found = list(_run(functions, vector))
        failures += found
        counts[vector.kind] = counts.get(vector.kind, Tally()).add(found)
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
    """Return whether a result matches: objects need only the expected keys, lists must match item by item.

    A list of objects with a `step` selects steps: each object is compared with the step of that number.
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
