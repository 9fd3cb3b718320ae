"""Search a series: the record and the logs, by one function."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.core.access import visible_parts
from campaigns.core.seats import get_seat
from campaigns.core.wanted_words import SearchWords, fold_words, make_excerpt, parse_wanted
from campaigns.models import Membership, Scene, SearchText
from campaigns.search.index import compare_records, write_index
from campaigns.search.sources import ENTRY
from campaigns.search.visible import MAX_HITS, Hit, Hits, find_rows, search_records
from play.models import Entry
from play.seats.log_index import load_new_lines, write_line_in
from play.seats.long_posts import load_edited
from play.table.events import decode_event
from play.table.history import effective_spans, is_effective
from play.table.newest import load_states
from play.table.seat_log import only_lines
from play.table.speech import Posted
from play.table.state import Span
from rules import get_system
from rules.battle import STORYTELLER, Seat

AT_ONCE = 100
"""How many new entries are indexed while somebody waits. `config.tasks.index_logs` indexes the rest."""
LEAST_LINES = 20
"""How many lines of logs are shown beside what is found in the record, if there are as many."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What was found, by kind. `is_whole`: whether all logs were searched to their ends."""

    groups: tuple[Hits, ...]
    is_whole: bool = True

    @property
    def count(self) -> int:
        """How many hits there are."""
        return sum(len(group.hits) for group in self.groups)


def search(membership: Membership, typed: str) -> SearchResults:
    """Return what the member may see of what was typed: first the record, then lines of logs; at most `MAX_HITS`."""
    wanted = parse_wanted(typed)
    if not wanted.phrases:
        return SearchResults(())
    scenes = visible_parts(Scene.objects.filter(episode__story__series=membership.series_id), membership)
    new_lines, is_whole = load_new_lines(membership.series_id, scenes, AT_ONCE)
    write_index(compare_records(membership.series_id), new_lines)
    lines = _search_logs(membership, wanted)
    groups = _shorten(search_records(membership, wanted), MAX_HITS - min(len(lines), LEAST_LINES))
    left = MAX_HITS - sum(len(group.hits) for group in groups)
    return SearchResults((*groups, *([Hits(_("Log"), tuple(lines[:left]))] if lines else [])), is_whole)


def _shorten(groups: list[Hits], most: int) -> list[Hits]:
    """Return the groups with as many hits in all."""
    kept: list[Hits] = []
    for group in groups:
        hits = group.hits[:most]
        most -= len(hits)
        kept += [Hits(group.name, hits)] if hits else []
    return kept


def _search_logs(membership: Membership, wanted: SearchWords) -> list[Hit]:
    """Return the lines of the member's logs that have the words. What was taken back is not found."""
    seat = get_seat(membership)
    readers = ["", *([SearchText.STORYTELLER] if seat == STORYTELLER else seat.characters)]
    scenes = visible_parts(Scene.objects.filter(episode__story__series=membership.series_id), membership)
    rows = SearchText.objects.filter(kind=ENTRY, series=membership.series_id, scene__in=scenes, reader__in=readers)
    keys = [row.key for row in find_rows(rows, wanted, membership.series_id)]
    entries = _load_entries(list(dict.fromkeys(keys)), seat)
    spans, edited = _load_spans(entries), _load_newest(entries)
    system = get_system(membership.series.system)
    found: list[Hit] = []
    for entry in entries:
        newest = edited.get((entry.table_id, entry.number), "")
        line = write_line_in(system, decode_event(system, entry.event), seat, get_language() or "", newest)
        if wanted.is_in(fold_words(line)) and is_effective(spans[entry.table_id], entry.number):
            url = reverse("table_log", args=[entry.table.scene_id, entry.count])
            found.append(Hit(entry.table.scene.title, f"{url}#entry-{entry.count}", make_excerpt(line, wanted)))
    return found


def _load_newest(entries: Collection[Entry]) -> dict[tuple[int, int], str]:
    """Return the newest texts of posts that were edited, by the table and the number of the post."""
    posts = [entry for entry in entries if entry.event["kind"] == Posted.__name__]
    scenes = {entry.table.scene_id: entry.table for entry in posts}
    states = load_states([entry.table.scene for entry in posts]) if posts else {}
    return {
        (scenes[scene].pk, number): text
        for scene, state in states.items()
        for number, text in load_edited(scenes[scene].pk, state.edits, [entry.number for entry in posts]).items()
    }


def _load_entries(keys: list[int], seat: Seat) -> list[Any]:
    """Return those of these entries that are lines in the seat's log, in the order given, with the seat's counts."""
    before = Entry.objects.filter(table=OuterRef("table"), number__lte=OuterRef("number"))
    counts = only_lines(before, seat).order_by().values("table").annotate(count=Count("pk")).values("count")
    there = only_lines(Entry.objects.filter(pk__in=keys), seat).annotate(count=Subquery(counts))
    found = {entry.pk: entry for entry in there.select_related("table__scene")}
    return [found[key] for key in keys if key in found]


def _load_spans(entries: Collection[Entry]) -> dict[int, list[Span]]:
    """Return the stretches of the log that still count, by table."""
    numbers = {entry.table_id: entry.table.number for entry in entries}
    rewinds: defaultdict[int, list[Span]] = defaultdict(list)
    for table, at, to in Entry.objects.filter(table__in=numbers, rewound_to__isnull=False).values_list(
        "table", "number", "rewound_to"
    ):
        rewinds[table].append((at, to or 0))
    return {table: effective_spans(rewinds[table], number) for table, number in numbers.items()}
