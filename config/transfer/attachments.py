"""Attachments in the file, with their contents. Who has uploaded them stays behind, as the members do."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.core.uploads import Upload
from campaigns.handouts.attachments.services import MAX_ATTACHMENTS, keep_content
from campaigns.models import Attachment, AttachmentContent, Series
from config.transfer.fields import ATTACHMENT
from config.transfer.known import write_known
from config.transfer.rows import write_row


def write_attachments(series: Series) -> list[dict[str, Any]]:
    """Return the attachments of a series, oldest first, with their contents and who knows of them."""
    contents = dict(AttachmentContent.objects.filter(attachment__series=series).values_list("attachment", "data"))
    return [
        {
            **write_row(attachment, ATTACHMENT),
            **write_known(attachment),
            "content": contents.get(attachment.pk, ""),
            "width": attachment.width,
            "height": attachment.height,
        }
        for attachment in series.attachments.prefetch_related("knowers").order_by("pk")
    ]


def check_attachments(rows: Sequence[Any]) -> None:
    """Raise `Refused` if there are too many attachments in the file."""
    if len(rows) > MAX_ATTACHMENTS:
        told = _("The file contains %(count)s pictures and files; at most %(most)s are allowed.")
        raise Refused(told % {"count": len(rows), "most": MAX_ATTACHMENTS}, status=413)


def keep_attachment(attachment: Attachment, row: Mapping[str, Any]) -> None:
    """Keep the content of a saved attachment, which `transfer.read` has redrawn or cleaned. Raises `Refused` if there
    is no room."""
    upload = Upload(attachment.kind, b64decode(row["content"]), int(row["width"]), int(row["height"]))
    keep_content(attachment, upload)
