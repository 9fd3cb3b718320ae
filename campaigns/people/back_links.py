"""Find where a subject is spoken of: every text of the series that the member may read and that mentions it.

The texts themselves are searched, so that it is right after every edit, renaming, removal and import.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.core.access import is_storyteller, visible_characters, visible_parts
from campaigns.core.known import visible_rows
from campaigns.core.mentions import Names
from campaigns.core.parts import KINDS
from campaigns.handouts.visible import visible_handouts
from campaigns.models import Membership, Subject, Thread
from campaigns.people.visible import visible_secrets

MAX_LINKS = 200
"""The most back links of a page."""


@dataclass(frozen=True, slots=True)
class BackLink:
    """A place where a subject is spoken of."""

    kind: Any
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of text: its name, the rows that a member may read, their texts, and the address of a row's page.

    `secret` are the texts that only the Storyteller reads.
    """

    kind: Any
    rows: Callable[[Membership], QuerySet[Any]]
    address: Callable[[Membership, int], str]
    title: str = "title"
    page: str = "pk"
    texts: tuple[str, ...] = ("notes",)
    secret: tuple[str, ...] = ("secret_notes",)


def _part(kind: str, name: Any, path: str) -> Source:
    return Source(
        name,
        lambda member: visible_parts(KINDS[kind].objects.filter(**{path: member.series_id}), member),
        lambda _member, pk: reverse("part", args=[kind, pk]),
    )


def _of_handouts(member: Membership, _pk: int) -> str:
    return reverse("handouts", args=[member.series_id])


SOURCES: tuple[Source, ...] = (
    _part("story", _("Story"), "series"),
    _part("episode", _("Episode"), "story__series"),
    _part("scene", _("Scene"), "episode__story__series"),
    _part("downtime", _("Downtime"), "story__series"),
    Source(_("Handout"), visible_handouts, _of_handouts, texts=("text",), secret=()),
    Source(_("Thread"), lambda member: visible_rows(Thread, member), lambda _member, pk: reverse("thread", args=[pk])),
    Source(_("Character"), visible_characters, lambda _member, pk: reverse("character", args=[pk]), title="name"),
    Source(
        _("People and places"),
        lambda member: visible_rows(Subject, member),
        lambda _member, pk: reverse("subject", args=[pk]),
        title="name",
    ),
    Source(
        _("Secret"),
        visible_secrets,
        lambda _member, pk: reverse("subject", args=[pk]),
        title="subject__name",
        page="subject",
        texts=("text",),
        secret=(),
    ),
)
"""Where people type Markdown. A new kind of text needs a line here."""


def find_back_links(subject: Subject, membership: Membership, names: Names) -> list[BackLink]:
    """Return where the subject is spoken of, as the member may know, in one query.

    `names`: those that the member knows. A text that mentions a longer name which they know is not about this one.
    """
    first, *others = (_search(place, source, subject, membership) for place, source in enumerate(SOURCES))
    found: dict[str, BackLink] = {}
    for place, pk, title, text in sorted(first.union(*others, all=True), key=lambda row: row[:2]):
        source = SOURCES[place]
        address = source.address(membership, pk)
        if address != subject.url and subject.url in names.find(text):
            found.setdefault(f"{address} {title}", BackLink(source.kind, title, address))
    return list(found.values())[:MAX_LINKS]


def _search(place: int, source: Source, subject: Subject, membership: Membership) -> QuerySet[Any, Any]:
    texts = (*source.texts, *(source.secret if is_storyteller(membership) else ()))
    text = Concat(Value(""), *(part for name in texts for part in (F(name), Value("\n"))), output_field=TextField())
    rows = source.rows(membership).order_by().prefetch_related(None).select_related(None)
    said = reduce(or_, (Q(**{f"{name}__icontains": words}) for name in texts for words in _begin(subject)))
    title = Cast(F(source.title), CharField(max_length=200))
    return rows.filter(said).values_list(Value(place), source.page, title, text)


def _begin(subject: Subject) -> list[str]:
    """Return how mentions of the subject begin, as far as every database compares letters of both cases alike."""
    plain = [match[0] for name in subject.names if (match := re.match(r"[\x20-\x7e]*", name))]
    return sorted({f"@{bracket}{name}" for name in plain for bracket in ("", "[")})
