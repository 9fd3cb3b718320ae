"""The kinds of rows that the search finds: their texts, and who may see them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, F, Model, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.recaps.visible import visible_recaps
from campaigns.core.access import visible_characters, visible_parts
from campaigns.core.known import visible_subjects
from campaigns.core.seats import person_key
from campaigns.handouts.visible import visible_handouts
from campaigns.models import (
    Character,
    Downtime,
    Episode,
    Handout,
    Membership,
    PrivateNote,
    Scene,
    SearchText,
    Secret,
    Session,
    Story,
    Subject,
    Thread,
)
from campaigns.people.visible import visible_secrets
from campaigns.threads.visible import visible_threads

ENTRY = "entry"
"""The kind of a line of a log. `play` indexes and finds them."""


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of rows. `shown` are the fields that all may read who see the row, its title first; `secret` the
    Storyteller's.

    `visible` returns the rows that a member may see. `address` returns the page of a row, from the keys of the series
    and the row. `private`: only the person in the field `user` may read a row.
    """

    name: Promise
    model: type[Model]
    series: str
    shown: tuple[str, ...]
    visible: Callable[[Membership], QuerySet[Any]]
    address: Callable[[int, int], str]
    secret: tuple[str, ...] = ()
    private: bool = False

    def texts(self, series: int) -> Iterator[QuerySet[Any]]:
        """Return queries of the texts of the series, with what `SearchText` says of each under other names.

        `to` is the `reader`, `by` the `user`, and `secrets` the `text`.
        """
        rows: QuerySet[Any] = QuerySet(self.model).filter(**{self.series: series}).order_by()
        key: Any = Concat(Value(person_key(0)[:-1]), Cast("user_id", TextField())) if self.private else Value("")
        nobody = Cast(Value(None), BigIntegerField())
        owner: Any = F("user_id") if self.private else nobody
        yield rows.annotate(to=Cast(key, TextField()), told=_join(self.shown), by=owner)
        if self.secret:
            secrets = rows.exclude(**dict.fromkeys(self.secret, ""))
            storyteller = Cast(Value(SearchText.STORYTELLER), TextField())
            text = _join((self.shown[0], *self.secret))
            yield secrets.annotate(to=storyteller, told=text, by=nobody)


def _join(fields: tuple[str, ...]) -> Any:
    """Return the expression of a text with a field in each line."""
    first, *rest = fields
    parts = [part for field in rest for part in (Value("\n"), F(field))]
    return Concat(F(first), *parts, output_field=TextField()) if parts else Cast(first, TextField())


def _part(name: Promise, model: type[Any], series: str, kind: str) -> Source:
    def visible(membership: Membership) -> QuerySet[Any]:
        return visible_parts(QuerySet(model).filter(**{series: membership.series_id}), membership)

    def address(_series: int, key: int) -> str:
        return reverse("part", args=[kind, key])

    return Source(name, model, series, ("title", "notes", "in_world_time"), visible, address, ("secret_notes",))


def _recap(name: Promise, model: type[Any], kind: str) -> Source:
    """Return the recaps of a kind of parts. Each stands under the key of its part, and leads there."""

    def visible(membership: Membership) -> QuerySet[Any]:
        return QuerySet(model).filter(recap__in=visible_recaps(membership))

    def address(_series: int, key: int) -> str:
        return f"{reverse('part', args=[kind, key])}#recap-h"

    return Source(name, model, "recap__series", ("title", "recap__text"), visible, address)


def _own_notes(membership: Membership) -> QuerySet[PrivateNote]:
    return PrivateNote.objects.filter(series=membership.series_id, user=membership.user_id)


SOURCES: Mapping[str, Source] = {
    "character": Source(
        _("Characters"),
        Character,
        "series",
        ("name", "notes"),
        visible_characters,
        lambda _series, key: reverse("character", args=[key]),
        ("secret_notes",),
    ),
    "subject": Source(
        _("People and places"),
        Subject,
        "series",
        ("name", "other_names", "notes"),
        visible_subjects,
        lambda _series, key: reverse("subject", args=[key]),
        ("secret_notes",),
    ),
    "secret": Source(
        _("Secrets"),
        Secret,
        "series",
        ("subject__name", "text"),
        visible_secrets,
        lambda series, _key: reverse("people", args=[series]),
    ),
    "story": _part(_("Stories"), Story, "series", "story"),
    "episode": _part(_("Episodes"), Episode, "story__series", "episode"),
    "scene": _part(_("Scenes"), Scene, "episode__story__series", "scene"),
    "episode_recap": _recap(_("Episode recaps"), Episode, "episode"),
    "scene_recap": _recap(_("Scene recaps"), Scene, "scene"),
    "downtime": _part(_("Downtimes"), Downtime, "story__series", "downtime"),
    "thread": Source(
        _("Threads"),
        Thread,
        "series",
        ("title", "notes"),
        visible_threads,
        lambda _series, key: reverse("thread", args=[key]),
        ("secret_notes",),
    ),
    "handout": Source(
        _("Handouts"),
        Handout,
        "series",
        ("title", "text", "description"),
        visible_handouts,
        lambda series, key: f"{reverse('handouts', args=[series])}#handout-{key}",
    ),
    "session": Source(
        _("Sessions"),
        Session,
        "series",
        ("words",),
        lambda membership: Session.objects.filter(series=membership.series_id),
        lambda _series, key: reverse("session", args=[key]),
    ),
    "note": Source(
        _("My notes"),
        PrivateNote,
        "series",
        ("text",),
        _own_notes,
        lambda series, _key: reverse("private_notes", args=[series]),
        private=True,
    ),
}
"""By the word for the kind in `SearchText.kind`, in the order of the page."""
