"""Limits on how much one person may store. Each comes from a setting; 0 means no limit."""

import functools
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import (
    CASCADE,
    BigIntegerField,
    Case,
    CharField,
    JSONField,
    Model,
    QuerySet,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Length
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import (
    Announcement,
    Delivery,
    Notice,
    ReadMark,
    SearchedLog,
    SearchText,
    Series,
    User,
    WebhookDelivery,
    WebhookPlace,
)
from rules.text import isolate_name

MEGABYTE = 1_000_000
ROW = 100
"""How much a row counts in addition to the characters of its texts."""
FEW_WORDS = 200
"""The number of characters by which a text may always grow."""
MEASURED_SECONDS = 60
DERIVED = (SearchText, SearchedLog, ReadMark, Notice, Delivery, Announcement, WebhookPlace, WebhookDelivery)
"""What the server makes of people's rows by itself. It does not count as theirs."""


def require_series_room(user: User) -> None:
    """Raise `Refused` if the person owns as many series, or stores as much, as the server allows."""
    limit, owned = settings.LIMIT_SERIES, user.owned_series.count()
    if limit and owned >= limit:
        raise Refused(
            _("You own %(owned)s series, and this server allows %(limit)s. Transfer or delete one first.")
            % {"owned": owned, "limit": limit}
        )
    megabytes = settings.LIMIT_STORAGE_MB
    if megabytes and sum(measure(Series.objects.filter(owner=user)).values()) >= megabytes * MEGABYTE:
        raise Refused(
            _("Your series use %(megabytes)s MB, and this server allows no more. Transfer or delete one first.")
            % {"megabytes": megabytes}
        )


def require_storage_room(series: Series, adding: int = 0) -> None:
    """Raise `Refused` if the owner of the series stores as much as the server allows. Call it before something new is
    stored.

    `adding` is the number of characters to store. What is under way goes on: a fight never ends for lack of room. The
    stored size is measured once a minute; what is added in between is counted.
    """
    megabytes = settings.LIMIT_STORAGE_MB
    if not megabytes:
        return
    owner = series.owner
    key, owned = stored_key(owner.pk), Series.objects.filter(owner=owner)
    stored = cache.get_or_set(key, lambda: sum(measure(owned).values()), MEASURED_SECONDS) or 0
    if stored + max(adding, 1) > megabytes * MEGABYTE:
        raise Refused(
            _("The series of %(owner)s use %(size)s MB, and this server allows no more. Games in progress go on.")
            % {"owner": isolate_name(owner.get_username()), "size": megabytes}
        )
    with suppress(ValueError):  # it has just been forgotten
        cache.incr(key, adding)


def require_room_to_write(series: Series, row: Model, values: Mapping[str, Any]) -> None:
    """Raise `Refused` like `require_storage_room` if these values make the row longer by more than a few words."""
    longer = count_letters(values) - count_letters({name: getattr(row, name) for name in values})
    if longer > FEW_WORDS:
        require_storage_room(series, longer)


def count_letters(values: Mapping[str, Any]) -> int:
    """Return the total length of the texts among these values."""
    return sum(len(value) for value in values.values() if isinstance(value, str))


def require_room_for(series: Series) -> None:
    """Raise `Refused` if an imported series takes its owner over the limit. Call it in the import's transaction."""
    megabytes = settings.LIMIT_STORAGE_MB
    if megabytes and sum(measure(Series.objects.filter(owner=series.owner)).values()) > megabytes * MEGABYTE:
        raise Refused(
            _("With this one, your series would use more than the %(megabytes)s MB that this server allows.")
            % {"megabytes": megabytes},
            status=413,
        )
    cache.delete(stored_key(series.owner_id))


def stored_key(owner_id: int) -> str:
    """Return the cache key of the size of a person's series."""
    return f"stored:{owner_id}"


def require_member_room(series: Series) -> None:
    """Raise `Refused` if the series has as many members as the server allows."""
    limit = settings.LIMIT_MEMBERS
    if limit and series.memberships.count() >= limit:
        raise Refused(
            _("This series has %(limit)s members, and this server allows no more. Someone must leave first.")
            % {"limit": limit}
        )


def measure(series: QuerySet[Series]) -> dict[int, int]:
    """Return the size of each of these series with all its rows, by series id."""
    first, *rest = (_sizes(series, place, model) for model, place in find_related_models().items())
    sizes: Counter[int] = Counter()
    for key, size in first.union(*rest, all=True):
        sizes[key] += size
    return dict(sizes)


@functools.cache
def find_related_models() -> Mapping[type[Model], str]:
    """Return every model that is deleted with a series, with the lookup path that leads to it. A new model is found by
    itself; the `DERIVED` ones are left out."""
    places: dict[type[Model], str] = {Series: ""}
    models: list[type[Model]] = [Series]
    for model in models:
        for relation in model._meta.related_objects:
            inner: Any = relation.related_model
            if relation.on_delete is CASCADE and inner not in places and inner not in DERIVED:
                places[inner] = f"{places[model]}{relation.name}__"
                models.append(inner)
    return places


def _sizes(series: QuerySet[Series], place: str, model: type[Model]) -> QuerySet[Series, tuple[int, int]]:
    """Return the size of the rows of one model in each of these series."""
    texts = [
        field.name for field in model._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)
    ]
    length = sum((Length(Cast(place + name, TextField())) for name in texts), start=Value(ROW))
    size = Case(When(**{f"{place}pk__isnull": False}, then=length), default=0, output_field=BigIntegerField())
    return series.order_by().values("pk").annotate(size=Sum(size)).values_list("pk", "size")
