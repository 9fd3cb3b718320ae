"""Reading a file that a stranger may have made: bounded before it is unpacked, and of the right shape."""

import json
import zlib
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from campaigns.refusals import Refused
from config.transfer.fields import FORMAT, VERSION

MAX_BYTES = 10_000_000
"""Of the file."""
MAX_TEXT = 100_000_000
"""Of what it unpacks to: a file that says it holds more is a bomb."""
GZIP = 16 + zlib.MAX_WBITS


def read(content: bytes) -> dict[str, Any]:
    """The data of the file. Raises `Refused` with a sentence for anything but a whole series of this version."""
    if len(content) > MAX_BYTES:
        raise Refused(
            _("The file is too big: %(most)s MB at most.") % {"most": MAX_BYTES // 1000000},
            status=413,
        )
    data = _parse(_unpack(content))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(_("This is no series of Storywheel. Choose a file that its page has written."), status=422)
    if data.get("version") != VERSION:
        raise Refused(_("The file is of another version of Storywheel, which this one does not read."), status=422)
    return data


def _unpack(content: bytes) -> str:
    unpacker = zlib.decompressobj(GZIP)
    try:
        text = unpacker.decompress(content, MAX_TEXT)
        if unpacker.unconsumed_tail:
            raise Refused(
                _("The file unpacks to more than %(most)s MB.") % {"most": MAX_TEXT // 1000000},
                status=413,
            )
        if not unpacker.eof or unpacker.unused_data:
            raise Refused(_("The file is damaged: it is not whole. Take another copy of it."), status=422)
        return text.decode()
    except (zlib.error, UnicodeDecodeError):
        raise Refused(
            _("The file is damaged, or is no series. Choose a file that its page has written."), status=422
        ) from None


def _parse(text: str) -> Any:
    try:
        data = json.loads(text, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()  # half a character cannot be kept
    except (ValueError, RecursionError):
        raise Refused(_("The file is damaged: it cannot be read."), status=422) from None
    if "\\u0000" in text:
        raise Refused(_("The file holds a character that cannot be kept."), status=422)
    return data


def _no_number(_word: str) -> NoReturn:
    raise ValueError
