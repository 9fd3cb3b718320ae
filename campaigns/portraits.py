"""Portraits: every picture is redrawn as a small square, with nothing else of the file."""

import io

from PIL import Image, ImageOps

from campaigns.pictures import MAX_PIXELS, encode_webp, flatten, read_picture

SIDE = 256
"""The side of a stored portrait, in pixels."""
FACE = 96
"""The side of the small portrait on tokens, in pixels: twice what the largest token shows."""
MAX_SQUARE = 1_000_000
"""The most pixels of a stored portrait from another server, which comes in a file with many others."""
HEAD = (0.5, 0.3)
"""Where to centre the square in a picture that is not square, from left and top: a face is most likely there."""


def redraw_portrait(content: bytes) -> bytes:
    """Redraw a portrait that `make_portrait` made, perhaps on another server. Raises `Refused` if it is too large."""
    return make_portrait(content, MAX_SQUARE)


def make_portrait(content: bytes, most_pixels: int = MAX_PIXELS) -> bytes:
    """Return the picture as a square in WebP, without metadata. Raises `Refused` if it is no picture, or too large."""
    upright = read_picture(content, 2 * SIDE, min, most_pixels)
    square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS, centering=HEAD)
    return encode_webp(flatten(square), 82)


def make_face(portrait: bytes) -> bytes:
    """Return a portrait in the small size for tokens and chips, of which a page has many."""
    with Image.open(io.BytesIO(portrait), formats=("WEBP",)) as square:
        small = square.convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)
    return encode_webp(small, 80)
