"""Who took part in a scene."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.chronicle.attendance import load_attendance
from play.commands.moves import Say
from tests.cast import PASSWORD
from tests.markup import flat
from tests.play.conftest import TableInPlay


def test_everybody_who_spoke_took_part(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("Here."))
    coins.act(coins.cast.storyteller, Say("So you are."))
    coins.act(coins.cast.player, Say("Still."))
    assert load_attendance([coins.scene.pk]) == {coins.scene.pk: ["player", "storyteller"]}
    assert load_attendance([]) == {}


def test_the_page_of_the_series_names_them(coins: TableInPlay, client: Client) -> None:
    coins.act(coins.cast.player, Say("Here."))
    client.login(username=coins.cast.rival.username, password=PASSWORD)
    page = client.get(reverse("series", args=[coins.cast.series.pk]), {"whole": "1"}).content.decode()
    assert '<ul class="faces" aria-label="Who took part"><li title="player">' in flat(page)


@pytest.mark.parametrize("name", ["player", "spectator"])
def test_a_hidden_scene_is_not_named_by_who_was_in_it(coins: TableInPlay, client: Client, name: str) -> None:
    coins.act(coins.cast.storyteller, Say("Alone."))
    type(coins.scene).objects.filter(pk=coins.scene.pk).update(hidden=True)
    client.login(username=getattr(coins.cast, name).username, password=PASSWORD)
    page = client.get(reverse("series", args=[coins.cast.series.pk]), {"whole": "1"}).content.decode()
    assert 'id="chronicle"' in page
    assert 'aria-label="Who took part"' not in page
