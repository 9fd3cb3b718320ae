"""The audit log: services write entries, pages read them, and a periodic task deletes old ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import AuditEntry, AuditKind, Series, User

SHOWN = 100
"""The number of entries on the members page of a series."""
_address: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Store this IP address in every entry that is recorded inside the block."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


def record(kind: AuditKind, who: User | None, *, whom: str = "", series: int | None = None, detail: str = "") -> None:
    """Write an entry, in the transaction of the change. `who` is None for a command line."""
    AuditEntry.objects.create(
        kind=kind,
        who=who.get_username() if who else "",
        whom=whom,
        series_number=series,
        detail=detail[:300],
        address=_address.get()[:45],
    )


def list_of_series(series: Series) -> QuerySet[AuditEntry]:
    """Return the newest entries of one series."""
    return AuditEntry.objects.filter(series_number=series.pk)[:SHOWN]


def search(kind: str, name: str) -> QuerySet[AuditEntry]:
    """Return the entries of this kind that name this person. An empty argument matches everything."""
    entries = AuditEntry.objects.all()
    if kind:
        entries = entries.filter(kind=kind)
    if name:
        entries = entries.filter(Q(who=name) | Q(whom=name))
    return entries


def clear_old() -> None:
    """Delete the entries that are older than `AUDIT_DAYS`."""
    if settings.AUDIT_DAYS:
        AuditEntry.objects.filter(at__lt=timezone.now() - timedelta(days=settings.AUDIT_DAYS)).delete()
