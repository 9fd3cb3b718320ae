"""Decode pictures that strangers may have made, and draw them again as WebP. It runs in the sandbox.

The input is a line of JSON with what is to be drawn, as lists of the kind, the most pixels and the bytes, then the
files. The output has the same shape, with the sides of each picture. Nothing else of a file is kept.
"""

import io
import json
import struct
from collections.abc import Callable, Iterator

from PIL import (
    GifImagePlugin,
    Image,
    ImageOps,
    JpegImagePlugin,
    PngImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

MAX_MEMORY = 800_000_000
MAX_SECONDS = 30
FORMATS = tuple(
    plugin.format
    for plugin in (
        JpegImagePlugin.JpegImageFile,
        PngImagePlugin.PngImageFile,
        WebPImagePlugin.WebPImageFile,
        GifImagePlugin.GifImageFile,
    )
)
MAX_WHOLE = 20_000_000
"""The most pixels of other formats than JPEG. They cannot be made smaller while they are decoded."""
MAX_SIDE = 16_000
MAX_RATIO = 200
"""The longest side in pixels, and the most that it may be of the shorter one. A picture of one pixel by twenty million
has few pixels and costs gigabytes."""
LONG_SIDE = 1600
"""The longer side of a stored picture at most, in pixels."""
MAX_STORED = 250_000
"""The most bytes of a stored picture."""
QUALITIES = (80, 60, 40)
"""The qualities of WebP that are tried, until the picture is small enough."""
SIDE = 256
"""The side of a stored portrait, in pixels."""
HEAD = (0.5, 0.3)
"""Where to centre the square in a picture that is not square, from left and top: a face is most likely there."""
BAND = 64
"""How many rows of the smaller picture are made at once."""
WHOLE, SQUARE = "whole", "square"
"""The kinds: as it is, and a portrait."""
LARGE, FOREIGN = "large", "foreign"
"""The reasons: too many pixels or too long, and no picture that can be read."""


class Unfit(Exception):
    """A file does not fit. The message is the reason, in a word."""


def run(content: bytes) -> Iterator[bytes]:
    """Yield the output for an input."""
    head, _, files = content.partition(b"\n")
    drawn: list[tuple[tuple[int, int], bytes]] = []
    start = 0
    for kind, most_pixels, length in json.loads(head):
        drawn.append(DRAW[kind](files[start : start + length], most_pixels))
        start += length
    yield json.dumps([[*size, len(image)] for size, image in drawn]).encode() + b"\n"
    yield from (image for _size, image in drawn)


def draw_whole(content: bytes, most_pixels: int) -> tuple[tuple[int, int], bytes]:
    """Return a picture's size and image, at no more than the stored size. Raises `Unfit`."""
    upright = decode(content, LONG_SIDE, max, most_pixels)
    upright.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.LANCZOS)
    flat = flatten(upright)
    while True:
        for quality in QUALITIES:
            image = encode_webp(flat, quality)
            if len(image) <= MAX_STORED:
                return flat.size, image
        flat = flat.reduce(2)  # noise: nothing else is that large


def draw_square(content: bytes, most_pixels: int) -> tuple[tuple[int, int], bytes]:
    """Return a portrait's size and image. Raises `Unfit`."""
    upright = decode(content, 2 * SIDE, min, most_pixels)
    square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS, centering=HEAD)
    return square.size, encode_webp(flatten(square), 82)


DRAW: dict[str, Callable[[bytes, int], tuple[tuple[int, int], bytes]]] = {WHOLE: draw_whole, SQUARE: draw_square}


def decode(content: bytes, side: int, measure: Callable[[tuple[int, int]], int], most_pixels: int) -> Image.Image:
    """Return the picture, upright and with transparency. It is reduced to about the size in which `measure` (`min` or
    `max` of its sides) gives `side`, before anything copies it. Of an animation it is the first picture.

    Raises `Unfit` if it is no picture, or too large.
    """
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
            require_decodable(picture.size, most_pixels if picture.format == "JPEG" else min(most_pixels, MAX_WHOLE))
            shrinks = max(1.0, measure(picture.size) / side)
            picture.draft("RGB", (int(picture.width / shrinks) or 1, int(picture.height / shrinks) or 1))
            small = shrink(picture, measure(picture.size) // side)
            small.info["exif"] = picture.getexif().tobytes()
            return ImageOps.exif_transpose(small)
    except Image.DecompressionBombError:
        raise Unfit(LARGE) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        raise Unfit(FOREIGN) from None


def require_decodable(size: tuple[int, int], most_pixels: int) -> None:
    """Raise `Unfit` for sides that would cost too much to decode."""
    width, height = size
    long, short = max(size), min(size)
    if width * height > most_pixels or long > MAX_SIDE or long > MAX_RATIO * short:
        raise Unfit(LARGE)


def shrink(picture: Image.Image, factor: int) -> Image.Image:
    """Return the picture with transparency, each side divided by the factor. It is copied in bands: a whole copy of a
    large picture with a palette would be four times as large as the picture."""
    if factor <= 1:
        return picture.convert("RGBA")
    small = Image.new("RGBA", (-(-picture.width // factor), -(-picture.height // factor)))
    for top in range(0, picture.height, BAND * factor):
        bottom = min(top + BAND * factor, picture.height)
        band = picture.crop((0, top, picture.width, bottom)).convert("RGBA")
        small.paste(band.reduce(factor), (0, top // factor))
    return small


def flatten(picture: Image.Image) -> Image.Image:
    """Return a picture with transparency on white ground."""
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")


def encode_webp(picture: Image.Image, quality: int) -> bytes:
    """Return the picture as WebP, without metadata."""
    kept = io.BytesIO()
    picture.save(kept, "WEBP", quality=quality, method=4)
    return kept.getvalue()
