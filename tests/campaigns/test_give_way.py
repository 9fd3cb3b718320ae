"""While a click at a table is worked on, pages wait before their statements, and not for ever."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from pytest_django import Settings

from campaigns.core import give_way
from campaigns.core.give_way import INTERVAL, SHORT_INTERVAL, Work
from config.server.limits.fair_share import FairShare
from config.server.pages import Pages
from play.views.public_odds import draw_main


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """What this process works on: nothing yet."""
    own, interval = Work(), sys.getswitchinterval()
    monkeypatch.setattr(give_way, "work", own)
    monkeypatch.setattr("config.server.limits.fair_share.work", own)
    yield own
    sys.setswitchinterval(interval)


def ask_database(*, is_in_transaction: bool = False) -> str:
    """Carry out a statement of a page."""
    context = {"connection": SimpleNamespace(in_atomic_block=is_in_transaction)}
    answer: str = give_way.wait_and_execute(lambda *_given: "answer", "SELECT 1", None, False, context)
    return answer


def test_a_page_waits_until_all_clicks_are_answered(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(give_way, "TIMEOUT_SECONDS", 10.0)
    page = threading.Thread(target=ask_database)
    with work.click():
        with work.click():
            page.start()
        page.join(0.05)
        assert page.is_alive(), "the first click is not answered"
    page.join(5)
    assert not page.is_alive()


def test_a_page_goes_on_though_clicks_come_without_end(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(give_way, "TIMEOUT_SECONDS", 0.01)
    with work.click():
        assert ask_database() == "answer"


def test_a_page_that_holds_what_a_click_may_need_does_not_wait(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(give_way, "TIMEOUT_SECONDS", 3600.0)
    with work.click():
        assert ask_database(is_in_transaction=True) == "answer"


@pytest.mark.asyncio
@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize(
    ("path", "counted"),
    [("/scenes/1/stage/offers/o-1", (2, 1)), ("/scenes/1/", (1, 2)), ("/api/v1/scenes/1/events", (1, 1))],
)
async def test_threads_change_more_often_while_clicks_and_pages_are_worked_on(
    work: Work, settings: Settings, path: str, counted: tuple[int, int], fails: bool
) -> None:
    settings.LIMIT_AT_ONCE = 2
    seen = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        seen.append((work.clicks, work.pages))
        if fails:
            raise RuntimeError

    expected = pytest.raises(RuntimeError) if fails else nullcontext()
    with work.click(), work.page():
        assert sys.getswitchinterval() == pytest.approx(SHORT_INTERVAL)
        with expected:
            await FairShare(answer)({"type": "http", "method": "GET", "path": path, "headers": []}, None, None)  # type: ignore[arg-type]
    assert seen == [counted]
    assert (work.clicks, work.pages) == (0, 0)
    assert sys.getswitchinterval() == pytest.approx(INTERVAL)


@pytest.mark.asyncio
async def test_threads_of_pages_give_way(settings: Settings) -> None:
    settings.TABLE_THREADS = 1

    class Reading(Pages):
        async def handle(self, scope: Any, receive: Any, send: Any) -> None:
            wrappers.extend(await sync_to_async(lambda: list(connection.execute_wrappers))())

    wrappers: list[Any] = []
    application = Reading()
    await application({"type": "http"}, None, None)
    assert wrappers == [give_way.wait_and_execute]
    await asyncio.sleep(0.01)
    for thread in application.free_threads:
        thread.shutdown()


def test_the_odds_wait_between_their_parts(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[None] = []
    monkeypatch.setattr(work, "wait_for_clicks", lambda: waits.append(None))
    draw_main.__wrapped__("exalted2e", "pool=8&vs.pool=9", "en")
    assert len(waits) > 3
