"""Portraits: whatever picture somebody sends becomes one small square, drawn anew, with nothing else of the file."""

import hashlib
import io
import struct

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from campaigns.refusals import Refused

SIDE = 256
"""Pixels, of the square that is kept."""
FACE = 96
"""Pixels, of the small square on tokens: twice what the largest of them takes."""
MAX_BYTES = 8_000_000
"""Of the file that is sent."""
MAX_PIXELS = 40_000_000
"""Of the photograph in it: one that says it holds more is not unpacked."""
MAX_WHOLE = 20_000_000
"""The same of what is no JPEG, which cannot be made smaller while it is unpacked: 20 bytes a pixel and more."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_SQUARE = 1_000_000
"""The same of a square that was drawn here or on another server, and comes back in a file with many others."""
HEAD = (0.5, 0.3)
"""Where a face most likely is in a picture that is not square, from left and top."""


def redraw_portrait(content: bytes) -> bytes:
    """A square that `make_portrait` has drawn, drawn once more. Raises `Refused` for a picture that may take long."""
    return make_portrait(content, MAX_SQUARE)


def make_portrait(content: bytes, most_pixels: int = MAX_PIXELS) -> bytes:
    """The square of a picture, as WebP without its metadata. Raises `Refused` for what is no picture or too much."""
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
    """The picture near the size of what is kept, before anything copies it, where its mode allows that."""
    factor = min(picture.size) // (2 * SIDE)
    return picture.reduce(factor) if factor > 1 and picture.mode in ("L", "RGB", "RGBA") else picture


def _refuse(sentence: str, status: int) -> Refused:
    return Refused(sentence, status=status, field="picture")


def make_face(portrait: bytes) -> bytes:
    """The same square as small as it stands on tokens and chips, of which a page has many."""
    with Image.open(io.BytesIO(portrait), formats=("WEBP",)) as square:
        small = square.convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)
    kept = io.BytesIO()
    small.save(kept, "WEBP", quality=80, method=4)
    return kept.getvalue()


def name_of(image: bytes) -> str:
    """What the address of a picture ends in: another picture has another address."""
    return hashlib.sha256(image).hexdigest()[:20]
