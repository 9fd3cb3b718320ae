"""Pictures that people send. They are redrawn in the sandbox: nothing else of a file is kept."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns import sandbox
from campaigns.core.refusals import Refused
from campaigns.sandbox import redraw
from campaigns.sandbox.redraw import LONG_SIDE, MAX_STORED, SQUARE, WHOLE

MAX_BYTES = 8_000_000
"""The largest file."""
MAX_PIXELS = 40_000_000
"""The most pixels of a JPEG. One that declares more is not decoded. Other formats may have half as many."""
MAX_STORED_PIXELS = LONG_SIDE * LONG_SIDE
"""The most pixels of a stored picture from another server, which comes in a file with many others."""
MAX_SQUARE = 1_000_000
"""The most pixels of a stored portrait from another server, which comes in a file with many others."""
AT_ONCE = 20
"""How many pictures of one file are redrawn before others have their turn."""
A_YEAR = 365 * 24 * 3600
__all__ = [
    "LONG_SIDE",
    "MAX_BYTES",
    "MAX_STORED",
    "Picture",
    "SentPicture",
    "make_picture",
    "name_of",
    "redraw_pictures",
]


@dataclass(frozen=True, slots=True)
class Picture:
    """A redrawn picture in WebP, with its size in pixels."""

    image: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture as somebody sent it, with the most pixels that it may have. `kind`: what becomes of it."""

    content: bytes
    kind: str = WHOLE
    most_pixels: int = MAX_PIXELS


def make_picture(content: bytes) -> Picture:
    """Return the picture in WebP at no more than the stored size, still and without metadata.

    Raises `Refused` if it is no picture, or too large.
    """
    return redraw_pictures([SentPicture(content)])[0]


def stored_picture(content: bytes) -> SentPicture:
    """Return a picture that another server has stored."""
    return SentPicture(content, WHOLE, MAX_STORED_PIXELS)


def stored_portrait(content: bytes) -> SentPicture:
    """Return a portrait that another server has stored."""
    return SentPicture(content, SQUARE, MAX_SQUARE)


def redraw_pictures(sent: Sequence[SentPicture]) -> list[Picture]:
    """Redraw pictures, equal ones once. Raises `Refused` if one of them is no picture, or too large."""
    different = list(dict.fromkeys(sent))
    groups = (different[first : first + AT_ONCE] for first in range(0, len(different), AT_ONCE))
    drawn = dict(zip(different, (picture for group in groups for picture in _redraw(group)), strict=True))
    return [drawn[picture] for picture in sent]


def _redraw(sent: Sequence[SentPicture]) -> list[Picture]:
    if any(len(picture.content) > MAX_BYTES for picture in sent):
        raise _refuse(_("The picture is too large: %(size)s MB at most.") % {"size": MAX_BYTES // 1_000_000}, 413)
    jobs = json.dumps([(picture.kind, picture.most_pixels, len(picture.content)) for picture in sent]).encode()
    try:
        drawn = sandbox.quick.run(redraw, b"\n".join((jobs, b"".join(picture.content for picture in sent))))
    except redraw.Unfit as reason:
        if str(reason) == redraw.FOREIGN:
            sentence = _("This file is not a picture that can be read. Choose a JPEG, PNG, WebP or GIF.")
            raise _refuse(sentence, 422) from None
        raise _refuse(_("The picture is too large in pixels. Resize it first."), 413) from None
    head, _line, images = drawn.partition(b"\n")
    pictures, start = [], 0
    for width, height, length in json.loads(head):
        pictures.append(Picture(images[start : start + length], width, height))
        start += length
    return pictures


def _refuse(sentence: str, status: int) -> Refused:
    return Refused(sentence, status=status, field="picture")


def name_of(image: bytes) -> str:
    """Return the query string of a picture's URL, which differs for each picture so that browsers can cache it."""
    return hashlib.sha256(image).hexdigest()[:20]


def answer_picture(request: HttpRequest, image: bytes, name: str) -> HttpResponse:
    """Return a picture. With its name as query string the person's own browser keeps it for a year."""
    answer = HttpResponse(image, content_type="image/webp")
    is_named = request.META["QUERY_STRING"] == name
    answer["Cache-Control"] = f"private, max-age={A_YEAR}, immutable" if is_named else "private, no-cache"
    return answer
