"""Sockets of strangers through the real ASGI application: too many, from foreign pages, at foreign tables, and loud."""

import asyncio
import contextlib
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from campaigns.models import Scene, User
from config.asgi import application
from play.models import Entry
from tests.attacks.siege import browser
from tests.cast import SECRET, Cast
from tests.conftest import live

pytestmark = pytest.mark.walk

HERE = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
LOUD = (
    "typing" * 10_000,
    '{"move": "CloseBattle"}',
    '{"type": "websocket.close"}',
    '{"type": "number", "number": 999999}',
    "\0",
    "[" * 50_000,
)


async def knock(address: str, path: str, leave: asyncio.Event) -> Any:
    """Open a socket as a server would, and keep it open; gives the first answer."""
    answers: asyncio.Queue[Any] = asyncio.Queue()
    connected = False

    async def receive() -> Any:
        nonlocal connected
        if connected:
            await leave.wait()
            return {"type": "websocket.disconnect", "code": 1001}
        connected = True
        return {"type": "websocket.connect"}

    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": HERE,
        "subprotocols": [],
        "client": (address, 1),
        "server": ("localhost", 80),
        "scheme": "ws",
        "extensions": {"websocket.http.response": {}},
    }
    task = asyncio.ensure_future(application(scope, receive, answers.put))
    _open.add(task)
    return await answers.get()


_open: set[asyncio.Task[None]] = set()


async def besiege(count: int) -> tuple[list[Any], Any, Any]:
    """What so many sockets of one address got, one of another meanwhile, and one of the first afterwards."""
    leave = asyncio.Event()
    many = [await knock("192.0.2.7", "/ws/scenes/1/", leave) for _ in range(count)]
    other = await knock("192.0.2.8", "/ws/scenes/1/", leave)
    leave.set()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*_open)
    _open.clear()
    return many, other, await knock("192.0.2.7", "/ws/nowhere/", leave)


def test_of_thousands_of_sockets_from_one_address_most_are_turned_away(db: None) -> None:
    limit = settings.SOCKET_LIMITS["address"]
    many, other, later = asyncio.run(besiege(2000))
    kinds = [answer["type"] for answer in many]
    assert kinds == ["websocket.accept"] * limit + ["websocket.http.response.start"] * (2000 - limit)
    assert {answer["status"] for answer in many[limit:]} == {429}
    assert other["type"] == later["type"] == "websocket.accept"


class Listener:
    """A browser's socket with a person's cookies."""

    def __init__(self, cookie: str, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        self._link = WebsocketCommunicator(application, path, headers=[*headers, (b"cookie", cookie.encode())])

    async def connect(self) -> bool:
        connected: bool = (await self._link.connect(timeout=5))[0]
        return connected

    async def hear_end(self) -> tuple[int, str]:
        """What is said until it is closed, and the code."""
        heard = ""
        while (output := await self._link.receive_output(timeout=5))["type"] != "websocket.close":
            heard += output.get("text") or ""
        return int(output["code"]), heard

    async def shout(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            await self._link.send_to(text_data=text)
            await self._link.send_to(bytes_data=text.encode())

    async def hear_board(self) -> dict[str, Any]:
        while "facts" not in (frame := json.loads(await self._link.receive_from(timeout=5))):
            pass
        return dict(frame)

    async def leave(self) -> None:
        await self._link.disconnect()


def cookie_of(user: User) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in browser(user).cookies.items())


async def cookies_of(siege: Cast) -> dict[User, str]:
    return {user: await sync_to_async(cookie_of)(user) for user in (siege.stranger, siege.player)}


async def assert_nothing_is_heard_without_a_seat(siege: Cast, cookies: dict[User, str]) -> None:
    for scene, who in (
        (siege.scene, siege.stranger),
        (siege.hidden_scene, siege.player),
        (Scene(pk=10**9), siege.player),
    ):
        stranger = Listener(cookies[who], f"/ws/scenes/{scene.pk}/", HERE)
        assert await stranger.connect()
        assert await stranger.hear_end() == (4403, "")


@live
async def test_at_a_table_of_others_there_is_nothing_to_hear_and_nobody_can_shout_it_down(siege: Cast) -> None:
    cookies = await cookies_of(siege)
    entries = await sync_to_async(Entry.objects.count)()
    await assert_nothing_is_heard_without_a_seat(siege, cookies)
    foreign = Listener(
        cookies[siege.player], f"/ws/scenes/{siege.scene.pk}/", [HERE[0], (b"origin", b"https://evil.example")]
    )
    assert not await foreign.connect()
    player = Listener(cookies[siege.player], f"/ws/scenes/{siege.scene.pk}/", HERE)
    assert await player.connect()
    board = await player.hear_board()
    await player.shout(LOUD)
    again = Listener(cookies[siege.player], f"/ws/scenes/{siege.scene.pk}/", HERE)
    assert await again.connect()
    assert (await again.hear_board())["n"] == board["n"]
    assert SECRET not in json.dumps(board)
    await player.leave()
    await again.leave()
    assert await sync_to_async(Entry.objects.count)() == entries


@live
async def test_whoever_has_no_seat_is_sent_away_at_the_door(siege: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing looks at the seats too; but whoever waits for a drawing has heard who is here."""

    async def never(_job: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("play.live.room.run_drawing", never)
    cookies = await cookies_of(siege)
    player = Listener(cookies[siege.player], f"/ws/scenes/{siege.scene.pk}/", HERE)
    assert await player.connect()
    await assert_nothing_is_heard_without_a_seat(siege, cookies)
    await player.leave()
