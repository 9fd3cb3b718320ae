"""Private notes: everybody writes their own, and nobody else reads them."""

import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.urls import reverse

from campaigns.accounts.services import delete_account
from campaigns.models import PrivateNote, Scene, User
from campaigns.series.members.services import remove_member
from tests.cast import Cast, remove_part
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

HTMX = {"hx-request": "true"}


def save(sign_in: SignIn, user: User, scene: Scene, text: str, **more: str) -> Any:
    headers = HTMX if more.pop("typing", "") else {}
    return sign_in(user).post(reverse("private_note", args=[scene.pk]), {"text": text, **more}, headers=headers)


def seen_by(sign_in: SignIn, user: User, scene: Scene) -> str:
    """The fingerprint that somebody's page of their notes carries."""
    found = sign_in(user).get(reverse("private_note", args=[scene.pk])).context["form"]["seen"].value()
    return str(found)


def pages(cast: Cast) -> list[str]:
    return [
        reverse("part", args=["scene", cast.scene.pk]),
        reverse("private_note", args=[cast.scene.pk]),
        reverse("private_notes", args=[cast.series.pk]),
        reverse("series", args=[cast.series.pk]),
        reverse("my_data"),
        reverse("table", args=[cast.scene.pk]),
    ]


@pytest.mark.parametrize("writer", ["player", "storyteller", "spectator"])
def test_notes_are_read_by_their_writer_alone(cast: Cast, sign_in: SignIn, writer: str) -> None:
    person = getattr(cast, writer)
    assert save(sign_in, person, cast.scene, "The *canary* sings.").status_code == 302
    shown = [page for page in pages(cast)[:-1] if "canary" in sign_in(person).get(page).content.decode()]
    assert len(shown) == 4
    assert "<em>canary</em>" in sign_in(person).get(shown[0]).content.decode()
    for other in cast.members:
        if other != person:
            for page in pages(cast)[:-1]:
                assert "canary" not in sign_in(other).get(page).content.decode(), page


def test_strangers_and_people_of_a_hidden_scene_write_nothing(cast: Cast, sign_in: SignIn) -> None:
    assert save(sign_in, cast.stranger, cast.scene, "Here?").status_code == 404
    assert save(sign_in, cast.player, cast.hidden_scene, "Here?").status_code == 404
    assert not PrivateNote.objects.exists()


def test_what_is_typed_at_the_table_is_saved_on_the_way(cast: Cast, sign_in: SignIn) -> None:
    first = save(sign_in, cast.player, cast.scene, "One", typing="yes", seen=seen_by(sign_in, cast.player, cast.scene))
    assert (first.status_code, "Saved." in first.content.decode()) == (200, True)
    seen = re.findall(r'name="seen" value="(\w+)"', first.content.decode())[0]
    assert save(sign_in, cast.player, cast.scene, "One, two", typing="yes", seen=seen).status_code == 200
    assert PrivateNote.objects.get().text == "One, two"
    assert save(sign_in, cast.player, cast.scene, "", typing="yes").status_code == 200
    assert not PrivateNote.objects.exists()


def test_two_devices_of_one_person_overwrite_nothing_unasked(cast: Cast, sign_in: SignIn) -> None:
    seen = seen_by(sign_in, cast.player, cast.scene)
    save(sign_in, cast.player, cast.scene, "By phone")
    for _ in range(2):  # what goes on being typed replaces nothing either
        answer = save(sign_in, cast.player, cast.scene, "By desk", typing="yes", seen=seen)
        told = answer.content.decode()
        assert (answer.status_code, "By phone" in told, f'value="{seen}"' in told) == (409, True, True)
    assert PrivateNote.objects.get().text == "By phone"
    over = re.findall(r'name="over" value="(\w+)"', told)[0]
    assert save(sign_in, cast.player, cast.scene, "By desk", typing="yes", seen=seen, over=over).status_code == 200
    assert PrivateNote.objects.get().text == "By desk"


def test_without_scripts_a_conflict_shows_both_and_saves_the_second_time(cast: Cast, sign_in: SignIn) -> None:
    seen = seen_by(sign_in, cast.player, cast.scene)
    save(sign_in, cast.player, cast.scene, "By phone")
    answer = save(sign_in, cast.player, cast.scene, "By desk", seen=seen)
    assert answer.status_code == 409
    assert all(text in answer.content.decode() for text in ("By phone", "By desk"))
    again = save(sign_in, cast.player, cast.scene, "By desk", seen=answer.context["form"]["seen"].value())
    assert (again.status_code, PrivateNote.objects.get().text) == (302, "By desk")


def test_notes_that_were_emptied_elsewhere_are_a_conflict_too(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in, cast.player, cast.scene, "First")
    seen = seen_by(sign_in, cast.player, cast.scene)
    save(sign_in, cast.player, cast.scene, "")
    assert save(sign_in, cast.player, cast.scene, "Second", seen=seen).status_code == 409
    assert save(sign_in, cast.player, cast.scene, "Second", seen=seen, typing="yes").status_code == 409


def test_a_text_that_is_too_long_is_refused_and_shown_again(
    cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    long = "x" * 20_001
    answer = save(sign_in, cast.player, cast.scene, long)
    assert (answer.status_code, long in answer.content.decode()) == (422, True)
    assert save(sign_in, cast.player, cast.scene, long, typing="yes").status_code == 422
    settings.LIMIT_STORAGE_MB = 0.000001
    assert save(sign_in, cast.player, cast.scene, "x" * 500, typing="yes").status_code == 409
    assert not PrivateNote.objects.exists()


def test_somebody_who_was_removed_gets_back_what_they_typed(cast: Cast, sign_in: SignIn) -> None:
    remove_member(cast.membership(cast.storyteller), cast.membership(cast.player))
    answer = save(sign_in, cast.player, cast.scene, "Who was it, then?")
    assert (answer.status_code, "Who was it, then?" in answer.content.decode()) == (404, True)


def test_the_scene_of_notes_is_not_named_once_it_is_hidden(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in, cast.player, cast.scene, "I was there.")
    Scene.objects.filter(pk=cast.scene.pk).update(hidden=True, title="Renamed")
    for page in (reverse("private_notes", args=[cast.series.pk]), reverse("my_data")):
        told = sign_in(cast.player).get(page).content.decode()
        assert "I was there." in told
        assert "Renamed" not in told


def test_notes_stay_with_their_writer_when_the_scene_is_taken_out(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in, cast.player, cast.scene, "I was there.")
    remove_part(cast.membership(cast.storyteller), cast.scene)
    page = sign_in(cast.player).get(reverse("private_notes", args=[cast.series.pk])).content.decode()
    assert "I was there." in page
    assert "A deleted scene" in page


def test_an_account_goes_with_its_notes(cast: Cast, sign_in: SignIn) -> None:
    for person in (cast.player, cast.rival):
        save(sign_in, person, cast.scene, "Mine.")
    told = json.loads(sign_in(cast.player).get(reverse("my_data")).content)["notes"]
    assert [(one["where"], one["text"]) for one in told] == [("The Salt Road: The Toll Bridge", "Mine.")]
    delete_account(cast.player, {})
    assert PrivateNote.objects.get().user == cast.rival
