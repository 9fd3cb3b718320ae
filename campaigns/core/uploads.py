"""Read files that members attach to a series: pictures are drawn again, plain texts are decoded, nothing else is
taken."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.core.pictures import make_picture
from campaigns.core.refusals import Refused
from campaigns.models import AttachmentKind

MAX_TEXT = 100_000
"""The most bytes of a text."""
TEXT_ENDINGS = (".txt", ".md")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Control characters that no plain text has. A page break and the escape of a terminal's colors are left."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What is kept of a file. A text has no width and height."""

    kind: str
    content: bytes
    width: int = 0
    height: int = 0


def decode_upload(name: str, content: bytes) -> Upload:
    """Return what is kept of a file. Raises `Refused` if it is too large, or neither a picture nor a plain text.

    `name`: its name on the sender's machine, by whose ending a text is known.
    """
    if name.lower().endswith(TEXT_ENDINGS):
        return Upload(AttachmentKind.FILE, clean_text(content))
    try:
        picture = make_picture(content)
    except Refused as refusal:
        if refusal.status == 413:
            raise
        raise _refuse(_("Only pictures (JPEG, PNG, WebP, GIF) and plain text files (.txt, .md) are allowed.")) from None
    return Upload(AttachmentKind.PICTURE, picture.image, picture.width, picture.height)


def clean_text(content: bytes) -> bytes:
    """Return a text as UTF-8 without a byte order mark. Raises `Refused` if it is too large, or no plain text."""
    if len(content) > MAX_TEXT:
        raise _refuse(_("The text is too large: %(size)s kB at most.") % {"size": MAX_TEXT // 1_000}, 413)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refuse(_("This is not plain text. Save it as UTF-8 and choose it again.")) from None
    if not text.strip() or _BINARY.search(text):
        raise _refuse(_("This is not plain text. Save it as UTF-8 and choose it again."))
    return text.encode()


def _refuse(sentence: str, status: int = 422) -> Refused:
    return Refused(sentence, status=status, field="picture")
