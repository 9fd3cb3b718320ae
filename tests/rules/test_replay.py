"""A battle file gives the same bytes every time, and says in one line what is wrong with it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.laws import ADA, Trial
from rules.replay import BattleFile, JoinedCombatant, RecordedMove, canonical, main, play, record
from rules.system import System

DOCS = Path(__file__).parents[2] / "docs"
FIRST_RELEASE = Path(__file__).parents[1] / "fixtures/releases/0.1.0/battle-exalted3e.json"


def coins(**changes: Any) -> dict[str, Any]:
    file: dict[str, Any] = {
        "system": "coins",
        "combatants": [
            {"id": "ada", "name": "Ada", "side": "red", "character": "ada", "sheet": {"coins": 2}},
            {"id": "bo", "name": "Bö", "side": "blue", "sheet": {"coins": 1}},
        ],
        "moves": [
            {"move": {"kind": "StartBattle"}},
            {"seat": {"characters": ["ada"]}, "move": {"kind": "Flip", "actor": "ada"}, "dice": [6, 5]},
        ],
    }
    return {**file, **changes}


def test_a_file_is_played_to_its_end(toy: System) -> None:
    played = play(coins())
    assert [event["kind"] for event in played["events"]] == [
        "CombatantAdded", "CombatantAdded", "BattleStarted", "Flipped",
    ]  # fmt: skip
    assert played["events"][3]["heads"] == 1
    assert played["state"]["combatants"][0]["heads"] == 1
    assert played["options"] == {"heads": 6}


def test_options_change_what_the_dice_mean(toy: System) -> None:
    assert play(coins(options={"heads": 5}))["events"][3]["heads"] == 2


def test_the_same_file_gives_the_same_bytes(toy: System, tmp_path: Path, capfdbinary: Any) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(coins()))
    backwards = tmp_path / "backwards.json"
    backwards.write_text(json.dumps(dict(reversed(coins().items())), indent=7))
    printed = []
    for file in (path, path, backwards):
        assert main(str(file)) == 0
        printed.append(capfdbinary.readouterr().out)
    assert len(set(printed)) == 1
    assert "Bö".encode() in printed[0]
    assert json.loads(printed[0]) == play(coins())


def test_half_a_surrogate_pair_in_a_name_is_refused_in_a_sentence(
    toy: System, tmp_path: Path, capfdbinary: Any
) -> None:
    file = coins()
    file["combatants"][1]["name"] = "\ud800"
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(file))
    assert main(str(path)) == 2
    printed = capfdbinary.readouterr()
    assert not printed.out
    assert b"Name must be plain text" in printed.err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"system": "chess"}, "There is no system 'chess'"),
        ({"surprise": 1}, "There is no 'surprise'"),
        ({"options": {"tails": 1}}, "options.tails"),
        ({"moves": [{"move": {"kind": "Flip", "actor": "ada"}}]}, "Move 1 (Flip): The battle has not started"),
        ({"moves": [{"move": {"kind": "StartBattle"}, "dice": [1]}]}, "Move 1 (StartBattle): 1 scripted dice"),
        ({"moves": [{"move": {"kind": "StartBattle"}, "dice": [11]}]}, "Move 1 (StartBattle): A die shows 1 to 10"),
        ({"moves": [{"move": {"kind": "Dance"}}]}, "Move 1 (Dance): There is no 'Dance' here"),
        ({"moves": [{"move": {}}]}, "Move 1 (None): A move or event must be an object"),
        ({"moves": [{"seat": {"king": True}, "move": {}}]}, "moves[0].seat.king"),
        ({"moves": 3}, "'moves' must be a list"),
        (
            {"combatants": [{"id": "a", "name": "A", "side": "x", "sheet": {"coins": 99}}]},
            "Combatant 1 (a): Coins must be",
        ),
        ({"combatants": [{"id": "a", "name": "A", "side": "x"}]}, "combatants[0].sheet' is missing"),
    ],
)
def test_what_is_wrong_is_named(toy: System, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refusal:
        play(coins(**changes))
    assert said in refusal.value.sentence


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"3", b"{", b"\xff\xfe", b'{"system": NaN}', b"[" * 100_000, b'{"moves": ' + b"[" * 90_000],
)
def test_a_file_that_is_no_battle_is_one_line_and_2(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert main(str(path)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("/nowhere/battle.json") == 2
    assert "/nowhere/battle.json: The file can’t be read" in capsys.readouterr().err


def test_a_recorded_battle_plays_back_to_the_same_state(toy: System) -> None:
    trial = Trial(toy, 3)
    for id in ("a1", "b1"):
        trial.must(STORYTELLER, {"kind": "Flip", "actor": id})
    steps = [(taken.seat, trial.rules.moves.decode(taken.move), taken.faces) for taken in trial.taken]
    file = record("coins", toy.options(), steps)
    assert len(file["combatants"]) == 7
    assert [made["move"]["kind"] for made in file["moves"]] == ["StartBattle", "Flip", "Flip"]
    stored = json.loads(canonical(file))
    assert play(stored)["state"] == json.loads(canonical(play(file)))["state"]
    assert [combatant["heads"] is None for combatant in play(stored)["state"]["combatants"][:2]] == [False, False]


def test_a_recorded_seat_is_the_one_who_moved(toy: System) -> None:
    move = toy.battle.moves.decode({"kind": "Flip", "actor": "ada"})
    file = record("coins", toy.options(), [(ADA, move, [1]), (Seat(), move, [])])
    assert [made["seat"] for made in file["moves"]] == [
        {"storyteller": False, "characters": ["ada"]},
        {"storyteller": False, "characters": []},
    ]


def test_the_schema_knows_every_key_of_the_format() -> None:
    schema = json.loads((DOCS / "battle-log.schema.json").read_text())
    named = {"root": schema, "combatant": schema["$defs"]["combatant"], "made": schema["$defs"]["made"]}
    for name, kind in (("root", BattleFile), ("combatant", JoinedCombatant), ("made", RecordedMove)):
        assert {*named[name]["properties"]} == {*kind.__dataclass_fields__}


def test_the_documented_example_plays() -> None:
    text = (DOCS / "battle-log.md").read_text()
    example = json.loads(text.split("```json")[1].split("```")[0])
    assert play(example)["state"]["phase"] == "ended"


def test_nothing_depends_on_the_hash_seed(tmp_path: Path) -> None:
    text = (DOCS / "battle-log.md").read_text()
    path = tmp_path / "battle.json"
    path.write_text(text.split("```json")[1].split("```")[0])
    code = f"from rules.replay import main; raise SystemExit(main({str(path)!r}))"
    runs = [
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True,
                       cwd=DOCS.parent, check=True).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert json.loads(runs[0])["system"] == "v20da"


class Sevens:
    """Always sevens, and what was rolled."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def roll(self, count: int) -> tuple[int, ...]:
        self.rolled += [7] * count
        return (7,) * count


OLD_ANSWERS: dict[str, list[dict[str, Any]]] = {
    "exalted3e": [{"kind": "AnswerTie", "first": False}] * 2,
    "exalted2e": [
        {"kind": "DeclareAttack", "actor": "ann", "target": "bo", "weapon": "punch"},
        {"kind": "TakeGuard", "actor": "bo"},
        {"kind": "AnswerDefense", "mode": "dodge"},
    ],
}

OLD_OPTIONS: dict[str, dict[str, Any]] = {
    "exalted3e": {
        name: value
        for name, value in encode(get_system("exalted3e").options()).items()
        if name in json.loads(FIRST_RELEASE.read_text())["options"]
    }
}
"""The options that the first release wrote. What came later is missing, and played as it was then."""


@pytest.mark.parametrize("key", OLD_ANSWERS)
def test_a_file_with_prompts_as_the_first_release_named_them_is_played(key: str) -> None:
    system = get_system(key)
    options: Any = decode(system.options, OLD_OPTIONS.get(key, {}))
    state, sheet = system.battle.start(options), system.sheets.blank(next(iter(system.sheets.archetypes)))
    joins = [{"id": id, "name": id, "side": id, "character": id, "sheet": sheet} for id in ("ann", "bo")]
    moves: list[dict[str, Any]] = [{"kind": "AddCombatant", **join} for join in joins]
    made = []
    for move in (*moves, {"kind": "StartBattle"}, *OLD_ANSWERS[key]):
        old = new = move
        if state.pending:
            asked = state.pending[0]
            assert asked.former != asked.id
            old, new = {**move, "prompt": asked.former}, {**move, "prompt": asked.id}
        roller = Sevens()
        events = list(system.battle.decide(state, STORYTELLER, system.battle.moves.decode(new), roller))
        state = fold(system.battle.apply, state, events)
        made.append({"seat": {"storyteller": True}, "move": old, "dice": roller.rolled})
    assert not state.pending
    file = {"system": key, "combatants": [], "moves": made, "options": encode(options)}
    assert play(file)["state"] == encode(state)
