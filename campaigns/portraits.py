"""Portraits: every picture is redrawn as a small square, with nothing else of the file."""

import hashlib
import io
import struct

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from campaigns.refusals import Refused

SIDE = 256
"""The side of a stored portrait, in pixels."""
FACE = 96
"""The side of the small portrait on tokens, in pixels: twice what the largest token shows."""
MAX_BYTES = 8_000_000
"""The largest file."""
MAX_PIXELS = 40_000_000
"""The most pixels of a JPEG. One that declares more is not decoded."""
MAX_WHOLE = 20_000_000
"""The most pixels of other formats. They cannot be made smaller while they are decoded, and take 20 bytes a pixel and
more."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_SQUARE = 1_000_000
"""The most pixels of a stored portrait from another server, which comes in a file with many others."""
HEAD = (0.5, 0.3)
"""Where to centre the square in a picture that is not square, from left and top: a face is most likely there."""


def redraw_portrait(content: bytes) -> bytes:
    """Redraw a portrait that `make_portrait` made, perhaps on another server. Raises `Refused` if it is too large."""
    return make_portrait(content, MAX_SQUARE)


def make_portrait(content: bytes, most_pixels: int = MAX_PIXELS) -> bytes:
    """Return the picture as a square in WebP, without metadata. Raises `Refused` if it is no picture, or too large."""
    if len(content) > MAX_BYTES:
        raise _refuse(_("The picture is too big: %(size)s MB at most.") % {"size": MAX_BYTES // 1_000_000}, 413)
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
            most = most_pixels if picture.format == "JPEG" else min(most_pixels, MAX_WHOLE)
            if picture.width * picture.height > most:
                raise Image.DecompressionBombError
            picture.draft("RGB", (2 * SIDE, 2 * SIDE))
            upright = ImageOps.exif_transpose(_shrink(picture)).convert("RGBA")
    except Image.DecompressionBombError:
        raise _refuse(_("The picture has too many pixels. Make it smaller first."), 413) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        raise _refuse(_("This is no picture that can be read. Choose a JPEG, PNG, WebP or GIF."), 422) from None
    square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS, centering=HEAD)
    ground = Image.new("RGBA", square.size, "white")
    kept = io.BytesIO()
    Image.alpha_composite(ground, square).convert("RGB").save(kept, "WEBP", quality=82, method=4)
    return kept.getvalue()


def _shrink(picture: Image.Image) -> Image.Image:
    """Reduce the picture to about the stored size before anything copies it, if its mode allows that."""
    factor = min(picture.size) // (2 * SIDE)
    return picture.reduce(factor) if factor > 1 and picture.mode in ("L", "RGB", "RGBA") else picture


def _refuse(sentence: str, status: int) -> Refused:
    return Refused(sentence, status=status, field="picture")


def make_face(portrait: bytes) -> bytes:
    """Return a portrait in the small size for tokens and chips, of which a page has many."""
    with Image.open(io.BytesIO(portrait), formats=("WEBP",)) as square:
        small = square.convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)
    kept = io.BytesIO()
    small.save(kept, "WEBP", quality=80, method=4)
    return kept.getvalue()


def name_of(image: bytes) -> str:
    """Return the query string of a portrait's URL, which differs for each picture so that browsers can cache it."""
    return hashlib.sha256(image).hexdigest()[:20]
