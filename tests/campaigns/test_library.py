"""The Storyteller's library: everybody whom no player plays, found by name, and nobody else's business."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Character
from tests.cast import Cast
from tests.conftest import SignIn
from tests.markup import flat


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The Storyteller's browser."""
    return sign_in(cast.storyteller)


def names(client: Client, cast: Cast, **asked: str) -> list[str]:
    page = flat(client.get(reverse("library", args=[cast.series.pk]), asked).content.decode())
    return re.findall(r'<a href="/characters/\d+/"><b[^>]*>([^<]+)</b></a>', page)


def test_it_lists_whom_no_player_plays_with_their_figures(client: Client, cast: Cast) -> None:
    assert names(client, cast) == [cast.warden.name, cast.lurker.name]
    page = client.get(reverse("library", args=[cast.series.pk])).content.decode()
    assert "Reach 2" in page
    assert cast.heroine.name not in page


def test_it_is_searched_by_name_and_kind(client: Client, cast: Cast) -> None:
    Character.objects.create(series=cast.series, name="Toll guard", sheet=cast.warden.sheet, extra=True)
    assert names(client, cast, q="DERU") == [cast.warden.name]
    assert names(client, cast, kind="extras") == ["Toll guard"]
    assert names(client, cast, kind="hidden") == [cast.lurker.name]
    assert names(client, cast, kind="persons", q="toll") == []
    assert len(names(client, cast, kind="nonsense", q="\0", page="x")) == 3


def test_each_goes_into_the_open_scene_by_the_tables_own_command(client: Client, cast: Cast) -> None:
    Character.objects.create(series=cast.series, name="Toll guard", sheet=cast.warden.sheet, extra=True)
    page = client.get(reverse("library", args=[cast.series.pk])).content.decode()
    assert page.count(f'action="{reverse("table_command", args=[cast.scene.pk])}"') == 3
    assert page.count('name="move" value="BringIn"') == 3
    assert page.count('name="copies"') == 1
    keys = re.findall(r'name="command" value="([^"]+)"', page)
    assert len(set(keys)) == 3


def test_without_an_open_scene_nobody_is_brought_in(client: Client, cast: Cast) -> None:
    cast.series.stories.all().delete()
    page = client.get(reverse("library", args=[cast.series.pk])).content.decode()
    assert "No scene is open" in page
    assert "BringIn" not in page


def test_it_asks_the_database_as_much_for_many_as_for_few(
    client: Client, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        Character.objects.create(series=cast.series, name=f"Guard {number}", sheet=cast.warden.sheet, extra=True)
    with django_assert_max_num_queries(18):
        assert len(names(client, cast)) == 32


def test_it_is_the_storytellers_alone(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("library", args=[cast.series.pk])
    answers = {name: sign_in(getattr(cast, name)).get(url).status_code for name in ("player", "spectator", "stranger")}
    assert answers == {"player": 403, "spectator": 403, "stranger": 404}
    page = sign_in(cast.player).get(reverse("series", args=[cast.series.pk])).content.decode()
    assert url not in page
