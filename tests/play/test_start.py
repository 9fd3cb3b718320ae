"""What shows the Storyteller of a new series how to begin: on her table alone, until she ends it."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import LazySettings

from campaigns.models import Role, Series, User
from campaigns.series.members.services import create_invite, join_series, revoke_invite
from campaigns.sheets.services import create_character
from play.commands.moves import OpenBattle
from play.seats.facts import load_facts, seat_at
from play.seats.gather import gather_board
from play.stage.facts import make_facts
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay


@pytest.fixture
def started(coins: TableInPlay) -> TableInPlay:
    """A table of a series that has just been made."""
    Series.objects.filter(pk=coins.cast.series.pk).update(shows_start=True)
    coins.scene.series.shows_start = True
    return coins


def start_of(table: TableInPlay, user: User) -> Any:
    facts = load_facts(table.scene.pk)
    made: Any = make_facts(gather_board(facts, seat_at(facts, table.cast.membership(user))))
    return made.get("start")


def players_of(table: TableInPlay) -> Sequence[tuple[str, list[str]]]:
    return [(one["name"], one["heroes"]) for one in start_of(table, table.cast.storyteller)["players"]]


def test_it_stands_on_the_storytellers_table_alone(started: TableInPlay) -> None:
    cast = started.cast
    assert start_of(started, cast.storyteller)
    assert start_of(started, cast.co_storyteller)
    for user in (cast.player, cast.rival, cast.spectator):
        assert start_of(started, user) is None


def test_it_says_who_has_joined_with_which_hero(started: TableInPlay) -> None:
    cast = started.cast
    invite = create_invite(cast.membership(cast.storyteller), Role.PLAYER)
    assert players_of(started) == [("player", [cast.heroine.name]), ("rival", [cast.duelist.name])]
    member = join_series(cast.stranger, invite)
    assert players_of(started)[-1] == ("stranger", [])
    create_character(member, "Halla", "gambler")
    assert players_of(started)[-1] == ("stranger", ["Halla"])


def test_it_names_a_link_for_players_that_is_open(started: TableInPlay) -> None:
    run = started.cast.membership(started.cast.storyteller)
    create_invite(run, Role.STORYTELLER)
    assert start_of(started, started.cast.storyteller)["invite"] == ""
    invite = create_invite(run, Role.PLAYER)
    assert start_of(started, started.cast.storyteller)["invite"] == f"/join/{invite.token}/"
    revoke_invite(run, invite)
    assert start_of(started, started.cast.storyteller)["invite"] == ""


def test_it_gives_way_to_a_fight_and_ends_for_good_by_one_tap(started: TableInPlay, sign_in: SignIn) -> None:
    cast, address = started.cast, f"/series/{started.cast.series.pk}/start/"
    for user, status in ((cast.player, 403), (cast.spectator, 403), (cast.stranger, 404)):
        assert sign_in(user).post(address).status_code == status
    assert start_of(started, cast.storyteller)
    for _tap in range(2):
        assert sign_in(cast.storyteller).post(address)["Location"] == f"/scenes/{cast.scene.pk}/"
        assert start_of(started, cast.storyteller) is None


def test_it_gives_way_to_a_fight(started: TableInPlay) -> None:
    started.act(started.cast.storyteller, OpenBattle())
    assert start_of(started, started.cast.storyteller) is None


def test_a_series_that_was_not_just_made_has_none(coins: TableInPlay) -> None:
    assert start_of(coins, coins.cast.storyteller) is None


def test_the_page_brings_the_link_as_others_can_open_it(
    started: TableInPlay, sign_in: SignIn, settings: LazySettings
) -> None:
    cast = started.cast
    settings.ALLOWED_HOSTS, settings.NETWORK_URL = ["localhost"], "http://192.168.1.5:8000"
    invite = create_invite(cast.membership(cast.storyteller), Role.PLAYER)
    client, address = sign_in(cast.storyteller), f"/scenes/{started.scene.pk}/"
    page = client.get(address, headers={"host": "localhost"}).content.decode()
    assert f"http://192.168.1.5:8000/join/{invite.token}/" in page
    plain = client.get(f"{address}plain/", headers={"host": "localhost"}).content.decode()
    assert "Getting started" in plain
    assert cast.heroine.name in plain
    assert invite.token not in sign_in(cast.player).get(address, headers={"host": "localhost"}).content.decode()
