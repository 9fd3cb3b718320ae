"""A page and its request are gone when the page was sent, without the garbage collector, and threads are used again."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from config.server.pages import PageRequest, Pages
from play import fast_path
from play.fast_path import FastPath
from tests.cast import Cast
from tests.conftest import LIVE, SignIn

pytestmark = LIVE


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list["weakref.ref[ASGIRequest]"]]:
    """Each request, while it is there. The collector does not look for any."""
    found: list[weakref.ref[ASGIRequest]] = []

    class NotedClick(ASGIRequest):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            found.append(weakref.ref(self))

    class NotedPage(PageRequest, NotedClick):
        pass

    monkeypatch.setattr(Pages, "request_class", NotedPage)
    monkeypatch.setattr(fast_path, "ASGIRequest", NotedClick)
    gc.disable()
    yield found
    gc.enable()


async def ask(application: Any, browser: Client, path: str, *headers: tuple[bytes, bytes]) -> int:
    """Return the status of an answer that was sent whole, after which the browser closes the connection."""
    cookie = "; ".join(f"{name}={value.value}" for name, value in browser.cookies.items()).encode()
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"cookie", cookie), *headers],
        "client": ("192.0.2.1", 1),
    }
    link: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await link.send_input({"type": "http.request", "body": b""})
    head = await link.receive_output(timeout=10)
    while (await link.receive_output(timeout=10)).get("more_body"):
        pass
    await link.send_input({"type": "http.disconnect"})
    await link.wait(timeout=10)
    return int(head["status"])


@pytest.mark.parametrize("path", ["/scenes/{scene}/", "/series/{series}/", "/about/"])
async def test_the_request_of_a_page_is_gone_when_the_page_was_sent(
    cast: Cast, sign_in: SignIn, asked: list[Any], path: str
) -> None:
    browser = await sync_to_async(sign_in)(cast.player)
    address = path.format(scene=cast.scene.pk, series=cast.series.pk)
    assert await ask(Pages(), browser, address) == 200
    await asyncio.sleep(0)
    assert [one() for one in asked] == [None]


async def test_the_request_of_a_click_is_gone_when_it_was_answered(
    cast: Cast, sign_in: SignIn, asked: list[Any]
) -> None:
    browser = await sync_to_async(sign_in)(cast.player)
    fast = FastPath(None, lambda request: True)  # type: ignore[arg-type]
    assert await ask(fast, browser, f"/scenes/{cast.scene.pk}/stage/people/c1") == 404
    assert asked[0]() is None


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_thread_is_used_again_when_it_is_done(settings: Settings, leaves: bool) -> None:
    settings.TABLE_THREADS = 1
    threads: list[int] = []
    done = threading.Event()

    class Reading(Pages):
        async def handle(self, scope: Any, receive: Any, send: Any) -> None:
            await sync_to_async(lambda: threads.append(threading.get_ident()))()
            if leaves and len(threads) == 1:
                reading = asyncio.create_task(sync_to_async(done.wait)(10))
                await asyncio.sleep(0.01)
                reading.cancel()

    async def wait_for_free(count: int) -> None:
        while len(application.free_threads) < count:
            await asyncio.sleep(0.001)

    application = Reading()
    await application({"type": "http"}, None, None)
    await wait_for_free(0 if leaves else 1)
    await application({"type": "http"}, None, None)
    await wait_for_free(1)
    assert len(set(threads)) == (2 if leaves else 1)
    done.set()
    for _n in range(2):
        await wait_for_free(2 if leaves else 1)
        await application({"type": "http"}, None, None)
    assert len(set(threads)) == (2 if leaves else 1)
    for thread in application.free_threads:
        thread.shutdown()


async def test_a_browser_that_leaves_ends_its_page() -> None:
    gone = asyncio.Event()

    async def never_ends(self: Any, request: Any) -> HttpResponse:
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()
        raise AssertionError

    application = Pages()
    application.run_get_response = never_ends.__get__(application)  # type: ignore[method-assign]
    link: Any = ApplicationCommunicator(  # type: ignore[no-untyped-call]
        application, {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    )
    await link.send_input({"type": "http.request", "body": b""})
    await asyncio.sleep(0.01)
    await link.send_input({"type": "http.disconnect"})
    await link.wait(timeout=10)
    assert gone.is_set()
