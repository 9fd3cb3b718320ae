"""Every operation of the API, as its description lists them, tried by those whose token does not open it."""

import json
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from api.webhooks import send_webhooks
from campaigns.models import SeatToken, TokenScope, User, Webhook, WebhookDelivery
from campaigns.notices.webhooks.services import make_webhook
from campaigns.series.tokens.services import make_token, revoke_token
from tests.attacks.siege import all_rows, browser
from tests.attacks.walk import hide_handout
from tests.campaigns.hooks import HookServer
from tests.cast import SECRET, Cast

pytestmark = pytest.mark.walk

SAY = {"command": str(uuid.uuid4()), "number": 0, "move": {"kind": "Say", "text": "Forged"}}


def operations(cast: Cast) -> Iterator[tuple[str, str]]:
    """The methods and addresses of all operations, with keys that exist and that their series hides."""
    described = json.loads(Client().get("/api/v1/openapi.json").content)
    handout = hide_handout(cast.series)
    for scene, character in ((cast.scene, cast.duelist), (cast.hidden_scene, cast.lurker)):
        for path, methods in described["paths"].items():
            for method in methods:
                yield method, path.format(scene_id=scene.pk, character_id=character.pk, handout_id=handout.pk)


def token_of(cast: Cast, user: User, scope: TokenScope, *keys: int) -> tuple[SeatToken, str]:
    return make_token(cast.membership(user), "bot", scope, [str(key) for key in keys], 30)


def test_nobody_comes_in_without_a_living_token(siege: Cast) -> None:
    token, revoked = token_of(siege, siege.storyteller, TokenScope.STORYTELLER)
    revoke_token(siege.membership(siege.storyteller), token.pk)
    clients = (browser(None), browser(siege.storyteller))  # a session is no token
    found, before = list(operations(siege)), all_rows()
    assert len(found) > 20
    for client in clients:
        for secret in ("", revoked, "' OR 1=1 --", SECRET):
            headers = {"authorization": f"Bearer {secret}"} if secret else {}
            for method, path in found:
                sent = client.generic(method.upper(), path, json.dumps(SAY), "application/json", headers=headers)
                assert sent.status_code == 401, (method, path)
                assert SECRET not in sent.content.decode()
    assert all_rows() == before


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_no_seat_gets_what_is_hidden_or_acts_for_others(siege: Cast, who: str) -> None:
    scope, keys = (TokenScope.ACT, [siege.heroine.pk]) if who == "player" else (TokenScope.READ, [])
    _token, secret = token_of(siege, getattr(siege, who), scope, *keys)
    client, headers = Client(), {"authorization": f"Bearer {secret}"}
    stolen = {"kind": "MakeRoll", "character": str(siege.duelist.pk), "request": {}}
    forged = {**stolen, "move": {"kind": "Rewind"}, "m.actor": SECRET, "secret": "storyteller"}
    for method, path in operations(siege):
        for move in (stolen, forged):
            told = {"move": move} if path.endswith("/odds") else {**SAY, "command": str(uuid.uuid4()), "move": move}
            sent = client.generic(method.upper(), path, json.dumps(told), "application/json", headers=headers)
            assert sent.status_code < 500, (method, path)
            assert method == "get" or sent.status_code in (400, 403, 404, 409), (method, path, sent.content)
            assert SECRET not in sent.content.decode(), (method, path)


def test_a_command_that_is_replayed_by_another_seat_is_another_command(siege: Cast) -> None:
    _mine, first = token_of(siege, siege.player, TokenScope.ACT, siege.heroine.pk)
    _theirs, second = token_of(siege, siege.rival, TokenScope.ACT, siege.duelist.pk)
    path = f"/api/v1/scenes/{siege.scene.pk}/moves"
    answers = [
        json.loads(
            Client().post(path, json.dumps(SAY), "application/json", headers={"authorization": f"Bearer {one}"}).content
        )
        for one in (first, first, second)
    ]
    assert [one.get("repeated") for one in answers] == [False, True, False]


def test_bodies_that_are_too_long_or_too_deep_are_refused(siege: Cast) -> None:
    _token, secret = token_of(siege, siege.player, TokenScope.ACT, siege.heroine.pk)
    path, headers = f"/api/v1/scenes/{siege.scene.pk}/moves", {"authorization": f"Bearer {secret}"}
    many = json.dumps({**SAY, "move": {"kind": "Say", "text": "x", **{f"f{n}": n for n in range(600)}}})
    for body in ("[" * 100_000, '{"move":' * 5_000, "A" * 1_100_000, many, json.dumps([SAY]), "null"):
        sent = Client().post(path, body, "application/json", headers=headers)
        assert 400 <= sent.status_code < 500, body[:40]
        assert sent["Content-Type"] == "application/problem+json"


def test_no_post_of_a_webhook_tells_what_is_hidden(siege: Cast, settings: LazySettings) -> None:
    hooks = HookServer()
    settings.HOOK_ORIGINS = [hooks.origin]
    long_ago = timezone.now() - timedelta(days=1)
    for user in siege.members:
        hook, _secret = make_webhook(siege.membership(user), f"{hooks.origin}/{user.username}")
        Webhook.objects.filter(pk=hook.pk).update(created_at=long_ago)
    try:
        send_webhooks()
    finally:
        hooks.close()
    told = {one.path: one.body.decode() for one in hooks.posted}
    assert told.keys() == {f"/{user.username}" for user in siege.members}
    tellers = {f"/{one.username}" for one in (siege.storyteller, siege.co_storyteller)}
    assert {path for path, body in told.items() if SECRET in body} == tellers


def test_a_webhook_is_tried_and_removed_by_nobody_else(siege: Cast, settings: LazySettings) -> None:
    settings.HOOK_ORIGINS = ["http://127.0.0.1:9"]
    hook, secret = make_webhook(siege.membership(siege.player), "http://127.0.0.1:9/hers")
    page, before = f"/series/{siege.series.pk}/webhooks/", Webhook.objects.values().get()
    for user in (siege.rival, siege.storyteller, siege.spectator, siege.stranger, None):
        client = browser(user)
        assert "hers" not in client.get(page).content.decode()
        for way in ("try", "remove"):
            assert client.post(f"{page}{hook.pk}/{way}/").status_code in (302, 403, 404)
    assert secret not in browser(siege.player).get(page).content.decode()
    assert Webhook.objects.values().get() == before
    assert not WebhookDelivery.objects.exists()
