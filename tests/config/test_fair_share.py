"""Two pages of one person are drawn at once; the rest wait for their own, and nobody else waits for them."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings as configured
from django.test import Client
from pytest_django import Settings

from config.server.limits import fair_share
from config.server.limits.fair_share import FairShare
from tests.cast import Cast
from tests.conftest import LIVE, SignIn

pytestmark = LIVE


class SlowPages:
    """An application whose answers wait until they are let go. It counts who is inside."""

    def __init__(self) -> None:
        self.inside: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.open = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        who = str(scope["storywheel.asker"])
        self.inside[who] += 1
        self.most[who] = max(self.most[who], self.inside[who])
        try:
            await self.open.wait()
        finally:
            self.inside[who] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})


def ask(application: Any, path: str = "/", browser: Client | None = None, **different: Any) -> Any:
    """Begin a request, and return its other end."""
    name = configured.SESSION_COOKIE_NAME
    cookie = f"theme=dark; {name}={browser.cookies[name].value}".encode() if browser else b""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"cookie", cookie), (b"host", b"localhost")],
        "client": ("192.0.2.1", 1),
        **different,
    }
    link = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    link.input_queue.put_nowait({"type": "http.request", "body": b""})
    assert not link.future.done(), "it has begun"
    return link


async def status_of(link: Any) -> int:
    head = await link.receive_output(timeout=10)
    return int(head["status"])


async def settle(until: Any) -> None:
    """Let others work until something is so."""
    async with asyncio.timeout(10):
        while not until():
            await asyncio.sleep(0.005)


async def test_two_pages_of_a_person_are_drawn_at_once_and_no_one_else_waits_for_the_rest(
    cast: Cast, sign_in: SignIn
) -> None:
    pages = SlowPages()
    share = FairShare(pages)
    player, rival = [await sync_to_async(sign_in)(person) for person in (cast.player, cast.rival)]
    elsewhere = await sync_to_async(sign_in)(cast.player)  # a second browser is the same person
    many = [ask(share, browser=browser) for browser in (player, elsewhere) for _n in range(10)]
    await settle(lambda: pages.inside.total() == 2)
    other = ask(share, browser=rival)
    stranger = ask(share)
    click = ask(share, f"/scenes/{1}/command/", player, method="POST")
    await settle(lambda: pages.inside.total() == 5)
    pages.open.set()
    assert [await status_of(link) for link in (*many, other, stranger, click)] == [200] * 23
    assert pages.most[str(("person", cast.player.pk))] == 3, "two pages and a click"
    assert share.lines == {}


async def test_an_address_that_is_not_signed_in_has_one_line(cast: Cast) -> None:
    pages = SlowPages()
    share = FairShare(pages)
    forged = [(b"cookie", f"{configured.SESSION_COOKIE_NAME}={n:032x}".encode()) for n in range(6)]
    many = [ask(share, headers=[(b"host", b"localhost"), one]) for one in forged]
    await settle(lambda: pages.inside.total() == 2)
    neighbor = ask(share, client=("192.0.2.2", 1))
    await settle(lambda: pages.inside.total() == 3)
    pages.open.set()
    assert [await status_of(link) for link in (*many, neighbor)] == [200] * 7
    assert pages.most[str(("address", "192.0.2.1"))] == 2


@pytest.mark.parametrize(
    ("path", "kind"), [("/", b"text/plain; charset=utf-8"), ("/api/v1/", b"application/problem+json")]
)
async def test_beyond_its_line_a_request_is_turned_away_in_words(
    cast: Cast, path: str, kind: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_share, "MAX_WAITING", 3)
    pages = SlowPages()
    share = FairShare(pages)
    many = [ask(share, path) for _n in range(5)]
    await settle(lambda: pages.inside.total() == 2)
    late = ask(share, path)
    head = await late.receive_output(timeout=10)
    body = await late.receive_output(timeout=10)
    assert head["status"] == 429
    assert dict(head["headers"])[b"content-type"] == kind
    assert int(dict(head["headers"])[b"retry-after"]) > 0
    assert b"many pages at once" in body["body"]
    pages.open.set()
    assert [await status_of(link) for link in many] == [200] * 5


async def test_who_waits_too_long_is_turned_away(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_share, "TIMEOUT_SECONDS", 0.05)
    pages = SlowPages()
    share = FairShare(pages)
    many = [ask(share) for _n in range(3)]
    assert await status_of(many[2]) == 503
    pages.open.set()
    assert [await status_of(link) for link in many[:2]] == [200, 200]


async def test_a_fault_and_a_browser_that_leaves_give_their_turn_back(cast: Cast) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError

    share = FairShare(broken)
    for _n in range(3):
        with pytest.raises(RuntimeError):
            await ask(share).wait(timeout=10)
    pages = SlowPages()
    share = FairShare(pages)
    many = [ask(share) for _n in range(4)]
    await settle(lambda: pages.inside.total() == 2)
    for link in many:
        link.future.cancel()
    await settle(lambda: share.lines == {})


async def test_a_host_may_set_no_limit(cast: Cast, settings: Settings) -> None:
    settings.LIMIT_AT_ONCE = 0
    pages = SlowPages()
    share = FairShare(pages)
    many = [ask(share) for _n in range(9)]
    await settle(lambda: pages.inside.total() == 9)
    pages.open.set()
    assert [await status_of(link) for link in many] == [200] * 9
