"""Keep, change and remove attachments."""

import secrets
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from campaigns.access import is_storyteller
from campaigns.attachments import may_edit, require_uploader
from campaigns.edit_conflict import require_unchanged
from campaigns.models import Attachment, AttachmentContent, KnownTo, Membership, Role, Series
from campaigns.models.attachment import FIRST_NUMBER, LAST_NUMBER
from campaigns.pictures import MAX_STORED, name_of
from campaigns.refusals import Refused
from campaigns.services.handouts import MAX_PICTURES, require_picture_room
from campaigns.services.known import set_knowers
from campaigns.services.locks import locked_series
from campaigns.services.quotas import count_letters, require_storage_room
from campaigns.uploads import Upload

MAX_ATTACHMENTS = 200
"""The most attachments of a series."""
EDITABLE = ("title", "description", "known_to")
"""The fields that somebody else may have changed meanwhile."""


def add_attachment(
    membership: Membership, values: Mapping[str, Any], knowers: Iterable[str], upload: Upload
) -> Attachment:
    """Keep an attachment. `knowers`: the keys of characters. Raises `PermissionDenied` for spectators."""
    require_storage_room(membership.series, count_letters(values) + len(upload.content) * 4 // 3)
    with locked_series(membership) as series:
        require_uploader(membership)
        _require_own_choice(membership, values)
        if series.attachments.count() >= MAX_ATTACHMENTS:
            told = _("There are %(most)s pictures and files already. Take one out first.")
            raise Refused(told % {"most": MAX_ATTACHMENTS})
        _require_share(membership, series, len(upload.content))
        number = _draw_number(series)
        attachment = Attachment(series=series, number=number, uploaded_by_id=membership.user_id, **values)
        keep_content(attachment, upload)
        set_knowers(attachment, series.pk, knowers)
    return attachment


def edit_attachment(
    membership: Membership, attachment: Attachment, values: Mapping[str, Any], knowers: Iterable[str], seen: str = ""
) -> None:
    """Change an attachment's words and who knows of it. Raises `Stale` if it no longer has the fingerprint `seen`.

    Without `known_to` among the values, who knows stays as it is.
    """
    with locked_series(membership) as series:
        fresh = _find_editable(series, membership, attachment)
        require_unchanged(fresh, EDITABLE, seen)
        _require_own_choice(membership, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=[*values])
        if "known_to" in values:
            set_knowers(fresh, series.pk, knowers)


def remove_attachment(membership: Membership, attachment: Attachment) -> None:
    """Delete an attachment. Notes that show it keep their words."""
    with locked_series(membership) as series:
        _find_editable(series, membership, attachment).delete()


def keep_content(attachment: Attachment, upload: Upload) -> None:
    """Save an attachment with what is kept of its file. Call it in a transaction.

    Raises `Refused` if the series has no room.
    """
    require_picture_room(attachment.series_id, len(upload.content))
    attachment.kind, attachment.width, attachment.height = upload.kind, upload.width, upload.height
    attachment.content_name = name_of(upload.content)
    attachment.save()
    AttachmentContent.objects.create(attachment=attachment, data=b64encode(upload.content).decode())


def _require_share(membership: Membership, series: Series, adding: int) -> None:
    """Raise `Refused` if a player's own attachments take more than their share of the room and of the number.

    Half of both is for the players, in equal parts; the other half is always the Storyteller's.
    """
    if is_storyteller(membership):
        return
    parts = 2 * max(1, series.memberships.filter(role=Role.PLAYER).count())
    own = AttachmentContent.objects.filter(attachment__in=series.attachments.filter(uploaded_by=membership.user_id))
    kept = own.aggregate(letters=Sum(Length("data")), number=Count("pk"))
    room, most = max(MAX_PICTURES // parts, MAX_STORED), max(MAX_ATTACHMENTS // parts, 1)
    if (kept["letters"] or 0) * 3 // 4 + adding > room or kept["number"] >= most:
        told = _("Your share of this series is %(number)s pictures and files, %(size)s kB in all. Take one out first.")
        raise Refused(told % {"size": room // 1_000, "number": most}, status=413, field="picture")


def _draw_number(series: Series) -> int:
    taken = set(series.attachments.values_list("number", flat=True))
    return secrets.choice([number for number in range(FIRST_NUMBER, LAST_NUMBER + 1) if number not in taken])


def _find_editable(series: Series, membership: Membership, attachment: Attachment) -> Attachment:
    fresh = series.attachments.filter(pk=attachment.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this out."), status=404)
    if not may_edit(fresh, membership):
        raise PermissionDenied(_("Only its uploader and the Storyteller may do that."))
    return fresh


def _require_own_choice(membership: Membership, values: Mapping[str, Any]) -> None:
    """Raise `PermissionDenied` if a player lets only some know, which is for the Storyteller."""
    if values.get("known_to") == KnownTo.SOME and not is_storyteller(membership):
        raise PermissionDenied(_("Only the Storyteller can let just some players know."))
