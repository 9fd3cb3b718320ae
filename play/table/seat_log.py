"""A seat's own log: which entries it may read, how many, and which entry each of its counts means.

People, pages and frames name an entry by the seat's own count, so that a secret entry leaves no gap for others. The
table's numbers stay on the server.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from play.models import Entry, EntryReader, Table
from rules.battle import STORYTELLER, Seat


def visible_entries(table: Table, seat: Seat) -> QuerySet[Entry]:
    """Return the entries that are lines in the seat's log, up to the table's number; newer ones may exist by now."""
    return only_lines(Entry.objects.filter(table=table.pk, number__lte=table.number), seat)


def only_lines(entries: QuerySet[Entry], seat: Seat) -> QuerySet[Entry]:
    """Filter entries of any tables to those that are lines in the seat's logs."""
    if seat == STORYTELLER:
        return entries.filter(told=True)
    heard = EntryReader.objects.filter(table=OuterRef("table"), number=OuterRef("number"), key__in=seat.characters)
    return entries.filter(Q(public=True) | Exists(heard))


def count_entries(table: Table, seat: Seat) -> int:
    """Return how many entries are lines in the seat's log. The cost does not grow with the log."""
    if seat == STORYTELLER:
        return table.storyteller_count
    if not seat.characters:
        return table.public_number
    heard = EntryReader.objects.filter(table=table.pk, number__lte=table.number, key__in=seat.characters)
    return table.public_number + heard.values("number").distinct().count()


def find_number(table: Table, seat: Seat, count: int) -> int | None:
    """Return the table's number of the entry that the seat calls `count`; None where its log has no such entry."""
    back = count_entries(table, seat) - count  # counted from the newest, where people look
    if count < 1 or back < 0:
        return None
    numbers = visible_entries(table, seat).order_by("-number").values_list("number", flat=True)
    return numbers[back : back + 1].first()
