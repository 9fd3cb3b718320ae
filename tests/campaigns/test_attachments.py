"""Attachments: only those who know of one see it, on its page and in every text that names it."""

import json
import uuid
from base64 import b64decode
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.core.quotas import measure
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.core.uploads import MAX_TEXT, Upload, decode_upload
from campaigns.handouts import services as handouts
from campaigns.handouts.attachments import services as keeping
from campaigns.handouts.attachments.services import keep_content
from campaigns.handouts.attachments.visible import visible_attachments
from campaigns.models import Attachment, AttachmentContent, Character, Handout, KnownTo, Membership, Role, Series, User
from config.server.limits.throttle import FILE, find_kind
from tests.campaigns.test_portraits import claiming, picture
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import ONCE

pytestmark = pytest.mark.walk

SENT = {"title": f"The pier {SECRET}", "description": f"A pier by night {SECRET}", "known_to": "storyteller"}


def keep_picture(cast: Cast, known_to: str = "storyteller", number: int = 48_213, **fields: Any) -> Attachment:
    """Keep a small picture without a form."""
    attachment = Attachment(series=cast.series, number=number, known_to=known_to, title="The pier", **fields)
    keep_content(attachment, decode_upload("a.png", picture(30, 20)))
    return attachment


def send(client: Client, cast: Cast, content: bytes | None = None, name: str = "canary-name.png", **fields: Any) -> Any:
    content = picture() if content is None else content
    posted = {**SENT, "command": str(uuid.uuid4()), "picture": SimpleUploadedFile(name, content), **fields}
    return client.post(reverse("pictures", args=[cast.series.pk]), posted)


@pytest.fixture
def secret(cast: Cast, sign_in: SignIn) -> Attachment:
    """A picture that only the Storyteller knows of, in the notes of the open scene."""
    answer = send(sign_in(cast.storyteller), cast)
    assert answer.url == reverse("pictures", args=[cast.series.pk])
    attachment = Attachment.objects.get()
    cast.scene.notes = f"See ![the *pier*](picture:{attachment.number})!"
    cast.scene.save()
    return attachment


def tell(attachment: Attachment, known_to: str, *knowers: Character) -> None:
    attachment.known_to = known_to
    attachment.save()
    attachment.knowers.set(knowers)


def note(client: Client, cast: Cast) -> str:
    """The page of the scene, which shows the picture in its notes."""
    return client.get(reverse("part", args=["scene", cast.scene.pk])).content.decode()


def who_sees(attachment: Attachment, cast: Cast, sign_in: SignIn, users: Iterable[User] = ()) -> set[User]:
    """Who gets the picture, finds it in the list, and sees it in the note; each of them all three, or nothing."""
    found = set()
    for user in users or cast.members:
        client = sign_in(user)
        status = client.get(attachment.url).status_code
        listed = attachment.title in client.get(reverse("pictures", args=[cast.series.pk])).content.decode()
        drawn = f'<img src="{attachment.url}"' in note(client, cast)
        assert (listed, drawn) == (status == 200, status == 200)
        assert (attachment in visible_attachments(cast.membership(user))) == (status == 200)
        found |= {user} if status == 200 else set()
    return found


def test_a_picture_is_seen_by_those_who_know_of_it_alone(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    run = {cast.storyteller, cast.co_storyteller}
    assert who_sees(secret, cast, sign_in) == run
    tell(secret, KnownTo.SOME, cast.heroine)
    assert who_sees(secret, cast, sign_in) == run | {cast.player}
    tell(secret, KnownTo.ALL)
    assert who_sees(secret, cast, sign_in) == set(cast.members)
    assert sign_in(cast.stranger).get(secret.url).status_code == 404
    assert sign_in(None).get(secret.url).status_code == 302


def test_what_a_player_uploads_is_seen_by_that_player_and_the_storyteller_until_more_know(
    cast: Cast, sign_in: SignIn
) -> None:
    assert send(sign_in(cast.player), cast).status_code == 302
    own = Attachment.objects.get()
    cast.scene.notes = own.code
    cast.scene.save()
    seen = {cast.storyteller, cast.co_storyteller, cast.player}
    assert who_sees(own, cast, sign_in) == seen
    tell(own, KnownTo.ALL)
    assert who_sees(own, cast, sign_in) == set(cast.members)
    tell(own, KnownTo.STORYTELLER)
    cast.series.memberships.filter(user=cast.player).update(role=Role.SPECTATOR)
    assert who_sees(own, cast, sign_in) == seen - {cast.player}


def test_a_note_with_a_secret_picture_reads_as_one_whose_picture_is_gone(
    secret: Attachment, cast: Cast, sign_in: SignIn
) -> None:
    client = sign_in(cast.player)

    def lines() -> list[str]:
        pages = [note(client, cast), client.get(reverse("pictures", args=[cast.series.pk])).content.decode()]
        return [line for line in "\n".join(pages).splitlines() if not any(name in line for name in ONCE)]

    before = lines()
    assert "See <em>the <em>pier</em></em>!" in "\n".join(before)
    assert SECRET not in "\n".join(before)
    secret.delete()
    assert lines() == before


def test_a_picture_stands_in_a_note_with_its_size_and_words(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    page = note(sign_in(cast.storyteller), cast)
    shown = f'<img src="{secret.url}" alt="the pier" width="300" height="500" loading="lazy">'
    assert f"See {shown}!" in page
    cast.scene.notes = f"![](picture:{secret.number})"
    cast.scene.save()
    assert f'alt="{secret.description}"' in note(sign_in(cast.storyteller), cast)


def test_a_number_of_another_series_shows_nothing(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    tell(secret, KnownTo.ALL)
    secret.series = Series.objects.create(name="Other", system=cast.series.system, owner=cast.storyteller)
    secret.save()
    cast.scene.secret_notes = secret.code
    cast.scene.save()
    assert "<img src" not in note(sign_in(cast.storyteller), cast)


def test_many_pictures_of_a_page_take_one_query(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    client, asked = sign_in(cast.storyteller), []
    more = [keep_picture(cast, number=20_000 + n) for n in range(5)]
    for text in (secret.code, " ".join(one.code for one in (secret, *more))):
        cast.scene.notes = cast.scene.secret_notes = text
        cast.scene.save()
        with CaptureQueriesContext(connection) as queries:
            assert note(client, cast).count("attachments/") == 2 * text.count("picture:")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 15


def test_the_code_shows_the_attachment_whatever_its_title(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    secret.title = "A [map](x) \\ of *it*"
    secret.save()
    cast.scene.notes = secret.code
    cast.scene.save()
    assert f'src="{secret.url}"' in note(sign_in(cast.storyteller), cast)


def test_the_page_offers_the_code_to_copy(secret: Attachment, cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.storyteller).get(reverse("pictures", args=[cast.series.pk])).content.decode()
    assert f'data-copy="{secret.code}"' in page


def test_forms_with_markdown_lead_to_the_pictures_of_the_series(cast: Cast, sign_in: SignIn) -> None:
    address = f'href="{reverse("pictures", args=[cast.series.pk])}" target="_blank"'
    client = sign_in(cast.storyteller)
    for page in (
        reverse("part_edit", args=["scene", cast.scene.pk]),
        reverse("private_note", args=[cast.scene.pk]),
        reverse("thread_new", args=[cast.series.pk]),
        reverse("character_step", args=[cast.heroine.pk, "story"]),
        reverse("series_edit", args=[cast.series.pk]),
    ):
        assert address in client.get(page).content.decode(), page
    assert "Pictures and files" not in client.get(reverse("series_new")).content.decode()


def test_nothing_is_kept_of_the_name_of_the_file(secret: Attachment) -> None:
    rows = [vars(secret), *AttachmentContent.objects.values()]
    assert "canary" not in str(rows)
    assert b64decode(secret.content.data)[8:12] == b"WEBP"


def test_a_plain_text_is_a_file_to_keep_and_no_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    content = "\ufeff<script>sing()</script> Ä\n".encode()
    assert send(client, cast, content, "letter.TXT", title="Ein Brief").status_code == 302
    letter = Attachment.objects.get()
    answer = client.get(letter.url)
    assert answer.content == content.removeprefix(b"\xef\xbb\xbf")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="ein-brief.txt"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"].startswith("private")
    cast.scene.notes = f"{letter.code} ![x](file:{letter.number})"
    cast.scene.save()
    assert f'<a href="{letter.url}" rel="noopener noreferrer">Ein Brief</a> <em>x</em>' in note(client, cast)
    assert "<em>Ein Brief</em> <em>x</em>" in note(sign_in(cast.rival), cast)


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='sing()'/>", 422),
        ("a.html", b"<script>sing()</script>", 422),
        ("a.pdf", b"%PDF-1.7", 422),
        ("a.png", picture()[:60], 422),
        ("a.png", claiming(20_000, 10_000), 413),
        ("a.png", b"x" * 8_000_001, 413),
        ("a.bmp", picture(kind="BMP"), 422),
        ("a.txt", picture(), 422),
        ("a.txt", b"a\0b", 422),
        ("a.txt", "Ä".encode("latin-1"), 422),
        ("a.md", b"  \n", 422),
        ("a.md", b"x" * (MAX_TEXT + 1), 413),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_neither_picture_nor_text_is_refused_with_a_sentence(name: str, content: bytes, status: int) -> None:
    with pytest.raises(Refused) as refused:
        decode_upload(name, content)
    assert refused.value.status == status
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"title": " "}, 422), ({"known_to": "x"}, 422), ({"known_to": "some"}, 422), ({"picture": ""}, 422)],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    cast: Cast, sign_in: SignIn, fields: dict[str, Any], status: int
) -> None:
    for user in (cast.storyteller, cast.player):
        answer = send(sign_in(user), cast, **fields)
        assert answer.status_code == status
        assert b'class="wrong"' in answer.content
    answer = send(sign_in(cast.player), cast, b"<html>", "a.html")
    assert "Only pictures" in answer.content.decode()
    assert not Attachment.objects.exists()


def keep_upload(member: Membership, upload: Upload, **values: Any) -> Attachment:
    new = Attachment(series=member.series)
    return save_record(keeping.ATTACHMENTS, member, new, {"title": "x", **values}, beside={"upload": upload})


def test_spectators_and_strangers_upload_nothing(cast: Cast, sign_in: SignIn) -> None:
    assert send(sign_in(cast.spectator), cast).status_code == 403
    assert send(sign_in(cast.stranger), cast).status_code == 404
    page = sign_in(cast.spectator).get(reverse("pictures", args=[cast.series.pk]))
    assert b'type="file"' not in page.content
    with pytest.raises(PermissionDenied):
        keep_upload(cast.membership(cast.spectator), Upload("picture", b""))
    assert not Attachment.objects.exists()


def test_a_player_tells_everybody_or_nobody(cast: Cast, sign_in: SignIn) -> None:
    assert send(sign_in(cast.player), cast, known_to="some", knowers=cast.duelist.pk).status_code == 422
    member = cast.membership(cast.player)
    with pytest.raises(PermissionDenied):
        keep_upload(member, Upload("file", b"x"), known_to=KnownTo.SOME, knowers=[cast.duelist])
    assert send(sign_in(cast.player), cast, known_to="all", knowers=cast.duelist.pk).status_code == 302
    assert not Attachment.objects.get().knowers.exists()


def test_what_the_storyteller_has_told_some_stays_so_when_its_player_changes_the_words(
    cast: Cast, sign_in: SignIn
) -> None:
    own = keep_picture(cast, KnownTo.SOME, uploaded_by=cast.player)
    own.knowers.add(cast.duelist)
    client, address = sign_in(cast.player), reverse("attachment_edit", args=[own.pk])
    page = client.get(address).content.decode()
    assert cast.duelist.name not in page
    assert client.post(address, {**SENT, "knowers": cast.heroine.pk}).status_code == 302
    own.refresh_from_db()
    assert (own.title, own.known_to, list(own.knowers.all())) == (SENT["title"], KnownTo.SOME, [cast.duelist])


def test_only_its_uploader_and_storytellers_change_an_attachment(cast: Cast, sign_in: SignIn) -> None:
    own = keep_picture(cast, KnownTo.ALL, uploaded_by=cast.player)
    edit, remove = (reverse(name, args=[own.pk]) for name in ("attachment_edit", "attachment_remove"))
    for user in (cast.rival, cast.spectator):
        client = sign_in(user)
        assert {client.get(edit).status_code, client.post(edit, SENT).status_code} == {403}
        assert {client.get(remove).status_code, client.post(remove).status_code} == {403}
        assert edit not in client.get(reverse("pictures", args=[cast.series.pk])).content.decode()
    assert sign_in(cast.stranger).post(remove).status_code == 404
    assert sign_in(cast.co_storyteller).post(edit, {**SENT, "known_to": "all"}).status_code == 302
    assert sign_in(cast.player).get(remove).status_code == 200
    assert sign_in(cast.player).post(remove).status_code == 302
    assert not AttachmentContent.objects.exists()


@pytest.mark.parametrize("name", ["attachment", "attachment_edit", "attachment_remove"])
def test_a_missing_attachment_and_a_secret_one_are_refused_alike(
    secret: Attachment, cast: Cast, sign_in: SignIn, name: str
) -> None:
    client = sign_in(cast.player)
    answers = [client.get(reverse(name, args=[key])) for key in (secret.pk, 424_242)]
    assert [one.status_code for one in answers] == [404, 404]
    assert SECRET not in answers[0].content.decode()


def test_of_two_who_change_it_the_second_is_shown_what_the_first_wrote(
    secret: Attachment, cast: Cast, sign_in: SignIn
) -> None:
    client, address = sign_in(cast.storyteller), reverse("attachment_edit", args=[secret.pk])
    seen = client.get(address).context["form"]["seen"].value()
    Attachment.objects.update(description="A weir")
    answer = client.post(address, {**SENT, "seen": seen})
    assert answer.status_code == 409
    assert "A weir" in answer.content.decode()


def test_a_form_that_comes_twice_keeps_one(cast: Cast, sign_in: SignIn) -> None:
    client, command = sign_in(cast.player), str(uuid.uuid4())
    assert [send(client, cast, command=command).status_code for _ in range(2)] == [302, 302]
    assert Attachment.objects.count() == 1


def test_numbers_differ_and_do_not_count(cast: Cast) -> None:
    member = cast.membership(cast.storyteller)
    upload = Upload("file", b"x")
    numbers = [keep_upload(member, upload).number for _ in range(6)]
    assert len(set(numbers)) == 6
    assert {b - a for a, b in pairwise(numbers)} != {1}


def test_handouts_and_attachments_share_the_room_of_the_series_file(
    secret: Attachment, cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in(cast.storyteller)
    monkeypatch.setattr(handouts, "MAX_PICTURES", 500)
    assert send(client, cast).status_code == 413
    member, handout = cast.membership(cast.storyteller), Handout(series=cast.series)
    with pytest.raises(Refused, match="pictures and files take up"):
        save_record(handouts.HANDOUTS, member, handout, {"title": "A map"}, beside={"picture": picture()})
    assert send(client, cast, b"x", "a.txt").status_code == 302
    monkeypatch.setattr(keeping.ATTACHMENTS, "most", 2)
    assert send(client, cast, b"x", "a.txt").status_code == 409


def test_players_share_half_of_the_room_in_equal_parts_and_the_other_half_is_the_storytellers(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MAX_PICTURES", 4_000)
    monkeypatch.setattr(keeping, "MAX_STORED", 10)
    player, rival, storyteller = map(sign_in, (cast.player, cast.rival, cast.storyteller))
    assert send(player, cast, b"x" * 900, "a.txt").status_code == 302
    refused = send(player, cast, b"x" * 200, "a.txt")
    assert refused.status_code == 413
    assert "Your share of this series is 50 pictures and files, 1 kB in all." in refused.content.decode()
    assert [send(one, cast, b"x" * 900, "a.txt").status_code for one in (rival, storyteller, storyteller)] == [302] * 3
    monkeypatch.setattr(keeping.ATTACHMENTS, "most", 5)
    assert [send(one, cast, b"x", "a.txt").status_code for one in (player, storyteller)] == [413, 302]


def test_attachments_count_towards_what_a_person_may_keep(
    secret: Attachment, cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    series = Series.objects.filter(pk=cast.series.pk)
    before, size = measure(series)[cast.series.pk], len(secret.content.data)
    secret.delete()
    assert before - measure(series)[cast.series.pk] > size
    settings.LIMIT_STORAGE_MB = 0.000001
    assert send(sign_in(cast.player), cast).status_code == 409


def test_uploads_are_counted_as_files(cast: Cast, rf: Any) -> None:
    address = reverse("pictures", args=[cast.series.pk])
    assert find_kind(rf.post(address)) == FILE
    assert find_kind(rf.get(address)) is None


def test_my_data_names_what_i_have_uploaded_and_an_account_that_ends_leaves_it(cast: Cast, sign_in: SignIn) -> None:
    keep_picture(cast, KnownTo.ALL)
    own = keep_picture(cast, number=20_000, uploaded_by=cast.player)
    told = json.loads(sign_in(cast.player).get(reverse("my_data")).content)["pictures_and_files"]
    assert [(one["where"], one["title"]) for one in told] == [(cast.series.name, own.title)]
    cast.player.delete()
    own.refresh_from_db()
    assert own.uploaded_by is None
