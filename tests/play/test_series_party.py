"""The board of the party on the series' page: who sees what of whom, at a table and at none."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.chronicle.tree import list_open_scenes
from campaigns.models import Character, ExperienceEntry, NoticeKind, ProposalState, User
from campaigns.notices.services import mark_notices_read, notify
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say, ShowCharacter, Tap
from play.seats.series_party import PartyRow, gather_series_party, list_characters
from play.table.live_scene import live_scenes
from play.table.newest import load_states
from rules.text import Text
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.tasking import TaskTable, key_of, only

ONE_BOOK = only("v20da")


def rows(cast: Cast, user: User, **here: frozenset[int]) -> dict[str, PartyRow]:
    member = cast.membership(user)
    scenes = list_open_scenes([member])
    there = {scene.pk: here.get("here", frozenset()) for scene in scenes}
    since = timezone.now() - timedelta(minutes=5)
    party = gather_series_party(member, list_characters(member), scenes, load_states(scenes), there, since)
    return {row.character.name: row for row in party.rows}


def board(client: Client, cast: Cast, seen: str = "") -> tuple[int, str]:
    answer = client.get(f"/series/{cast.series.pk}/party/?seen={seen}", headers={"hx-request": "true"})
    return answer.status_code, answer.content.decode()


def tracks(row: PartyRow) -> list[str]:
    return [str(track["label"]) for track in row.who.get("tracks", ())]


@ONE_BOOK
def test_the_storyteller_sees_everybodys_figures_and_a_player_those_of_their_own(table: TaskTable) -> None:
    cast = table.cast
    told = rows(cast, cast.storyteller)
    assert list(told) == ["Tolvar", "Ysane of the Reeds"]
    assert all("Willpower" in tracks(row) and row.who["health"] for row in told.values())
    own = rows(cast, cast.player)
    assert list(own) == ["Ysane of the Reeds", "Tolvar"]
    assert "Blood" in tracks(own["Ysane of the Reeds"])
    assert tracks(own["Tolvar"]) == []


@ONE_BOOK
def test_a_touch_at_the_table_is_on_the_board_at_once(table: TaskTable) -> None:
    cast = table.cast
    assert not any(box["mark"] for box in rows(cast, cast.rival)["Ysane of the Reeds"].who["health"])
    table.act(cast.player, Tap(f"{cast.heroine.pk} lethal 1"))
    assert rows(cast, cast.rival)["Ysane of the Reeds"].who["health"][0]["mark"] == "l"


def test_experience_and_training_are_for_the_player_and_the_storyteller(cast: Cast) -> None:
    ExperienceEntry.objects.create(character=cast.heroine, points=7, reason="A show")
    for state in (ProposalState.TRAINING, ProposalState.OPEN, ProposalState.DONE):
        cast.heroine.proposals.create(label=f"Legs {state}", points=1, state=state)
    for user in (cast.storyteller, cast.player):
        row = rows(cast, user)["Ysane of the Reeds"]
        assert dict(row.purses)["Experience"] == 7
        assert row.training == ("Legs training",)
    hers = rows(cast, cast.rival)["Ysane of the Reeds"]
    assert (hers.purses, hers.training) == ((), ())


def test_it_tells_where_people_are_and_whether_their_players_are_there(coins: TableInPlay) -> None:
    cast = coins.cast
    row = rows(cast, cast.player)["Tolvar"]
    assert row.scene == cast.scene
    assert not row.is_present
    assert rows(cast, cast.player, here=frozenset({cast.rival.pk}))["Tolvar"].is_present
    coins.act(cast.rival, Say("Here."))
    assert rows(cast, cast.player)["Tolvar"].is_present
    assert not rows(cast, cast.player)["Ysane of the Reeds"].is_present
    coins.act(cast.storyteller, ShowCharacter(key_of(cast.duelist), False))
    assert rows(cast, cast.player)["Tolvar"].scene is None


def test_nobody_reads_of_a_hidden_scene_or_a_hidden_character(cast: Cast, sign_in: SignIn) -> None:
    cast.duelist.hidden, cast.duelist.name = True, f"Masked {SECRET}"
    cast.duelist.save()
    assert rows(cast, cast.storyteller).keys() == {"Ysane of the Reeds", f"Masked {SECRET}"}
    cast.scene.hidden = True
    cast.scene.save()
    for user in (cast.player, cast.spectator):
        assert SECRET not in board(sign_in(user), cast)[1]
        assert rows(cast, user)["Ysane of the Reeds"].scene is None
    assert board(sign_in(cast.stranger), cast)[0] == 404


def test_who_fights_under_another_name_is_not_given_away(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    for who in (cast.heroine, cast.duelist):
        coins.act(cast.storyteller, BringIn(coins.keys(who), who.name))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    assert rows(cast, cast.player)["Tolvar"].who["id"] == coins.id_of(cast.duelist)
    Character.objects.filter(pk=cast.duelist.pk).update(name="Tolvar Ash-Hand")
    assert rows(cast, cast.player)["Tolvar Ash-Hand"].who["id"] == key_of(cast.duelist)


def test_the_page_asks_again_and_gets_nothing_until_something_has_changed(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client = sign_in(cast.player)
    page = client.get(f"/series/{cast.series.pk}/").content.decode()
    assert 'id="party"' in page
    mark = page.partition("?seen=")[2].partition('"')[0]
    assert board(client, cast, mark) == (204, "")
    notify(NoticeKind.TURN, cast.series, [cast.rival.pk], "turn 1", Text("Your turn."), "/")
    assert board(client, cast, mark) == (204, "")
    notify(NoticeKind.TURN, cast.series, [cast.player.pk], "turn 1", Text("Your turn."), "/")
    assert '<b class="bell__count">1<' in board(client, cast, mark)[1]
    mark_notices_read(cast.player)
    assert board(client, cast, mark) == (204, "")
    coins.act(cast.storyteller, ShowCharacter(key_of(cast.duelist), False))
    status, drawn = board(client, cast, mark)
    assert status == 200
    assert drawn.count("The Toll Bridge") == 1
    assert client.get(f"/series/{cast.series.pk}/party/").status_code == 302


@pytest.mark.parametrize("more", [0, 6])
def test_the_whole_page_takes_fifteen_queries(
    coins: TableInPlay, sign_in: SignIn, more: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    for n in range(more):
        Character.objects.create(
            series=cast.series, name=f"Reed {n}", owner=cast.player, sheet=deepcopy(cast.heroine.sheet)
        )
    client = sign_in(cast.storyteller)
    for address in ("/", f"/series/{cast.series.pk}/"):
        live_scenes.forget()
        with django_assert_max_num_queries(15):
            assert client.get(address).status_code == 200
