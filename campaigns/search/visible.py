"""Search a series: what a member may see of it, and nothing else.

The index may hold anything. A row is found only if it is among those that the member may see, and only by a text that
the member may read.
"""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.functional import Promise

from campaigns.core.access import is_storyteller
from campaigns.core.mentions import say_plainly
from campaigns.core.seats import person_key
from campaigns.core.wanted_words import Excerpt, SearchWords, make_excerpt
from campaigns.full_text import find_matches
from campaigns.models import Membership, SearchText
from campaigns.search.sources import SOURCES

MAX_HITS = 50
"""The most that a page shows."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found: its title, the address of its page, and the place in its text."""

    title: str
    url: str
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found of one kind. `name` is the plural of the kind."""

    name: str | Promise
    hits: tuple[Hit, ...]


def search_records(membership: Membership, wanted: SearchWords) -> list[Hits]:
    """Return what was found of the record by kind: what matches best first, then the newest."""
    seen = Q()
    for kind, source in SOURCES.items():
        seen |= Q(kind=kind, key__in=source.visible(membership).order_by().values("pk"))
    rows = SearchText.objects.filter(seen, series=membership.series_id, reader__in=_readers(membership))
    found: dict[str, dict[int, Hit]] = {kind: {} for kind in SOURCES}
    for row in find_rows(rows, wanted, membership.series_id):
        found[row.kind].setdefault(row.key, _make_hit(row, wanted))
    return [Hits(SOURCES[kind].name, tuple(hits.values())) for kind, hits in found.items() if hits]


def find_rows(rows: QuerySet[SearchText], wanted: SearchWords, series: int) -> list[SearchText]:
    """Return the texts among these rows that have the words, at most `MAX_HITS`, the best first."""
    return [row for row in find_matches(rows, wanted, series, MAX_HITS) if wanted.is_in(row.words)]


def _readers(membership: Membership) -> list[str]:
    readers = [SearchText.STORYTELLER] if is_storyteller(membership) else []
    return ["", person_key(membership.user_id), *readers]


def _make_hit(row: SearchText, wanted: SearchWords) -> Hit:
    """Return the hit that a text makes. A private note has no title."""
    source = SOURCES[row.kind]
    title, _line, text = ("", "", row.text) if source.private else row.text.partition("\n")
    return Hit(title, source.address(row.series_id, row.key), make_excerpt(say_plainly(text), wanted))
