"""Thousands of sockets from one address at a real process: most are turned away, and the others play on."""

import asyncio
import base64
import contextlib
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from deploy.processes import Site, Web
from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import Person, gather
from tests.shared.test_health import count

MANY, AT_ONCE, LIMIT = 2000, 100, 200
ELSEWHERE = "127.0.0.2"
"""The address of those who besiege; ours is 127.0.0.1."""


@pytest.fixture(scope="module")
def besieged(server: SharedServer) -> Iterator[Web]:
    """A process of the server with a limit of sockets."""
    web = Web("besieged", server.folder, {**server.environment, "LIMIT_SOCKETS_ADDRESS": str(LIMIT)})
    web.start()
    yield web
    web.stop()


async def besiege(site: Site, scene: int, cookie: str) -> Counter[str]:
    """Knock so often, leave open what opens and never say a word; gives how often each status was answered."""
    answers: Counter[str] = Counter()
    kept: list[asyncio.StreamWriter] = []
    few = asyncio.Semaphore(AT_ONCE)

    async def knock() -> None:
        async with few:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(ELSEWHERE, 0))
            kept.append(writer)
            writer.write(_handshake(site, scene, cookie))
            answers[(await asyncio.wait_for(reader.readline(), 20)).decode().split()[1]] += 1

    try:
        await asyncio.gather(*(knock() for _ in range(MANY)))
    finally:
        for writer in kept:
            writer.close()
    return answers


def _handshake(site: Site, scene: int, cookie: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /ws/scenes/{scene}/ HTTP/1.1",
        f"Host: 127.0.0.1:{site.port}",
        f"Origin: {site.url}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("a member", {"101": LIMIT, "429": MANY - LIMIT}),
        ("nobody", {"101": MANY}),  # who is sent away as soon as they are in, and so holds no place
    ],
)
def test_thousands_of_sockets_of_one_address_cost_the_others_nothing(
    who: str, expected: dict[str, int], besieged: Web, stage: Stage
) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    foe = stage.people["jonas"] if who == "a member" else Person("nobody")
    browser = stage.watch("mira", besieged, scene).wait_for(1)
    clicks = 0

    async def play_on() -> None:
        nonlocal clicks
        while True:
            number = (await asyncio.to_thread(mira.say, besieged, scene, "We play on.")).number
            await asyncio.to_thread(browser.wait_for, number, 5)
            clicks += 1

    async def run() -> Counter[str]:
        playing = asyncio.create_task(play_on())
        answers = await besiege(besieged, scene, foe.cookie)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        return answers

    answers = asyncio.run(run())
    assert answers == expected
    assert browser.connects == 1
    assert clicks >= 3
    gather(10, lambda: count(besieged, "storywheel_sockets") == 1)
    browser.wait_for(mira.say(besieged, scene, "They have gone.").number, within=2)
