"""How often one may ask: generous for a full table, a sentence and 429 beyond, and nothing lost for the others."""

import asyncio
import uuid
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from campaigns.models import User
from config.server.limits import throttle
from config.server.limits.throttle import Buckets, limit_by_address, truncate_address
from play.models import Entry
from tests.cast import PASSWORD, Cast
from tests.conftest import SignIn

SAY = {"move": "Say", "text": "Quick.", "number": "0"}


def say(client: Client, scene: int, key: int, **headers: str) -> Any:
    command = {**SAY, "command": f"00000000-0000-0000-0000-{key:012d}"}
    return client.post(f"/scenes/{scene}/command/", command, headers=headers)


def test_a_bucket_gives_what_it_holds_and_fills_up_again() -> None:
    buckets = Buckets()
    assert [buckets.take("mira", 3, 0.0) for _ in range(3)] == [0, 0, 0]
    assert buckets.take("mira", 3, 0.0) == pytest.approx(20)
    assert buckets.take("jonas", 3, 0.0) == 0
    assert buckets.take("mira", 3, 20.0) == 0
    assert buckets.take("mira", 3, 21.0) == pytest.approx(19)


def test_buckets_that_are_full_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MAX_KEYS", 10)
    buckets = Buckets()
    for second in range(1000):
        buckets.take(second, 60, float(second))
    assert len(buckets.full_at) <= 10


def test_an_address_of_ipv6_is_that_of_the_household() -> None:
    assert (
        truncate_address("2001:db8:1:2:3:4:5:6")
        == truncate_address("2001:db8:1:2:ffff::1")
        != truncate_address("2001:db8:1:3::1")
    )
    assert truncate_address("192.0.2.7") == "192.0.2.7"
    assert truncate_address("::ffff:192.0.2.7") == "192.0.2.7", "as a listener for both kinds writes it"
    assert truncate_address("/run/socket") == "/run/socket"


def test_whoever_is_too_fast_is_told_and_the_others_play_on(
    cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    settings.THROTTLES = {"commands": (2, 0)}
    client, scene = sign_in(cast.player), cast.scene.pk
    assert [say(client, scene, key).status_code for key in range(3)] == [302, 302, 429]
    refused = say(client, scene, 9)
    assert 0 < int(refused["Retry-After"]) <= 30
    assert b"Too fast. Wait a moment" in refused.content
    assert b"</html>" in refused.content
    short = say(client, scene, 9, hx_request="true")
    assert short.status_code == 429
    assert b"<" not in short.content
    assert say(sign_in(cast.rival), scene, 10).status_code == 302
    assert Entry.objects.count() == 3


def test_one_address_has_a_limit_of_its_own(cast: Cast, sign_in: SignIn, settings: LazySettings) -> None:
    settings.THROTTLES = {"commands": (0, 2)}
    people = [sign_in(user) for user in (cast.player, cast.rival, cast.storyteller)]
    assert [say(client, cast.scene.pk, 1).status_code for client in people] == [302, 302, 429]
    elsewhere = Client(REMOTE_ADDR="192.0.2.8")
    elsewhere.force_login(cast.player)
    assert say(elsewhere, cast.scene.pk, 2).status_code == 302


def test_an_address_is_not_what_a_browser_says_it_is(cast: Cast, sign_in: SignIn, settings: LazySettings) -> None:
    settings.THROTTLES = {"commands": (0, 1)}
    client = sign_in(cast.player)
    say(client, cast.scene.pk, 1)
    assert say(client, cast.scene.pk, 2, x_forwarded_for="192.0.2.8", forwarded="for=192.0.2.9").status_code == 429


@pytest.mark.parametrize("path", ["/scenes/1/command/", "/join/abc/"])
def test_it_is_the_same_where_a_page_is_asynchronous(path: str, settings: LazySettings) -> None:
    settings.THROTTLES = {"commands": (2, 0), "joins": (2, 0)}

    async def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    async def ask() -> HttpResponse:
        request: Any = RequestFactory().post(path)
        request.auser, request.htmx = mira, True
        answer: HttpResponse = await throttle.throttle(page)(request)
        return answer

    async def mira() -> User:
        return User(pk=7)

    async def ask_thrice() -> list[int]:
        return [(await ask()).status_code for _ in range(3)]

    assert asyncio.run(ask_thrice()) == [200, 200, 429]


def test_links_and_files_are_counted_in_the_cache(cast: Cast, sign_in: SignIn, settings: LazySettings) -> None:
    settings.THROTTLES = {"joins": (1, 0), "files": (1, 0), "commands": (0, 0)}
    client = sign_in(cast.stranger)
    for path in (reverse("join", args=["nothing"]), reverse("series_import")):
        assert client.post(path).status_code in (422, 404)
        refused = client.post(path)
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) <= 60
    cache.clear()
    assert client.post(reverse("series_import")).status_code == 422
    assert [client.get(reverse("my_data")).status_code for _ in range(2)] == [429, 429]
    assert client.get(reverse("series_import")).status_code == 200


def test_forms_of_the_record_are_counted_too_and_what_was_typed_is_not_lost(
    cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    settings.THROTTLES = settings.THROTTLES | {"forms": (2, 0)}
    client, url = sign_in(cast.storyteller), reverse("story_new", args=[cast.series.pk])
    story = {"title": "One more", "notes": 'Long and "careful" words.', "csrfmiddlewaretoken": "x" * 64}
    answers = [client.post(url, {**story, "command": str(uuid.uuid4())}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    page = answers[2].content.decode()
    assert "many forms in a short time. Wait a minute" in page
    assert "Notes: Long and &quot;careful&quot; words." in page
    assert "xxxx" not in page
    assert cast.series.stories.filter(title="One more").count() == 2
    assert client.get(url).status_code == 200
    assert say(client, cast.scene.pk, 1).status_code == 302, "who is at a table plays on"


def test_people_send_far_fewer_forms(settings: LazySettings) -> None:
    """A click on a dot of a sheet asks what it costs; nobody clicks four times a second for a minute."""
    of_person, of_address = settings.THROTTLES["forms"]
    assert of_person >= 4 * 60
    assert of_address >= 5 * of_person


def test_while_the_cache_is_away_nobody_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object, **_named: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(cache, "add", fail)
    assert throttle.count_in_cache("joins:1", 1, 0.0) == 0


def test_no_count_is_forgotten_for_those_of_many_others() -> None:
    assert throttle.count_in_cache("joins:mira", 1, 0.0) == 0
    for other in range(1000):
        throttle.count_in_cache(f"joins:{other}", 1, 0.0)
    assert throttle.count_in_cache("joins:mira", 1, 0.0) > 0


@pytest.mark.parametrize("kind", ["login", "signup"])
def test_the_door_is_guarded_by_the_same_settings(kind: str, host: User, settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip", "signup": "2/m/ip"}
    sent = {"login": "nobody", "password": PASSWORD, "username": "", "password1": "x", "password2": "y"}
    answers = [Client().post(reverse(f"account_{kind}"), sent) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"] == "60"
    assert b"Sign-in is blocked for a few minutes" in answers[2].content


def test_one_household_is_one_address_at_the_door_too(host: User, settings: LazySettings) -> None:
    """Who has a network of IPv6 has addresses without end."""
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip"}
    sent, network = {"login": "nobody", "password": PASSWORD}, "2001:db8:1:2"
    doors = [Client(REMOTE_ADDR=f"{network}::{place}") for place in (1, 2, 3)] + [Client(REMOTE_ADDR="2001:db8:1:3::1")]
    assert [door.post(reverse("account_login"), sent).status_code for door in doors] == [200, 200, 429, 200]


def test_sockets_have_a_limit_while_they_are_open(settings: LazySettings) -> None:
    settings.SOCKET_LIMITS = {"address": 2}

    async def run() -> tuple[list[Any], list[Any]]:
        close = asyncio.Event()

        async def sleep(_scope: Any, _receive: Any, send: Any) -> None:
            await send("opened")
            await close.wait()

        limited = limit_by_address(sleep)
        first = [asyncio.create_task(_open(limited)) for _ in range(2)]
        await asyncio.sleep(0)
        refused = await _open(limited)
        bare = await _open(limited, extensions={})
        elsewhere = asyncio.create_task(_open(limited, client=("192.0.2.8", 1)))
        close.set()
        opened = await asyncio.gather(*first, elsewhere)
        return [refused, bare], [*opened, await _open(limited)]

    refused, opened = asyncio.run(run())
    assert refused[0][0]["status"] == 429
    assert refused[1] == [{"type": "websocket.close", "code": 1013}]
    assert opened == [["opened"]] * 4


async def _open(application: Any, **different: Any) -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    scope = {"client": ("192.0.2.7", 1), "extensions": {"websocket.http.response": {}}, **different}
    await application(scope, receive, send)
    return sent
