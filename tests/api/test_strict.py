"""The API takes what its document says, and nothing else: it names what is unknown, missing, or out of bounds."""

import json
from typing import Any

import pytest
from django.http import HttpResponse

from api.games import describe_game_form
from api.offers import describe_table_moves
from play.commands.json_moves import parse_json_move
from play.commands.moves import Tap
from rules import SYSTEMS, get_system
from rules.errors import BadInput
from rules.json_schema import Bounds, check_within, describe_class
from rules.system import System
from tests.api.conftest import Program
from tests.api.document import check_answer
from tests.api.test_tables import refused, told
from tests.play.conftest import TableInPlay
from tests.schemas import Filler

GAME = get_system("exalted3e")
MOVES = describe_table_moves()
PARTS: dict[str, dict[str, Any]] = {
    "BattleMove": {"move": {"kind": "StartBattle"}},
    "LayMove": {"deed": {"kind": "StartBattle"}},
    "GiveStanding": {"deed": {"kind": "StartBattle"}},
    "StartTask": {"settings": {}},
}
"""What a game has to fill in by itself."""


def fill(kind: str, seed: int = 3) -> dict[str, Any]:
    schema = MOVES[kind]
    parts: dict[str, Any] = {name: {} for name, one in schema["properties"].items() if one.get("type") == "object"}
    parts |= PARTS.get(kind, {})
    fixed = {name: {"const": value} for name, value in parts.items()}
    made: dict[str, Any] = Filler(seed).fill({**schema, "properties": {**schema["properties"], **fixed}})
    return made


def refusal(move: dict[str, Any]) -> BadInput:
    with pytest.raises(BadInput) as refused:
        parse_json_move(GAME, move)
    return refused.value


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_that_is_filled_in_by_the_document_is_read(kind: str) -> None:
    for seed in range(5):
        assert type(parse_json_move(GAME, fill(kind, seed))).__name__ == kind


@pytest.mark.parametrize("kind", MOVES)
def test_an_unknown_key_is_named_and_so_is_a_missing_one(kind: str) -> None:
    unknown = refusal({**fill(kind), "zq": 1})
    assert (unknown.code, unknown.data["key"]) == ("unknown_key", "zq")
    for name in MOVES[kind]["required"]:
        if name != "kind":
            missing = refusal({key: value for key, value in fill(kind).items() if key != name})
            assert (missing.code, missing.data["key"]) == ("missing_key", name)


@pytest.mark.parametrize("kind", MOVES)
def test_every_move_says_its_bounds_and_keeps_them(kind: str) -> None:
    assert MOVES[kind]["additionalProperties"] is False
    for name, shape in MOVES[kind]["properties"].items():
        for value in list_wrong(shape):
            assert refusal({**fill(kind), name: value}).code in (
                "out_of_range", "wrong_type", "long_text", "unknown_move",
            ), (name, value)  # fmt: skip


def list_wrong(shape: dict[str, Any]) -> list[Any]:
    """Values that do not fit; every kind of shape has some."""
    if "const" in shape or "enum" in shape:
        return ["zq", 10**6]
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    if "integer" in kinds:
        return [shape["minimum"] - 1, shape["maximum"] + 1, 1.5, "1", True]
    if "string" in kinds:
        return ["x" * (shape["maxLength"] + 1), *([""] if shape.get("minLength") else []), 1]
    if "array" in kinds:
        return [*([["x"] * (shape["maxItems"] + 1)] if "maxItems" in shape else []), "x", [1]]
    return ["x"] if kinds == ["object"] else ["yes", 2]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_form_of_a_game_says_its_bounds_and_keeps_them(system: str) -> None:
    game = get_system(system)
    influence = game.tasks.influence
    forms: dict[str, tuple[str, type | None]] = {
        "MakeRoll": ("request", game.rolls.request),
        "RuleListener": ("ruling", influence.ruling if influence else None),
        "AnswerInfluence": ("reply", influence.reply if influence else None),
    }
    for kind, (part, form) in forms.items():
        if form is not None:
            schema = describe_game_form(form)
            right = {**fill(kind), part: Filler(3).fill(schema)}
            parse_json_move(game, right)
            for name, shape in schema["properties"].items():
                for value in list_wrong(shape):
                    assert is_refused(game, {**right, part: {**right[part], name: value}}), (kind, name, value)


def is_refused(game: System, move: dict[str, Any]) -> bool:
    try:
        parse_json_move(game, move)
    except BadInput:
        return True
    return False


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ({"kind": "StartTask", "title": "Climb", "action": "simple", "limit": 1}, "limit"),
        ({"kind": "StartTask", "title": "Climb", "action": "simple", "settings": {"zq": True}}, "settings.zq"),
        ({"kind": "MakeRoll", "character": "1", "request": {"zq": 1}}, "request.zq"),
        ({"kind": "BattleMove", "move": {"kind": "StartBattle", "zq": 1}}, "move.zq"),
        ({"kind": "LayMove", "deed": {"kind": "EndTurn", "actor": "a1", "zq": 1}}, "deed.zq"),
        ({"kind": "RuleListener", "task": "1", "character": "2", "ruling": {"zq": 1}}, "ruling.zq"),
    ],
)
def test_unknown_keys_inside_a_part_are_named_too(move: dict[str, Any], key: str) -> None:
    assert refusal(move).data["key"] == key


@pytest.mark.parametrize("kind", ["AddCombatant", "ChangeFigures"])
def test_what_the_table_itself_makes_no_program_sends(kind: str) -> None:
    move: dict[str, Any] = {"kind": kind, "character": "1", "figures": [], "id": "a", "name": "a", "side": "b"}
    assert refusal({"kind": "BattleMove", "move": move}).code == "unknown_move"


@pytest.mark.parametrize("value", [{"a": 1}, [[1]], [{}]])
def test_nothing_is_nested_deeper(value: object) -> None:
    assert refusal({"kind": "BattleMove", "move": {"kind": "StartBattle", "zq": value}}).code == "wrong_type"


def test_what_a_class_reads_is_described_with_its_bounds() -> None:
    shape = describe_class(Tap)
    assert shape["required"] == ["tap"]
    assert shape["properties"]["times"] == {"type": "integer", "minimum": 1, "maximum": 99, "default": 1}
    assert shape["properties"]["harm"]["enum"] == ["bashing", "lethal", "aggravated"]
    with pytest.raises(BadInput, match="1 to 99"):
        check_within(Tap("1 health 1", times=100))
    assert Bounds().high is None


@pytest.mark.django_db
class TestAddresses:
    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("log?limit=400", "limit must be at most 100."),
            ("log?limit=0", "limit must be at least 1."),
            ("log?after=-1", "after must be at least 0."),
            ("log?after=1e3", "after must be a whole number."),
            ("log?limt=5", "There is no limt here. openapi.json lists what there is."),
            ("?limit=5", "There is no limit here. openapi.json lists what there is."),
        ],
    )
    def test_a_parameter_is_refused_with_its_bound(
        self, coins: TableInPlay, player: Program, address: str, said: str
    ) -> None:
        path = f"scenes/{coins.scene.pk}" + ("" if address.startswith("?") else "/") + address
        assert refused(player.get(path), 422) == said

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ({"number": 0, "move": {}}, "command is missing."),
            ({"command": "x", "number": 0, "move": {}}, "command must be a UUID."),
            ({"command": "0" * 32, "number": -1, "move": {}}, "number must be at least 0."),
            ({"command": "0" * 32, "number": 0, "move": []}, "move must be an object."),
            ({"command": "0" * 32, "number": 0, "move": {}, "zq": 1}, "There is no zq here. openapi.json lists"),
        ],
    )
    def test_a_body_is_refused_with_what_is_wrong(
        self, coins: TableInPlay, player: Program, body: dict[str, Any], said: str
    ) -> None:
        assert refused(player.post(f"scenes/{coins.scene.pk}/moves", body), 422).startswith(said)

    def test_a_move_of_an_unknown_key_changes_nothing(self, coins: TableInPlay, storyteller: Program) -> None:
        task = {"kind": "StartTask", "title": "Climb", "action": "plain", "limit": 1}
        assert "'limit'" in refused(storyteller.move(coins.scene.pk, 0, task), 400)
        assert coins.number == 0

    def test_an_answer_that_the_document_does_not_describe_is_noticed(
        self, coins: TableInPlay, player: Program
    ) -> None:
        path = f"scenes/{coins.scene.pk}"
        table = told(player.get(path))
        for wrong in ({**table, "zq": 1}, {**table, "number": "1"}, {k: v for k, v in table.items() if k != "waits"}):
            with pytest.raises(AssertionError):
                check_answer("get", path, HttpResponse(json.dumps(wrong), "application/json"))
        with pytest.raises(AssertionError):
            check_answer("get", path, HttpResponse(status=418))
