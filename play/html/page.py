"""From a board to HTML. A push and a fresh page are drawn from the same regions.

A drawing is shared by all seats of a class, so nothing in it belongs to one person: what forms carry of their person is
empty (`play.html.form_tokens`). Rows are cached by what they show, so that a turn of the wheel draws only what it
moved.
"""

import re
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.mentions import Names
from campaigns.seats import person_key
from play.html import strands
from play.html.ahead import LEFT, draw_ahead, draw_fold
from play.html.fingerprint import fingerprint
from play.html.handouts import DESK, HandoutRegions
from play.html.markup.entries import draw_entry
from play.html.offer_cards import Context, Draw, OfferCards
from play.html.onward import NEXT_SCENE, draw_next_form, draw_next_scene, draw_onward
from play.html.order_form import draw_order
from play.html.pads import PAD, draw_pad_form, draw_rolls
from play.html.party import draw_party
from play.html.posts import draw_behind
from play.html.reach_region import draw_reach
from play.html.regions import Regions
from play.html.shows import draw_shown
from play.html.task_region import draw_tasks
from play.html.undo import draw_last_step, draw_requests
from play.seats.board import Board
from play.seats.entries import Entry, find_mentioned, find_portrait, group_lines, read_entry, read_first
from play.table.lines import LogLine
from play.table.live_scene import DrawnEntry, live_scenes
from rules.lru_cache import LruCache

__all__ = ["BESIDE", "behind_post", "bell", "draw_lines", "lazy_details", "log_lines", "presence", "regions", "steps"]

BESIDE = re.compile(r' (href|hx-get)="(?=(?:folds|odds|rewind|fights|write|strands)/)')
"""Matches the addresses in a drawing, which are relative to the table's page."""


def _find_draw(board: Board) -> Draw:
    """Return the function that draws parts of a board, or finds them drawn: in the active language, for the board's
    scene.
    """
    return partial(_draw_once, live_scenes.get(board.place.scene).drawn, get_language())


def _find_keep(board: Board) -> Callable[..., SafeString]:
    """Return the function that draws a region, or finds it as it was drawn last from the same objects."""
    parts, language = live_scenes.get(board.place.scene).seat(board.seat).parts, get_language()
    return lambda region, make, *of: parts[f"{region} {language}"].get(make, *of)


def _draw_once(
    drawn: LruCache[Hashable, SafeString],
    language: str | None,
    template: str,
    key: Hashable,
    context: Context | Callable[[], Context | SafeString],
) -> SafeString:
    """Return a part drawn from `template`, or as it was drawn before with this key."""
    place = template, language, key
    row = drawn.get(place)
    if row is None:
        row = _draw(template, context)
        drawn.put(place, row)
    return row


def _draw(template: str, context: Context | Callable[[], Context | SafeString]) -> SafeString:
    shown = context() if callable(context) else context
    if isinstance(shown, SafeString):
        return shown
    return SafeString(get_template(f"play/{template}.html").render(dict(shown)).strip())


def regions(board: Board) -> dict[str, str]:
    """Return every live region of the page by its element id: its whole outer HTML, also of empty elements."""
    draw, keep = _find_draw(board), _find_keep(board)
    table, handouts = Regions(board, draw), HandoutRegions(board, draw)
    pads = [part for roll in board.rolls for part in (roll.name, roll.fields)]
    drawn = {
        "status": table.status(),
        "undo": draw_last_step(board, draw),
        "onward": draw_onward(board, draw),
        "result": table.result_card.region(),
        "me": table.me(),
        "mine": table.mine(),
        "ahead": draw_ahead(board, draw),
        "asked": draw_requests(board, draw),
        "orders": draw_order(board, draw),
        "waiting": table.waiting(),
        "wheel": table.wheel(),
        "party": draw_party(board, draw),
        "order": table.order(),
        "reach": draw_reach(board, draw),
        "fighters": table.fighters(),
        "rolls": keep("rolls", partial(draw_rolls, board, draw), board.place, *pads),
        "tasks": keep("tasks", partial(draw_tasks, board, draw), board.place, board.task_board),
        "cast": table.cast(),
        "nextscene": draw_next_scene(board, draw),
        "notes": table.notes(),
        "handouts": handouts.large(),
        "handouts_strip": handouts.strip(),
        "handouts_desk": handouts.desk(),
        "strands": strands.draw_choice(board, draw),
        "strands_desk": strands.draw_desk(board, draw),
    }
    return {**drawn, "shows": draw_shown(drawn)}


def log_lines(board: Board) -> list[tuple[int, str]]:
    """Return the log, newest first: the id of each entry (the seat's count at its first line) and its `<li>`."""
    draw, is_shared = _find_draw(board), len(board.tellers) > 1
    seat, of = live_scenes.get(board.place.scene).seat(board.seat), (get_language(), is_shared)
    before, now = seat.entries.get(of, {}), {}
    for lines in group_lines(board.log):
        newest = lines[0]
        entry = before.get(newest.number)
        portrait, names = find_portrait(lines, board.faces), find_mentioned(lines, board.names)
        if entry is None or not entry.shows(lines, portrait, names):
            is_own = person_key(newest.by) in board.characters or newest.by in board.tellers
            read = read_entry(lines, portrait, names, is_own=is_own, by=newest.by if is_shared else 0)
            html = _draw_entry(board, read, draw)
            shown = newest.event, len(lines), newest.undone, portrait, lines[-1].count
            entry = DrawnEntry(*shown, html, names, newest.speech)
        now[newest.number] = entry
    seat.entries[of] = now
    return [(entry.count, entry.html) for entry in now.values()]


def draw_lines(
    lines: Sequence[LogLine], names: Names, table: str = "../../", found: int | None = None
) -> list[SafeString]:
    """Draw any stretch of a log, newest first, to be read on another page than the table's. Nothing in it acts.

    `names`: those that the reader knows; `table`: the address of the table's page from that page; `found`: the line
    that was looked for, by the seat's own count.
    """
    drawn = []
    for group in group_lines(lines):
        entry, counts = read_entry(group, "", find_mentioned(group, names)), {line.count for line in group}
        drawn.append(draw_entry(entry, storyteller=False, found=found if found in counts else None))
    return [SafeString(BESIDE.sub(rf' \1="{table}', html)) for html in drawn]


def _draw_entry(board: Board, entry: Entry, draw: Draw) -> SafeString:
    key = _entry_key(board, entry)
    return draw("entry", key, partial(draw_entry, entry, storyteller=board.storyteller, url=board.command_url))


def _entry_key(board: Board, entry: Entry) -> tuple[Any, ...]:
    """Return what the drawing of an entry shows, as its key: all who see the same entry share the drawing."""
    return (
        board.place.scene, board.storyteller, entry.id, entry.count, entry.number, entry.at, entry.when,
        entry.line, entry.verdict, entry.speech, entry.portrait, entry.continues,
        entry.is_secret, entry.is_undone, entry.is_exchange, entry.bounds_fight,
        fingerprint((entry.lines, entry.changes)), bool(entry.steps), entry.names, entry.counted, entry.strand,
        entry.is_own, entry.by,
    )  # fmt: skip


def lazy_details(board: Board, id: str) -> str | None:
    """Draw the lazy details of this id as things stand; None where there are none, or no longer."""
    draw = _find_draw(board)
    if id == DESK:
        return HandoutRegions(board, draw).behind_fold()
    if id == strands.DESK:
        return strands.draw_forms(board)
    if id == NEXT_SCENE:
        return draw_next_form(board)
    if id.startswith(PAD):
        return draw_pad_form(board, draw, id)
    if id.startswith(LEFT):
        return draw_fold(board, id)
    return OfferCards(board, draw).lazy_details(id)


def steps(lines: Sequence[LogLine], *, what_if: str = "") -> str:
    """Draw every step of the entry that begins with the oldest of these lines: its details in the log.

    `what_if`: the address of its "What if"; empty for those who have none.
    """
    return str(get_template("play/_steps.html").render({"entry": read_first(lines), "what_if": what_if}))


def behind_post(lines: Sequence[LogLine], kind: str, names: Names) -> str | None:
    """Draw what is behind a fold of the post that is the oldest of these lines."""
    speech = lines[-1].speech
    return None if speech is None else draw_behind(speech, kind, find_mentioned(lines[-1:], names))


def bell(unread: int) -> str:
    """Draw the bell of the running head, with how many notices its person has not read."""
    return get_template("_bell.html").render({"unread": unread})


def presence(names: Sequence[str], typing: Collection[str] = (), left: Sequence[str] = ()) -> str:
    """Draw who is at the table now, who of them is writing an answer, and who left not long ago."""
    here = ((name, name[:2].title(), "typing" if name in typing else "") for name in names)
    people = (*here, *((name, name[:2].title(), "gone") for name in left))
    return _draw("_presence", {"people": people})
