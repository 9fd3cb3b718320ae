"""Remove a whole series with everything played in it: for its owner, with the owner's account, or for the host."""

from collections.abc import Iterable
from unicodedata import normalize

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.core.audit import record
from campaigns.core.locks import locked_series
from campaigns.core.quotas import stored_key
from campaigns.core.refusals import Refused
from campaigns.models import AuditKind, DowntimeRun, Membership, Scene, Series, User


def remove_series(membership: Membership, name: str) -> Series:
    """Remove the series. Only the owner can, and must type its `name` to confirm."""
    with transaction.atomic():
        lock_tables([membership.series_id])
        with locked_series(membership) as series:
            require_owner(series, membership)
            if _plain(name) != _plain(series.name):
                raise Refused(_("That is not its name: type it as shown above."), status=422, field="name")
            delete_series(series, membership.user)
    return series


def require_owner(series: Series, membership: Membership) -> None:
    """Raise `PermissionDenied` unless the member owns the series."""
    if series.owner_id != membership.user_id:
        raise PermissionDenied(_("Only the owner can delete the whole series."))


def lock_tables(keys: Iterable[int]) -> None:
    """Lock the tables of these series, which waits for commands that are being carried out.

    Call it in a transaction, before the series are locked: a command locks its table before the series.
    """
    played = Scene.objects.filter(episode__story__series__in=list(keys), table__isnull=False).select_related("table")
    list(played.select_for_update(of=("table",)).only("table__id"))


def delete_series(series: Series, who: User | None) -> None:
    """Delete the series, and send the people at its scenes away. The series must be locked, and before it its tables.

    It waits for a worker that resolves one of its downtimes: both lock the series before the run. `who` is None for a
    command line.
    """
    runs = DowntimeRun.objects.filter(downtime__story__series=series)
    list(runs.select_for_update().values_list("pk", flat=True))
    cache.delete(stored_key(series.owner_id))
    record(AuditKind.SERIES_REMOVED, who, whom=series.owner.get_username(), series=series.pk)
    series.delete()


def _plain(name: str) -> str:
    """Return the letters and digits of a name, which everybody types alike whatever their keyboard does to case and
    quotes."""
    return "".join(filter(str.isalnum, normalize("NFKC", name).casefold())) or name.strip()
