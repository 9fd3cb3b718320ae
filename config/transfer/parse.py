"""Parse a file that a stranger may have made: limited before it is unpacked, and checked for its shape."""

import io
import json
from base64 import b64decode, b64encode
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.pictures import redraw_pictures, stored_picture, stored_portrait
from campaigns.core.refusals import Refused
from campaigns.core.uploads import clean_text
from campaigns.handouts.attachments.services import MAX_ATTACHMENTS
from campaigns.handouts.services import MAX_HANDOUTS
from campaigns.models import AttachmentKind
from campaigns.people.services import MAX_SUBJECTS
from campaigns.sandbox import slow
from config.transfer import sandbox
from config.transfer.fields import FORMAT, MAX_CHARACTERS, VERSION
from config.transfer.sandbox import Unfit

MAX_BYTES = 10_000_000
"""The largest file."""
SENT = {"portrait": stored_portrait, "picture": stored_picture, "content": stored_picture}
"""What is done with a picture, by its name in a row."""


def parse(content: bytes) -> dict[str, Any]:
    """Return the data of the file, with its portraits redrawn. It takes long: call it outside a transaction.

    Raises `Refused` unless the file is a whole series of this version.
    """
    if len(content) > MAX_BYTES:
        raise Refused(
            _("The file is too large: %(most)s MB at most.") % {"most": MAX_BYTES // 1000000},
            status=413,
        )
    try:
        data = _load(content)
    except Unfit as reason:
        raise _refuse(str(reason)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(
            _("This is not a Storywheel series. Choose a file that was exported from a series page."), status=422
        )
    if data.get("version") != VERSION:
        raise Refused(_("The file is from a version of Storywheel that this server can’t read."), status=422)
    _redraw_all(data)
    return data


def _load(content: bytes) -> Any:
    return sandbox.put_together(map(json.loads, io.BytesIO(slow.run(sandbox, content))))


def _redraw_all(data: dict[str, Any]) -> None:
    """Redraw all pictures here, outside a transaction, and measure them. Data of the wrong shape is refused later."""
    portraits = [*_rows(data, "characters", MAX_CHARACTERS), *_rows(data, "subjects", MAX_SUBJECTS)]
    places = [(row, "portrait") for row in portraits if row.get("portrait")]
    places += [(row, "picture") for row in _rows(data, "handouts", MAX_HANDOUTS) if row.get("picture")]
    attachments = _rows(data, "attachments", MAX_ATTACHMENTS)
    try:
        for row in attachments:
            if AttachmentKind(row["kind"]) == AttachmentKind.FILE:
                cleaned = clean_text(b64decode(row["content"], validate=True))
                row |= {"content": b64encode(cleaned).decode(), "width": 0, "height": 0}
            else:
                places.append((row, "content"))
        sent = [SENT[name](b64decode(row[name], validate=True)) for row, name in places]
    except (KeyError, TypeError, ValueError):
        raise Refused(_("The file is damaged and can’t be read."), status=422) from None
    for (row, name), picture in zip(places, redraw_pictures(sent), strict=True):
        row[name] = b64encode(picture.image).decode()
        if name != "portrait":
            row |= {"width": picture.width, "height": picture.height}


def _rows(data: dict[str, Any], name: str, most: int) -> list[dict[str, Any]]:
    rows = data.get(name)
    return [row for row in rows[:most] if isinstance(row, dict)] if isinstance(rows, list) else []


def _refuse(reason: str) -> Refused:
    if reason == sandbox.LONG:
        most = {"most": sandbox.MAX_TEXT // 1_000_000}
        return Refused(_("The file unpacks to more than %(most)s MB.") % most, status=413)
    if reason == sandbox.RICH:
        return Refused(_("The file contains more than this server accepts for one series."), status=413)
    return Refused(
        {
            sandbox.TORN: _("The file is damaged or incomplete. Use another copy."),
            sandbox.FOREIGN: _(
                "The file is damaged or is not a series. Choose a file that was exported from a series page."
            ),
            sandbox.UNREADABLE: _("The file is damaged and can’t be read."),
            sandbox.NUL: _("The file contains a character that can’t be stored."),
        }[reason],
        status=422,
    )
