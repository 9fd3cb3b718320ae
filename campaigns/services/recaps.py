"""Write and publish recaps, and open and close the public page of a series."""

from django.utils import timezone

from campaigns.edit_conflict import require_unchanged
from campaigns.models import AuditKind, Episode, Membership, PublicPage, Scene
from campaigns.models.public_page import make_token
from campaigns.recaps import RECAP, find_recap
from campaigns.services.audit import record
from campaigns.services.chronicle import fresh_part
from campaigns.services.locks import series_to_run
from campaigns.services.quotas import require_room_to_write

PUBLIC_PAGE = "public page"
"""What the audit log calls the address of the public page."""


def write_recap(membership: Membership, part: Scene | Episode, text: str, seen: str = "", *, published: bool) -> None:
    """Store the recap of a scene or an episode; an empty text removes it. `published`: all members read it from now.

    Raises `Stale` if it no longer has the fingerprint `seen`.
    """
    with series_to_run(membership) as series:
        recap = find_recap(fresh_part(part, series))
        require_unchanged(recap, RECAP, seen)
        require_room_to_write(series, recap, {"text": text})
        if not text.strip():
            if recap.pk:
                recap.delete()
            return
        recap.text, recap.edited_by = text, membership.user
        recap.published_at = (recap.published_at or timezone.now()) if published else None
        recap.save()


def open_public_page(membership: Membership) -> None:
    """Give the series a public page; one that has one gets another address, and the old one leads nowhere."""
    with series_to_run(membership) as series:
        PublicPage.objects.update_or_create(series=series, defaults={"token": make_token()})
        record(AuditKind.LINK_MADE, membership.user, series=series.pk, detail=PUBLIC_PAGE)


def show_cast(membership: Membership, *, shown: bool) -> None:
    """Show the cast on the public page, or leave it out."""
    with series_to_run(membership) as series:
        PublicPage.objects.filter(series=series).update(shows_cast=shown)


def close_public_page(membership: Membership) -> None:
    """Take the public page away. Its address leads nowhere from now."""
    with series_to_run(membership) as series:
        gone, _rows = PublicPage.objects.filter(series=series).delete()
        if gone:
            record(AuditKind.LINK_REVOKED, membership.user, series=series.pk, detail=PUBLIC_PAGE)
