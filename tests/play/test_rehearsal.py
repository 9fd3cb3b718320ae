"""A rehearsal plays a scene's fight to its end on a copy, for a Storyteller who watches, and leaves no trace."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from campaigns.models import Character, Scene, User
from play.commands.moves import FOES, BringIn, LetPlay, OpenBattle
from play.consumers import IS_OVER, NOT_A_MEMBER, NOT_SIGNED_IN, RehearsalConsumer
from play.live.rehearsal import MAX_MOVES, Rehearsal, open_rehearsal
from play.seats.facts import load_facts
from rules import get_system
from rules.dice import SeededRoller
from rules.forecast.seats import is_decided
from tests.cast import SECRET, gather_cast
from tests.conftest import LIVE
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.test_playing import GAMES, act, open_fight

pytestmark = pytest.mark.walk

PLAIN = ("me", "place", "count", "said", "state", "hand", "log", "fight")


def rehearse(table: TableInPlay, seed: int = 1) -> Rehearsal:
    return Rehearsal(load_facts(table.scene.pk), "en", SeededRoller(seed))


def play_out(rehearsal: Rehearsal) -> list[dict[str, Any]]:
    """Every frame of a rehearsal, from its first to its last."""
    frames: list[dict[str, Any]] = []
    while not rehearsal.is_over:
        frame = rehearsal.go_on()
        frames += [json.loads(frame)] if frame else []
    return frames


def count_rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in apps.get_models() if hasattr(model, "objects")}


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_played_to_its_end_and_nothing_is_written(game: str, db: None) -> None:
    table = open_fight(game)
    before, sheets = count_rows(), [*Character.objects.order_by("pk").values_list("sheet", flat=True)]
    number = table.number
    rehearsal = rehearse(table)
    frames = play_out(rehearsal)
    assert is_decided(get_system(game).battle, rehearsal.fight)
    assert 1 < rehearsal.moves < MAX_MOVES
    assert "facts" in frames[0]
    assert all("change" in frame and frame["from"] == frame["n"] - 1 for frame in frames[1:])
    assert count_rows() == before
    assert [*Character.objects.order_by("pk").values_list("sheet", flat=True)] == sheets
    assert table.number == number
    rehearsal.close()


def test_a_fight_that_is_about_to_begin_begins_in_its_rehearsal(db: None) -> None:
    cast = gather_cast("wod2004")
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    act(table, OpenBattle())
    assert open_rehearsal(cast.storyteller, table.scene.pk, "en") is None, "nobody is in it"
    act(table, BringIn(table.keys(cast.heroine), "travellers"))
    act(table, BringIn(table.keys(cast.warden), "toll company"))
    rehearsal = rehearse(table)
    first = json.loads(rehearsal.go_on() or "{}")
    assert first["facts"]["fight"]["phase"] == "setup"
    play_out(rehearsal)
    assert rehearsal.fight.phase == "running"
    assert load_facts(table.scene.pk).state.battle.phase == "setup"


def test_a_rehearsal_shows_no_form_and_leads_nowhere(db: None) -> None:
    table = open_fight("exalted2e")
    rehearsal = rehearse(table)
    whole = json.loads(rehearsal.go_on() or "{}")["facts"]
    for _move in range(30):
        rehearsal.go_on()
    facts = json.loads(json.dumps(rehearsal.make_facts()))
    assert set(PLAIN) <= whole.keys()
    assert not {"tools", "undo", "redo", "plays", "away", "voices", "rolls", "party"} & (whole.keys() | facts.keys())
    assert facts["me"] == {"role": "spectator", "characters": [], "sheet": ""}
    assert facts["hand"] == {"cards": {}, "order": [], "waiting": []}
    assert facts["place"]["title"] == "Rehearsal: The Toll Bridge"
    assert SECRET not in json.dumps([whole, facts])
    assert any("by_itself" in entry for entry in facts["log"].values())
    assert not any({"more", "bounds_fight", "counted"} & entry.keys() for entry in facts["log"].values())


def test_those_who_play_themselves_do_so_by_the_same_tactic(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES,), "dangerous"))
    rehearsal = rehearse(table)
    play_out(rehearsal)
    told = {entry.get("by_itself") for entry in rehearsal.make_facts()["log"].values()}
    assert {"automatic: most dangerous first", "automatic: weakest first"} <= told


def test_the_table_s_own_board_is_drawn_as_before(db: None) -> None:
    table = open_fight("wod2004")
    before = facts_of(table.scene, table.cast.membership(table.cast.storyteller))
    play_out(rehearse(table))
    assert facts_of(table.scene, table.cast.membership(table.cast.storyteller)) == before


def test_only_storytellers_open_the_page_of_a_rehearsal(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    answers = {}
    for name in ("storyteller", "co_storyteller", "player", "rival", "spectator", "stranger"):
        client = Client()
        client.force_login(getattr(cast, name))
        answers[name] = client.get(reverse("rehearsal", args=[table.scene.pk])).status_code
    assert answers == {
        "storyteller": 200, "co_storyteller": 200, "player": 404, "rival": 404, "spectator": 404, "stranger": 404,
    }  # fmt: skip
    assert Client().get(reverse("rehearsal", args=[table.scene.pk])).status_code == 302


def test_without_a_fight_the_page_says_so_at_the_table(db: None) -> None:
    cast = gather_cast("wod2004")
    client = Client()
    client.force_login(cast.storyteller)
    answer = client.get(reverse("rehearsal", args=[cast.scene.pk]), follow=True)
    assert answer.redirect_chain == [(reverse("table", args=[cast.scene.pk]), 302)]
    assert "There is no fight to rehearse." in answer.content.decode()


def test_nothing_can_be_sent_to_a_rehearsal(db: None) -> None:
    table = open_fight("wod2004")
    client = Client()
    client.force_login(table.cast.storyteller)
    base = reverse("rehearsal", args=[table.scene.pk])
    for way in ("command/", "read/", "favorites/"):
        assert client.post(f"{base}{way}", {"move": "ShowCard"}).status_code == 404


@pytest.mark.usefixtures("transactional_db")
class TestSocket:
    """The socket of a rehearsal."""

    pytestmark = LIVE

    async def connect(self, table: TableInPlay, user: User | AnonymousUser) -> WebsocketCommunicator:
        socket = WebsocketCommunicator(RehearsalConsumer.as_asgi(), "/ws/")
        socket.scope |= {"user": user, "url_route": {"kwargs": {"scene_id": table.scene.pk}}, "cookies": {}}
        await socket.connect()
        return socket

    async def test_it_shows_a_fight_to_its_end_and_closes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("play.consumers.STEP_SECONDS", 0)
        table = await sync_to_async(open_fight)("wod2004")
        socket = await self.connect(table, table.cast.storyteller)
        frames = []
        while (message := await socket.receive_output(timeout=10))["type"] == "websocket.send":
            frames.append(json.loads(message["text"]))
        assert message["code"] == IS_OVER
        assert len(frames) > 5
        assert frames[0]["facts"]["place"]["is_rehearsal"]

    async def test_it_is_closed_to_everybody_but_storytellers(self) -> None:
        table = await sync_to_async(open_fight)("wod2004")
        for user in (table.cast.player, table.cast.spectator, table.cast.stranger):
            socket = await self.connect(table, user)
            assert (await socket.receive_output(timeout=10))["code"] == NOT_A_MEMBER
        socket = await self.connect(table, AnonymousUser())
        assert (await socket.receive_output(timeout=10))["code"] == NOT_SIGNED_IN
