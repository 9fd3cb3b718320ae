"""A picture that somebody sends is redrawn, still, no larger than a page shows it, with nothing else of the file."""

import io
import random
from typing import Any

import pytest
from PIL import Image

from campaigns.core.pictures import LONG_SIDE, MAX_PIXELS, MAX_STORED, make_picture, redraw_pictures, stored_picture
from campaigns.core.refusals import Refused
from campaigns.people.portraits.drawing import make_portrait
from campaigns.sandbox.redraw import draw_whole
from tests.campaigns.test_portraits import claiming, picture, with_broken_metadata


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("JPEG", "RGB"), ("WEBP", "RGB"), ("GIF", "P"), ("PNG", "L")]
)
@pytest.mark.parametrize(
    ("size", "kept"), [((1, 1), (1, 1)), ((300, 200), (300, 200)), ((3200, 20), (1600, 10)), ((20, 3200), (10, 1600))]
)
def test_a_picture_keeps_its_shape_and_is_no_longer_than_a_page_shows(
    kind: str, mode: str, size: tuple[int, int], kept: tuple[int, int]
) -> None:
    shown, made = draw_whole(picture(*size, kind=kind, mode=mode), MAX_PIXELS)
    assert shown == kept
    with Image.open(io.BytesIO(made)) as image:
        assert (image.format, image.size, image.mode) == ("WEBP", kept, "RGB")


def test_noise_is_made_smaller_until_it_fits() -> None:
    noise = Image.frombytes("RGB", (800, 800), random.Random(1).randbytes(800 * 800 * 3))
    file = io.BytesIO()
    noise.save(file, "PNG")
    made = make_picture(file.getvalue())
    assert len(made.image) <= MAX_STORED
    assert redraw_pictures([stored_picture(made.image)])[0].width == made.width


def test_of_an_animation_the_first_picture_is_kept() -> None:
    file = io.BytesIO()
    first, *others = [Image.new("RGB", (40, 30), colour) for colour in ("red", "green", "blue")]
    first.save(file, "GIF", save_all=True, append_images=others, duration=100)
    with Image.open(io.BytesIO(make_picture(file.getvalue()).image)) as image:
        assert not getattr(image, "is_animated", False)
        red, green, _blue = image.getpixel((5, 5))  # type: ignore[misc]
    assert red > 200 > 50 > green


def test_nothing_is_kept_of_what_a_file_says_of_itself() -> None:
    exif = Image.Exif()
    exif[0x010E] = "canary of a camera"
    assert b"canary" in picture(kind="JPEG", exif=exif)
    assert b"canary" not in make_picture(picture(kind="JPEG", exif=exif)).image


@pytest.mark.parametrize(
    "content",
    [with_broken_metadata(), b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", picture()[:40], picture(kind="BMP")],
    ids=["metadata", "empty", "svg", "half", "bitmap"],
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match="not a picture"):
        make_picture(content)


@pytest.mark.parametrize("size", [(1, 19_900_000), (19_900_000, 1), (2, 9_900_000), (16_001, 100), (10, 2_001)])
def test_a_picture_that_is_far_too_long_is_refused_before_it_is_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(Refused, match="too large in pixels"):
        make_picture(claiming(*size))
    with pytest.raises(Refused, match="too large in pixels"):
        make_portrait(claiming(*size))


FILL: dict[str, Any] = {"P": 1, "1": 1, "L": 1, "LA": (1, 1), "I;16": 1, "RGBA": (1, 1, 1, 1)}


@pytest.mark.parametrize("mode", FILL)
def test_a_large_picture_of_any_kind_is_never_copied_whole(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy with transparency takes four bytes a pixel, and eight at once took four gigabytes."""
    copied: list[int] = []
    convert = Image.Image.convert

    def noted(self: Image.Image, *args: Any, **options: Any) -> Image.Image:
        copied.append(self.width * self.height)
        return convert(self, *args, **options)

    monkeypatch.setattr(Image.Image, "convert", noted)
    size, _image = draw_whole(picture(3200, 3200, mode=mode, colour=FILL[mode]), MAX_PIXELS)
    assert size == (1600, 1600)
    assert max(copied) <= 1600 * 1600


def test_what_is_too_much_is_refused_before_it_is_unpacked() -> None:
    for width in (2_500, 8_000, 20_000):
        with pytest.raises(Refused, match="too large in pixels"):
            make_picture(claiming(width, 10_000))
    with pytest.raises(Refused, match="MB at most"):
        make_picture(b"x" * 10_000_000)
    with pytest.raises(Refused, match="too large in pixels"):
        redraw_pictures([stored_picture(claiming(LONG_SIDE + 1, LONG_SIDE))])
