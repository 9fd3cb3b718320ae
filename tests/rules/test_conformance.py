"""How a kind of vector is declared: its function's keyword-only parameters are the keys of `given`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from rules.conformance import Fields, Kinds, Range, Result, pick
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.text import Text

kind = Kinds(least=0, most=100, answers=("odd",))


@dataclass(frozen=True, slots=True)
class Blow:
    """Keys of a rule's own dataclass."""

    pool: int
    damage: int = 2
    result: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """Something nested."""

    from_: Annotated[int, Range(-5, 5)] = 1
    note: str | None = "none"


@kind("one", "two")
def named(roller: Roller, name: str, *, to: int = 3, cover: Annotated[str, ("", "full")] = "") -> Result:
    """Two kinds that are read alike."""
    return {"name": name, "to": to, "cover": cover}


@kind("nested")
def nested(*, sides: tuple[Side, ...] = (), marks: Mapping[str, int] = {}) -> Result:
    """A list of objects, and a table."""
    return {"sides": [pick(side, "note", start="from_") for side in sides], "marks": marks}


@kind("attack")
@kind("attack", op="plain")
def attack(**blow: Annotated[Any, Fields(Blow, "pool", "damage")]) -> Result:
    """A kind whose op may be left out."""
    return blow


@kind("attack", op="refused")
def refused(*, code: str) -> Result:
    """A refusal of the rules."""
    raise (IllegalMove if code == "illegal" else BadInput)(code, Text("No."), rule="2E-001")


def ask(name: str, given: dict[str, Any]) -> Any:
    return kind[name](given, ScriptedRoller([]))


@pytest.mark.parametrize(
    ("name", "given", "answer"),
    [
        ("one", {}, {"name": "one", "to": 3, "cover": ""}),
        ("two", {"to": 100, "cover": "full"}, {"name": "two", "to": 100, "cover": "full"}),
        ("one", {"to": None, "wibble": None}, {"name": "one", "to": 3, "cover": ""}),
        ("nested", {}, {"sides": [], "marks": {}}),
        ("nested", {"sides": [{"from": -5}, {"note": None}], "marks": {"from": 1, "b": None}},
         {"sides": [{"start": -5, "note": "none"}, {"start": 1, "note": None}], "marks": {"from": 1}}),
        ("attack", {"pool": 1}, {"pool": 1, "damage": 2}),
        ("attack", {"op": "plain", "pool": 1, "damage": 0}, {"pool": 1, "damage": 0}),
        ("attack", {"op": "refused", "code": "illegal"}, {"error": "illegal", "rule": "2E-001"}),
        ("attack", {"op": "refused", "code": "odd"}, {"error": "odd", "rule": "2E-001"}),
    ],
)  # fmt: skip
def test_keys_have_the_types_and_defaults_of_the_parameters(name: str, given: dict[str, Any], answer: Any) -> None:
    assert ask(name, given) == answer


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("one", {"wibble": 1}, "There is no 'wibble' here. Known: to, cover."),
        ("one", {"op": "plain"}, "There is no 'op' here. Known: to, cover."),
        ("one", {"to": "3"}, "'to' must be a whole number, not '3'."),
        ("one", {"to": -1}, "'to' must be 0 to 100, not -1."),
        ("one", {"cover": "light"}, "'cover' must be one of , full, not 'light'."),
        ("one", {"cover": "x" * 101}, "'cover' is longer than 100."),
        ("nested", {"sides": [{"from": 6}]}, "'from_' must be -5 to 5, not 6."),
        ("nested", {"sides": [{"from_": 1}]}, "There is no 'sides[0].from__' here. Known: from_, note."),
        ("nested", {"marks": {"a": 101}}, "'a' must be 0 to 100, not 101."),
        ("attack", {}, "'pool' is missing."),
        ("attack", {"pool": 1, "result": 1}, "There is no 'result' here. Known: pool, damage."),
        ("attack", {"op": "riposte"}, "There is no op 'riposte' here. Known: plain, none, refused."),
        ("attack", {"op": ["plain"]}, "There is no op ['plain'] here. Known: plain, none, refused."),
        ("attack", {"op": "refused", "code": "even"}, "No."),
    ],
)
def test_what_no_parameter_takes_is_refused_by_name(name: str, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as refusal:
        ask(name, given)
    assert refusal.value.sentence == sentence
