"""The end of a whole series, with all that was played in it: by its owner, with the owner's account, or by the host."""

from collections.abc import Iterable
from unicodedata import normalize

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import AuditKind, DowntimeRun, Membership, Scene, Series, User
from campaigns.refusals import Refused
from campaigns.services.audit import record
from campaigns.services.locks import locked_series
from campaigns.services.quotas import stored_key


def remove_series(membership: Membership, name: str) -> Series:
    """Remove the series for everybody. Only the owner can, who types its `name` so that it is no accident."""
    with transaction.atomic():
        wait_for_tables([membership.series_id])
        with locked_series(membership) as series:
            require_owner(series, membership)
            if _plain(name) != _plain(series.name):
                raise Refused(_("That is not its name: type what stands above."), status=422, field="name")
            take_down(series, membership.user)
    return series


def require_owner(series: Series, membership: Membership) -> None:
    """Refuse everybody but the owner (403)."""
    if series.owner_id != membership.user_id:
        raise PermissionDenied(_("Only the owner can remove the whole series."))


def wait_for_tables(keys: Iterable[int]) -> None:
    """Wait until nobody is at a move in these series, and let nobody begin.

    Call in a transaction, before the rows of the series are held: a table holds its own first.
    """
    played = Scene.objects.filter(episode__story__series__in=list(keys), table__isnull=False).select_related("table")
    list(played.select_for_update(of=("table",)).only("table__id"))


def take_down(series: Series, who: User | None) -> None:
    """Remove it: who sits at its scenes is sent away. Call in a transaction that holds its tables and then its row.

    Whoever works out a downtime of it is waited for; they hold its row before that of the run, as is done here.
    `who` removes it; None is a command on the machine.
    """
    runs = DowntimeRun.objects.filter(downtime__story__series=series)
    list(runs.select_for_update().values_list("pk", flat=True))
    cache.delete(stored_key(series.owner_id))
    record(AuditKind.SERIES_REMOVED, who, whom=series.owner.get_username(), series=series.pk)
    series.delete()


def _plain(name: str) -> str:
    """What of a name everybody types alike, whatever their keyboard makes of capitals, quotes and dashes."""
    return "".join(filter(str.isalnum, normalize("NFKC", name).casefold())) or name.strip()
