"""QR codes as inline SVG."""

import io

import qrcode
from django.utils.safestring import SafeString
from qrcode.image.svg import SvgPathImage

BORDER = 2
"""The quiet zone around the code, in its modules. The box on the page, which is light in both themes, adds to it."""


def draw_qr(text: str) -> SafeString:
    """Return the text as a QR code: an `svg` element hidden from screen readers, as the text stands beside it."""
    drawn = io.BytesIO()
    qrcode.make(text, image_factory=SvgPathImage, border=BORDER).save(drawn)
    _declaration, _, svg = drawn.getvalue().decode().partition("<svg ")
    return SafeString(f'<svg aria-hidden="true" {svg}')
