"""How much one person may take up on a server of many: counts by settings, each with a sentence. 0 is no limit."""

from django.conf import settings
from django.core.cache import cache
from django.db.models import BigIntegerField, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Coalesce, Length
from django.utils.translation import gettext as _

from campaigns.models import Series, User
from campaigns.refusals import Refused

MEGABYTE = 1_000_000
PLAYED = "stories__episodes__scenes__table__entries__event"
"""Where what was played lies, seen from a series."""
PORTRAITS = "characters__portrait__image"
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


def require_storage_room(series: Series) -> None:
    """Refuse whatever a series would begin anew when its owner has stored as much as this server allows.

    What is under way goes on: no fight ends in the middle. How much there is, is looked at once in a minute.
    """
    megabytes, owner = settings.LIMIT_STORAGE_MB, series.owner
    if not megabytes:
        return
    owned = Series.objects.filter(owner=owner)
    stored = cache.get_or_set(stored_key(owner.pk), lambda: sum(measure(owned).values()), MEASURED_SECONDS) or 0
    if stored >= megabytes * MEGABYTE:
        raise Refused(
            _("The series of %(owner)s take up %(size)s MB, and this server allows no more. What is begun goes on.")
            % {"owner": owner.get_username(), "size": megabytes}
        )


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
    """How many characters all that was played in each of these series takes, and its portraits."""
    played, portraits = _lengths(series, PLAYED), _lengths(series, PORTRAITS)
    return {key: size + portraits[key] for key, size in played.items()}


def _lengths(series: QuerySet[Series], place: str) -> dict[int, int]:
    length = Length(Cast(place, TextField()), output_field=BigIntegerField())
    sizes = series.order_by().values("pk").annotate(size=Coalesce(Sum(length), 0, output_field=BigIntegerField()))
    return {one["pk"]: one["size"] for one in sizes}
