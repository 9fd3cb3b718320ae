"""Numbers go out by the channel layer where it takes them; nobody waits for one that does not."""

import asyncio

import pytest
from django.conf import LazySettings

from play.live.presence import Presence
from play.server.home_loop import set_home
from play.table import publish

pytestmark = pytest.mark.asyncio


class Stuck:
    """A layer that takes every message and never says so, as one whose server was stopped in mid-sentence."""

    def __init__(self) -> None:
        self.waiting = 0

    async def group_send(self, _group: str, _message: dict[str, object]) -> None:
        self.waiting += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting -= 1


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Stuck:
    layer = Stuck()
    monkeypatch.setattr(publish, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(publish, "TIMEOUT_SECONDS", 0.05)
    return layer


async def test_numbers_do_not_queue_up_at_a_layer_that_is_stuck(stuck: Stuck, settings: LazySettings) -> None:
    settings.NOTIFIES_OTHERS = True
    set_home(asyncio.get_running_loop())
    for number in range(20):
        publish.publish(1, number)
    await asyncio.sleep(0.02)
    assert stuck.waiting == 20
    await asyncio.sleep(0.2)
    assert stuck.waiting == 0


async def test_who_is_here_is_shown_here_though_no_other_process_can_be_told(stuck: Stuck) -> None:
    await asyncio.wait_for(Presence(1, []).send(ask=True), 5)
    assert stuck.waiting == 0


async def test_a_process_without_others_asks_no_layer_to_carry_its_numbers(stuck: Stuck) -> None:
    set_home(asyncio.get_running_loop())
    publish.publish(1, 1)
    await asyncio.sleep(0.02)
    assert stuck.waiting == 0
