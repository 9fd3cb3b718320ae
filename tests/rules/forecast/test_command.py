"""`python -m rules forecast FILE`: what it prints, what it takes, and what it refuses in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from tests.rules.test_cli import run

pytestmark = pytest.mark.walk

SIDES = {"system": "wod2004", "sides": {"red": {"thug": 1}, "blue": {"thug": 2}}, "extras": ["blue"]}
BATTLE = {
    "system": "wod2004",
    "combatants": [
        {"id": "ada", "name": "Ada", "side": "red", "character": "ada", "sheet": {}},
        {"id": "ghul", "name": "Ghul", "side": "blue", "sheet": {}},
    ],
    "moves": [{"move": {"kind": "StartBattle"}, "dice": [7, 4]}],
}


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(data: Any) -> str:
        path = tmp_path / "fight.json"
        path.write_text(json.dumps(data))
        return str(path)

    return write


def test_sides_by_archetypes_are_forecast_in_words(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys, "forecast", write({**SIDES, "tactics": {"blue": "spread"}}), "--runs", "300", "--brief"
    )
    assert (code, err) == (0, "")
    assert out.startswith("300 fights, an estimate:\nred: Weakest first.")
    for said in ("blue: One opponent each.", "red wins: ", "nine in ten within", "Thug 2 (blue): defeated "):
        assert said in out


def test_a_duel_is_told_exactly(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sides = {"red": {"soldier": 1}, "blue": {"thug": 1}}
    code, out, err = run(capsys, "forecast", write({"system": "wod2004", "sides": sides}), "--brief")
    assert (code, err) == (0, "")
    assert out.startswith("A duel, exact: all possible dice were counted.\n")
    assert "red wins: over 99 %\n" in out


def test_a_battle_file_is_forecast_from_its_last_move(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--runs", "200", "--limit", "8", "--tactic", "red=spending", "--json")
    code, out, err = run(capsys, "forecast", write(BATTLE), *arguments)
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["forecast"]["fights"] == 200
    assert [person["name"] for person in told["forecast"]["people"]] == ["Ada", "Ghul"]
    assert len(told["numbers"]) == 3
    assert run(capsys, "forecast", write(BATTLE), *arguments)[1] == out


@pytest.mark.parametrize(
    ("data", "arguments", "said"),
    [
        (SIDES, ("--tactic", "red"), "side=key"),
        (
            SIDES,
            ("--tactic", "red=bravest"),
            "There is no tactic 'bravest'. Known: dangerous, spending, spread, weakest.",
        ),
        (SIDES, ("--tactic", "green=spread"), "There is no side 'green'. Known: blue, red."),
        (SIDES, ("--runs", "0"), "1 to 100000 fights"),
        (SIDES, ("--limit", "-3"), "at least one"),
        ({**SIDES, "sides": {"red": {"thug": 1}}}, (), "at least two sides"),
        ({**SIDES, "sides": {"red": {"dragon": 1}}}, (), "There is no archetype 'dragon'."),
        ({**SIDES, "sides": {"red": {"thug": 0}}}, (), "1 to 100"),
        ({**SIDES, "sides": {"red": ["thug"]}}, (), "sides"),
        ({**SIDES, "tactics": {"red": 4}}, (), "tactics"),
        ({**BATTLE, "moves": [*BATTLE["moves"], {"move": {"kind": "EndBattle"}}]}, (), "The battle is over."),
        ([], (), "JSON object"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_2(
    data: Any, arguments: tuple[str, ...], said: str, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "forecast", write(data), *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forecast", "/nowhere.json"]) == 2
    assert "can’t be read" in capsys.readouterr().err
