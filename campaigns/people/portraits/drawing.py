"""Portraits: every picture is redrawn as a small square, with nothing else of the file."""

import io

from PIL import Image

from campaigns.core.pictures import SentPicture, redraw_pictures
from campaigns.sandbox.redraw import SIDE, SQUARE, encode_webp

FACE = 96
"""The side of the small portrait on tokens, in pixels: twice what the largest token shows."""

__all__ = ["FACE", "SIDE", "make_face", "make_portrait"]


def make_portrait(content: bytes) -> bytes:
    """Return the picture as a square in WebP, without metadata. Raises `Refused` if it is no picture, or too large."""
    return redraw_pictures([SentPicture(content, SQUARE)])[0].image


def make_face(portrait: bytes) -> bytes:
    """Return a portrait in the small size for tokens and chips, of which a page has many."""
    with Image.open(io.BytesIO(portrait), formats=("WEBP",)) as square:
        small = square.convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)
    return encode_webp(small, 80)
