"""The kind of record that an attachment is."""

import secrets
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.access import is_storyteller
from campaigns.core.pictures import MAX_BYTES, MAX_STORED, name_of
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.core.uploads import Upload, decode_upload
from campaigns.handouts.attachments.visible import require_attachment_editor, require_uploader
from campaigns.handouts.services import MAX_PICTURES, require_picture_room
from campaigns.models import Attachment, AttachmentContent, KnownTo, Membership, Role, Series
from campaigns.models.attachment import FIRST_NUMBER, LAST_NUMBER

MAX_ATTACHMENTS = 200
"""The most attachments of a series."""


class Attachments(RecordKind[Attachment]):
    """Attachments. A new one comes with the `picture` that was sent. Notes that show a deleted one keep their words.

    Where `known_to` is not among the values, who knows stays as it is.
    """

    model = Attachment
    most = MAX_ATTACHMENTS
    too_many = gettext_lazy("There are already %(most)s pictures and files. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this.")

    def require_writer(self, membership: Membership, row: Attachment) -> None:
        """Let each member but spectators upload, and change what is their own."""
        if row.pk:
            require_attachment_editor(row, membership)
        else:
            require_uploader(membership)

    def prepare(self, beside: Mapping[str, Any]) -> Mapping[str, Any]:
        """Read the file."""
        file = beside.get("picture")
        return {**beside, "upload": decode_upload(file.name, file.read(MAX_BYTES + 1))} if file else beside

    def count_files(self, save: Save[Attachment]) -> int:
        """Count the file of a new attachment."""
        return len(save.beside["upload"].content) * 4 // 3 if save.is_new else 0

    def check(self, save: Save[Attachment]) -> None:
        """Give a new attachment its number, if there is room for its file."""
        row, membership = save.row, save.membership
        if save.values.get("known_to") == KnownTo.SOME and not is_storyteller(membership):
            raise PermissionDenied(_("Only the Storyteller can share it with just some players."))
        if save.is_new:
            upload = save.beside["upload"]
            _require_share(membership, save.series, len(upload.content))
            row.number, row.uploaded_by_id = _draw_number(save.series), membership.user_id
            _describe_content(row, upload)

    def finish(self, save: Save[Attachment]) -> None:
        """Keep the file of a new attachment."""
        if save.is_new:
            _store_content(save.row, save.beside["upload"])


ATTACHMENTS = Attachments()


def keep_content(attachment: Attachment, upload: Upload) -> None:
    """Save an attachment with what is kept of its file. Call it in a transaction.

    Raises `Refused` if the series has no room.
    """
    _describe_content(attachment, upload)
    attachment.save()
    _store_content(attachment, upload)


def _describe_content(attachment: Attachment, upload: Upload) -> None:
    require_picture_room(attachment.series_id, len(upload.content))
    attachment.kind, attachment.width, attachment.height = upload.kind, upload.width, upload.height
    attachment.content_name = name_of(upload.content)


def _store_content(attachment: Attachment, upload: Upload) -> None:
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
    room, most = max(MAX_PICTURES // parts, MAX_STORED), max(ATTACHMENTS.most // parts, 1)
    if (kept["letters"] or 0) * 3 // 4 + adding > room or kept["number"] >= most:
        sentence = _(
            "Your share of this series is %(number)s pictures and files, %(size)s kB in all. Delete one first."
        )
        raise Refused(sentence % {"size": room // 1_000, "number": most}, status=413, field="picture")


def _draw_number(series: Series) -> int:
    taken = set(series.attachments.values_list("number", flat=True))
    return secrets.choice([number for number in range(FIRST_NUMBER, LAST_NUMBER + 1) if number not in taken])
