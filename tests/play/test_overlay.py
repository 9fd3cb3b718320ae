"""The overlay of a stream: what a spectator sees, as late as the Storyteller chose, while its address lives."""

import asyncio
import json
import re
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse

from campaigns.chronicle.services import set_open
from campaigns.models import Character, Overlay, Scene, Series
from campaigns.people.portraits.drawing import make_portrait
from campaigns.people.portraits.services import keep_portrait
from campaigns.series.overlays.services import change_overlay, renew_overlay, revoke_overlay
from config.asgi import application
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from play.live import overlay as live_overlay
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.server.threads import run_reading as live_read
from play.stage.facts import make_facts
from play.stage.overlay import cut_overlay
from play.stage.shape import Facts
from rules import SYSTEMS
from rules.dice import SeededRoller
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET, gather_cast
from tests.conftest import live
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk

LOOKS = {"delay": 0, "theme": "dark", "size": "medium", "language": "en"}


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Page:
    """One overlay that is open: what its socket was sent."""

    def __init__(self, secret: str) -> None:
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        self.link = WebsocketCommunicator(application, f"/ws/overlay/{secret}/", headers=headers)
        self.heard: list[str] = []
        self.shown: dict[str, Any] = {}

    async def hear(self) -> None:
        self.heard.append(await self.link.receive_from(timeout=5))
        self.shown = json.loads(self.heard[-1]) or self.shown

    async def hear_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self.hear()

    def is_blank(self) -> bool:
        return bool(self.shown) and not self.shown["facts"].keys() & {"fight", "result"}

    def says(self, words: str) -> Callable[[], bool]:
        return lambda: bool(self.shown) and words in str(self.shown["facts"])

    async def closing_code(self) -> int:
        while (output := await self.link.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        return int(output["code"])


Watch = Callable[..., Awaitable[Page]]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_overlay, "WATCH_SECONDS", 0.01)
    monkeypatch.setattr(live_overlay, "BEAT_EVERY", 10**9)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(live_overlay, "time", clock)
    return clock


def make(coins: TableInPlay, **looks: Any) -> str:
    return renew_overlay(coins.cast.membership(coins.cast.storyteller), {**LOOKS, **looks})


@pytest.fixture
def watch(coins: TableInPlay) -> Watch:
    async def open_page(**looks: Any) -> Page:
        page = Page(await sync_to_async(make)(coins, **looks))
        connected, _ = await page.link.connect(timeout=5)
        assert connected
        return page

    return open_page


def fight(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden, cast.lurker), "toll company"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))


def make_for_spectator(coins: TableInPlay) -> Facts:
    seat_class = seat_class_of(coins.cast.membership(coins.cast.spectator))
    return make_facts(gather_board(load_facts(coins.scene.pk), seat_class))


@live
async def test_it_shows_what_a_spectator_is_shown_and_nothing_else(coins: TableInPlay, watch: Watch) -> None:
    await sync_to_async(fight)(coins)
    page = await watch()
    await page.hear_until(page.says(coins.cast.heroine.name))
    await sync_to_async(coins.act)(coins.cast.storyteller, Say(f"Behind you: {SECRET}", to=str(coins.cast.heroine.pk)))
    facts = await sync_to_async(make_for_spectator)(coins)
    digest = (await Overlay.objects.aget()).digest
    assert page.shown["facts"] == json.loads(json.dumps(cut_overlay(facts, digest)))
    assert (page.shown["theme"], page.shown["size"]) == ("dark", "medium")
    assert SECRET not in "".join(page.heard)
    await page.link.disconnect()


@live
async def test_what_is_held_back_is_sent_when_its_time_has_come(coins: TableInPlay, watch: Watch, clock: Clock) -> None:
    page = await watch(delay=300)
    await page.hear_until(page.is_blank)
    await sync_to_async(fight)(coins)
    (stream,) = live_overlay.get_streams().streams.values()
    while not stream.held or coins.cast.heroine.name not in str(stream.held[-1].facts):
        await asyncio.sleep(0.01)
    clock.now += 299.9
    assert await page.link.receive_nothing(0.2)
    assert coins.cast.heroine.name not in "".join(page.heard)
    clock.now += 0.2
    await page.hear_until(page.says(coins.cast.heroine.name))
    await page.link.disconnect()


@live
async def test_a_page_that_is_loaded_again_shows_at_once_what_was_shown(coins: TableInPlay, clock: Clock) -> None:
    await sync_to_async(fight)(coins)
    secret = await sync_to_async(make)(coins, delay=60)
    page = Page(secret)
    await page.link.connect(timeout=5)
    await page.hear_until(page.is_blank)
    (stream,) = live_overlay.get_streams().streams.values()
    while not stream.held:
        await asyncio.sleep(0.01)
    clock.now += 61
    await page.hear_until(page.says(coins.cast.heroine.name))
    await page.link.disconnect()
    again = Page(secret)
    await again.link.connect(timeout=5)
    await again.hear()
    assert again.says(coins.cast.heroine.name)()
    await again.link.disconnect()


@live
async def test_revoking_closes_it_for_good(coins: TableInPlay, watch: Watch) -> None:
    page = await watch()
    await page.hear()
    await sync_to_async(revoke_overlay)(await sync_to_async(coins.cast.membership)(coins.cast.storyteller))
    assert await page.closing_code() == 4404


@live
async def test_a_new_address_closes_the_old_one(coins: TableInPlay, watch: Watch) -> None:
    page = await watch()
    await page.hear()
    await sync_to_async(make)(coins)
    assert await page.closing_code() == 4404


@live
async def test_a_page_that_opens_while_another_is_looked_up_stays_open(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sync_to_async(make)(coins)
    overlay = await Overlay.objects.select_related("series").aget()
    streams, opened, read = live_overlay.Streams(), list[live_overlay.Stream](), live_read
    woken = asyncio.Event()

    async def read_and_open(call: Callable[[], Any]) -> Any:
        seen = await read(call)
        if not opened:
            opened.append(streams.join(overlay, woken.set))
        return seen

    monkeypatch.setattr(live_overlay, "run_reading", read_and_open)
    revoked = streams.join(Overlay(series=overlay.series, digest="revoked", **LOOKS), woken.set)
    await asyncio.wait_for(woken.wait(), 5)
    assert (revoked.is_over, opened[0].is_over) == (True, False)
    streams.leave(opened[0], woken.set)
    while opened[0].scenes:
        await asyncio.sleep(0.01)


@live
async def test_a_wrong_address_is_closed_at_once(coins: TableInPlay) -> None:
    page = Page("A" * 43)
    assert (await page.link.connect(timeout=5))[0]
    assert await page.closing_code() == 4404


@live
async def test_it_follows_the_series_from_scene_to_scene(coins: TableInPlay, watch: Watch) -> None:
    cast = coins.cast
    await sync_to_async(fight)(coins)
    page = await watch()
    await page.hear_until(page.says(cast.heroine.name))
    teller = await sync_to_async(cast.membership)(cast.storyteller)
    await sync_to_async(set_open)(teller, coins.scene, is_open=False)
    await page.hear_until(page.is_blank)
    following = await Scene.objects.acreate(episode=cast.episode, title="The Far Bank", position=9)
    there = TableInPlay(cast, await Scene.objects.select_related("episode__story__series").aget(pk=following.pk))
    await sync_to_async(fight)(there)
    await page.hear_until(page.says(cast.heroine.name))
    await page.link.disconnect()


@live
async def test_what_was_held_back_of_a_scene_that_is_hidden_meanwhile_is_never_sent(
    coins: TableInPlay, watch: Watch, clock: Clock
) -> None:
    await sync_to_async(fight)(coins)
    page = await watch(delay=60)
    await page.hear_until(page.is_blank)
    (stream,) = live_overlay.get_streams().streams.values()
    while not stream.held:
        await asyncio.sleep(0.01)
    await Scene.objects.filter(pk=coins.scene.pk).aupdate(hidden=True)
    while coins.scene.pk in stream.scenes:
        await asyncio.sleep(0.01)
    clock.now += 100
    assert await page.link.receive_nothing(0.2)
    await Scene.objects.filter(pk=coins.scene.pk).aupdate(hidden=False)
    while coins.scene.pk not in stream.scenes:
        await asyncio.sleep(0.01)
    assert await page.link.receive_nothing(0.2)  # it waits again from the beginning
    await page.link.disconnect()


@live
async def test_open_pages_follow_a_change_of_its_looks_and_language(coins: TableInPlay, watch: Watch) -> None:
    await sync_to_async(coins.act)(coins.cast.storyteller, OpenBattle())
    page = await watch()
    await page.hear_until(page.says("Turn order"))
    teller = await sync_to_async(coins.cast.membership)(coins.cast.storyteller)
    await sync_to_async(change_overlay)(teller, {**LOOKS, "theme": "light", "size": "large", "language": "fi"})
    await page.hear_until(lambda: page.shown["theme"] == "light" and page.says("Toimintajärjestys")())
    assert page.shown["size"] == "large"
    await page.link.disconnect()


def test_a_series_whose_game_is_missing_has_no_scene_to_show(coins: TableInPlay) -> None:
    make(coins)
    digest, series = Overlay.objects.get().digest, coins.cast.series
    assert live_overlay.load_overlays([digest], []).open == {series.pk: coins.scene.pk}
    Series.objects.filter(pk=series.pk).update(system="gone")
    assert live_overlay.load_overlays([digest], []).open == {}


@pytest.fixture
def fought(coins: TableInPlay) -> TableInPlay:
    for one in (coins.cast.heroine, coins.cast.lurker):
        keep_portrait(one, make_portrait(picture()))
    fight(coins)
    return coins


def test_the_page_itself_tells_nothing_and_keeps_nothing(fought: TableInPlay) -> None:
    client = Client()
    answer = client.get(reverse("overlay", args=[make(fought)]))
    told = answer.content.decode()
    assert answer.status_code == 200
    for words in (fought.cast.series.name, fought.scene.title, fought.cast.heroine.name, SECRET):
        assert words not in told
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert not re.search(r"<(a|form|button|input|script>)\b", told)


@pytest.mark.parametrize("secret", ["a", "A" * 43, "none", "x" * 5000])
def test_a_stranger_with_a_wrong_address_finds_nothing(fought: TableInPlay, secret: str) -> None:
    make(fought)
    assert Client().get(f"/overlay/{secret}/").status_code == 404
    assert Client().get(f"/overlay/{secret}/faces/1.webp").status_code == 404


def test_wrong_addresses_are_limited(fought: TableInPlay) -> None:
    client = Client()
    codes = {client.get(f"/overlay/guess-{n}/").status_code for n in range(130)}
    assert codes == {404, 429}


LINKED = re.compile(r'"(?:url|href|\w+_url|\w+_html|character|sheet|offers?|form)":|"/|https?:|<\w')
"""What leads elsewhere, or can be pressed."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_its_facts_hold_no_secret_nothing_to_press_and_no_address_of_the_site(db: None, system: str) -> None:
    cast = gather_cast(system)
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    cast.lurker.portrait_name = cast.heroine.portrait_name = "a.webp"
    cast.lurker.save()
    cast.heroine.save()
    table.act(cast.storyteller, OpenBattle())
    table.act(cast.storyteller, BringIn(table.keys(cast.heroine), "travellers"))
    table.act(cast.storyteller, BringIn(table.keys(cast.warden, cast.lurker), "toll company"))
    start = BattleMove({"kind": "StartBattle"})
    submit(cast.membership(cast.storyteller), table.scene, uuid.uuid4(), None, start, SeededRoller(3))
    facts = make_for_spectator(table)
    assert LINKED.search(json.dumps(facts))
    told = json.dumps(cut_overlay(facts, "digest"), ensure_ascii=False)
    assert cast.heroine.name in told
    assert f"faces/{cast.heroine.pk}:" in told
    assert SECRET not in told
    assert f"faces/{cast.lurker.pk}:" not in told
    assert not LINKED.search(told)


def list_faces(coins: TableInPlay, digest: str) -> set[str]:
    """The addresses of portraits that an overlay is sent."""
    fight = cut_overlay(make_for_spectator(coins), digest)["fight"]
    return {who["portrait"] for who in fight["combatants"].values() if "portrait" in who}


def test_a_portrait_is_given_to_an_overlay_that_was_sent_its_address(fought: TableInPlay) -> None:
    secret = make(fought)
    digest = Overlay.objects.get().digest
    (address,) = list_faces(fought, digest)
    page, client = reverse("overlay", args=[secret]), Client()
    assert client.get(page + address)["Content-Type"] == "image/webp"
    key = fought.cast.heroine.pk
    assert address.startswith(f"faces/{key}:")
    for wrong in (f"faces/{key}.webp", address.replace(str(key), str(fought.cast.lurker.pk), 1), "faces/x.webp"):
        assert client.get(page + wrong).status_code == 404
    (foreign,) = list_faces(fought, "another")
    assert client.get(page + foreign).status_code == 404
    assert Character.objects.filter(pk=key).exists()
