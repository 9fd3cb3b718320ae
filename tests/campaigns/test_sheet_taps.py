"""Between scenes, health boxes and points are tapped on the sheet itself; the history keeps each change."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Scene, SheetChange, User
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn


@pytest.fixture
def between(db: None) -> Cast:
    """A series of the Dark Ages in which no scene is open."""
    cast = gather_cast("v20da")
    Scene.objects.update(closed_at=timezone.now())
    return cast


def tap(client: Client, cast: Cast, what: str, **fields: Any) -> Any:
    key = cast.heroine.pk
    sent = {"tap": f"{key} {what}", "command": str(uuid.uuid4()), **fields}
    return client.post(reverse("character_tap", args=[key]), sent)


def read(cast: Cast, place: str) -> Any:
    cast.heroine.refresh_from_db()
    return cast.heroine.sheet[place]


def test_player_and_storyteller_tap_a_pool_and_a_box_with_no_scene_open(between: Cast, sign_in: SignIn) -> None:
    had = read(between, "willpower_points")
    page = sign_in(between.player).get(reverse("character", args=[between.heroine.pk])).content.decode()
    assert f'value="{between.heroine.pk} willpower_points -1"' in page
    assert tap(sign_in(between.player), between, "willpower_points -1").status_code == 302
    assert tap(sign_in(between.storyteller), between, "mark 1", harm="bashing").status_code == 302
    assert read(between, "willpower_points") == had - 1
    assert [(one.user, str(one.why)) for one in between.heroine.changes.all()] == [
        (between.storyteller, "By tapping"),
        (between.player, "By tapping"),
    ]


def test_taps_within_seconds_are_one_change_and_one_tap_takes_it_back(between: Cast, sign_in: SignIn) -> None:
    client, had = sign_in(between.player), read(between, "willpower_points")
    for _ in range(3):
        tap(client, between, "willpower_points -1")
    change = SheetChange.objects.get()
    assert change.values == {"willpower_points": [had, had - 3]}
    page = client.get(reverse("character", args=[between.heroine.pk])).content.decode()
    assert reverse("change_undo", args=[change.pk]) in page
    back = client.post(reverse("change_undo", args=[change.pk]), {"back": "sheet"})
    assert (back["Location"], read(between, "willpower_points")) == (
        reverse("character", args=[between.heroine.pk]),
        had,
    )


def test_later_taps_are_a_change_of_their_own_and_a_tap_there_and_back_leaves_none(
    between: Cast, sign_in: SignIn
) -> None:
    client = sign_in(between.player)
    tap(client, between, "willpower_points -1")
    SheetChange.objects.update(at=timezone.now() - timedelta(minutes=5))
    tap(client, between, "willpower_points -1")
    assert SheetChange.objects.count() == 2
    tap(client, between, "willpower_points 1")
    assert SheetChange.objects.count() == 1


def test_nobody_else_taps_and_what_cannot_be_is_said(between: Cast, sign_in: SignIn) -> None:
    def status(user: User | None, what: str, **fields: Any) -> int:
        return int(tap(sign_in(user), between, what, **fields).status_code)

    assert [status(one, "mark 1") for one in (between.rival, between.spectator, between.stranger)] == [403, 403, 404]
    assert [status(between.player, what) for what in ("strength 1", "mark 2", "")] == [409, 422, 422]
    assert status(between.player, "mark 1", harm="harsh") == 422
    assert status(between.player, "mark 1", tap=f"{between.duelist.pk} mark 1") == 422
    assert not SheetChange.objects.exists()


def test_with_a_scene_open_the_taps_are_those_of_its_table(between: Cast, sign_in: SignIn) -> None:
    Scene.objects.filter(pk=between.scene.pk).update(closed_at=None)
    client = sign_in(between.player)
    answer = tap(client, between, "mark 1")
    assert (answer.status_code, "is open, so points change at its table" in answer.content.decode()) == (409, True)
    page = client.get(reverse("character", args=[between.heroine.pk])).content.decode()
    assert reverse("table_command", args=[between.scene.pk]) in page
    assert reverse("character_tap", args=[between.heroine.pk]) not in page
    Scene.objects.update(hidden=True)
    assert tap(client, between, "mark 1").status_code == 302, "of a hidden scene she learns nothing"
