"""The kind of record that a recap is; opening and closing the public page of a series."""

from django.utils import timezone

from campaigns.chronicle.parts import fresh_part
from campaigns.chronicle.recaps.visible import find_recap
from campaigns.core.audit import record
from campaigns.core.locks import series_to_run
from campaigns.core.records.kind import RecordKind, Save
from campaigns.models import AuditKind, Membership, PublicPage, Recap, Series
from campaigns.models.public_page import make_token

PUBLIC_PAGE = "public page"
"""What the audit log calls the address of the public page."""


class Recaps(RecordKind[Recap]):
    """Recaps. A scene or an episode has one; an empty text deletes it. `published`: all members read it from now."""

    model = Recap
    watches_new = True
    follows = ("edited_by", "edited_at", "published_at")

    def find(self, series: Series, row: Recap) -> Recap:
        """Return the recap as it is now; a new one where there is none."""
        return find_recap(fresh_part(row.part, series))

    begin = find

    def check(self, save: Save[Recap]) -> None:
        """Note who wrote it, and when members could read it for the first time."""
        row = save.row
        row.edited_by = save.membership.user
        row.published_at = (row.published_at or timezone.now()) if save.beside["published"] else None

    def write(self, save: Save[Recap]) -> None:
        """Store the text, or delete a recap without any."""
        if save.values["text"].strip():
            super().write(save)
        elif not save.is_new:
            save.row.delete()


RECAPS = Recaps()


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
