"""Planned scenes, and going on from one scene to the next."""

import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from campaigns.chronicle import next_scene
from campaigns.chronicle.next_scene import NextScene
from campaigns.chronicle.services import set_open
from campaigns.chronicle.tree import open_scene, siblings
from campaigns.core.refusals import Refused
from campaigns.models import Episode, Scene
from tests.campaigns.test_secrets import pages
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import ONCE

pytestmark = pytest.mark.walk


def plan(cast: Cast, title: str = "The Toll House", **fields: object) -> Scene:
    """A planned scene, the last of the episode."""
    return Scene.objects.create(episode=cast.episode, title=title, position=9, planned=True, **fields)


def go_on(cast: Cast, title: str = "", planned: int | None = None, episode: str = "") -> Scene:
    member = cast.membership(cast.storyteller)
    found = next_scene.go_on(member, cast.scene, NextScene(title, planned, episode))
    cast.scene.refresh_from_db()
    return Scene.objects.get(pk=found.pk)


def test_a_new_scene_follows_in_the_same_episode_and_the_old_one_is_closed(cast: Cast) -> None:
    made = go_on(cast, "  Behind the gate ")
    assert (made.title, made.episode, made.is_open, made.is_hidden) == ("Behind the gate", cast.episode, True, False)
    assert not cast.scene.is_open
    assert cast.scene.next_scene == made
    assert open_scene(cast.membership(cast.player)) == made


def test_a_planned_scene_is_opened_with_all_that_was_prepared(cast: Cast) -> None:
    planned = plan(cast, secret_notes=SECRET, in_world_time="Night")
    opened = go_on(cast, planned=planned.pk)
    assert (opened.pk, opened.planned, opened.is_hidden, opened.in_world_time) == (planned.pk, False, False, "Night")
    assert cast.scene.next_scene == planned


def test_what_is_opened_stands_before_what_is_still_planned(cast: Cast) -> None:
    plan(cast, "Later")
    plan(cast, "Much later")
    made = go_on(cast, "Now")
    titles = [part.title for part in siblings(made)]
    assert titles == ["The Toll Bridge", f"Scene {SECRET}", "Now", "Later", "Much later"]


def test_a_new_scene_may_begin_a_new_episode(cast: Cast) -> None:
    made = go_on(cast, "The Quay", episode="High Water")
    assert (made.episode.title, made.episode.story) == ("High Water", cast.story)


def test_powers_of_a_scene_are_renewed(cast: Cast) -> None:
    cast.heroine.sheet = {**cast.heroine.sheet, "powers_spent": ["x"]}
    cast.heroine.save()
    go_on(cast, "Behind the gate")
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["powers_spent"] == []


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (NextScene(""), "title"),
        (NextScene(" \u200b "), "title"),
        (NextScene("x" * 121), "title"),
        (NextScene("Fine", episode="x" * 121), "episode"),
        (NextScene("Fine", episode="\u2800"), "episode"),
    ],
)
def test_a_title_that_nobody_can_read_changes_nothing(cast: Cast, wanted: NextScene, field: str) -> None:
    before = (Scene.objects.count(), Episode.objects.count())
    with pytest.raises(Refused) as refused:
        next_scene.go_on(cast.membership(cast.storyteller), cast.scene, wanted)
    assert (refused.value.field, refused.value.status) == (field, 422)
    cast.scene.refresh_from_db()
    assert cast.scene.is_open
    assert (Scene.objects.count(), Episode.objects.count()) == before


def test_only_a_scene_that_is_planned_in_this_series_can_be_chosen(cast: Cast) -> None:
    closed = plan(cast, closed_at=cast.series.created_at)
    for key in (cast.hidden_scene.pk, cast.scene.pk, closed.pk, 0, 2**62):
        with pytest.raises(Refused, match="no longer planned"):
            go_on(cast, planned=key)
    cast.scene.refresh_from_db()
    assert cast.scene.is_open


def test_a_scene_is_closed_once(cast: Cast) -> None:
    go_on(cast, "Behind the gate")
    with pytest.raises(Refused, match="already closed"):
        go_on(cast, "Elsewhere")


@pytest.mark.parametrize("name", ["player", "rival", "spectator"])
def test_nobody_but_the_storyteller_goes_on(cast: Cast, name: str) -> None:
    with pytest.raises(PermissionDenied):
        next_scene.go_on(cast.membership(getattr(cast, name)), cast.scene, NextScene("Mine"))
    assert not Scene.objects.filter(title="Mine").exists()


def test_a_scene_that_is_opened_again_goes_on_nowhere(cast: Cast) -> None:
    go_on(cast, "Behind the gate")
    set_open(cast.membership(cast.storyteller), cast.scene, True)
    cast.scene.refresh_from_db()
    assert (cast.scene.is_open, cast.scene.next_scene) == (True, None)


# ---- Planned scenes in the record


@pytest.mark.parametrize("name", ["player", "rival", "spectator"])
def test_a_planned_scene_changes_nothing_that_others_are_shown(cast: Cast, name: str, sign_in: SignIn) -> None:
    client = sign_in(getattr(cast, name))

    def shown() -> list[str]:
        found = [client.get(page).content.decode() for page in pages(cast) if "edit" not in page]
        return [line for page in found for line in page.splitlines() if not any(name in line for name in ONCE)]

    before = shown()
    planned = plan(cast, SECRET, notes=SECRET)
    assert shown() == before
    for address in (
        reverse("part", args=["scene", planned.pk]),
        f"/scenes/{planned.pk}/",
        f"/scenes/{planned.pk}/plain/",
        f"/scenes/{planned.pk}/stage/tools/scene",
    ):
        assert client.get(address).status_code == 404
    assert client.post(reverse("part_open", args=["scene", planned.pk]), {"open": "yes"}).status_code == 404


def test_the_storyteller_plans_a_scene_and_opens_it_from_the_series(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    form = {"title": "The Toll House", "planned": "on", "in_world_time": "Night", "notes": "", "secret_notes": ""}
    client.post(reverse("scene_new", args=[cast.episode.pk]), {**form, "command": str(uuid.uuid4())})
    planned = Scene.objects.get(title="The Toll House")
    assert planned.planned
    page = client.get(reverse("series", args=[cast.series.pk])).content.decode()
    assert "planned" in page
    assert reverse("part_open", args=["scene", planned.pk]) in page
    assert open_scene(cast.membership(cast.storyteller)) == cast.scene
    answer = client.post(reverse("part_open", args=["scene", planned.pk]), {"open": "yes"})
    assert answer["Location"] == reverse("table", args=[planned.pk])
    planned.refresh_from_db()
    assert not planned.planned
    assert sign_in(cast.player).get(f"/scenes/{planned.pk}/").status_code == 200


def test_what_was_played_is_not_planned(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    assert 'name="planned"' in client.get(reverse("part_edit", args=["scene", cast.scene.pk])).content.decode()
    set_open(cast.membership(cast.storyteller), cast.scene, False)
    assert 'name="planned"' not in client.get(reverse("part_edit", args=["scene", cast.scene.pk])).content.decode()


def test_the_page_of_a_closed_scene_tells_the_way_to_those_who_may_go(cast: Cast, sign_in: SignIn) -> None:
    made = go_on(cast, f"{SECRET} gate")
    address = reverse("part", args=["scene", cast.scene.pk])
    assert reverse("table", args=[made.pk]) in sign_in(cast.player).get(address).content.decode()
    Scene.objects.filter(pk=made.pk).update(hidden=True)
    assert SECRET not in sign_in(cast.player).get(address).content.decode()
    assert SECRET in sign_in(cast.storyteller).get(address).content.decode()
