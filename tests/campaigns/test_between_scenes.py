"""With no scene open, the page of the series has a place for rolls and words: a table that any player may open."""

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle.tree import open_scene
from campaigns.models import Episode, Scene, Story
from tests.cast import Cast
from tests.conftest import SignIn


@pytest.fixture
def address(cast: Cast) -> str:
    """Where it is opened, in a series with no open scene that players see."""
    Scene.objects.filter(episode=cast.episode).update(closed_at=timezone.now())
    return reverse("series_between", args=[cast.series.pk])


def test_a_player_opens_it_from_the_page_of_the_series_and_all_meet_there(
    cast: Cast, sign_in: SignIn, address: str
) -> None:
    client, page = sign_in(cast.player), reverse("series", args=[cast.series.pk])
    assert f'action="{address}"' in client.get(page).content.decode()
    place = client.post(address)["Location"]
    scene = Scene.objects.get(between=True)
    assert (place, scene.episode, scene.title) == (
        reverse("table", args=[scene.pk]),
        cast.episode,
        "Between scenes",
    )
    assert sign_in(cast.storyteller).post(address)["Location"] == place
    assert sign_in(cast.spectator).get(place).status_code == 200
    shown = client.get(page).content.decode()
    assert ("Rolls and words between scenes" in shown, f'action="{address}"' in shown) == (True, False)


def test_a_scene_that_is_played_comes_first(cast: Cast, sign_in: SignIn, address: str) -> None:
    client = sign_in(cast.player)
    client.post(address)
    Scene.objects.filter(pk=cast.scene.pk).update(closed_at=None)
    assert open_scene(cast.membership(cast.player)) == cast.scene
    assert client.post(address)["Location"] == reverse("table", args=[cast.scene.pk])
    assert Scene.objects.filter(between=True).count() == 1


def test_spectators_and_strangers_open_none(cast: Cast, sign_in: SignIn, address: str) -> None:
    assert address not in sign_in(cast.spectator).get(reverse("series", args=[cast.series.pk])).content.decode()
    assert [sign_in(one).post(address).status_code for one in (cast.spectator, cast.stranger)] == [403, 404]


def test_nothing_hidden_is_opened_or_named(cast: Cast, sign_in: SignIn, address: str) -> None:
    client = sign_in(cast.player)
    Episode.objects.filter(story=cast.story, hidden=False).update(closed_at=timezone.now())
    client.post(address)
    scene = Scene.objects.get(between=True)
    assert (scene.episode.title, scene.episode.story, scene.is_hidden) == ("Between episodes", cast.story, False)
    scene.delete()
    Story.objects.filter(hidden=False).update(closed_at=timezone.now())
    answer = client.post(address)
    assert (answer.status_code, "No story is open." in answer.content.decode()) == (409, True)
    assert address not in client.get(reverse("series", args=[cast.series.pk])).content.decode()
