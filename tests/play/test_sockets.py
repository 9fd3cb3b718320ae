"""Sockets through the real ASGI application: who is let in, what they are sent, and how they catch up."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from campaigns.models import Character, Membership, Role, Scene, User
from config.asgi import application
from play.commands.moves import BattleMove, BringIn, OpenBattle, Rewind, Say
from play.live import hub
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.changes import apply_change
from play.stage.facts import make_facts
from tests.cast import SECRET
from tests.conftest import LIVE, SignIn
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, *LIVE]
ORIGIN = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


class Browser:
    """One socket at the scene: what it has heard, and the facts that its page shows."""

    def __init__(self, client: Client, path: str) -> None:
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        self.link = WebsocketCommunicator(application, path, headers=[*ORIGIN, (b"cookie", cookie.encode())])
        self.heard: list[dict[str, Any]] = []
        self.facts: Any = None

    async def connect(self) -> "Browser":
        connected, _ = await self.link.connect(timeout=5)
        assert connected
        return self

    async def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await self.link.receive_from(timeout=5))
        self.heard.append(frame)
        self.take(frame)
        return frame

    def take(self, frame: dict[str, Any]) -> None:
        """Show what a frame brings."""
        if "facts" in frame:
            self.facts = frame["facts"]
        elif "change" in frame:
            assert frame["from"] == self.facts["n"]
            self.facts = apply_change(self.facts, frame["change"]) | {"n": frame["n"]}

    async def hear_until(self, count: int) -> dict[str, Any]:
        """The next facts that show so many entries; presence and beats on the way are kept in `heard`."""
        while True:
            frame = await self.hear()
            if ("facts" in frame or "change" in frame) and self.facts["count"] == count:
                return frame

    async def hear_presence(self) -> list[dict[str, Any]]:
        """The next list of who is here."""
        while "presence" not in (frame := await self.hear()):
            pass
        return list(frame["presence"])

    async def show(self, facts: dict[str, Any]) -> None:
        """Hear what comes until the page shows these facts, whatever its place in the row; assert that it does."""
        with contextlib.suppress(TimeoutError):
            while self.facts is None or _without_place(self.facts) != _without_place(facts):
                await self.hear()
        assert self.facts is not None, "nothing came"
        assert _without_place(self.facts) == _without_place(facts)

    async def closing_code(self) -> int:
        while True:
            output = await self.link.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                return int(output["code"])

    def text(self) -> str:
        return json.dumps(self.heard)


def _without_place(facts: dict[str, Any]) -> dict[str, Any]:
    return {**facts, "n": 0, "v": 0}


Seat = Callable[[User | None], Awaitable[Browser]]


@pytest.fixture
def seat(coins: TableInPlay, sign_in: SignIn) -> Seat:
    async def sit(user: User | None) -> Browser:
        client = await sync_to_async(sign_in)(user)
        return await Browser(client, f"/ws/scenes/{coins.scene.pk}/").connect()

    return sit


def fight(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden, cast.lurker), "toll company"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))


async def test_a_member_gets_the_whole_board_and_then_only_what_changed(coins: TableInPlay, seat: Seat) -> None:
    await sync_to_async(fight)(coins)
    browser = await seat(coins.cast.player)
    shown = await sync_to_async(coins.count)(coins.cast.player)
    whole = await browser.hear_until(shown)
    assert browser.facts["fight"]
    assert whole["facts"]["n"] == whole["n"]
    answer = await sync_to_async(coins.act)(coins.cast.rival, Say("Easy now."))
    news = await browser.hear_until(answer.count)
    assert news["from"] == news["n"] - 1
    assert list(news["change"]["log"]) == [str(shown + 1)] == [str(answer.count)]
    assert len(json.dumps(news)) < len(json.dumps(whole)) / 2
    await browser.link.disconnect()


async def test_everybody_of_a_scene_hears_what_one_did(coins: TableInPlay, seat: Seat) -> None:
    browsers = [await seat(user) for user in coins.cast.members]
    answer = await sync_to_async(coins.act)(coins.cast.player, Say("I step out of the fog."))
    for browser in browsers:
        news = await browser.hear_until(answer.count)
        assert "I step out of the fog." in json.dumps(news)
    for browser in browsers:
        await browser.link.disconnect()


async def test_a_socket_that_comes_back_gets_what_it_missed(coins: TableInPlay, seat: Seat) -> None:
    first = await seat(coins.cast.player)
    await first.hear_until(0)
    await first.link.disconnect()
    for line in ("one", "two", "three"):
        answer = await sync_to_async(coins.act)(coins.cast.rival, Say(line))
    back = await seat(coins.cast.player)
    whole = await back.hear_until(answer.count)
    assert whole["facts"]["log"].keys() == {"1", "2", "3"}
    await back.link.disconnect()


@pytest.mark.parametrize(("who", "code"), [(None, 4401), ("stranger", 4403)])
async def test_whoever_has_no_business_here_is_sent_away(
    coins: TableInPlay, seat: Seat, who: str | None, code: int
) -> None:
    browser = await seat(getattr(coins.cast, who) if who else None)
    assert await browser.closing_code() == code


async def test_a_hidden_scene_is_not_there_for_a_player(coins: TableInPlay, sign_in: SignIn) -> None:
    client = await sync_to_async(sign_in)(coins.cast.player)
    for scene in (coins.cast.hidden_scene.pk, 987654321):
        browser = await Browser(client, f"/ws/scenes/{scene}/").connect()
        assert await browser.closing_code() == 4403


async def test_another_address_is_no_place(coins: TableInPlay, sign_in: SignIn) -> None:
    client = await sync_to_async(sign_in)(coins.cast.player)
    for path in ("/ws/", "/ws/scenes/x/", "/ws/scenes/99999999999999999999999/"):
        browser = await Browser(client, path).connect()
        assert await browser.closing_code() in (4403, 4404)


async def test_a_foreign_page_cannot_open_a_socket(coins: TableInPlay, sign_in: SignIn) -> None:
    client = await sync_to_async(sign_in)(coins.cast.player)
    browser = Browser(client, f"/ws/scenes/{coins.scene.pk}/")
    browser.link.scope["headers"][1] = (b"origin", b"http://elsewhere.example")
    connected, _ = await browser.link.connect(timeout=5)
    assert not connected


async def test_what_is_said_over_the_socket_does_nothing(coins: TableInPlay, seat: Seat) -> None:
    browser = await seat(coins.cast.storyteller)
    await browser.hear_until(0)
    for text in (" ", "{", '{"move": "OpenBattle"}', "x" * 60_000):
        await browser.link.send_to(text_data=text)
    await browser.link.send_to(bytes_data=b"\xff\x00")
    answer = await sync_to_async(coins.act)(coins.cast.player, Say("Still here?"))
    assert answer.last == 1
    await browser.hear_until(1)
    await browser.link.disconnect()


async def test_a_removed_member_hears_no_more(coins: TableInPlay, seat: Seat) -> None:
    browser = await seat(coins.cast.rival)
    await browser.hear_until(0)
    await Membership.objects.filter(user=coins.cast.rival).adelete()
    await sync_to_async(coins.act)(coins.cast.player, Say("Now that we are alone"))
    assert await browser.closing_code() == 4403
    assert "Now that we are alone" not in browser.text()


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process looks more often than it does in life."""
    monkeypatch.setattr(hub, "WATCH_SECONDS", 0.02)


@pytest.mark.usefixtures("watchful")
@pytest.mark.parametrize("how", ["removed", "deactivated", "shut out of the scene", "a series that is gone"])
async def test_who_may_no_longer_watch_is_sent_away_though_nobody_does_anything(
    coins: TableInPlay, seat: Seat, how: str
) -> None:
    rival, here = coins.cast.rival, Scene.objects.filter(pk=coins.scene.pk)
    browser, stays = await seat(rival), await seat(coins.cast.storyteller)
    for one in (browser, stays):
        await one.hear_until(0)
    if how == "removed":
        await Membership.objects.filter(user=rival).adelete()
    elif how == "deactivated":
        await User.objects.filter(pk=rival.pk).aupdate(is_active=False)
    elif how == "shut out of the scene":
        await here.aupdate(hidden=True)
    else:
        await coins.cast.series.adelete()
    assert await browser.closing_code() == 4403
    if how == "a series that is gone":
        assert await stays.closing_code() == 4403
    else:
        await sync_to_async(coins.act)(coins.cast.storyteller, Say("Still here."))
        await stays.hear_until(1)
        await stays.link.disconnect()


@pytest.mark.usefixtures("watchful")
async def test_a_new_role_is_another_page_at_once(coins: TableInPlay, seat: Seat) -> None:
    browser = await seat(coins.cast.co_storyteller)
    assert "facts" in await browser.hear_until(0)
    before = browser.facts
    await Membership.objects.filter(user=coins.cast.co_storyteller).aupdate(role=Role.SPECTATOR)
    assert "facts" in await browser.hear_until(0)
    assert _without_place(browser.facts) != _without_place(before)
    await browser.show(await sync_to_async(facts_for)(coins, coins.cast.co_storyteller))
    await browser.link.disconnect()


@pytest.mark.usefixtures("watchful")
async def test_what_is_pushed_makes_the_page_what_a_fresh_one_is_through_rewinds_and_new_seats(
    coins: TableInPlay, seat: Seat
) -> None:
    cast = coins.cast
    browsers = {user: await seat(user) for user in cast.members}

    async def compare() -> None:
        for user, browser in browsers.items():
            await browser.show(await sync_to_async(facts_for)(coins, user))

    await compare()
    await sync_to_async(fight)(coins)
    await sync_to_async(coins.act)(cast.player, BattleMove({"kind": "Flip", "actor": "c1"}), [7, 2, 3])
    await compare()
    await Membership.objects.filter(user=cast.co_storyteller).aupdate(role=Role.SPECTATOR)
    await Membership.objects.filter(user=cast.spectator).aupdate(role=Role.STORYTELLER)
    await compare()
    await sync_to_async(coins.act)(cast.storyteller, Rewind(await sync_to_async(coins.count)()))
    await compare()
    await Character.objects.filter(pk=cast.heroine.pk).aupdate(owner=cast.rival)
    await sync_to_async(coins.act)(cast.rival, Say("She is mine now."))
    await compare()
    for browser in browsers.values():
        await browser.link.disconnect()


def facts_for(coins: TableInPlay, user: User) -> Any:
    """The table as a page that this person opens now would show it."""
    board = gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))
    return json.loads(json.dumps(make_facts(board)))


@pytest.mark.usefixtures("watchful")
async def test_that_the_scene_was_closed_or_opened_again_shows_though_nobody_acts(
    coins: TableInPlay, seat: Seat
) -> None:
    browser, here = await seat(coins.cast.player), Scene.objects.filter(pk=coins.scene.pk)
    await browser.hear_until(0)
    for closed_at in (timezone.now(), None):
        await here.aupdate(closed_at=closed_at)
        await browser.hear_until(0)
        assert browser.facts["place"]["is_open"] == (closed_at is None)
    await browser.link.disconnect()


async def test_no_frame_to_a_player_carries_what_is_hidden(coins: TableInPlay, seat: Seat) -> None:
    cast = coins.cast
    browsers = {user: await seat(user) for user in (cast.player, cast.rival, cast.spectator, cast.storyteller)}
    await sync_to_async(fight)(coins)
    lurker = await sync_to_async(coins.id_of)(cast.lurker)
    await sync_to_async(coins.act)(cast.storyteller, BattleMove({"kind": "Flip", "actor": lurker}), [9, 9, 9])
    await sync_to_async(coins.act)(cast.player, Say("Is anybody there?"))
    for user, browser in browsers.items():
        await browser.hear_until(await sync_to_async(coins.count)(user))
        assert (SECRET in browser.text()) == (user == cast.storyteller)
        await browser.link.disconnect()


async def test_a_whisper_reaches_the_storyteller_and_leaves_no_gap_for_others(coins: TableInPlay, seat: Seat) -> None:
    cast = coins.cast
    rival, storyteller = await seat(cast.rival), await seat(cast.storyteller)
    await rival.hear_until(0)
    await storyteller.hear_until(0)
    await sync_to_async(coins.act)(cast.player, Say("I palm the key.", to="storyteller"))
    await storyteller.hear_until(1)
    heard = len(rival.heard)
    await sync_to_async(coins.act)(cast.player, Say("Nice bridge."))
    await rival.hear_until(1)
    await storyteller.hear_until(2)
    assert "I palm the key." in storyteller.text()
    assert "I palm the key." not in rival.text()
    changes = [frame["change"] for frame in rival.heard[heard:] if "change" in frame]
    assert [list(change["log"]) for change in changes] == [["1"]]
    await rival.link.disconnect()
    await storyteller.link.disconnect()


async def test_all_seats_of_a_class_are_sent_the_very_same_text(coins: TableInPlay, seat: Seat) -> None:
    cast = coins.cast
    one, two = await seat(cast.storyteller), await seat(cast.co_storyteller)
    for browser in (one, two):
        await browser.hear_until(0)
    answer = await sync_to_async(coins.act)(cast.player, Say("Twins"))
    assert await one.hear_until(answer.count) == await two.hear_until(answer.count)
    await one.link.disconnect()
    await two.link.disconnect()


async def test_who_is_here_is_told_to_all(coins: TableInPlay, seat: Seat) -> None:
    storyteller = await seat(coins.cast.storyteller)
    player = await seat(coins.cast.player)
    both = [{"name": "player", "initials": "Pl"}, {"name": "storyteller", "initials": "St"}]
    while await storyteller.hear_presence() != both:
        pass
    await player.link.disconnect()
    assert await storyteller.hear_presence() == [both[1], both[0] | {"away": True}]
    player = await seat(coins.cast.player)
    assert await storyteller.hear_presence() == both
    await player.link.disconnect()
    await storyteller.link.disconnect()


async def test_that_somebody_is_typing_is_told_to_all_and_ends_by_itself(
    coins: TableInPlay, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.live.presence.TYPING_SECONDS", 0.3)
    storyteller, player = await seat(coins.cast.storyteller), await seat(coins.cast.player)
    await player.hear_until(0)
    for _ in range(5):
        await player.link.send_to(text_data="typing")
    writes = {"name": "player", "initials": "Pl", "typing": True}
    while writes not in (here := await storyteller.hear_presence()):
        pass
    assert [one for one in here if "typing" in one] == [writes]
    assert {"name": "player", "initials": "Pl"} in await storyteller.hear_presence()
    await storyteller.link.disconnect()
    await player.link.disconnect()


class Line:
    """A way to a browser that takes at once what it is sent, or not."""

    def __init__(self) -> None:
        self.free = True
        self.pushed: list[str] = []

    def is_free(self) -> bool:
        return self.free

    def push(self, text: str) -> None:
        self.pushed.append(text)


async def test_what_is_new_goes_out_at_once_where_the_line_is_free_and_waits_where_it_is_not(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    client, line = await sync_to_async(sign_in)(coins.cast.player), Line()
    browser = Browser(client, f"/ws/scenes/{coins.scene.pk}/")
    browser.link.scope["state"] = {"line": line}
    await browser.connect()
    await sync_to_async(coins.act)(coins.cast.rival, Say("One."))
    while not any("One." in text for text in line.pushed):
        await asyncio.sleep(0.01)
    line.free = False
    for text in line.pushed:
        browser.take(json.loads(text))
    await sync_to_async(coins.act)(coins.cast.rival, Say("Two."))
    assert "Two." in json.dumps(await browser.hear_until(2))
    line.free = True
    await sync_to_async(coins.act)(coins.cast.rival, Say("Three."))
    while "Three." not in line.pushed[-1]:
        await asyncio.sleep(0.01)
    numbers = [frame["n"] for frame in map(json.loads, line.pushed) if "n" in frame]
    assert numbers == sorted(numbers)
    assert "One." not in browser.text()
    assert "Two." not in "".join(line.pushed)
    await browser.link.disconnect()
