"""Read pictures that people send, within limits of memory, and redraw them: nothing else of a file is kept."""

import hashlib
import io
import struct
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from campaigns.refusals import Refused

MAX_BYTES = 8_000_000
"""The largest file."""
MAX_PIXELS = 40_000_000
"""The most pixels of a JPEG. One that declares more is not decoded."""
MAX_WHOLE = 20_000_000
"""The most pixels of other formats. They cannot be made smaller while they are decoded, and take 20 bytes a pixel and
more."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
LONG_SIDE = 1600
"""The longer side of a stored picture at most, in pixels."""
MAX_STORED = 250_000
"""The most bytes of a stored picture."""
QUALITIES = (80, 60, 40)
"""The qualities of WebP that are tried, until the picture is small enough."""
MAX_STORED_PIXELS = LONG_SIDE * LONG_SIDE
"""The most pixels of a stored picture from another server, which comes in a file with many others."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A redrawn picture in WebP, with its size in pixels."""

    image: bytes
    width: int
    height: int


def redraw_picture(content: bytes) -> Picture:
    """Redraw a picture that `make_picture` made, perhaps on another server. Raises `Refused` if it is too large."""
    return make_picture(content, MAX_STORED_PIXELS)


def make_picture(content: bytes, most_pixels: int = MAX_PIXELS) -> Picture:
    """Return the picture in WebP at no more than the stored size, still and without metadata.

    Raises `Refused` if it is no picture, or too large.
    """
    upright = read_picture(content, LONG_SIDE, max, most_pixels)
    upright.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.LANCZOS)
    flat = flatten(upright)
    while True:
        for quality in QUALITIES:
            image = encode_webp(flat, quality)
            if len(image) <= MAX_STORED:
                return Picture(image, *flat.size)
        flat = flat.reduce(2)  # noise: nothing else is that large


def read_picture(
    content: bytes, side: int, measure: Callable[[tuple[int, int]], int], most_pixels: int = MAX_PIXELS
) -> Image.Image:
    """Return the picture, upright and with transparency. It is reduced to about the size in which `measure` (`min` or
    `max` of its sides) gives `side`, before anything copies it. Of an animation it is the first picture.

    Raises `Refused` if it is no picture, or too large.
    """
    if len(content) > MAX_BYTES:
        raise _refuse(_("The picture is too big: %(size)s MB at most.") % {"size": MAX_BYTES // 1_000_000}, 413)
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
            most = most_pixels if picture.format == "JPEG" else min(most_pixels, MAX_WHOLE)
            if picture.width * picture.height > most:
                raise Image.DecompressionBombError
            shrinks = max(1.0, measure(picture.size) / side)
            picture.draft("RGB", (int(picture.width / shrinks) or 1, int(picture.height / shrinks) or 1))
            return ImageOps.exif_transpose(_shrink(picture, side, measure)).convert("RGBA")
    except Image.DecompressionBombError:
        raise _refuse(_("The picture has too many pixels. Make it smaller first."), 413) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        raise _refuse(_("This is no picture that can be read. Choose a JPEG, PNG, WebP or GIF."), 422) from None


def _shrink(picture: Image.Image, side: int, measure: Callable[[tuple[int, int]], int]) -> Image.Image:
    """Reduce the picture to about the wanted size, if its mode allows that."""
    factor = measure(picture.size) // side
    return picture.reduce(factor) if factor > 1 and picture.mode in ("L", "RGB", "RGBA") else picture


def _refuse(sentence: str, status: int) -> Refused:
    return Refused(sentence, status=status, field="picture")


def flatten(picture: Image.Image) -> Image.Image:
    """Return a picture with transparency on white ground."""
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")


def encode_webp(picture: Image.Image, quality: int) -> bytes:
    """Return the picture as WebP, without metadata."""
    kept = io.BytesIO()
    picture.save(kept, "WEBP", quality=quality, method=4)
    return kept.getvalue()


def name_of(image: bytes) -> str:
    """Return the query string of a picture's URL, which differs for each picture so that browsers can cache it."""
    return hashlib.sha256(image).hexdigest()[:20]
