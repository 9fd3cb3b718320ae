"""A program follows a scene through the real ASGI application: its seat's lines, and an end when the seat is lost."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from pytest_django import Settings

from api import events
from campaigns.models import Role, Scene, SeatToken, TokenScope
from campaigns.series.members.services import change_role, leave_series, remove_member
from config.asgi import application
from play.commands.moves import OpenBattle, Say
from play.live.hub import get_hub
from tests.api.conftest import Program, sit
from tests.cast import SECRET
from tests.conftest import LIVE
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, *LIVE]

LINE = re.compile(r"id: (\d+)\nevent: line\ndata: (.*)\n\n")


def scope_of(secret: str, scene: int, query: str = "", **headers: str) -> dict[str, Any]:
    """The request of a program for the news of a scene."""
    named = {"host": "localhost", "authorization": f"Bearer {secret}", **headers}
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": f"/api/v1/scenes/{scene}/events",
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
    }


class Listener:
    """A program that follows a scene, with all that it has heard."""

    def __init__(self, secret: str, scene: int, query: str = "", **headers: str) -> None:
        asked = scope_of(secret, scene, query, **headers)
        self.link: Any = ApplicationCommunicator(application, asked)  # type: ignore[no-untyped-call]
        self.heard = ""
        self.head: dict[str, Any] = {}

    async def open(self) -> "Listener":
        await self.link.send_input({"type": "http.request", "body": b""})
        self.head = await self.link.receive_output(timeout=30)
        return self

    @property
    def status(self) -> int:
        return int(self.head["status"])

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The numbers and the words of the lines."""
        return [(int(number), json.loads(data)["words"]["text"]) for number, data in LINE.findall(self.heard)]

    async def hear(self) -> bool:
        """Hear one more piece. Return whether the stream goes on."""
        message = await self.link.receive_output(timeout=30)
        self.heard += message.get("body", b"").decode()
        return bool(message.get("more_body"))

    async def hear_lines(self, most: int) -> list[tuple[int, str]]:
        while len(self.lines) < most:
            assert await self.hear(), self.heard
        return self.lines

    async def hear_end(self) -> None:
        while await self.hear():
            pass

    async def leave(self) -> None:
        await self.link.send_input({"type": "http.disconnect"})
        await self.link.wait(timeout=30)


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOOK_SECONDS", 0.05)


async def say(coins: TableInPlay, who: str, text: str, to: str = "") -> None:
    await sync_to_async(coins.act)(getattr(coins.cast, who), Say(text, to=to))


async def test_a_program_hears_each_line_that_its_seat_reads_and_no_other(
    coins: TableInPlay, player: Program, storyteller: Program
) -> None:
    await say(coins, "storyteller", "Welcome.")
    mine = await Listener(player.secret, coins.scene.pk).open()
    all_of_it = await Listener(storyteller.secret, coins.scene.pk).open()
    assert mine.status == 200
    assert dict(mine.head["headers"])[b"Content-Type"] == b"text/event-stream"
    assert await mine.hear_lines(1) == [(1, "Welcome.")]
    await say(coins, "storyteller", f"Mind {SECRET}.", to=str(coins.cast.duelist.pk))
    await say(coins, "rival", "Easy now.")
    assert await mine.hear_lines(2) == [(1, "Welcome."), (2, "Easy now.")]
    assert [number for number, _words in await all_of_it.hear_lines(3)] == [1, 2, 3]
    assert SECRET in all_of_it.heard
    assert SECRET not in mine.heard
    await mine.leave()
    await all_of_it.leave()
    assert get_hub().rooms == {}


@pytest.mark.parametrize(
    ("query", "headers"), [("after=2", {}), ("", {"last_event_id": "2"}), ("after=1", {"last_event_id": "2"})]
)
async def test_a_program_goes_on_where_it_was(
    coins: TableInPlay, player: Program, query: str, headers: dict[str, str]
) -> None:
    for word in "abc":
        await say(coins, "player", word)
    listener = await Listener(player.secret, coins.scene.pk, query, **headers).open()
    assert await listener.hear_lines(1) == [(3, "c")]
    await say(coins, "player", "d")
    assert await listener.hear_lines(2) == [(3, "c"), (4, "d")]
    await listener.leave()


async def test_a_long_log_is_told_whole_and_in_order(
    coins: TableInPlay, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.tables.MAX_ROWS", 3)
    for number in range(1, 9):
        await say(coins, "player", f"line {number}")
    listener = await Listener(player.secret, coins.scene.pk).open()
    assert await listener.hear_lines(8) == [(number, f"line {number}") for number in range(1, 9)]
    await listener.leave()


async def test_lines_come_in_the_programs_language(coins: TableInPlay, player: Program) -> None:
    finnish = await Listener(player.secret, coins.scene.pk, accept_language="fi").open()
    english = await Listener(player.secret, coins.scene.pk).open()
    await sync_to_async(coins.act)(coins.cast.storyteller, OpenBattle())
    lines = []
    for listener in (finnish, english):
        while not (found := LINE.findall(listener.heard)):
            assert await listener.hear()
        lines.append(json.loads(found[0][1])["line"])
        await listener.leave()
    assert lines[0] != lines[1] == "A fight starts."


def revoke(coins: TableInPlay) -> None:
    SeatToken.objects.all().delete()


def leave(coins: TableInPlay) -> None:
    leave_series(coins.cast.membership(coins.cast.player))


def remove(coins: TableInPlay) -> None:
    remove_member(coins.cast.membership(coins.cast.storyteller), coins.cast.membership(coins.cast.player))


def demote(coins: TableInPlay) -> None:
    cast = coins.cast
    change_role(cast.membership(cast.storyteller), cast.membership(cast.player), Role.SPECTATOR)


def give_away(coins: TableInPlay) -> None:
    type(coins.cast.heroine).objects.filter(pk=coins.cast.heroine.pk).update(owner=coins.cast.rival)


def hide(coins: TableInPlay) -> None:
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)


@pytest.mark.parametrize("lose", [revoke, leave, remove, demote, give_away, hide])
async def test_a_stream_ends_at_once_when_its_seat_is_lost(
    coins: TableInPlay, player: Program, lose: Callable[[TableInPlay], None]
) -> None:
    listener = await Listener(player.secret, coins.scene.pk).open()
    await say(coins, "player", "Here.")
    await listener.hear_lines(1)
    await sync_to_async(lose)(coins)
    await say(coins, "storyteller", SECRET)
    await listener.hear_end()
    await listener.link.wait(timeout=30)
    assert SECRET not in listener.heard
    again = await Listener(player.secret, coins.scene.pk).open()
    assert again.status in (401, 404)
    assert not await again.hear()


async def test_a_silent_stream_ends_too_when_its_token_is_revoked(coins: TableInPlay, player: Program) -> None:
    listener = await Listener(player.secret, coins.scene.pk).open()
    await sync_to_async(revoke)(coins)
    await listener.hear_end()


async def test_a_program_that_reads_nothing_holds_up_no_other_and_is_cut_off(
    coins: TableInPlay, player: Program, storyteller: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "TIMEOUT_SECONDS", 0.2)
    never, opened = asyncio.Event(), asyncio.Event()
    asked = [{"type": "http.request", "body": b""}]

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await never.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        opened.set()
        if b"Here." in message.get("body", b""):
            await never.wait()

    asleep = asyncio.create_task(application(scope_of(player.secret, coins.scene.pk), receive, send))
    await opened.wait()
    awake = await Listener(storyteller.secret, coins.scene.pk).open()
    await say(coins, "player", "Here.")
    assert await awake.hear_lines(1) == [(1, "Here.")]
    await asyncio.wait_for(asleep, 30)
    await say(coins, "player", "Still.")
    assert (await awake.hear_lines(2))[-1] == (2, "Still.")
    await awake.leave()


async def test_a_stream_ends_before_a_proxy_cuts_it_off(
    coins: TableInPlay, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MAX_SECONDS", 0.2)
    listener = await Listener(player.secret, coins.scene.pk).open()
    await listener.hear_end()
    await listener.link.wait(timeout=30)
    assert get_hub().rooms == {}
    again = await Listener(player.secret, coins.scene.pk).open()
    assert again.status == 200
    await again.hear_end()


async def test_silence_is_broken_by_heartbeats(
    coins: TableInPlay, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "BEAT_SECONDS", 0.0)
    listener = await Listener(player.secret, coins.scene.pk).open()
    while events.BEAT.decode() not in listener.heard:
        assert await listener.hear()
    await listener.leave()


async def test_a_person_follows_so_many_scenes_by_all_tokens_and_all_together_so_many(
    coins: TableInPlay, player: Program, storyteller: Program, settings: Settings
) -> None:
    settings.SOCKET_LIMITS = {**settings.SOCKET_LIMITS, "followed": 1, "streams": 2}
    mine = await Listener(player.secret, coins.scene.pk).open()
    another = await sync_to_async(sit)(coins.cast, coins.cast.player, TokenScope.READ)
    assert (await Listener(another.secret, coins.scene.pk).open()).status == 429
    second = await Listener(player.secret, coins.scene.pk, accept_language="fi").open()
    assert second.status == 429
    assert dict(second.head["headers"])[b"Content-Type"] == b"application/problem+json"
    assert not await second.hear()
    assert json.loads(second.heard)["detail"].startswith("Liian montaa")
    theirs = await Listener(storyteller.secret, coins.scene.pk).open()
    third = await sync_to_async(sit)(coins.cast, coins.cast.rival, TokenScope.READ)
    assert [(await Listener(third.secret, coins.scene.pk).open()).status for _n in range(2)] == [429, 429]
    await mine.leave()
    again = await Listener(third.secret, coins.scene.pk).open()
    assert again.status == 200
    await again.leave()
    await theirs.leave()


@pytest.mark.parametrize(("secret", "query", "status"), [("", "", 401), ("sw_x", "", 401), (None, "after=-1", 422)])
async def test_who_is_not_let_in_gets_a_refusal_and_no_stream(
    coins: TableInPlay, player: Program, secret: str | None, query: str, status: int
) -> None:
    listener = await Listener(player.secret if secret is None else secret, coins.scene.pk, query).open()
    assert listener.status == status
    assert not await listener.hear()
    assert json.loads(listener.heard)["status"] == status
    assert get_hub().rooms == {}


async def test_who_follows_does_not_count_as_present(coins: TableInPlay, player: Program) -> None:
    listener = await Listener(player.secret, coins.scene.pk).open()
    await say(coins, "player", "Here.")
    await listener.hear_lines(1)
    room = get_hub().rooms[coins.scene.pk]
    assert room.presence.here == frozenset()
    await listener.leave()


async def test_what_is_gzipped_elsewhere_is_plain_here(coins: TableInPlay, player: Program) -> None:
    for number in range(20):
        await say(coins, "player", f"A line that is long enough to be compressed, number {number}.")
    listener = await Listener(player.secret, coins.scene.pk, accept_encoding="gzip").open()
    assert b"Content-Encoding" not in dict(listener.head["headers"])
    await listener.hear_lines(20)
    await listener.leave()
