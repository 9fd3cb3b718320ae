"""How much one person may take up on a server of many: counts by settings, each with a sentence. 0 is no limit."""

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

from campaigns.models import Series, User
from campaigns.refusals import Refused

MEGABYTE = 1_000_000
ROW = 100
"""What a row takes besides its texts, about."""
FEW_WORDS = 200
"""Characters by which a text may always become longer."""
MEASURED_SECONDS = 60


def require_series_room(user: User) -> None:
    """Refuse a person another series when they own as many, or as much, as this server allows."""
    limit, owned = settings.LIMIT_SERIES, user.owned_series.count()
    if limit and owned >= limit:
        raise Refused(
            _("You own %(owned)s series, and this server allows %(limit)s. Hand over or remove one first.")
            % {"owned": owned, "limit": limit}
        )
    megabytes = settings.LIMIT_STORAGE_MB
    if megabytes and sum(measure(Series.objects.filter(owner=user)).values()) >= megabytes * MEGABYTE:
        raise Refused(
            _("Your series take up %(megabytes)s MB, and this server allows no more. Hand over or remove one first.")
            % {"megabytes": megabytes}
        )


def require_storage_room(series: Series, adding: int = 0) -> None:
    """Refuse whatever a series would begin anew, or write at length, when its owner has stored as much as is allowed.

    `adding`: the characters that come with it. What is under way goes on: no fight ends in the middle. How much there
    is, is looked at once in a minute; what is added meanwhile is counted.
    """
    megabytes = settings.LIMIT_STORAGE_MB
    if not megabytes:
        return
    owner = series.owner
    key, owned = stored_key(owner.pk), Series.objects.filter(owner=owner)
    stored = cache.get_or_set(key, lambda: sum(measure(owned).values()), MEASURED_SECONDS) or 0
    if stored + max(adding, 1) > megabytes * MEGABYTE:
        raise Refused(
            _("The series of %(owner)s take up %(size)s MB, and this server allows no more. What is begun goes on.")
            % {"owner": owner.get_username(), "size": megabytes}
        )
    with suppress(ValueError):  # it has just been forgotten
        cache.incr(key, adding)


def require_room_to_write(series: Series, row: Model, values: Mapping[str, Any]) -> None:
    """The same for texts that are changed: they may always become shorter, or longer by a few words."""
    longer = count_letters(values) - count_letters({name: getattr(row, name) for name in values})
    if longer > FEW_WORDS:
        require_storage_room(series, longer)


def count_letters(values: Mapping[str, Any]) -> int:
    """How long all texts among these values are."""
    return sum(len(value) for value in values.values() if isinstance(value, str))


def require_room_for(series: Series) -> None:
    """Refuse a series that has just been brought in where its owner has stored too much with it. In its transaction."""
    megabytes = settings.LIMIT_STORAGE_MB
    if megabytes and sum(measure(Series.objects.filter(owner=series.owner)).values()) > megabytes * MEGABYTE:
        raise Refused(
            _("With this one your series would take up more than the %(megabytes)s MB that this server allows.")
            % {"megabytes": megabytes},
            status=413,
        )
    cache.delete(stored_key(series.owner_id))


def stored_key(owner_id: int) -> str:
    """Where it is remembered how much somebody's series take up."""
    return f"stored:{owner_id}"


def require_member_room(series: Series) -> None:
    """Refuse a series another member when it has as many as this server allows."""
    limit = settings.LIMIT_MEMBERS
    if limit and series.memberships.count() >= limit:
        raise Refused(
            _("This series has %(limit)s members, and this server allows no more. Somebody must leave first.")
            % {"limit": limit}
        )


def measure(series: QuerySet[Series]) -> dict[int, int]:
    """How much all that lies in each of these series takes: the characters of all its texts, and something a row."""
    first, *rest = (_sizes(series, place, model) for model, place in find_places().items())
    sizes: Counter[int] = Counter()
    for key, size in first.union(*rest, all=True):
        sizes[key] += size
    return dict(sizes)


@functools.cache
def find_places() -> Mapping[type[Model], str]:
    """All that goes when a series goes, with the way that leads there from it: a new model is counted by itself."""
    places: dict[type[Model], str] = {Series: ""}
    models: list[type[Model]] = [Series]
    for model in models:
        for relation in model._meta.related_objects:
            inner: Any = relation.related_model
            if relation.on_delete is CASCADE and inner not in places:
                places[inner] = f"{places[model]}{relation.name}__"
                models.append(inner)
    return places


def _sizes(series: QuerySet[Series], place: str, model: type[Model]) -> QuerySet[Series, tuple[int, int]]:
    """What lies at one place in each of these series."""
    texts = [
        field.name for field in model._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)
    ]
    length = sum((Length(Cast(place + name, TextField())) for name in texts), start=Value(ROW))
    size = Case(When(**{f"{place}pk__isnull": False}, then=length), default=0, output_field=BigIntegerField())
    return series.order_by().values("pk").annotate(size=Sum(size)).values_list("pk", "size")
