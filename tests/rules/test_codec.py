"""Frozen dataclasses to JSON and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import pytest

from rules.codec import decode, encode
from rules.errors import BadInput


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner
    many: tuple[Inner, ...] = ()
    pair: tuple[int, str] = (1, "a")
    mode: Literal["a", "b"] = "a"
    maybe: int | None = None
    either: Inner | str = "none"
    marks: frozenset[str] = frozenset()
    table: Mapping[str, int] = field(default_factory=dict)
    flag: bool = False


FULL = Outer(Inner("x", 3), (Inner("y"),), (2, "b"), "b", 7, Inner("z"), frozenset({"k", "j"}), {"t": 1}, True)


@pytest.mark.parametrize("value", [FULL, Outer(Inner("x"))])
def test_what_is_encoded_decodes_to_the_same(value: Outer) -> None:
    assert decode(Outer, json.loads(json.dumps(encode(value)))) == value


def test_sets_come_out_sorted() -> None:
    assert encode(FULL)["marks"] == ["j", "k"]


@pytest.mark.parametrize(
    ("data", "code", "key"),
    [
        ({}, "missing_key", "inner"),
        ({"inner": {"name": "x", "more": 1}}, "unknown_key", "inner.more"),
        ({"inner": {"name": 3}}, "wrong_type", "inner.name"),
        ({"inner": {"name": "x", "worth": True}}, "wrong_type", "inner.worth"),
        ({"inner": {"name": "x", "worth": 1.5}}, "wrong_type", "inner.worth"),
        ({"inner": {"name": "x"}, "mode": "c"}, "wrong_type", "mode"),
        ({"inner": {"name": "x"}, "pair": [1]}, "wrong_type", "pair"),
        ({"inner": {"name": "x"}, "many": [{"name": "y"}, {}]}, "missing_key", "many[1].name"),
        ({"inner": {"name": "x"}, "table": {"t": "1"}}, "wrong_type", "table.t"),
        ({"inner": {"name": "x"}, "flag": 1}, "wrong_type", "flag"),
        ([], "wrong_type", "Outer"),
    ],
)
def test_what_is_wrong_is_named(data: object, code: str, key: str) -> None:
    with pytest.raises(BadInput) as caught:
        decode(Outer, data)
    assert (caught.value.code, caught.value.data["key"]) == (code, key)


def test_what_has_no_json_form_is_a_programming_error() -> None:
    with pytest.raises(TypeError):
        encode(object())
