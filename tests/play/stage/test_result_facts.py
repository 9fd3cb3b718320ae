"""The newest result in facts: its headline is the worst that happened, and deaths are told until they were seen."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from play.commands.moves import BattleMove, CloseBattle, PassTime, Rewind, Say
from play.stage.facts import make_facts
from play.stage.result import find_worst, list_deaths
from play.table.lines import LogLine
from rules.text import Text
from tests.play.stage.fights import Fight

AT = datetime(2026, 11, 29, tzinfo=UTC)
HURT = [{"mark": "l", "penalty": "0"}, {"mark": "", "penalty": "-1"}]
WHOLE = [{"mark": "", "penalty": "0"}, {"mark": "", "penalty": "-1"}]


def make_line(count: int = 1, turn: str = "", **change: Any) -> LogLine:
    """A line by which Radek was changed so."""
    whose = {"id": "c1", "name": "Radek"}
    changes = [{"whose": whose, "figures": [], "states": [], **change}]
    result = {"who": [], "whom": [], "stands": True, "changes": changes}
    event: Any = {"kind": "Harmed", "line": Text("Radek is hurt."), "result": result, "turn": turn, "steps": []}
    return LogLine(count, count, AT, event, "petra", None, False)


def worst(line: LogLine, verdict: str = "Hit") -> str:
    return find_worst([line], verdict, line.event["result"]["changes"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (make_line(turn="death", states=["Final Death"], boxes=HURT), "Radek: Final Death"),
        (make_line(turn="death", states=["prone", "dead"], boxes=HURT), "Radek: dead"),
        (make_line(turn="felled", states=["in torpor"], boxes=HURT), "Radek: in torpor"),
        (make_line(states=["dead"], boxes=HURT, boxes_before=HURT), "Hit, no damage"),
        (make_line(boxes=HURT, boxes_before=WHOLE), "Hit"),
        (make_line(figures=[{"label": "Initiative", "was": 5, "now": 2}], boxes=HURT, boxes_before=HURT), "Hit"),
        (make_line(states=["prone"]), "Hit"),
    ],
)
def test_the_headline_is_the_worst_that_happened(line: LogLine, told: str) -> None:
    assert worst(line) == told


def test_a_result_without_a_verdict_gets_none() -> None:
    assert not worst(make_line(boxes=HURT, boxes_before=HURT), "")


def test_a_death_is_told_until_the_fight_is_over_and_that_of_an_extra_is_not(db: None) -> None:
    with Fight("v20da") as fight:
        board = fight.look("player")
        death = make_line(board.count + 1, "death", states=["Final Death"])
        seen = list_deaths(replace(board, log=(death, *board.log)))
        assert seen == [{"number": death.count, "says": "Radek: Final Death", "line": "Radek is hurt."}]
        assert list_deaths(replace(board, log=(replace(death, undone=True), *board.log))) == []
        assert list_deaths(replace(board, battle=None, log=(death, *board.log))) == []
        assert board.battle
        combatants = [{**who, "extra": who["id"] == "c1"} for who in board.battle["combatants"]]
        crowd: Any = {**board.battle, "combatants": combatants}
        assert list_deaths(replace(board, battle=crowd, log=(death, *board.log))) == []


@pytest.mark.parametrize(("system", "says"), [("exalted3e", "{}: dead"), ("v20da", "Death")])
def test_a_death_is_in_the_facts_of_everybody_until_it_is_undone(db: None, system: str, says: str) -> None:
    with Fight(system) as fight:
        teller = fight.cast.storyteller
        fight.submit(teller, BattleMove({"kind": "Override", "actor": "c1", "what": "dead", "value": 1, "reason": ""}))
        for seat in ("storyteller", "player", "rival", "spectator"):
            (death,) = fight.facts(seat)["deaths"]
            assert death["says"] == says.format(fight.cast.heroine.name)
            assert fight.cast.heroine.name in death["line"]
        step = fight.look("storyteller").last_step
        assert step is not None
        fight.submit(teller, Rewind(step.count))
        facts = make_facts(fight.look("storyteller"))
        assert "deaths" not in facts
        assert "redo" not in fight.facts("player")
        fight.submit(teller, Rewind(facts["redo"]))
        assert fight.facts("player")["deaths"]
        assert "redo" not in fight.facts("storyteller")


def test_a_fight_that_is_over_says_who_fell_until_something_else_happens(db: None) -> None:
    with Fight("exalted3e") as fight:
        teller = fight.cast.storyteller
        fight.submit(teller, BattleMove({"kind": "Override", "actor": "c1", "what": "dead", "value": 1, "reason": ""}))
        assert "ended" not in fight.facts("player")
        fight.submit(teller, CloseBattle())
        fight.submit(teller, Say("Silence."))
        for seat in ("storyteller", "player", "rival", "spectator"):
            assert fight.facts(seat)["ended"] == {"fallen": [f"{fight.cast.heroine.name}: dead"]}
        fight.submit(teller, PassTime(6, "minute"))
        assert "ended" not in fight.facts("player")
