"""The first page and the page of a series: what waits where, who is there, and the one table to go to."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.chronicle.tree import list_open_scenes
from campaigns.models import Membership, Role, Scene, Series, Session, User
from campaigns.series.awaited import Urgency
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.seats.shelf import ShelfRow, list_shelf
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import flat
from tests.play.conftest import TableInPlay


def shelf(user: User, **here: frozenset[int]) -> list[ShelfRow]:
    there = list(Membership.objects.filter(user=user).select_related("series__owner").order_by("series__name"))
    scenes = list_open_scenes(there)
    at_tables = {scene.pk: here.get("here", frozenset()) for scene in scenes}
    return list_shelf(user, there, scenes, at_tables, timezone.now() - timedelta(minutes=5))


def begin_other(cast: Cast, user: User, name: str) -> Series:
    """A second series of a person, with an open scene."""
    series = Series.objects.create(name=name, system=cast.series.system, owner=user)
    Membership.objects.create(series=series, user=user, role=Role.STORYTELLER)
    episode = series.stories.create(title="A story").episodes.create(title="An episode")
    Scene.objects.create(episode=episode, title="The quay")
    return series


def begin_fight(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    for who in (cast.heroine, cast.duelist):
        coins.act(cast.storyteller, BringIn(coins.keys(who), who.name))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))


def primaries(client: Client, address: str) -> list[str]:
    page = client.get(address).content.decode()
    return re.findall(r'<a class="[^"]*btn--go[^"]*" href="([^"]+)"', page)


def test_the_series_that_waits_most_is_first_and_its_table_the_one_to_go_to(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    cast = coins.cast
    begin_other(cast, cast.player, "A quay")
    assert [row.membership.series.name for row in shelf(cast.player)] == ["A quay", cast.series.name]
    begin_fight(coins)
    first, second = shelf(cast.player)
    assert (first.membership.series, first.is_first, second.is_first) == (cast.series, True, False)
    assert first.waits[0].urgency == Urgency.TURN
    assert primaries(sign_in(cast.player), "/") == [f"/scenes/{coins.scene.pk}/"]


def test_where_nothing_waits_one_goes_where_one_played_last(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    begin_other(cast, cast.player, "A quay")
    assert [row.is_first for row in shelf(cast.player)] == [True, False]
    coins.act(cast.player, Say("Here."))
    assert [row.is_first for row in shelf(cast.player)] == [False, True]
    Scene.objects.update(closed_at=timezone.now())
    assert not any(row.is_first for row in shelf(cast.player))
    assert primaries(sign_in(cast.player), "/") == ["/series/new/"]


def test_it_names_who_is_there_and_betrays_nobody(coins: TableInPlay) -> None:
    cast = coins.cast
    assert [row.here for row in shelf(cast.rival)] == [[]]
    coins.act(cast.player, Say("Here."))
    coins.act(cast.storyteller, Say(SECRET, to=str(cast.heroine.pk)))
    assert [row.here for row in shelf(cast.rival)] == [["player"]]
    assert [row.here for row in shelf(cast.rival, here=frozenset({cast.storyteller.pk}))] == [["player", "storyteller"]]
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert [row.here for row in shelf(cast.rival)] == [[]]
    assert shelf(cast.stranger) == []


def test_it_tells_the_next_session_of_each_series(cast: Cast, sign_in: SignIn) -> None:
    at = timezone.now() + timedelta(days=3)
    later, session = (Session.objects.create(series=cast.series, starts_at=at + timedelta(days=n)) for n in (7, 0))
    (row,) = shelf(cast.player)
    assert row.upcoming
    assert row.upcoming.session == session
    page = sign_in(cast.player).get("/").content.decode()
    assert f"/sessions/{session.pk}/" in page
    assert f"/sessions/{later.pk}/" not in page


@pytest.mark.parametrize("more", [1, 4])
def test_people_who_are_there_cost_one_query_for_their_names(
    coins: TableInPlay, more: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cast = coins.cast
    for n in range(more):
        begin_other(cast, cast.player, f"Quay {n}")
    with django_assert_max_num_queries(13):
        shelf(cast.player, here=frozenset({cast.storyteller.pk, cast.rival.pk}))


def test_what_waits_at_the_table_stands_on_the_page_of_its_series(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, page = coins.cast, f"/series/{coins.cast.series.pk}/"
    begin_fight(coins)
    seen = {user.username: sign_in(user).get(page).content.decode() for user in (cast.player, cast.rival)}
    assert "Your turn: Ysane of the Reeds" in seen["player"]
    assert "Your turn: Ysane of the Reeds" not in seen["rival"]
    assert "Your turn" not in sign_in(cast.spectator).get(page).content.decode()
    assert sign_in(cast.stranger).get(page).status_code == 404
    for user in (cast.player, cast.storyteller):
        assert primaries(sign_in(user), page) == [f"/scenes/{coins.scene.pk}/"]


def test_the_page_says_who_is_there_and_hears_when_it_changes(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client, address = sign_in(cast.rival), f"/series/{cast.series.pk}/party/"
    page = client.get(f"/series/{cast.series.pk}/").content.decode()
    assert '<span id="here"><span class="q">No one</span></span>' in flat(page)
    mark = page.partition("?seen=")[2].partition('"')[0]
    coins.act(cast.player, Say("Here."))
    drawn = client.get(address, {"seen": mark}, headers={"hx-request": "true"}).content.decode()
    assert '<span id="here" hx-swap-oob="true"><bdi>player</bdi></span>' in drawn
