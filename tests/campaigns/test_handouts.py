"""Handouts in the record: the Storyteller keeps them, and nobody else learns of one that is not shown to them."""

import io
import uuid
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from campaigns.core.quotas import ROW, measure
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.handouts import services as keeping
from campaigns.handouts.services import copy_readers
from campaigns.handouts.visible import handouts_of, visible_handouts
from campaigns.models import Handout, HandoutPicture, HandoutReader, Role, Scene, Series, User
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET, Cast, remove_part
from tests.conftest import SignIn
from tests.markup import ONCE

pytestmark = pytest.mark.walk

SENT = {"title": f"Map {SECRET}", "text": f"Under the pier {SECRET}", "description": f"A pier {SECRET}"}


def send(client: Client, cast: Cast, content: bytes | None = None, **fields: Any) -> Any:
    posted = {**SENT, "command": str(uuid.uuid4()), **fields}
    if content is not None:
        posted["picture"] = SimpleUploadedFile("canary-name.png", content)
    return client.post(reverse("handout_new", args=[cast.series.pk]), posted)


def test_many_handouts_are_searched_by_words(cast: Cast, sign_in: SignIn) -> None:
    address = reverse("handouts", args=[cast.series.pk])
    for n in range(8):
        Handout.objects.create(series=cast.series, title=f"Letter {n}", text="From the ÄRJÄ" if n % 2 else "Sealed")
    shown = Handout.objects.get(title="Letter 3")
    HandoutReader.objects.create(handout=shown, scene=cast.scene)

    def titles(client: Client, find: str) -> list[str]:
        return [one.title for one in client.get(address, {"find": find}).context["handouts"]]

    teller = sign_in(cast.storyteller)
    assert 'name="find"' in teller.get(address).content.decode()
    assert titles(teller, "letter ärjä") == ["Letter 7", "Letter 5", "Letter 3", "Letter 1"]
    assert titles(teller, "sealed 5") == []
    assert len(titles(teller, "  ")) == 8
    player = sign_in(cast.player)
    assert titles(player, "letter") == ["Letter 3"]
    assert 'name="find"' not in player.get(address).content.decode()


@pytest.fixture
def secret(cast: Cast, sign_in: SignIn) -> Handout:
    """A handout that nobody has seen."""
    assert send(sign_in(cast.storyteller), cast, picture(), scene=cast.scene.pk).status_code == 302
    return Handout.objects.get()


def show(handout: Handout, scene: Scene, *keys: str) -> None:
    """Let the players of these characters see it in a scene; everybody without any."""
    copy_readers(scene, {handout.pk: keys or None})


def sees(sign_in: SignIn, user: User, handout: Handout) -> bool:
    """Whether somebody gets the picture, and finds the handout on the pages."""
    client = sign_in(user)
    status = client.get(handout.picture_url).status_code
    assert status in (200, 404)
    pages = [reverse("handouts", args=[handout.series_id]), reverse("part", args=["scene", handout.scene_id])]
    shown = {SECRET in client.get(page).content.decode() for page in pages}
    assert shown == {status == 200}
    return status == 200


def test_a_handout_is_kept_with_its_picture_and_without_the_name_of_the_file(secret: Handout, cast: Cast) -> None:
    assert (secret.series, secret.scene, secret.width, secret.height) == (cast.series, cast.scene, 300, 500)
    rows = [vars(secret), *HandoutPicture.objects.values()]
    assert "canary" not in str(rows)


def test_who_may_see_a_handout(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    others = (cast.player, cast.rival, cast.spectator)
    assert not any(sees(sign_in, user, secret) for user in others)
    show(secret, cast.scene, str(cast.heroine.pk))
    assert [sees(sign_in, user, secret) for user in others] == [True, False, False]
    show(secret, cast.scene)
    assert all(sees(sign_in, user, secret) for user in others)
    copy_readers(cast.scene, {})
    assert not any(sees(sign_in, user, secret) for user in others)
    assert sign_in(cast.storyteller).get(secret.picture_url).status_code == 200
    assert sign_in(cast.co_storyteller).get(secret.picture_url).status_code == 200


def test_a_stranger_and_a_passer_by_see_nothing_that_is_shown_to_all(
    secret: Handout, cast: Cast, sign_in: SignIn
) -> None:
    show(secret, cast.scene)
    assert sign_in(cast.stranger).get(secret.picture_url).status_code == 404
    assert sign_in(None).get(secret.picture_url).status_code == 302


def test_what_is_shown_in_a_hidden_scene_is_seen_by_nobody(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    planned = Scene.objects.create(episode=cast.episode, title="Ahead", position=9, planned=True)
    for scene in (cast.hidden_scene, Scene.objects.get(episode=cast.hidden_episode), planned):
        show(secret, scene)
    assert sign_in(cast.player).get(secret.picture_url).status_code == 404


def test_a_spectator_who_once_played_sees_only_what_all_see(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    show(secret, cast.scene, str(cast.heroine.pk))
    cast.series.memberships.filter(user=cast.player).update(role=Role.SPECTATOR)
    assert sign_in(cast.player).get(secret.picture_url).status_code == 404


def test_a_missing_handout_and_a_secret_one_are_refused_alike(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    for name in ("handout_picture", "handout_edit"):
        answers = [client.get(reverse(name, args=[key])) for key in (secret.pk, 424242)]
        assert [answer.status_code for answer in answers] == [404, 404]


def test_a_page_is_the_same_with_and_without_a_secret_handout(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    addresses = [
        reverse("series", args=[cast.series.pk]),
        reverse("part", args=["scene", cast.scene.pk]),
        reverse("handouts", args=[cast.series.pk]),
    ]

    def lines() -> list[str]:
        text = "\n".join(client.get(address).content.decode() for address in addresses)
        return [line for line in text.splitlines() if not any(name in line for name in ONCE)]

    before = lines()
    secret.delete()
    assert lines() == before


def test_the_picture_is_kept_by_the_persons_own_browser_alone(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    answer = client.get(secret.picture_url)
    assert (answer["Content-Type"], answer["Cache-Control"][:8]) == ("image/webp", "private,")
    assert answer["Cache-Control"].endswith("immutable")
    assert client.get(secret.picture_url + "0")["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("content", "fields", "status"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", {}, 422),
        (picture()[:60], {}, 422),
        (b"x" * 8_000_001, {}, 413),
        (None, {"text": "  "}, 422),
        (None, {"title": " "}, 422),
        (None, {"title": "x" * 121}, 422),
        (None, {"text": "x" * 5_001}, 422),
        (None, {"scene": "424242"}, 422),
        (None, {"scene": "x"}, 422),
        (None, {"command": "x"}, 422),
    ],
    ids=["svg", "half", "too large", "nothing", "no title", "title", "text", "no scene", "odd scene", "no id"],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    cast: Cast, sign_in: SignIn, content: bytes | None, fields: dict[str, str], status: int
) -> None:
    answer = send(sign_in(cast.storyteller), cast, content, **fields)
    assert answer.status_code == status
    assert b'class="wrong"' in answer.content
    assert not Handout.objects.exists()


def test_only_storytellers_keep_handouts(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    for user, status in ((cast.player, 403), (cast.spectator, 403), (cast.stranger, 404)):
        assert send(sign_in(user), cast).status_code == status
    show(secret, cast.scene)
    for name in ("handout_edit", "handout_remove"):
        assert sign_in(cast.player).post(reverse(name, args=[secret.pk]), SENT).status_code == 403
    assert Handout.objects.get().title == SENT["title"]


def test_a_handout_for_a_scene_of_another_series_is_refused(cast: Cast) -> None:
    other = Series.objects.create(name="Other", system=cast.series.system, owner=cast.stranger)
    episode = other.stories.create(title="There").episodes.create(title="Then")
    foreign = episode.scenes.create(title="Elsewhere")
    member, values = cast.membership(cast.storyteller), {"title": "A map", "scene": foreign}
    with pytest.raises(Refused, match="another series"):
        save_record(keeping.HANDOUTS, member, Handout(series=cast.series), values)


def test_the_table_gets_its_storyteller_back(cast: Cast, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.storyteller), cast, scene=cast.scene.pk, back="true")
    assert answer["Location"] == reverse("table", args=[cast.scene.pk])


def test_a_form_that_comes_twice_keeps_one_handout(cast: Cast, sign_in: SignIn) -> None:
    client, command = sign_in(cast.storyteller), str(uuid.uuid4())
    assert [send(client, cast, command=command).status_code for _ in range(2)] == [302, 302]
    assert Handout.objects.count() == 1


def test_what_somebody_sees_is_neither_changed_nor_taken_out(secret: Handout, cast: Cast, sign_in: SignIn) -> None:
    show(secret, cast.scene)
    client = sign_in(cast.storyteller)
    edited = client.post(reverse("handout_edit", args=[secret.pk]), {**SENT, "title": "Another"})
    removed = client.post(reverse("handout_remove", args=[secret.pk]))
    assert (edited.status_code, removed.status_code) == (409, 409)
    assert "Hide it there first" in edited.content.decode()
    copy_readers(cast.scene, {})
    sent = {**SENT, "title": "Another", "scene": "", "picture": SimpleUploadedFile("b.png", picture(20, 10))}
    assert client.post(reverse("handout_edit", args=[secret.pk]), sent).status_code == 302
    changed = Handout.objects.get()
    assert (changed.title, changed.scene, changed.width) == ("Another", None, 20)
    assert changed.picture_name != secret.picture_name
    assert client.post(reverse("handout_remove", args=[secret.pk])).status_code == 302
    assert not HandoutPicture.objects.exists()


def test_of_two_storytellers_the_second_is_shown_what_the_first_wrote(
    secret: Handout, cast: Cast, sign_in: SignIn
) -> None:
    client, address = sign_in(cast.storyteller), reverse("handout_edit", args=[secret.pk])
    seen = client.get(address).context["form"]["seen"].value()
    Handout.objects.update(text="Over the pier")
    answer = client.post(address, {**SENT, "seen": seen})
    assert answer.status_code == 409
    assert "Over the pier" in answer.content.decode()


def test_a_series_has_room_for_as_many_pictures_as_its_file(
    secret: Handout, cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in(cast.storyteller)
    monkeypatch.setattr(keeping, "MAX_PICTURES", 500)
    assert send(client, cast, picture()).status_code == 413
    monkeypatch.setattr(keeping.HANDOUTS, "most", 1)
    assert send(client, cast).status_code == 409
    assert Handout.objects.count() == 1


def test_handouts_count_towards_what_a_person_may_keep(
    secret: Handout, cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    series = Series.objects.filter(pk=cast.series.pk)
    before = measure(series)[cast.series.pk]
    show(secret, cast.scene)
    assert measure(series)[cast.series.pk] - before == ROW
    image = HandoutPicture.objects.get().image
    secret.delete()
    assert before - measure(series)[cast.series.pk] >= 2 * ROW + len(image)
    settings.LIMIT_STORAGE_MB = 0.000001
    assert send(sign_in(cast.storyteller), cast).status_code == 409


def test_at_the_storage_limit_a_handout_can_still_be_shortened(
    secret: Handout, cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    Handout.objects.update(text="x" * 3_000)
    settings.LIMIT_STORAGE_MB = 0.000001
    client, address = sign_in(cast.storyteller), reverse("handout_edit", args=[secret.pk])
    assert client.post(address, {**SENT, "text": "short"}).status_code == 302
    assert Handout.objects.get().text == "short"
    assert client.post(address, {**SENT, "text": "x" * 3_000}).status_code == 409
    Image.effect_noise((200, 200), 90).save(noise := io.BytesIO(), "PNG")
    file = SimpleUploadedFile("b.png", noise.getvalue())
    assert client.post(address, {**SENT, "text": "short", "picture": file}).status_code == 409


def test_a_planned_scene_can_be_taken_out_and_its_handouts_stay(secret: Handout, cast: Cast) -> None:
    membership = cast.membership(cast.storyteller)
    assert list(handouts_of(cast.scene, membership)) == [secret]
    remove_part(membership, cast.scene)
    assert visible_handouts(membership).get().scene is None


def test_readers_of_other_series_are_left_out(secret: Handout, cast: Cast) -> None:
    other = Series.objects.create(name="Other", system=cast.series.system, owner=cast.stranger)
    foreign = other.handouts.create(title="Not ours")
    stray = other.characters.create(name="Stray", sheet={})
    copy_readers(cast.scene, {foreign.pk: None, secret.pk: (str(stray.pk), "person:1", "gone-4", str(cast.heroine.pk))})
    assert [(one.handout, one.character) for one in HandoutReader.objects.all()] == [(secret, cast.heroine)]
