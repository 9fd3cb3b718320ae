"""Facts of the newest result: what came of it, whom it concerned, and what it changed."""

from collections.abc import Sequence
from typing import cast

from play.seats.entries import Entry
from play.seats.results import Result as ResultOnBoard
from play.seats.results import is_newest
from play.stage.log import make_change, make_dice
from play.stage.shape import OtherResult, Result
from play.stage.words import Language, drop_empty
from play.table.lines import LogLine
from rules.lru_cache import cached_by_identity
from rules.view import PersonView


def make_result(result: ResultOnBoard, log: Sequence[LogLine], language: Language) -> Result:
    """Return the newest result of a log. `is_newest`: the newest command brought it."""
    return cast(Result, {**_make_result(result, language), **drop_empty(is_newest=is_newest(result, log))})


@cached_by_identity(256)
def _make_result(result: ResultOnBoard, _language: Language) -> Result:
    entry = result.entry
    made = {"number": result.number, "home": result.home, "line": entry.line}
    more = drop_empty(
        verdict=entry.verdict,
        is_secret=entry.is_secret,
        who=_name(result.who),
        whom=_name(result.whom),
        dice=[*map(make_dice, entry.lines)],
        changes=[*map(make_change, result.changes)],
        others=[*map(_make_other, result.others)],
        counted=[{"count": count, "line": line} for count, line in result.counted],
    )
    return cast(Result, made | more)


def _name(people: Sequence[PersonView]) -> list[dict[str, str]]:
    return [{"name": one["name"]} | drop_empty(id=one["id"]) for one in people]


def _make_other(entry: Entry) -> OtherResult:
    return cast(OtherResult, {"line": entry.line} | drop_empty(verdict=entry.verdict))
