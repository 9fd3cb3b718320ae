"""The overlay of a series: its secret address, how it looks, and who has the address."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from campaigns.core.audit import record
from campaigns.core.locks import series_to_run
from campaigns.models import AuditKind, Membership, Overlay

OVERLAY = "overlay"
"""What the audit log calls the address of an overlay."""
LOOKS = ("delay", "theme", "size", "language")
"""What a Storyteller chooses of an overlay."""


def renew_overlay(membership: Membership, looks: Mapping[str, Any]) -> str:
    """Give the series an overlay with this look (`LOOKS`), and return its secret, which is shown this once.

    The address that it had before leads nowhere from now.
    """
    secret = secrets.token_urlsafe(32)
    with series_to_run(membership) as series:
        Overlay.objects.update_or_create(series=series, defaults={**looks, "digest": _digest(secret)})
        record(AuditKind.LINK_MADE, membership.user, series=series.pk, detail=OVERLAY)
    return secret


def change_overlay(membership: Membership, looks: Mapping[str, Any]) -> None:
    """Change how the overlay looks (`LOOKS`). Its address stays; what is open follows."""
    with series_to_run(membership) as series:
        Overlay.objects.filter(series=series).update(**looks)


def revoke_overlay(membership: Membership) -> None:
    """Take the overlay away. Its address leads nowhere from now, and those that are open close."""
    with series_to_run(membership) as series:
        gone, _rows = Overlay.objects.filter(series=series).delete()
        if gone:
            record(AuditKind.LINK_REVOKED, membership.user, series=series.pk, detail=OVERLAY)


def find_overlay(secret: str) -> Overlay | None:
    """Return the overlay of this secret; None for one that is unknown or was revoked."""
    return Overlay.objects.filter(digest=_digest(secret)).first()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
