"""What the readers of test vectors answer: found by running every vector that there is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rules import get_system
from rules.conformance import Kinds
from rules.dice import ScriptedRoller
from rules.vectors import Vector
from rules.vocabulary import REFUSAL, load_vocabulary
from tests.rules.test_vectors import VECTORS, functions_of


@dataclass
class Answers:
    """The keys of all results by reader, and the texts that stand under each key."""

    keys: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, set[str]] = field(default_factory=dict)


@cache
def answers_of(system: str) -> Answers:
    found, by_name = Answers(), load_vocabulary(get_system(system)).by_name
    for (_source, of), vectors in VECTORS.items():
        for vector in vectors if of == system else ():
            function = functions_of(system)[vector.kind]
            result = function(vector.given, ScriptedRoller(vector.dice))
            keys = found.keys.setdefault(title_of(function, vector), [])
            for key, texts in walk(result, by_name):
                if key not in keys and key not in REFUSAL:
                    keys.append(key)
                found.texts.setdefault(key, set()).update(texts)
    return found


def title_of(function: Any, vector: Vector) -> str:
    """The title of the reader of a vector, as `rules.vector_keys` has it."""
    kinds: Kinds = function.func.__self__
    op = vector.given.get(kinds.key)
    return f"{vector.kind} ({op})" if op in kinds.list_ops(vector.kind) and op else vector.kind


def walk(value: Any, by_name: tuple[str, ...], key: str = "") -> Iterator[tuple[str, set[str]]]:
    """The keys inside a result with the texts under each."""
    if isinstance(value, Mapping):
        for inner, part in value.items():
            if key in by_name:
                yield from walk(part, by_name)
                continue
            yield inner, set(list_texts(part, inner in by_name))
            yield from walk(part, by_name, inner)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from walk(part, by_name, key)


def list_texts(value: Any, by_name: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from list_texts(part, by_name)
    elif by_name and isinstance(value, Mapping):
        for part in value.values():
            yield from list_texts(part, False)
