"""Read a file that a stranger may have made: limited before it is unpacked, and checked for its shape."""

import io
import json
import subprocess
import sys
import threading
from base64 import b64decode, b64encode
from typing import Any

from django.utils.translation import gettext as _

from campaigns.pictures import redraw_picture
from campaigns.portraits import redraw_portrait
from campaigns.refusals import Refused
from campaigns.services.attachments import MAX_ATTACHMENTS
from campaigns.services.handouts import MAX_HANDOUTS
from campaigns.services.subjects import MAX_SUBJECTS
from campaigns.uploads import reread_upload
from config.transfer import sandbox
from config.transfer.fields import FORMAT, MAX_CHARACTERS, VERSION
from config.transfer.sandbox import Unfit

MAX_BYTES = 10_000_000
"""The largest file."""
SMALL_TEXT = 500_000
"""A file that unpacks to no more bytes than this is parsed in this process: it takes little time."""
PATIENCE = 60.0
"""Seconds that a file waits for those before it, and may then take itself."""

_turn = threading.Lock()


def read(content: bytes) -> dict[str, Any]:
    """Return the data of the file, with its portraits redrawn. It takes long: call it outside a transaction.

    Raises `Refused` unless the file is a whole series of this version.
    """
    if len(content) > MAX_BYTES:
        raise Refused(
            _("The file is too big: %(most)s MB at most.") % {"most": MAX_BYTES // 1000000},
            status=413,
        )
    try:
        data = _load(content)
    except Unfit as reason:
        raise _refuse(str(reason)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(_("This is no series of Storywheel. Choose a file that its page has written."), status=422)
    if data.get("version") != VERSION:
        raise Refused(_("The file is of another version of Storywheel, which this one does not read."), status=422)
    _redraw_portraits(data)
    _redraw_pictures(data)
    _clean_attachments(data)
    return data


def _load(content: bytes) -> Any:
    try:
        small = sandbox.unpack(content, SMALL_TEXT)
    except Unfit as reason:
        if str(reason) != sandbox.LONG:
            raise
        return _load_apart(content)
    data = sandbox.parse(small)
    sandbox.encode(data)
    return data


def _load_apart(content: bytes) -> Any:
    """Parse the file in a process of its own with limited memory, one file at a time."""
    if not _turn.acquire(timeout=PATIENCE):
        raise Refused(_("Other files are being read. Wait a minute, then try again."), status=503)
    try:
        done = subprocess.run(  # noqa: S603  our own program
            [sys.executable, "-I", str(sandbox.__file__)],
            input=content,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode == sandbox.UNFIT:
            raise Unfit(done.stderr.decode())
        if done.returncode:
            raise Unfit(sandbox.RICH)  # the kernel has ended it at one of its limits
        return sandbox.put_together(map(json.loads, io.BytesIO(done.stdout)))
    except subprocess.TimeoutExpired:
        raise Unfit(sandbox.RICH) from None
    finally:
        _turn.release()


def _redraw_portraits(data: dict[str, Any]) -> None:
    """Redraw each picture here, outside a transaction. Data of the wrong shape is refused later."""
    lists = ((data.get("characters"), MAX_CHARACTERS), (data.get("subjects"), MAX_SUBJECTS))
    for row in (row for rows, most in lists if isinstance(rows, list) for row in rows[:most]):
        if isinstance(row, dict) and (portrait := row.get("portrait")):
            try:
                row["portrait"] = b64encode(redraw_portrait(b64decode(portrait, validate=True))).decode()
            except (TypeError, ValueError):
                raise Refused(_("The file is damaged: it cannot be read."), status=422) from None


def _redraw_pictures(data: dict[str, Any]) -> None:
    """Redraw the pictures of handouts in the same way, and measure them."""
    rows = data.get("handouts")
    for row in rows[:MAX_HANDOUTS] if isinstance(rows, list) else []:
        if isinstance(row, dict) and (image := row.get("picture")):
            try:
                picture = redraw_picture(b64decode(image, validate=True))
            except (TypeError, ValueError):
                raise Refused(_("The file is damaged: it cannot be read."), status=422) from None
            row |= {"picture": b64encode(picture.image).decode(), "width": picture.width, "height": picture.height}


def _clean_attachments(data: dict[str, Any]) -> None:
    """Redraw the pictures among the attachments, and clean the texts."""
    rows = data.get("attachments")
    for row in rows[:MAX_ATTACHMENTS] if isinstance(rows, list) else []:
        if isinstance(row, dict):
            try:
                upload = reread_upload(row["kind"], b64decode(row["content"], validate=True))
            except (KeyError, TypeError, ValueError):
                raise Refused(_("The file is damaged: it cannot be read."), status=422) from None
            row |= {"content": b64encode(upload.content).decode(), "width": upload.width, "height": upload.height}


def _refuse(reason: str) -> Refused:
    if reason == sandbox.LONG:
        most = {"most": sandbox.MAX_TEXT // 1_000_000}
        return Refused(_("The file unpacks to more than %(most)s MB.") % most, status=413)
    if reason == sandbox.RICH:
        return Refused(_("The file holds more than this server reads of one series."), status=413)
    return Refused(
        {
            sandbox.TORN: _("The file is damaged: it is not whole. Take another copy of it."),
            sandbox.FOREIGN: _("The file is damaged, or is no series. Choose a file that its page has written."),
            sandbox.UNREADABLE: _("The file is damaged: it cannot be read."),
            sandbox.NUL: _("The file holds a character that cannot be kept."),
        }[reason],
        status=422,
    )
