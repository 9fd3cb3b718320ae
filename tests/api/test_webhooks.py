"""What is new is posted to a member's program: signed, once, as its seat sees it, and never into this network."""

import base64
import gzip
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from pytest_django import Settings

from api import webhooks
from api.webhooks import send_webhooks
from campaigns.core.refusals import Refused
from campaigns.models import AuditEntry, AuditKind, Membership, Notice, Role, Scene, User, Webhook, WebhookDelivery
from campaigns.models.notice import DeliveryState
from campaigns.notices import outbox, outside
from campaigns.notices.outcome import State
from campaigns.notices.rows import PAUSES
from campaigns.notices.webhooks.services import ENDS_AFTER, MAX_WEBHOOKS, make_webhook, remove_webhook, try_webhook
from campaigns.series.members.services import change_role, leave_series, remove_member
from campaigns.series.removal import remove_series
from config import tasks, transfer
from config.accounts import my_data
from config.backup.tables import list_models
from play.commands.moves import OpenBattle, Say
from tests.campaigns.hooks import HookServer, Posted
from tests.cast import SECRET, propose_session
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, pytest.mark.django_db]


@pytest.fixture
def hooks(settings: Settings) -> Iterator[HookServer]:
    """A server that the host of the site trusts."""
    server = HookServer()
    settings.HOOK_ORIGINS = [server.origin]
    yield server
    server.close()


def hook_of(coins: TableInPlay, user: User, hooks: HookServer) -> tuple[Webhook, str]:
    """A webhook that somebody made a moment ago."""
    hook, secret = make_webhook(coins.cast.membership(user), f"{hooks.origin}/{user.username}")
    Webhook.objects.filter(pk=hook.pk).update(created_at=timezone.now() - timedelta(seconds=1))
    return hook, secret


def make_due() -> None:
    """Let the time pass for which everything waits."""
    early = timezone.now() - timedelta(seconds=1)
    WebhookDelivery.objects.filter(state=DeliveryState.WAITING).update(send_at=early)
    Webhook.objects.exclude(rest_until=None).update(rest_until=early)


def heard(hooks: HookServer, who: str = "") -> list[dict[str, Any]]:
    """What was posted, to one person's program alone if one is named."""
    return [json.loads(one.body) for one in hooks.posted if one.path in (f"/{who}", "" if who else one.path)]


def words(event: dict[str, Any]) -> list[tuple[int, str]]:
    return [(line["number"], line["words"]["text"]) for line in event["data"]["lines"]]


def verify(posted: Posted, secret: str, *, now: float | None = None) -> dict[str, Any]:
    """Check a post as Standard Webhooks tells receivers to. Raises `ValueError` for one that is not to be believed."""
    at = int(posted.headers["webhook-timestamp"])
    if abs((now or time.time()) - at) > 300:
        raise ValueError("too old")
    signed = f"{posted.headers['webhook-id']}.{at}.".encode() + posted.body
    expected = hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), signed, "sha256")
    version, _comma, given = posted.headers["webhook-signature"].partition(",")
    if version != "v1" or not hmac.compare_digest(base64.b64decode(given), expected):
        raise ValueError("wrong signature")
    return dict(json.loads(posted.body))


# ---- What is posted


def test_each_seat_is_posted_its_own_lines_by_its_own_numbers(coins: TableInPlay, hooks: HookServer) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("Long before."))
    for user in (cast.player, cast.spectator, cast.storyteller):
        hook_of(coins, user, hooks)
    WebhookDelivery.objects.all().delete()
    Webhook.objects.update(created_at=timezone.now())
    coins.act(cast.storyteller, Say("Welcome."))
    coins.act(cast.storyteller, Say(f"Mind {SECRET}.", to=str(cast.duelist.pk)))
    coins.act(cast.rival, Say("Easy now."))
    send_webhooks()
    (mine,), (watched,), (all_of_it,) = (heard(hooks, who) for who in ("player", "spectator", "storyteller"))
    assert words(mine) == words(watched) == [(2, "Welcome."), (3, "Easy now.")]
    assert [number for number, _text in words(all_of_it)] == [2, 3, 4]
    assert (mine["type"], mine["series"], mine["data"]["scene"]) == ("scene.lines", cast.series.pk, coins.scene.pk)
    assert (mine["data"]["after"], mine["data"]["url"]) == (1, f"http://127.0.0.1:8000/scenes/{coins.scene.pk}/")
    assert SECRET not in json.dumps([mine, watched])
    coins.act(cast.rival, Say("More."))
    send_webhooks()
    assert words(heard(hooks, "player")[1]) == [(4, "More.")]


def test_what_a_seat_does_not_see_is_no_post_at_all(coins: TableInPlay, hooks: HookServer) -> None:
    cast = coins.cast
    hook_of(coins, cast.player, hooks)
    coins.act(cast.storyteller, Say(SECRET, to=str(cast.duelist.pk)))
    hidden = Scene.objects.select_related("episode__story__series").get(pk=cast.hidden_scene.pk)
    TableInPlay(cast, hidden).act(cast.storyteller, Say(SECRET))
    send_webhooks()
    assert hooks.posted == []
    assert not WebhookDelivery.objects.exists()
    Scene.objects.filter(pk=cast.hidden_scene.pk).update(hidden=False)  # what was said there stays behind
    send_webhooks()
    assert hooks.posted == []


def test_what_is_hidden_between_the_look_and_the_post_is_not_posted(coins: TableInPlay, hooks: HookServer) -> None:
    hook, _secret = hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Here."))
    webhooks.gather(hook)
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    send_webhooks()
    assert (hooks.posted, WebhookDelivery.objects.count()) == ([], 0)


def test_a_long_stretch_comes_in_several_posts_in_order(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "MAX_ROWS", 2)
    hook_of(coins, coins.cast.player, hooks)
    for word in "abcde":
        coins.act(coins.cast.player, Say(word))
    send_webhooks()
    assert [words(one) for one in heard(hooks)] == [[(1, "a"), (2, "b")], [(3, "c"), (4, "d")], [(5, "e")]]
    assert [one["data"]["after"] for one in heard(hooks)] == [0, 2, 4]


def test_news_of_the_series_is_posted_with_the_change_or_not_at_all(coins: TableInPlay, hooks: HookServer) -> None:
    cast = coins.cast
    hook_of(coins, cast.player, hooks)
    at = timezone.now() + timedelta(days=3)
    propose_session(cast.membership(cast.storyteller), {"words": "", "minutes": 240}, [at])
    send_webhooks()
    (event,) = heard(hooks)
    assert event["type"] == "series.news"
    assert event["data"]["text"].startswith("storyteller proposes session dates. Say when you can come: ")
    assert f"{at:%H:%M} (UTC)" in event["data"]["text"]
    assert event["data"]["about"].startswith("session ")
    assert event["data"]["url"].startswith("http://127.0.0.1:8000/sessions/")


def test_posts_are_in_their_members_language(coins: TableInPlay, hooks: HookServer) -> None:
    from campaigns.notices.choices import choose

    choose(coins.cast.player, {}, {"language": "fi"})
    for user in (coins.cast.player, coins.cast.rival):
        hook_of(coins, user, hooks)
    coins.act(coins.cast.storyteller, OpenBattle())
    send_webhooks()
    finnish, english = (heard(hooks, who)[0]["data"]["lines"][0]["line"] for who in ("player", "rival"))
    assert finnish != english == "A fight starts."


# ---- Signatures


def test_a_post_is_signed_and_nothing_else_passes_for_it(coins: TableInPlay, hooks: HookServer) -> None:
    hook, secret = hook_of(coins, coins.cast.player, hooks)
    _other, other_secret = hook_of(coins, coins.cast.rival, hooks)
    try_webhook(coins.cast.membership(coins.cast.player), hook.pk)
    send_webhooks()
    (posted,) = hooks.posted
    assert verify(posted, secret)["type"] == "test"
    assert posted.headers["webhook-id"] == str(WebhookDelivery.objects.get().key)
    forged = posted._replace(body=posted.body.replace(b"test", b"fest"))
    moved = posted._replace(headers={**posted.headers, "webhook-id": "another"})
    later = posted._replace(headers={**posted.headers, "webhook-timestamp": str(int(time.time()) + 9)})
    for wrong, key in ((forged, secret), (moved, secret), (later, secret), (posted, other_secret)):
        with pytest.raises(ValueError, match="wrong signature"):
            verify(wrong, key)
    with pytest.raises(ValueError, match="too old"):
        verify(posted, secret, now=time.time() + 301)


# ---- Once, again, and given up


def test_what_was_posted_is_not_posted_again(coins: TableInPlay, hooks: HookServer) -> None:
    hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Once."))
    for _n in range(3):
        send_webhooks()
    assert len(hooks.posted) == 1


def test_a_run_that_was_killed_before_it_posted_is_made_up_for(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Once."))

    def die(*_args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(webhooks, "_take_rows", die)
        with pytest.raises(KeyboardInterrupt):
            send_webhooks()
    assert hooks.posted == []
    send_webhooks()
    send_webhooks()
    assert [words(one) for one in heard(hooks)] == [[(1, "Once.")]]


def test_a_run_that_was_killed_while_it_posted_posts_nothing_twice(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Once."))

    def die(*_args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(webhooks, "note", die)  # it has arrived, and nobody has noted it
        with pytest.raises(KeyboardInterrupt):
            send_webhooks()
    make_due()
    send_webhooks()
    assert len(hooks.posted) == 1
    WebhookDelivery.objects.update(tried_at=timezone.now() - outbox.LOST_AFTER * 2)
    outbox.clear_old()
    assert WebhookDelivery.objects.get().state == DeliveryState.FAILED
    coins.act(coins.cast.player, Say("Next."))
    send_webhooks()
    assert heard(hooks)[1]["data"]["after"] == 1  # by this its program sees whether it has missed something


@pytest.mark.parametrize("status", [0, 302, 400, 404, 410, 429, 500])
def test_what_did_not_arrive_comes_again_with_the_same_id_and_body(
    coins: TableInPlay, hooks: HookServer, status: int
) -> None:
    _hook, secret = hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Again."))
    hooks.status = status
    send_webhooks()
    send_webhooks()  # it rests
    assert len(hooks.posted) == 1
    assert Webhook.objects.get().failing_since is not None
    coins.act(coins.cast.player, Say("Meanwhile."))
    hooks.status = 204
    make_due()
    send_webhooks()
    first, again, meanwhile = hooks.posted
    assert first.headers["webhook-id"] == again.headers["webhook-id"] != meanwhile.headers["webhook-id"]
    assert verify(first, secret) == verify(again, secret)
    assert words(verify(meanwhile, secret)) == [(2, "Meanwhile.")]
    assert (Webhook.objects.get().failing_since, Webhook.objects.get().rest_until) == (None, None)


def test_a_post_is_given_up_and_a_webhook_is_after_three_days_and_its_member_is_told(
    coins: TableInPlay, hooks: HookServer
) -> None:
    cast = coins.cast
    hook, _secret = hook_of(coins, cast.player, hooks)
    coins.act(cast.player, Say("Hello?"))
    hooks.status = 503
    for _n in range(len(PAUSES) + 1):
        send_webhooks()
        make_due()
    assert (len(hooks.posted), WebhookDelivery.objects.get().state) == (len(PAUSES) + 1, DeliveryState.FAILED)
    (notice,) = Notice.objects.all()
    assert (notice.user, str(notice.words)) == (
        cast.player,
        "A delivery to your webhook at 127.0.0.1 was abandoned (HTTP 503).",
    )
    Webhook.objects.update(failing_since=timezone.now() - ENDS_AFTER - timedelta(hours=1))
    coins.act(cast.player, Say("Still?"))
    send_webhooks()
    assert Webhook.objects.get().ended_at is not None
    assert "turned off" in str(Notice.objects.get(closed_at=None).words)
    tried, hooks.status = len(hooks.posted), 204
    coins.act(cast.player, Say("Anybody?"))
    make_due()
    send_webhooks()
    assert len(hooks.posted) == tried
    try_webhook(cast.membership(cast.player), hook.pk)
    send_webhooks()
    assert {one["type"] for one in heard(hooks)[tried:]} == {"test", "scene.lines"}
    assert not Notice.objects.filter(closed_at=None).exists()


def test_a_receiver_that_fails_holds_up_no_other(coins: TableInPlay, hooks: HookServer, settings: Settings) -> None:
    broken = HookServer()
    broken.status = 500
    settings.HOOK_ORIGINS = [hooks.origin, broken.origin]
    make_webhook(coins.cast.membership(coins.cast.rival), broken.origin)
    hook_of(coins, coins.cast.player, hooks)
    for word in "ab":
        coins.act(coins.cast.player, Say(word))
        send_webhooks()
    broken.close()
    assert (len(broken.posted), len(hooks.posted)) == (1, 2)


def test_a_second_run_at_the_same_time_does_nothing(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Once."))
    real = outside.post

    def post_and_run(*args: Any) -> Any:
        send_webhooks()
        return real(*args)

    monkeypatch.setattr(webhooks, "post", post_and_run)
    send_webhooks()
    assert len(hooks.posted) == 1


def test_a_receiver_that_is_slow_does_not_prolong_a_run(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_of(coins, coins.cast.rival, hooks)
    hook_of(coins, coins.cast.player, hooks)
    monkeypatch.setattr(webhooks, "MAX_ROWS", 1)
    for n in range(6):
        coins.act(coins.cast.player, Say(f"Word {n}"))
    post, now, late = outside.post, timezone.now, timedelta()

    def post_slowly(*args: Any) -> Any:
        nonlocal late
        late += timedelta(seconds=9)
        return post(*args)

    monkeypatch.setattr(webhooks, "post", post_slowly)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now() + late)
    send_webhooks()
    for person in (coins.cast.player, coins.cast.rival):
        told = [words(one)[0][1] for one in heard(hooks, person.username)]
        assert told == ["Word 0", "Word 1"], "so much of a run is one person's"
    for _n in range(2):
        late += timedelta(minutes=1)
        send_webhooks()
    assert len(heard(hooks)) == 12


def test_the_task_of_the_worker_sends(coins: TableInPlay, hooks: HookServer) -> None:
    tasks.post_outside()
    hook_of(coins, coins.cast.player, hooks)
    coins.act(coins.cast.player, Say("Once."))
    tasks.post_outside()
    assert len(hooks.posted) == 1


# ---- Who has lost the seat


@pytest.mark.parametrize(
    "way", ["leaves", "is removed", "is shut", "gets another role", "removes it", "series removed"]
)
def test_nothing_is_posted_for_a_seat_that_is_lost(coins: TableInPlay, hooks: HookServer, way: str) -> None:
    cast = coins.cast
    hook, _secret = hook_of(coins, cast.player, hooks)
    coins.act(cast.player, Say("Here."))
    webhooks.gather(hook)
    member, teller = cast.membership(cast.player), cast.membership(cast.storyteller)
    match way:
        case "leaves":
            leave_series(member)
        case "is removed":
            remove_member(teller, member)
        case "is shut":
            User.objects.filter(pk=cast.player.pk).update(is_active=False)
        case "gets another role":
            change_role(teller, member, Role.STORYTELLER)
        case "removes it":
            remove_webhook(member, hook.pk)
        case "series removed":
            remove_series(teller, cast.series.name)
    send_webhooks()
    assert hooks.posted == []


def test_a_role_that_changes_while_it_is_posted_shows_nothing_more(coins: TableInPlay, hooks: HookServer) -> None:
    cast = coins.cast
    hook, _secret = hook_of(coins, cast.player, hooks)
    coins.act(cast.player, Say("Here."))
    webhooks.gather(hook)
    row = WebhookDelivery.objects.get()
    Membership.objects.filter(user=cast.player).update(role=Role.STORYTELLER)
    assert webhooks.write_event(hook, row) is None


# ---- Its page


def test_a_webhook_is_made_shown_once_tried_and_removed_on_its_page(
    coins: TableInPlay, hooks: HookServer, sign_in: SignIn
) -> None:
    cast = coins.cast
    client, page = sign_in(cast.player), f"/series/{cast.series.pk}/webhooks/"
    form = {"address": f"{hooks.origin}/x", "command": "2b3f7a0e-7f5c-4f0e-9a53-0c3b2f8a9d12"}
    made = client.post(page, form).content.decode()
    secret = Webhook.objects.get().secret
    assert secret.replace("+", "&#x2B;") in made or secret in made
    assert 'data-copy="whsec_' in made
    assert "whsec_" not in client.get(page).content.decode()
    assert client.post(page, form).status_code == 302
    hook = Webhook.objects.get()
    client.post(f"{page}{hook.pk}/try/")
    client.post(f"{page}{hook.pk}/try/")
    send_webhooks()
    assert [one["type"] for one in heard(hooks)] == ["test"]
    assert "Delivered" in client.get(page).content.decode()
    for way in ("try", "remove"):
        assert sign_in(cast.rival).post(f"{page}{hook.pk}/{way}/").status_code == 403
        assert sign_in(cast.stranger).post(f"{page}{hook.pk}/{way}/").status_code == 404
    assert hooks.origin not in sign_in(cast.storyteller).get(page).content.decode()
    assert sign_in(cast.stranger).get(page).status_code == 404
    client.force_login(cast.player)
    assert client.post(f"{page}{hook.pk}/remove/").status_code == 302
    assert client.post(f"{page}{hook.pk}/remove/").status_code == 302
    assert client.post(f"{page}{hook.pk}/try/").status_code == 404
    assert not Webhook.objects.exists()
    assert {AuditKind.WEBHOOK_MADE, AuditKind.WEBHOOK_REMOVED} <= set(AuditEntry.objects.values_list("kind", flat=True))


def test_a_member_has_so_many_webhooks_at_most(coins: TableInPlay, hooks: HookServer) -> None:
    for _n in range(MAX_WEBHOOKS):
        hook_of(coins, coins.cast.player, hooks)
    with pytest.raises(Refused, match="Remove one first"):
        hook_of(coins, coins.cast.player, hooks)


def test_who_has_left_makes_no_webhook(coins: TableInPlay, hooks: HookServer) -> None:
    member = coins.cast.membership(coins.cast.player)
    leave_series(coins.cast.membership(coins.cast.player))
    with pytest.raises(PermissionDenied):
        make_webhook(member, hooks.origin)


def test_webhooks_are_in_ones_own_data_but_in_no_backup_and_no_series_file(
    coins: TableInPlay, hooks: HookServer
) -> None:
    hook, secret = hook_of(coins, coins.cast.player, hooks)
    written = my_data.write(coins.cast.player).decode()
    assert [one["address"] for one in json.loads(written)["webhooks"]] == [hook.address]
    assert Webhook not in list_models()
    series_file = gzip.decompress(transfer.write(coins.cast.series)).decode()
    assert secret not in written + series_file
    assert hook.address not in series_file


# ---- Where nothing may go


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "https://127.0.0.1/", "https://localhost/", "https://10.0.0.8/", "https://[::1]/"),
        *("https://169.254.169.254/latest/meta-data/", "https://[::ffff:169.254.169.254]/", "https://example.org:22/"),
        *(
            "https://user@example.org/",
            "https://224.0.0.1/",
            "https://[64:ff9b::a9fe:a9fe]/",
            "file:///etc/passwd",
            "x",
        ),
        *("https://a..b/", f"https://{'a' * 64}.example.org/", "https://-a.example.org/", f"https://{'a.' * 130}org/"),
    ],
)
def test_no_webhook_leads_into_this_network(coins: TableInPlay, sign_in: SignIn, address: str) -> None:
    form = {"address": address, "command": "2b3f7a0e-7f5c-4f0e-9a53-0c3b2f8a9d13"}
    refused = sign_in(coins.cast.player).post(f"/series/{coins.cast.series.pk}/webhooks/", form)
    assert refused.status_code == 422
    assert "of a public server" in refused.content.decode()
    assert not Webhook.objects.exists()


def point_to(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> list[tuple[str, int]]:
    """Let every name have these numbers, one more at each look. Return where connections go."""
    answers, opened = iter(numbers), []

    def resolve(*_args: Any, **_options: Any) -> list[Any]:
        return [(2, 1, 6, "", (next(answers), 443))]

    def connect(address: tuple[str, int], *_args: Any) -> Any:
        opened.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    return opened


def test_a_name_with_a_private_number_is_refused_when_the_webhook_is_made(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    point_to(monkeypatch, "192.168.0.10")
    with pytest.raises(Refused):
        make_webhook(coins.cast.membership(coins.cast.player), "https://inside.example.org/")


def test_a_name_server_that_is_silent_holds_up_no_form(coins: TableInPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: ended.wait(30) and [])
    monkeypatch.setattr(outside, "FORM_TIMEOUT_SECONDS", 0.05)
    hook, _secret = make_webhook(coins.cast.membership(coins.cast.player), "https://silent.example.org/")
    monkeypatch.setattr(outside, "TIMEOUT_SECONDS", 0.05)
    assert outside.post(hook.address, b"", {}).state is State.LATER
    ended.set()


def test_what_a_row_raises_is_the_outcome_of_that_row(
    coins: TableInPlay, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_of(coins, coins.cast.player, hooks)
    hook_of(coins, coins.cast.rival, hooks)
    coins.act(coins.cast.player, Say("Once."))
    real = outside.post

    def raise_once(*args: Any) -> Any:
        monkeypatch.setattr(webhooks, "post", real)
        raise RuntimeError

    monkeypatch.setattr(webhooks, "post", raise_once)
    send_webhooks()
    told = set(WebhookDelivery.objects.values_list("state", "trouble"))
    assert told == {(DeliveryState.SENT, ""), (DeliveryState.WAITING, "RuntimeError")}


def test_a_name_that_becomes_private_afterwards_gets_nothing(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = point_to(monkeypatch, "93.184.216.34", "127.0.0.1")
    member = coins.cast.membership(coins.cast.player)
    hook, _secret = make_webhook(member, "https://rebinding.example.org/")
    try_webhook(member, hook.pk)
    send_webhooks()
    assert opened == []
    assert WebhookDelivery.objects.get().trouble == "not a public address"


def test_the_connection_goes_to_the_number_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = point_to(monkeypatch, "93.184.216.34")  # a second look would raise
    assert outside.post("https://rebinding.example.org/", b"", {}).state is State.LATER
    assert opened == [("93.184.216.34", 443)]


def test_a_redirect_leads_nowhere(hooks: HookServer) -> None:
    hooks.status = 307
    assert outside.post(f"{hooks.origin}/x", b"{}", {}).trouble == "HTTP 307"
    assert [one.path for one in hooks.posted] == ["/x"]


@pytest.mark.parametrize(("head", "state"), [(b"", State.UNKNOWN), (b"HTTP/1.1 200 OK\r\nX-More:", State.SENT)])
def test_a_receiver_that_answers_for_ever_is_cut_off(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, head: bytes, state: State
) -> None:
    monkeypatch.setattr(outside, "MAX_REQUEST_SECONDS", 1.0)
    ended = threading.Event()

    def drip() -> None:
        line, _where = server.accept()
        line.recv(65_536)
        line.sendall(head)
        try:
            while True:
                line.sendall(b" ")
                time.sleep(0.02)
        except OSError:
            ended.set()

    with socket.create_server(("127.0.0.1", 0)) as server:
        origin = f"http://127.0.0.1:{server.getsockname()[1]}"
        settings.HOOK_ORIGINS = [origin]
        threading.Thread(target=drip, daemon=True).start()
        assert outside.post(f"{origin}/", b"{}", {}).state is state
        assert ended.wait(10)
