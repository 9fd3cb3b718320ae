"""The log as a seat reads it. Entries never change, so a process reads each once and continues from there."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from django.db.models import QuerySet, Subquery

from play.commands.rewind import plan_rewind
from play.models import Entry
from play.seats.facts import TableFacts
from play.seats.long_posts import list_posts, load_edited
from play.table.events import Fought, side_scene_of, view_event
from play.table.group_orders import OrderGiven
from play.table.history import is_effective
from play.table.lines import LogLine
from play.table.live_scene import LOG_LINES, Record, SeatLog, live_scenes
from play.table.records import load_records, records_after
from play.table.seat_log import count_entries, visible_entries
from play.table.speech import follows, hear
from rules.battle import STORYTELLER, Seat
from rules.view import EventView

ORDER_LINES = 400
"""The most lines that are kept of a log for an order among the newest: twenty attacks have fewer."""
PREVIEW_LINES = 200
"""How many lines the preview of a rewind shows of those that go, and of those that come back."""


def load_log(facts: TableFacts, seat: Seat) -> tuple[int, tuple[LogLine, ...]]:
    """Return the seat's count of entries, and the newest of them, newest first."""
    table = facts.table
    if table.pk is None:
        return 0, ()
    kept = live_scenes.get(table.scene_id).seat(seat).log
    with kept.lock:
        _bring_up_to_date(facts, seat, kept)
        _strike_out(facts, kept)
        _take_edits(facts, kept)
        lines = tuple(reversed(kept.lines))
        while lines and lines[0].number > table.number:  # another thread has read on
            lines = lines[1:]
        return kept.count - (len(kept.lines) - len(lines)), lines


def _strike_out(facts: TableFacts, kept: SeatLog) -> None:
    """Mark what a rewind has taken back or given back. A line that does not change stays the same object."""
    before, spans = kept.spans, facts.spans
    if before and before[0][0] == spans[0][0] and before[1:] == spans[1:]:
        return
    kept.spans = spans
    for place, line in enumerate(kept.lines):
        undone = not is_effective(spans, line.number)
        if undone != line.undone:
            kept.lines[place] = replace(line, undone=undone)


def _take_edits(facts: TableFacts, kept: SeatLog) -> None:
    """Show the newest texts of posts. A line that does not change stays the same object."""
    edits = facts.state.edits
    if kept.edits == edits:
        return
    kept.edits = edits
    texts = load_edited(facts.table.pk, edits, list_posts(kept.lines))
    for place, line in enumerate(kept.lines):
        kept.lines[place] = _with_text(line, texts)


def _with_text(line: LogLine, texts: Mapping[int, str]) -> LogLine:
    """Return the line with the newest text of its post, by the post's number; with the first where there is none."""
    speech = line.speech
    if speech is None or not speech.is_post:
        return line
    first, text = speech.original or speech.text, texts.get(line.number, "")
    if (text or first, first if text else "") == (speech.text, speech.original):
        return line
    return replace(line, speech=replace(speech, text=text or first, original=first if text else ""))


def _bring_up_to_date(facts: TableFacts, seat: Seat, kept: SeatLog) -> None:
    """Bring what is remembered up to the table's number, or start again where much has happened."""
    table = facts.table
    if kept.read_to >= table.number:
        return
    if kept.read_to == 0 or table.number - kept.read_to > LOG_LINES:  # as much is new as the page shows
        new: Sequence[Record] = _newest_records(facts, seat)
        kept.count = count_entries(table, seat) - len(new)
        kept.lines.clear()
    else:
        new = records_after(facts.system, table, kept.read_to)
    for record in new:
        view = view_event(facts.system, record.event, seat)
        if view is not None:
            kept.count += 1
            line = _make_line(record, view, kept.count, seat, undone=not is_effective(facts.spans, record.number))
            kept.lines.append(_join_on(kept.lines[-1], line) if kept.lines else line)
            if line.speech is not None and line.speech.is_post:
                kept.edits = None  # it may have been edited since
    kept.read_to = table.number
    _trim(kept)


def _trim(kept: SeatLog) -> None:
    """Forget the oldest lines: the newest `LOG_LINES` stay, and all lines of the orders among them."""
    lines = kept.lines
    while len(lines) > LOG_LINES and not (len(lines) <= ORDER_LINES and _is_needed(lines)):
        lines.popleft()


def _is_needed(lines: deque[LogLine]) -> bool:
    """Return whether the oldest line is of an order that has one among the newest."""
    order = lines[0].event.get("order")
    return bool(order) and any(line.event.get("order") == order for line in islice(reversed(lines), LOG_LINES))


def _make_line(record: Record, view: EventView, count: int, seat: Seat, *, undone: bool) -> LogLine:
    speech = hear(record.event, seat, record.author)
    side_scene = side_scene_of(record.event)
    return LogLine(
        record.number, count, record.at, view, record.author, speech, undone, by=record.by, side_scene=side_scene
    )


def _join_on(before: LogLine, line: LogLine) -> LogLine:
    """Return the line, marked if it goes on where the line before it ended."""
    is_one = before.side_scene == line.side_scene and follows(before.speech, before.at, line.speech, line.at)
    return replace(line, continues=True) if is_one else line


def _newest_records(facts: TableFacts, seat: Seat) -> list[Record]:
    """Return the newest entries in the seat's log, oldest first."""
    entries = visible_entries(facts.table, seat).order_by("-number")
    found = load_records(facts.system, facts.table, entries[:LOG_LINES])
    if any(isinstance(record.event, Fought) and record.event.order for record in found):
        found = load_records(facts.system, facts.table, entries[:ORDER_LINES])  # an order is shown whole
    return found[::-1]


def load_lines_from(facts: TableFacts, seat: Seat, count: int) -> tuple[int, tuple[LogLine, ...]]:
    """Return the seat's count of entries, and the lines from the one that the seat calls `count`, newest first; no
    lines if there is no such entry.
    """
    total = 0 if facts.table.pk is None else count_entries(facts.table, seat)
    if not 1 <= count <= total:
        return total, ()
    visible = visible_entries(facts.table, seat)
    back = visible.order_by("-number").values("number")  # counted from the newest, where people look
    first_number = Subquery(back[total - count : total - count + 1])
    entries = visible.filter(number__gte=first_number).order_by("number")
    records = load_records(facts.system, facts.table, entries[:LOG_LINES])
    first = records[0].event if records else None
    if isinstance(first, OrderGiven) or (isinstance(first, Fought) and first.order):
        records = load_records(facts.system, facts.table, entries[:ORDER_LINES])
    lines: list[LogLine] = []
    for record in records:
        if view := view_event(facts.system, record.event, seat):
            undone = not is_effective(facts.spans, record.number)
            lines.append(_make_line(record, view, count + len(lines), seat, undone=undone))
    texts = load_edited(facts.table.pk, facts.state.edits, list_posts(lines))
    return total, tuple(_with_text(line, texts) for line in reversed(lines))


def load_span(facts: TableFacts, seat: Seat, after: int, upto: int, count: int, most: int) -> tuple[LogLine, ...]:
    """Return the lines of a seat's log after the one that the seat calls `after`, up to `upto`, newest first.

    `count`: how many lines the log has, by `count_entries`. Of more than `most` the oldest are returned.
    """
    if facts.table.pk is None or not 0 <= after < upto <= count:
        return ()
    upto, visible = min(upto, after + most), visible_entries(facts.table, seat)
    back = visible.order_by("-number").values("number")  # counted from the newest, where people look
    entries = visible.filter(number__in=back[count - upto : count - after])
    return _make_lines(facts, seat, entries, range(after + 1, upto + 1))


def load_after(facts: TableFacts, seat: Seat, after: int, most: int) -> tuple[int, tuple[LogLine, ...]]:
    """Return the seat's count of entries, and the lines after the one that the seat calls `after`, oldest first.

    Of more than `most` the oldest are returned. The newest lines are those that the process remembers for the seat:
    they are read once for all its pages and programs.
    """
    count, newest = load_log(facts, seat)
    if newest and after >= newest[-1].count - 1:
        return count, tuple(line for line in reversed(newest) if line.count > after)[:most]
    return count, load_span(facts, seat, after, count, count, most)[::-1]


def load_side_scene(facts: TableFacts, seat: Seat, id: str, most: int) -> tuple[LogLine, ...]:
    """Return the newest lines of a side scene that the seat reads, newest first."""
    there = visible_entries(facts.table, seat).filter(event__strand__id=id) if facts.table.pk else Entry.objects.none()
    wanted = set(there.order_by("-number").values_list("number", flat=True)[:most])
    if not wanted:
        return ()
    counts = [count for count, number in enumerate(_list_visible(facts, seat), 1) if number in wanted]
    return _make_lines(facts, seat, visible_entries(facts.table, seat).filter(number__in=wanted), counts)


def _list_visible(facts: TableFacts, seat: Seat) -> list[int]:
    """Return the table's numbers of all lines in the seat's log, oldest first."""
    return list(visible_entries(facts.table, seat).order_by("number").values_list("number", flat=True))


def _make_lines(facts: TableFacts, seat: Seat, entries: QuerySet[Entry], counts: Iterable[int]) -> tuple[LogLine, ...]:
    """Return the lines of these entries, newest first. `counts`: what the seat calls each, the oldest first."""
    records = load_records(facts.system, facts.table, entries.order_by("number"))
    lines: list[LogLine] = []
    for count, record in zip(counts, records, strict=True):
        if view := view_event(facts.system, record.event, seat):
            undone = not is_effective(facts.spans, record.number)
            line = _make_line(record, view, count, seat, undone=undone)
            lines.append(_join_on(lines[-1], line) if lines else line)
    texts = load_edited(facts.table.pk, facts.state.edits, list_posts(lines))
    return tuple(_with_text(line, texts) for line in reversed(lines))


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """Lines of the Storyteller's log that a rewind strikes out or brings back, newest first, and their number.

    `lines` are all of them, or the newest `PREVIEW_LINES`. `first` and `last` are the counts of the oldest and the
    newest.
    """

    lines: tuple[LogLine, ...]
    total: int
    first: int
    last: int

    @property
    def more(self) -> int:
        """How many older lines are not listed."""
        return self.total - len(self.lines)


@dataclass(frozen=True, slots=True)
class RewindPreview:
    """What a rewind strikes out and what it brings back.

    `together`: whether the entry's own command began before it.
    """

    gone: PreviewPart
    back: PreviewPart
    together: bool


def preview_rewind(facts: TableFacts, entry: int) -> RewindPreview:
    """Return what taking an entry back would do to the Storyteller's log.

    Raises `IllegalMove` where it is not possible.
    """
    plan = plan_rewind(facts.table, entry)
    gone = _preview(facts, plan.gone)
    return RewindPreview(gone, _preview(facts, plan.back), together=gone.first < entry)


def _preview(facts: TableFacts, numbers: frozenset[int]) -> PreviewPart:
    """Return the Storyteller's lines among the entries of these numbers."""
    readable = visible_entries(facts.table, STORYTELLER).filter(number__gte=min(numbers, default=0)).order_by("-number")
    newest = count_entries(facts.table, STORYTELLER)
    since = enumerate(readable.values_list("number", flat=True) if numbers else ())
    counts = {number: newest - place for place, number in since if number in numbers}
    listed = list(counts)[:PREVIEW_LINES]
    records = load_records(facts.system, facts.table, readable.filter(number__in=listed))
    views = ((record, view_event(facts.system, record.event, STORYTELLER)) for record in records)
    lines = tuple(
        _make_line(record, view, counts[record.number], STORYTELLER, undone=False) for record, view in views if view
    )
    return PreviewPart(lines, len(counts), min(counts.values(), default=0), max(counts.values(), default=0))
