"""A character's picture is one small square of ours, for those who may know of the character."""

import io
import struct
import zlib
from base64 import b64decode
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from campaigns.core.quotas import ROW, measure
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Portrait, Role, Series
from campaigns.people.portraits.drawing import FACE, SIDE, make_portrait
from campaigns.people.portraits.services import remove_portrait, set_portrait
from campaigns.sandbox.redraw import draw_square
from campaigns.sheets.services import assign_owner
from tests.cast import Cast
from tests.conftest import SignIn


def picture(
    width: int = 300, height: int = 500, kind: str = "PNG", mode: str = "RGB", colour: Any = "red", **extra: Any
) -> bytes:
    file = io.BytesIO()
    Image.new(mode, (width, height), colour).save(file, kind, **extra)
    return file.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A picture that says of itself that it is so large."""
    small = picture()
    head = b"IHDR" + struct.pack(">II", width, height) + small[24:29]
    return small[:12] + head + struct.pack(">I", zlib.crc32(head)) + small[33:]


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGBA"), ("JPEG", "RGB"), ("WEBP", "RGB"), ("GIF", "P")])
@pytest.mark.parametrize("size", [(1, 1), (3000, 20), (20, 3000), (256, 256)])
def test_any_picture_becomes_one_small_square(kind: str, mode: str, size: tuple[int, int]) -> None:
    _size, made = draw_square(picture(*size, kind=kind, mode=mode), 40_000_000)
    with Image.open(io.BytesIO(made)) as image:
        assert (image.format, image.size, image.mode) == ("WEBP", (SIDE, SIDE), "RGB")
    assert len(made) < 30_000


def test_where_a_photograph_was_taken_is_not_kept() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    assert b"taken at home" in picture(kind="JPEG", exif=exif)
    made = make_portrait(picture(kind="JPEG", exif=exif))
    assert b"taken at home" not in made
    with Image.open(io.BytesIO(made)) as image:
        assert not image.getexif()


def with_broken_metadata() -> bytes:
    """A photograph that lies on its side, and of which one part is not what it says it is."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "x" * 10
    whole = bytearray(picture(kind="JPEG", exif=exif))
    whole[whole.index(b"Exif") + 17] = 0
    return bytes(whole)


@pytest.mark.parametrize(
    "content",
    [
        with_broken_metadata(),
        b"",
        b"not a picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        picture()[:40],
        picture(kind="BMP"),
    ],
    ids=["metadata", "empty", "text", "svg", "half", "bitmap"],
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match="not a picture"):
        make_portrait(content)


def test_what_is_too_much_is_refused_before_it_is_unpacked() -> None:
    for width in (2_500, 8_000, 20_000):
        with pytest.raises(Refused, match="too large in pixels"):
            make_portrait(claiming(width, 10_000))
    with pytest.raises(Refused, match="MB at most"):
        make_portrait(b"x" * 8_000_001)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_large_photograph_that_lies_on_its_side_is_stood_up(kind: str) -> None:
    sky = Image.new("RGB", (1600, 1600), "red")
    sky.paste("blue", (0, 0, 800, 1600))  # what is left in the file is above in the world
    exif, file = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6
    sky.save(file, kind, exif=exif)
    with Image.open(io.BytesIO(make_portrait(file.getvalue()))) as made:
        red, _green, blue = made.crop((128, 20, 129, 21)).tobytes()
        low_red, _low_green, low_blue = made.crop((128, 236, 129, 237)).tobytes()
    assert blue > 200 > 50 > red
    assert low_red > 200 > 50 > low_blue


def send(client: Client, character: Character, content: bytes) -> int:
    posted = {"picture": SimpleUploadedFile("me.png", content)}
    return client.post(reverse("portrait_edit", args=[character.pk]), posted).status_code


def test_the_portrait_stands_on_the_sheet_until_it_is_taken_away(cast: Cast, sign_in: SignIn) -> None:
    client, sheet = sign_in(cast.player), reverse("character", args=[cast.heroine.pk])
    assert send(client, cast.heroine, picture()) == 302
    cast.heroine.refresh_from_db()
    first = cast.heroine.portrait_url
    assert f'src="{first}"' in client.get(sheet).content.decode()
    answer = client.get(first)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["Cache-Control"].startswith("private,")
    assert answer.content == b64decode(cast.heroine.portrait.image)
    assert send(client, cast.heroine, picture(10, 10)[:30]) == 422
    assert client.get(first).status_code == 200
    client.post(reverse("portrait_edit", args=[cast.heroine.pk]), {"remove": "yes"})
    assert client.get(first).status_code == 404
    assert "<img" not in client.get(sheet).content.decode()
    assert not Portrait.objects.exists()


def test_another_picture_has_another_address(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    send(client, cast.heroine, picture())
    cast.heroine.refresh_from_db()
    first = cast.heroine.portrait_url
    wide = io.BytesIO()
    Image.new("RGB", (90, 30), "blue").save(wide, "PNG")
    send(client, cast.heroine, wide.getvalue())
    cast.heroine.refresh_from_db()
    assert cast.heroine.portrait_url != first
    assert client.get(cast.heroine.portrait_url)["Cache-Control"].endswith("immutable")
    assert client.get(first)["Cache-Control"] == "private, no-cache"


def test_only_those_who_may_change_a_character_give_it_a_face(cast: Cast, sign_in: SignIn) -> None:
    for person, status in ((cast.rival, 403), (cast.spectator, 403), (cast.stranger, 404), (cast.storyteller, 302)):
        assert send(sign_in(person), cast.heroine, picture()) == status


def test_a_hidden_character_has_no_face_for_players(cast: Cast, sign_in: SignIn) -> None:
    assert send(sign_in(cast.storyteller), cast.lurker, picture()) == 302
    cast.lurker.refresh_from_db()
    for address in (cast.lurker.portrait_url, cast.lurker.face_url):
        for person in (cast.player, cast.rival, cast.spectator, cast.stranger):
            assert sign_in(person).get(address).status_code == 404
        assert sign_in(cast.storyteller).get(address).status_code == 200


def test_a_face_is_the_portrait_as_small_as_it_stands_on_tokens(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    send(client, cast.heroine, picture())
    cast.heroine.refresh_from_db()
    answer = client.get(cast.heroine.face_url)
    assert (answer["Content-Type"], answer["Cache-Control"][-9:]) == ("image/webp", "immutable")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("WEBP", (FACE, FACE))


def test_who_may_no_longer_change_a_character_changes_no_face_by_a_page_from_before(cast: Cast) -> None:
    membership = cast.membership(cast.player)
    set_portrait(membership, cast.heroine, picture())
    kept = Portrait.objects.get().image
    Membership.objects.filter(pk=membership.pk).update(role=Role.SPECTATOR)
    with pytest.raises(PermissionDenied):
        remove_portrait(membership, cast.heroine)
    membership.role = Role.PLAYER
    with pytest.raises(PermissionDenied):
        set_portrait(membership, cast.heroine, picture(10, 10))
    assert Portrait.objects.get().image == kept


def test_portraits_count_towards_what_a_person_may_keep(cast: Cast, sign_in: SignIn) -> None:
    before = measure(Series.objects.filter(pk=cast.series.pk))[cast.series.pk]
    send(sign_in(cast.player), cast.heroine, picture())
    after = measure(Series.objects.filter(pk=cast.series.pk))[cast.series.pk]
    portrait = Portrait.objects.select_related("character").get()
    assert after - before == len(portrait.image) + len(portrait.character.portrait_name) + ROW


def test_the_series_shows_the_faces_of_those_whom_a_person_may_know(cast: Cast, sign_in: SignIn) -> None:
    for character in (cast.duelist, cast.lurker):
        assert send(sign_in(cast.storyteller), character, picture()) == 302
        character.refresh_from_db()
    for person, sees_lurker in ((cast.player, False), (cast.spectator, False), (cast.storyteller, True)):
        page = sign_in(person).get(reverse("series", args=[cast.series.pk])).content.decode()
        assert cast.duelist.face_url in page
        assert (cast.lurker.face_url in page) is sees_lurker
        assert ">Ys<" in page


def test_who_is_taken_out_or_given_away_meanwhile_has_no_picture_made(cast: Cast) -> None:
    player, storyteller = cast.membership(cast.player), cast.membership(cast.storyteller)
    assign_owner(storyteller, cast.heroine, cast.membership(cast.rival))
    with pytest.raises(PermissionDenied):
        set_portrait(player, cast.heroine, picture())
    Character.objects.filter(pk=cast.heroine.pk).delete()
    with pytest.raises(Refused, match="just deleted this character"):
        set_portrait(storyteller, cast.heroine, picture())
    assert not Portrait.objects.exists()
