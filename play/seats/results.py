"""The result card: what the newest result of a seat's log was, whom it concerned, and what it changed.

One command may write several lines: an attack, its damage, the fall of its target, the turn of the wheel. All results
among them are one card, with those of the same attack that earlier commands wrote. Lines that are no results never
take its place.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.text import capfirst
from django.utils.translation import get_language

from campaigns.core.language import translate
from play.seats.board import Board
from play.seats.changes import merge_changes
from play.seats.entries import COUNTED, Entry, gather_entry, gather_order, list_counted, without_order
from play.seats.health import health_words
from play.table.lines import LogLine
from play.table.live_scene import live_scenes
from rules.view import ChangeView, PersonView, minus

OTHERS = 3
"""The most other results of its command that a card tells beside its own."""


@dataclass(frozen=True, slots=True)
class Result:
    """The newest result as a seat may see it. `number` is the seat's own count at its newest line.

    `entry` is what the card shows, `others` what else came of the command. `home`: the id of its entry in the log.
    """

    number: int
    home: int
    entry: Entry
    others: tuple[Entry, ...]
    who: tuple[PersonView, ...]
    whom: tuple[PersonView, ...]
    changes: tuple[ChangeView, ...]
    lines: tuple[LogLine, ...]
    counted: tuple[tuple[int, str], ...] = ()
    """The numbers of players that counted at once in it (`play.seats.entries.list_counted`)."""


def find_lines(log: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """Return the lines of the newest result that still counts, newest first; none if there is no result."""
    results = [line for line in log if "result" in line.event and not line.undone]
    newest = next((line for line in results if line.event["result"]["stands"]), None)
    if newest is None:
        return ()
    attacks = {line.event["exchange"] for line in results if line.at == newest.at} - {""}
    began = max((line.number for line in log if line.event["kind"] == "BattleOpened"), default=0) if attacks else 0
    return tuple(line for line in results if line.at == newest.at or _is_of(line, attacks, began))


def _is_of(line: LogLine, attacks: Collection[str], began: int) -> bool:
    """Return whether a line is of one of these attacks. In the fight before, others had their ids."""
    return line.number > began and line.event["exchange"] in attacks


def find_result(board: Board) -> Result | None:
    """Return the newest result of a board's log, as it was read before if its lines are the lines of that time."""
    lines = find_lines(board.log)
    if not lines:
        return None
    own = () if board.storyteller else {roll.name for roll in board.rolls}
    known = live_scenes.get(board.place.scene).seat(board.seat).parts[f"result {get_language()}"]
    result: Result = known.get(lambda: gather_result(board.log, lines, own), *(line.event for line in lines))
    return result


def is_newest(result: Result, log: Sequence[LogLine]) -> bool:
    """Return whether the newest command brought this result."""
    newest = next((line for line in log if not line.undone), None)
    return newest is not None and result.lines[0].at == newest.at


def gather_result(log: Sequence[LogLine], lines: Sequence[LogLine], own: Collection[str] = ()) -> Result:
    """Return the result that these lines of the log make, newest first. `own`: the names of the seat's characters.

    Of several throws of one command the card shows the newest of the reader's own, or else the newest.
    """
    groups: dict[str, list[LogLine]] = {}
    for line in lines:
        groups.setdefault(line.event["exchange"] or str(line.number), []).append(line)
    entries = _gather_entries(log, groups.values())
    thrown = [entry for entry in entries if entry[0].lines]
    candidates = thrown or [entry for entry in entries if entry[0].verdict] or entries
    entry, of_entry = next((pair for pair in candidates if _concerns(pair[1], own)), candidates[0])
    # Of an attack that was aborted to a defense, the attack says who struck whom.
    results = sorted((line.event["result"] for line in reversed(of_entry)), key=lambda result: not result["whom"])
    who = _list_people(person for result in results for person in result["who"])[:1]
    named = {person["name"] for person in who}
    whom = _list_people(person for result in results for person in result["whom"] if person["name"] not in named)
    return Result(
        number=lines[0].count,
        home=_find_home(log, of_entry[-1]),
        entry=entry,
        others=tuple(other for other, _ in entries if other is not entry)[:OTHERS],
        who=who,
        whom=whom,
        changes=merge_changes(lines),
        lines=tuple(lines),
        counted=list_counted([line for line in log if line.event["kind"] == COUNTED and _is_part(line, lines)]),
    )


def _is_part(line: LogLine, of: Sequence[LogLine]) -> bool:
    """Return whether a line belongs to a result: the same command wrote it, or it is of the same attack."""
    return any(
        line.at == other.at or (line.event["exchange"] and line.event["exchange"] == other.event["exchange"])
        for other in of
    )


def _gather_entries(log: Sequence[LogLine], groups: Iterable[list[LogLine]]) -> list[tuple[Entry, list[LogLine]]]:
    """Return each group as an entry of its own; several attacks of one order as one, with the sum of the order."""
    orders: dict[str, list[list[LogLine]]] = {}
    for i, group in enumerate(groups):
        orders.setdefault(group[0].event.get("order") or f"alone {i}", []).append(group)
    entries = list[tuple[Entry, list[LogLine]]]()
    for order, of_order in orders.items():
        merged = [line for group in of_order for line in group]
        if len(of_order) > 1:
            whole = [line for line in log if line.event.get("order") == order and not line.undone]
            entries.append((gather_order(whole), merged))
        else:
            entries.append((gather_entry(without_order(merged)), merged))
    return entries


def _concerns(lines: Iterable[LogLine], names: Collection[str]) -> bool:
    results = (line.event["result"] for line in lines)
    return any(person["name"] in names for result in results for person in (*result["who"], *result["whom"]))


def _list_people(people: Iterable[PersonView]) -> tuple[PersonView, ...]:
    """Return everybody once, with the id of a combatant where one of the results tells it."""
    known: dict[str, PersonView] = {}
    for person in people:
        before = known.get(person["name"])
        if before is None or not before["id"]:
            known[person["name"]] = person
    return tuple(known.values())


def _find_home(log: Sequence[LogLine], oldest: LogLine) -> int:
    """Return the id of the entry in which a line stands: the seat's count at the first line of its attack."""
    attack = oldest.event["exchange"]
    if not attack:
        return oldest.count
    before = (line for line in log if line.number <= oldest.number)
    return min(line.count for line in takewhile(lambda line: line.event["exchange"] == attack, before))


def say_result(result: Result) -> tuple[str, ...]:
    """Return the result for screen readers: the verdict and the sentence, and how those it changed are now.

    A verdict that the sentence says itself is not said twice.
    """
    verdict, line = result.entry.verdict, result.entry.line
    sentences = (line,) if verdict.casefold() in line.casefold() else (capfirst(verdict), line)
    return *sentences, *map(_say_change, result.changes)


def _say_change(change: ChangeView) -> str:
    figures = [f"{figure['label']} {minus(figure['now'])}" for figure in change["figures"]]
    boxes = (
        [translate(health_words([(box["mark"], box["penalty"]) for box in change["boxes"]]))]
        if "boxes" in change
        else []
    )
    return f"{change['whose']['name']}: {', '.join((*boxes, *figures, *change['states']))}"
