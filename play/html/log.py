"""A stretch of a log as HTML, for the pages that show one beside the table: nothing in it acts."""

import re
from collections.abc import Callable, Sequence

from django.utils.safestring import SafeString

from campaigns.core.mentions import Names
from play.html.markup.entries import draw_entry
from play.seats.entries import find_mentioned, gather_entry, group_lines
from play.table.lines import LogLine

BESIDE = re.compile(r' href="(?=(?:fights|strands)/)')
"""Matches the addresses in a drawing, which are relative to the table's page."""


def draw_lines(
    lines: Sequence[LogLine],
    names: Names,
    table: str = "../../",
    *,
    found: int | None = None,
    find_what_if: Callable[[Sequence[LogLine]], str] = lambda _lines: "",
) -> list[SafeString]:
    """Draw the entries of these lines, newest first.

    `names`: those that the reader knows; `table`: the address of the table's page from that page; `found`: the line
    that was looked for, by the seat's own count. `find_what_if`: returns the address of an entry's "What if", if it
    has one.
    """
    drawn = []
    for group in group_lines(lines):
        entry, counts = gather_entry(group, "", find_mentioned(group, names)), {line.count for line in group}
        html = draw_entry(entry, found=found if found in counts else None, what_if=find_what_if(group))
        drawn.append(SafeString(BESIDE.sub(f' href="{table}', html)))
    return drawn
