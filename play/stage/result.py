"""Facts of the newest result: what came of it, whom it concerned, and what it changed."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import cast

from play.seats.board import Board
from play.seats.entries import Entry
from play.seats.results import Result as ResultOnBoard
from play.seats.results import is_newest
from play.stage.log import make_change, make_dice
from play.stage.shape import Death, EndedTask, OtherResult, Result
from play.stage.words import Language, drop_empty, translate
from play.table.lines import LogLine
from rules.battle.turning import DEATHS, FALLEN, TURNS
from rules.lru_cache import cached_by_identity
from rules.text import Text, word
from rules.view import ChangeView, PersonView

MAX_DEATHS = 5
"""The most deaths that are shown, the newest."""


def make_result(result: ResultOnBoard, log: Sequence[LogLine], language: Language) -> Result:
    """Return the newest result of a log. `is_newest`: the newest command brought it."""
    return cast(Result, {**_make_result(result, language), **drop_empty(is_newest=is_newest(result, log))})


@cached_by_identity(256)
def _make_result(result: ResultOnBoard, _language: Language) -> Result:
    entry = result.entry
    made = {"number": result.number, "home": result.home, "line": entry.line}
    more = drop_empty(
        verdict=find_worst(result.lines, entry.verdict, result.changes),
        is_secret=entry.is_secret,
        who=_name(result.who),
        whom=_name(result.whom),
        dice=[*map(make_dice, entry.lines)],
        changes=[*map(make_change, result.changes)],
        others=[*map(_make_other, result.others)],
        counted=[{"count": count, "line": line} for count, line in result.counted],
    )
    return cast(Result, made | more)


def find_worst(lines: Sequence[LogLine], verdict: str, changes: Sequence[ChangeView]) -> str:
    """Return the worst that these lines tell: who died or fell, or a hit without damage; else the book's verdict."""
    fallen = [line for line in lines if line.event.get("turn") in FALLEN]
    for dead in (True, False):
        if states := [says for line in fallen for _whose, says in _list_fallen(line, dead=dead)]:
            return states[0]
    boxes = [change for change in changes if "boxes" in change and "boxes_before" in change]
    is_harmless = all(change["boxes"] == change["boxes_before"] and not change["figures"] for change in boxes)
    if verdict and boxes and len(boxes) == len(changes) and is_harmless:
        return translate(Text("{verdict}, no damage", verdict=verdict))
    return verdict


def _list_fallen(line: LogLine, *, dead: bool) -> list[tuple[PersonView, str]]:
    """Return those who died by a line, or else fell, each with the words for it."""
    changes = line.event["result"]["changes"] if "result" in line.event else []
    words = {translate(word(death)) for death in DEATHS}
    states = [(change["whose"], change["states"][-1]) for change in changes if change["states"]]
    found = [(whose, state) for whose, state in states if not dead or state in words]
    return [(whose, translate(Text("{name}: {state}", name=whose["name"], state=state))) for whose, state in found]


def list_deaths(board: Board) -> list[Death]:
    """Return the deaths of the fight that runs, oldest first, but none of extras. The board's log is translated."""
    if board.battle is None:
        return []
    extras = {who["id"]: who["name"] for who in board.battle["combatants"] if who["extra"]}
    since = takewhile(lambda line: line.event["kind"] != "BattleOpened", board.log)
    lines = [line for line in since if line.event.get("turn") in FALLEN and not line.undone]
    return [death for line in lines for death in _make_deaths(line, extras)][:MAX_DEATHS][::-1]


def _make_deaths(line: LogLine, extras: Mapping[str, str]) -> list[Death]:
    """Return the deaths that a line tells. One that the Storyteller has set names nobody but in its sentence."""
    sentence, fallen = line.event["line"], _list_fallen(line, dead=True)
    if not fallen:
        is_unnamed = "result" in line.event or line.event.get("turn") != "death"
        return (
            []
            if is_unnamed or any(name in sentence for name in extras.values())
            else [{"number": line.count, "says": translate(TURNS["death"]), "line": sentence}]
        )
    return [
        {"number": line.count, "says": says, "line": sentence} for whose, says in fallen if whose["id"] not in extras
    ]


def find_ended(board: Board) -> EndedTask | None:
    """Return the fight that was ended last, while nothing came after it but talk. The board's log is translated."""
    counted = [line for line in board.log if not (line.undone or line.speech)]
    if board.battle is not None or not counted or counted[0].event["kind"] != "BattleClosed":
        return None
    lines = takewhile(lambda line: line.event["kind"] != "BattleOpened", counted)
    fallen: dict[str, str] = {}
    for line in reversed([*lines]):
        if line.event.get("turn") in FALLEN:
            states = {whose["name"]: says for whose, says in _list_fallen(line, dead=False)}
            fallen |= states or {line.event["line"]: line.event["line"]}
    return {"fallen": [*fallen.values()]}


def _name(people: Sequence[PersonView]) -> list[dict[str, str]]:
    return [{"name": person["name"]} | drop_empty(id=person["id"]) for person in people]


def _make_other(entry: Entry) -> OtherResult:
    return cast(OtherResult, {"line": entry.line} | drop_empty(verdict=entry.verdict))
