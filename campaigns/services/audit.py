"""The audit log: services write what they have changed, pages read it, the clock throws away what is old."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import AuditEntry, AuditKind, Series, User

SHOWN = 100
"""Entries that the members page of a series shows."""
_address: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Note this address in whatever is recorded inside."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


def record(kind: AuditKind, who: User | None, *, whom: str = "", series: int | None = None, detail: str = "") -> None:
    """Write an entry. Call it in the transaction of the change. `who` is None for a command on the machine."""
    AuditEntry.objects.create(
        kind=kind,
        who=who.get_username() if who else "",
        whom=whom,
        series_number=series,
        detail=detail[:300],
        address=_address.get()[:45],
    )


def list_of_series(series: Series) -> QuerySet[AuditEntry]:
    """The newest entries of one series."""
    return AuditEntry.objects.filter(series_number=series.pk)[:SHOWN]


def search(kind: str, name: str) -> QuerySet[AuditEntry]:
    """All entries of this kind (empty: of every kind) in which this person is named (empty: anybody)."""
    entries = AuditEntry.objects.all()
    if kind:
        entries = entries.filter(kind=kind)
    if name:
        entries = entries.filter(Q(who=name) | Q(whom=name))
    return entries


def clear_old() -> None:
    """Throw away the entries that are older than the host keeps them."""
    if settings.AUDIT_DAYS:
        AuditEntry.objects.filter(at__lt=timezone.now() - timedelta(days=settings.AUDIT_DAYS)).delete()
