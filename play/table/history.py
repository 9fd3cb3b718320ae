"""The state of a table at any number, folded from the database with its rewinds."""

from collections import defaultdict
from collections.abc import Sequence

from play.models import Entry, Snapshot, Table
from play.table.events import decode_event
from play.table.state import Span, TableState, decode_state, fold, is_current
from rules.system import System

SNAPSHOT_EVERY = 100
"""Entries between two snapshots: the most that a rewind folds, plus the command that crossed the line."""


def effective_spans(rewinds: list[Span], number: int) -> list[Span]:
    """Return the stretches of the log that make the state at `number`, newest first.

    `rewinds` are pairs of (number, to) in any order. A rewind is no event of the fold: it makes the state that of `to`.
    """
    spans, upto = [], number
    for at, to in sorted(rewinds, reverse=True):
        if at <= upto:
            spans.append((at, upto))
            upto = to
    spans.append((0, upto))
    return spans


def table_spans(table: Table, number: int) -> list[Span]:
    """Return the effective stretches of a table's log at `number`. An unsaved table has none: nothing happened there
    yet.
    """
    rewinds = Entry.objects.filter(table=table.pk, rewound_to__isnull=False, number__lte=number)
    return effective_spans([(at, to or 0) for at, to in rewinds.values_list("number", "rewound_to")], number)


def find_counted(tables: Sequence[Table]) -> dict[int, set[int]]:
    """Return the numbers of the entries that still count, up to the table's, by the key of the table: by one query."""
    rewinds: defaultdict[int, list[Span]] = defaultdict(list)
    found = Entry.objects.filter(table__in=tables, rewound_to__isnull=False)
    for table, at, to in found.values_list("table", "number", "rewound_to"):
        rewinds[table].append((at, to or 0))
    return {table.pk: effective_numbers(effective_spans(rewinds[table.pk], table.number)) for table in tables}


def state_at(system: System, table: Table, number: int) -> TableState:
    """Fold the log up to `number`, from the nearest snapshot that is still part of it."""
    spans = table_spans(table, number)
    kept = Snapshot.objects.filter(table=table, number__lte=number).order_by("-number")
    start, state = 0, TableState()
    nearest = next((at for at in kept.values_list("number", flat=True) if is_effective(spans, at)), 0)
    if nearest and is_current(system, data := kept.get(number=nearest).state):
        start, state = nearest, decode_state(system, data)
    for after, upto in reversed(spans):
        if after < upto and start < upto:
            events = Entry.objects.filter(table=table, number__gt=max(after, start), number__lte=upto)
            rows = events.order_by("number").values_list("event", flat=True)
            state = fold(system, state, (decode_event(system, data) for data in rows))
    return state


def effective_numbers(spans: list[Span]) -> set[int]:
    """Return the numbers of the events that still count."""
    return {number for after, upto in spans for number in range(after + 1, upto + 1)}


def is_effective(spans: list[Span], number: int) -> bool:
    """Return whether an entry still counts: it lies in a stretch, or is the rewind that begins one."""
    for after, upto in spans:  # the newest come first
        if number >= after:
            return number <= upto
    return False
