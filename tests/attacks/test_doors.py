"""Every address, tried by those who have no business there: strangers, visitors, players who claim to be more."""

import uuid
from itertools import cycle
from typing import Any

import pytest
from django.conf import settings

from tests.attacks.siege import all_rows, browser, knock, read_user
from tests.attacks.walk import Examples, Route, routes
from tests.cast import SECRET, Cast

pytestmark = pytest.mark.walk

OPEN = frozenset({"theme", "set_language", "offline", "worker", "join", "manifest", "favicon"})
OPEN |= {
    "about",
    "dice_verify",
    "public_page",
    "public_portrait",
    "feed",
    "notices_stop",
    "odds",
    "public_odds",
    "overlay",
    "overlay_face",
}
OPEN |= {"demo", "demo_table"}
OPEN |= {"robots", "security_txt", "change_password"}
"""For people without an account too; allauth's own door is open anyway."""
SIGNED = ["notices_stop"]
"""Mail programs post there by themselves (RFC 8058), so the signature in the address stands for the form's token."""
BY_TOKEN = ["api"]
"""Who asks stands in a header that no foreign page can send, and no cookie counts: see `test_api.py`."""
BY_LINK = ("join", "public_page", "overlay")
"""Who has the secret address learns the name of the series at most."""
OF_NOBODY = ("public_odds",)
"""Addresses with an argument that names nothing of anybody."""
DOOR = ("account/", "admin/", "api/")
SHUT = ("first_account",)
"""Forms that nobody has once there is an account."""
FORGED: dict[str, Any] = {
    **dict.fromkeys(("name", "title", "notes", "secret_notes", "why"), "Forged"),
    **dict.fromkeys(("is_staff", "is_superuser", "is_active", "storyteller", "owner", "user", "series"), "1"),
    **dict.fromkeys(("character", "version", "days", "day", "amount"), "1"),
    "command": str(uuid.uuid4()),
    "role": "storyteller",
    "hidden": "on",
    "to": "up",
    "open": "no",
    "settled": "no",
    "time": "10:00",
    "system": "v20da",
}
INJECTION = (
    "' OR 1=1 --\"; DROP TABLE campaigns_user; -- 1 UNION SELECT password FROM campaigns_user %s%n%x"
    "{{ settings.SECRET_KEY }}{{ 71917191|add:7 }}{{ request.user.password }}{% load static %}{% debug %}"
    "${71917191+7} #{71917191+7} <%= 71917191+7 %> __import__('os') ../../../../etc/passwd\r\nSet-Cookie: forged=1"
)


def walked(*, without: tuple[str, ...] = ()) -> list[Route]:
    return [route for route in routes() if not route.path.startswith(without)]


def test_the_walk_knows_every_route(examples: Examples) -> None:
    found = routes()
    assert {"series", "table_command", "account_login", "staff", "series_import", "admin:index"} <= {
        route.name for route in found
    }
    assert examples.unknown == set(), "add an example of these to tests/attacks/walk.py"


def test_no_view_is_exempt_from_the_forms_token() -> None:
    assert [route.name for route in routes() if getattr(route.view, "csrf_exempt", False)] == [*SIGNED, *BY_TOKEN]


def test_without_its_token_no_form_of_any_address_does_anything(siege: Cast, examples: Examples) -> None:
    client = browser(siege.storyteller, enforce_csrf=True)
    before = all_rows()
    for route in routes():
        for url in examples.addresses(route):
            answer = knock(client, url, FORGED, before)
            assert answer.status == (404 if route.name in SIGNED else 405 if route.name in BY_TOKEN else 403), url
            assert not answer.changed, url
            assert not answer.added, url


def test_strangers_find_nothing_at_another_series_addresses(siege: Cast, examples: Examples) -> None:
    client, before = browser(siege.stranger), all_rows()
    for route in walked(without=DOOR):
        keyed = bool(route.arguments) and route.name not in (*BY_LINK, *OF_NOBODY)
        for url in examples.addresses(route):
            for data in (None, FORGED):
                answer = knock(client, url, data, before if data else None)
                assert answer.status < 500, url
                assert not keyed or answer.status in (404, 405), (url, answer.status)
                assert_nothing_told(siege, answer.text, url, but_the_name=route.name in BY_LINK)
                assert answer.changed.keys() <= {("campaigns.User", siege.stranger.pk)}, url


def test_visitors_are_led_to_the_door_and_keep_what_they_typed(siege: Cast, examples: Examples) -> None:
    client, before = browser(None), all_rows()
    for route in walked(without=DOOR):
        for url in examples.addresses(route):
            for data in (None, FORGED):
                answer = knock(client, url, data, before if data else None)
                if route.name not in OPEN and answer.status != 405:
                    is_kept = data is not None and route.name not in SHUT
                    assert answer.status == (403 if is_kept else 302), (url, answer.status)
                    assert is_kept or answer.location.startswith("/account/login/?next=/"), url
                    assert not is_kept or "Notes: Forged" in answer.text, f"{url} forgets what was typed"
                assert_nothing_told(siege, answer.text, url, but_the_name=route.name in BY_LINK)
                assert not answer.changed, url
                assert not answer.added, url


def test_account_pages_tell_and_change_nothing_of_others(siege: Cast, examples: Examples) -> None:
    before = all_rows()
    for person in (None, siege.stranger):
        client = browser(person)
        for route in routes():
            if route.path.startswith("account/"):
                for url in examples.addresses(route):
                    answer = knock(client, url, FORGED, before)
                    assert answer.status < 500, url
                    own = {("campaigns.User", person.pk)} if person else set()
                    assert answer.changed.keys() <= own, url
                    assert_nothing_told(siege, answer.text, url)


@pytest.mark.parametrize("person", ["player", "storyteller", None])
def test_the_admin_is_shut_to_everybody_but_staff(person: str | None, siege: Cast, examples: Examples) -> None:
    client, before = browser(getattr(siege, person) if person else None), all_rows()
    for route in routes():
        if route.path.startswith("admin/") and route.local not in ("login", "logout", "jsi18n"):
            for url in examples.addresses(route):
                for data in (None, FORGED):
                    answer = knock(client, url, data, before if data else None)
                    assert answer.status in (302, 403, 404), (url, answer.status)
                    assert not answer.changed, url
    staff_page = knock(client, "/staff/")
    assert staff_page.status in (302, 404)


def test_no_field_makes_anybody_more_than_they_are(siege: Cast, examples: Examples) -> None:
    user = siege.player
    client, before = browser(user), all_rows()
    own_membership = ("campaigns.Membership", siege.membership(user).pk)
    own = {("campaigns.Character", siege.heroine.pk)}
    for route in walked(without=DOOR):
        if route.name == "series_leave":
            continue  # which everybody but the owner may
        for url in examples.addresses(route):
            answer = knock(client, url, FORGED, before)
            assert answer.status < 500, url
            assert answer.changed.keys() <= own | {("campaigns.User", user.pk)}, (url, answer.changed)
            assert own_membership not in answer.changed, url
            if me := answer.changed.get(("campaigns.User", user.pk)):
                assert not read_user(me)["is_staff"], url
                assert not read_user(me)["is_superuser"], url
            assert SECRET not in answer.text, url


def test_the_siege_sees_what_a_door_lets_in(siege: Cast) -> None:
    url = f"/series/{siege.series.pk}/edit/"
    answer = knock(browser(siege.storyteller), url, {"name": "Renamed"}, all_rows())
    assert answer.changed.keys() == {("campaigns.Series", siege.series.pk)}
    siege.series.refresh_from_db()
    assert siege.series.name != "Renamed"


def test_nothing_that_is_typed_is_run(siege: Cast, examples: Examples) -> None:
    client, before = browser(siege.player), all_rows()
    for route in walked(without=("admin/",)):
        for url in examples.addresses(route):
            asked = knock(client, f"{url}?{'&'.join(f'{name}={INJECTION}' for name in ('next', 'page', 'character'))}")
            posted = knock(client, url, {**dict.fromkeys(FORGED, INJECTION), "next": INJECTION, "username": INJECTION})
            for answer in (asked, posted):
                assert answer.status < 500, (url, answer.status)
                assert "71917198" not in answer.text, url
                assert settings.SECRET_KEY not in answer.text, url
                assert "pbkdf2" not in answer.text, url
                assert "\n" not in answer.location, url
    assert all_rows().keys() == before.keys()


def test_oversized_bodies_are_refused_at_every_address(siege: Cast, examples: Examples) -> None:
    client = browser(siege.storyteller)
    bodies = cycle((b"name=" + b"A" * 1_100_000, b"&".join(b"f%d=" % place for place in range(4_100))))
    for route, body in zip(walked(without=("admin/",)), bodies, strict=False):
        for url in examples.addresses(route):
            answer = knock(client, url, body)
            assert 300 <= answer.status < 500, (url, answer.status)


def assert_nothing_told(siege: Cast, text: str, url: str, *, but_the_name: bool = False) -> None:
    names = [SECRET, siege.heroine.name, siege.duelist.name, siege.story.title, siege.scene.title]
    for told in [*names, *([] if but_the_name else [siege.series.name])]:
        assert told not in text, (url, told)
