"""From the library into the scene: one tap opens the fight and brings somebody in, once however often it is sent."""

import uuid

from django.urls import reverse

from play.commands.moves import BringIn
from play.models import Entry
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay


def test_bringing_somebody_in_opens_the_fight(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, BringIn(coins.keys(coins.cast.warden), "toll company"))
    kinds = [entry.event["kind"] for entry in Entry.objects.order_by("number")]
    assert kinds[:2] == ["BattleOpened", "Fought"]
    coins.act(coins.cast.storyteller, BringIn(coins.keys(coins.cast.heroine), "travellers"))
    assert [entry.event["kind"] for entry in Entry.objects.order_by("number")].count("BattleOpened") == 1


def test_the_librarys_form_brings_in_once(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    posted = {
        "command": str(uuid.uuid4()),
        "number": "0",
        "move": "BringIn",
        "characters": str(coins.cast.warden.pk),
        "side": "Opposition",
    }
    for _ in range(2):
        response = client.post(reverse("table_command", args=[coins.scene.pk]), posted)
        assert response.headers["Location"] == reverse("table", args=[coins.scene.pk])
    assert [entry.event["kind"] for entry in Entry.objects.order_by("number")] == ["BattleOpened", "Fought"]
