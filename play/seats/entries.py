"""The log as a page shows it: single lines, and exchanges whose events become one entry of a few lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Any, cast

from campaigns.core.language import translate
from campaigns.core.mentions import NO_NAMES, Names
from play.seats.changes import merge_changes
from play.table.group_orders import OrderEnded, OrderGiven, sum_attacks
from play.table.lines import LogLine
from play.table.proposals import NumbersCounted
from play.table.speech import SideSceneName, Speech
from rules.text import EMPTY, Text, verbatim
from rules.view import ChangeView, EventView, LogStepView, make_step

HEADS = (OrderGiven.__name__, OrderEnded.__name__)
"""The kinds of lines that say what was ordered."""
COUNTED = NumbersCounted.__name__
LINES = 5
"""The most lines of an exchange that are in sight: its sentence, and the dice."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the log's list. `id` is the seat's own count at its first line, `count` at its newest.

    `number` is the one of them that stands beside it.
    """

    id: int
    count: int
    number: int
    at: datetime
    when: str
    line: str
    verdict: str
    speech: Speech | None
    portrait: str
    """The address of the speaker's picture, if there is one that the seat may see."""
    continues: bool
    """Whether it goes on with what the entry before it said."""
    is_secret: bool
    is_undone: bool
    is_exchange: bool
    bounds_fight: bool
    """Whether a fight can be downloaded from here."""
    lines: tuple[LogStepView, ...]
    """What is in sight: the few lines of an exchange, the dice of a roll."""
    steps: tuple[LogStepView, ...]
    """The steps in closed details."""
    changes: tuple[ChangeView, ...] = ()
    """How those it changed are afterwards."""
    names: Names = NO_NAMES
    """The names that the seat knows, if somebody mentions one."""
    counted: tuple[tuple[int, str], ...] = ()
    """The numbers that players proposed and that counted at once: the seat's count at the line, and what it says."""
    side_scene: SideSceneName | None = None
    """The side scene to which it belongs; None for the main line."""
    is_own: bool = False
    """Whether the seat may change it: it is a post of somebody who has the seat."""
    by: int = 0
    """The key of that person, where several have the seat and share this drawing; else 0."""
    by_itself: str = ""
    """The tactic by which a seat that plays itself made it; empty for what people did."""


Lines = Sequence[LogLine]
"""The lines of one entry, newest first: one, or all of an exchange."""


def group_lines(log: Sequence[LogLine]) -> Iterator[Lines]:
    """Return the lines of each entry, newest first.

    An exchange that the window cuts in two is left out: it has no number. The lines of an order make one entry though
    others stand between them; it stays where its first line put it.
    """
    groups = sorted(_group(log), key=lambda lines: lines[-1].count, reverse=True)
    newest = groups[-1][0] if groups else None
    is_cut = newest is not None and groups[-1][-1] is log[-1] and _is_exchange(newest) and log[-1].count > 1
    return iter(groups[:-1] if is_cut else groups)


def _group(log: Sequence[LogLine]) -> list[list[LogLine]]:
    groups: list[list[LogLine]] = []
    orders: dict[tuple[str, bool], list[LogLine]] = {}
    newest: tuple[str, bool] | None = None
    for line in log:
        order, undone = line.event.get("order"), line.undone
        belongs = order or line.event["exchange"], undone
        if order:
            if belongs not in orders:
                groups.append(orders.setdefault(belongs, []))
                newest = belongs
            orders[belongs].append(line)
        elif belongs[0] and belongs == newest:
            groups[-1].append(line)
        else:
            groups.append([line])
            newest = belongs
    return groups


def gather_first(log: Sequence[LogLine]) -> Entry:
    """Return the oldest entry of these lines."""
    first = _belongs(log[-1])
    if log[-1].event.get("order"):
        return gather_entry(tuple(line for line in log if _belongs(line) == first))
    return gather_entry(tuple(takewhile(lambda line: _belongs(line) == first, reversed(log)))[::-1])


def gather_entry(
    lines: Lines, portrait: str = "", names: Names = NO_NAMES, *, is_own: bool = False, by: int = 0
) -> Entry:
    """Return the entry that these lines make.

    `portrait`: the speaker's picture, from `find_portrait`; `names`: those to link, from `find_mentioned`. `is_own`:
    whether it is of somebody who has the seat; `by`: the person's key, where several have it.
    """
    if lines[0].event.get("order"):
        return gather_order(lines)
    return _exchange(lines) if lines[0].event["exchange"] else _single(lines[0], portrait, names, is_own, by)


def find_portrait(lines: Lines, faces: Mapping[str, str]) -> str:
    """Return the address of the picture that belongs beside these lines; empty for events."""
    speech = lines[0].speech
    return "" if speech is None else faces.get(speech.face, "")


def find_mentioned(lines: Lines, names: Names) -> Names:
    """Return the names, if somebody may mention one in these lines; no names for all other lines."""
    speech = lines[0].speech
    return names if speech is not None and "@" in speech.text else NO_NAMES


def gather_order(lines: Lines) -> Entry:
    """Make one entry of all that came of an order: what was ordered, the sum of its attacks, and each in its steps."""
    newest, first = lines[0], lines[-1]
    heads = [line for line in lines if line.event["kind"] in HEADS]
    sentence = next((line.event["line"] for line in heads), newest.event["line"])
    summed = translate(sum_attacks([attack for line in lines if (attack := line.event.get("blow"))]))
    return Entry(
        id=first.count,
        count=newest.count,
        number=first.count,
        at=newest.at,
        when=first.event["when"] or newest.event["when"],
        line=" ".join(filter(None, (translate(sentence), summed))),
        verdict="",
        speech=None,
        portrait="",
        continues=False,
        is_secret=all(line.event["secret"] for line in lines),
        is_undone=newest.undone,
        is_exchange=True,
        bounds_fight=False,
        lines=(),
        steps=tuple(_list_deeds([line for line in lines if line not in heads])),
        changes=merge_changes(lines),
    )


def _list_deeds(lines: Sequence[LogLine]) -> Iterator[LogStepView]:
    """Yield each entry that the lines would make without the order, as a step with its own steps behind it."""
    for group in reversed(_group(without_order(lines))):
        entry = gather_entry(group)
        name = ". ".join(map(translate, filter(None, (entry.verdict, entry.line))))
        yield make_step(verbatim(name), EMPTY, "")
        yield from entry.steps


def without_order(lines: Lines) -> list[LogLine]:
    """Return the lines as they would be if nobody had ordered what they tell."""
    return [replace(line, event=cast(EventView, {**line.event, "order": ""})) for line in lines]


def _belongs(line: LogLine) -> tuple[str, bool]:
    return line.event.get("order") or line.event["exchange"], line.undone


def _is_exchange(line: LogLine) -> bool:
    return bool(line.event["exchange"]) and not line.event.get("order")


def _single(line: LogLine, portrait: str, names: Names, is_own: bool, by: int) -> Entry:
    event = line.event
    thrown = tuple(step for step in event["steps"] if step.get("dice"))
    by_itself, why = _find_tactic([line])
    is_own_post = is_own and line.speech is not None and line.speech.is_post
    return Entry(
        id=line.count,
        count=line.count,
        number=line.count,
        at=line.at,
        when=event["when"],
        line=event["line"],
        verdict=event["verdict"],
        speech=line.speech,
        portrait=portrait,
        continues=line.continues,
        is_secret=event["secret"],
        is_undone=line.undone,
        is_exchange=False,
        bounds_fight=event["kind"] in ("BattleOpened", "BattleClosed") and not line.undone,
        lines=_few(thrown) if event["kind"] == "TaskSettled" else thrown[-1:],
        steps=(*event["steps"], *why) if why or _has_more(event["steps"]) else (),
        changes=merge_changes([line]),
        names=names,
        counted=list_counted([line]),
        side_scene=line.side_scene,
        is_own=is_own_post,
        by=by if is_own_post else 0,
        by_itself=by_itself,
    )


def _has_more(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether there is anything to show beyond the line and its dice."""
    return len(steps) > 1 or any(step.get("sum") for step in steps)


def _exchange(lines: Lines) -> Entry:
    """Make one entry of the events of one attack, given newest first.

    The newest verdict stands over it. Its sentence is that of the attack, for only that one says who struck
    whom: the wound of which somebody dies says no more than itself.
    """
    newest, first = lines[0], lines[-1]
    steps = tuple(step for line in reversed(lines) for step in line.event["steps"])
    verdict = next((line.event["verdict"] for line in lines if line.event["verdict"]), "")
    main = max(lines, key=_weigh)
    by_itself, why = _find_tactic(lines)
    return Entry(
        id=first.count,
        count=newest.count,
        number=newest.count,
        at=newest.at,
        when=newest.event["when"],
        line=main.event["line"],
        verdict=verdict,
        speech=None,
        portrait="",
        continues=False,
        is_secret=all(line.event["secret"] for line in lines),
        is_undone=newest.undone,
        is_exchange=True,
        bounds_fight=False,
        lines=_few(steps),
        steps=(*steps, *why),
        changes=merge_changes(lines),
        counted=list_counted(lines),
        by_itself=by_itself,
    )


def _find_tactic(lines: Lines) -> tuple[str, tuple[LogStepView, ...]]:
    """Return the tactic by which the first of these lines came about by itself, and a step that says what it does."""
    event = next((line.event for line in reversed(lines) if "by_itself" in line.event), None)
    if event is None:
        return "", ()
    return event["by_itself"], (make_step(Text("Automatic"), event["why_so"], ""),)


def list_counted(lines: Lines) -> tuple[tuple[int, str], ...]:
    """Return the numbers of players that counted at once in these lines, the oldest first."""
    counted = (line for line in reversed(lines) if line.event["kind"] == COUNTED and not line.undone)
    return tuple((line.count, line.event["line"]) for line in counted)


def _weigh(line: LogLine) -> int:
    """Return how much a line's sentence tells of its exchange."""
    return 3 if line.event.get("heads") else 2 if line.event.get("blow") else 1 if line.event["verdict"] else 0


def _few(steps: Sequence[LogStepView]) -> tuple[LogStepView, ...]:
    """Return what stays in sight beside the sentence: the throws, in their order."""
    return tuple(step for step in steps if step.get("dice"))[: LINES - 1]
