"""The page that draws itself, through the real ASGI application: its first facts, its socket, what it fetches."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from campaigns.models import User
from play.commands.moves import Say
from tests.cast import SECRET
from tests.conftest import LIVE, SignIn
from tests.play.conftest import TableInPlay
from tests.play.test_sockets import Browser, fight

pytestmark = LIVE
SCRIPT = re.compile(r'<script id="facts" type="application/json">(.*?)</script>', re.DOTALL)


async def sit(coins: TableInPlay, client: Client) -> Browser:
    return await Browser(client, f"/ws/scenes/{coins.scene.pk}/").connect()


def read_page(client: Client, coins: TableInPlay) -> Any:
    page = client.get(f"/scenes/{coins.scene.pk}/").content.decode()
    return json.loads(SCRIPT.findall(page)[0])


@pytest.mark.parametrize("role", ["storyteller", "player", "spectator"])
async def test_changes_make_what_a_page_loaded_now_would_show(coins: TableInPlay, sign_in: SignIn, role: str) -> None:
    await sync_to_async(fight)(coins)
    user: User = getattr(coins.cast, role)
    client = await sync_to_async(sign_in)(user)
    first = await sync_to_async(read_page)(client, coins)
    stage = await sit(coins, client)
    whole = await stage.hear_until(first["count"])
    assert (whole["v"], whole["facts"]["n"]) == (1, whole["n"])
    assert {**whole["facts"], "n": 0} == first
    for words in ("Easy now.", "And *on*."):
        answer = await sync_to_async(coins.act)(coins.cast.rival, Say(words))
        shown = await sync_to_async(coins.count)(user)
        news = await stage.hear_until(shown)
        assert news["change"]["log"][str(shown)]["speech"]["who"] == "rival", answer
    now = await sync_to_async(read_page)(client, coins)
    assert {**stage.facts, "n": 0} == now
    assert (SECRET in stage.text()) == (role == "storyteller")
    await stage.link.disconnect()


async def test_who_is_here_comes_as_names(coins: TableInPlay, sign_in: SignIn) -> None:
    stage = await sit(coins, await sync_to_async(sign_in)(coins.cast.player))
    assert await stage.hear_presence() == [{"name": "player", "initials": "Pl"}]
    await stage.link.send_to(text_data="typing")
    assert await stage.hear_presence() == [{"name": "player", "initials": "Pl", "typing": True}]
    await stage.link.disconnect()


async def test_a_secret_sends_nothing_to_a_seat_that_may_not_see_it(coins: TableInPlay, sign_in: SignIn) -> None:
    await sync_to_async(fight)(coins)
    stage = await sit(coins, await sync_to_async(sign_in)(coins.cast.player))
    shown = await sync_to_async(coins.count)(coins.cast.player)
    await stage.hear_until(shown)
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("Wait for them.", to="storyteller"))
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("Nothing stirs."))
    news = await stage.hear_until(shown + 1)
    assert news["n"] == news["from"] + 1
    assert "Wait for them." not in stage.text()
    await stage.link.disconnect()
