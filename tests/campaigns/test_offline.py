"""Which pages a device may keep: the server says it, page by page, for the seat that the person has."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.core.offline import MARK
from campaigns.models import Role
from tests.cast import PASSWORD, Cast
from tests.conftest import SignIn


def read_mark(client: Client, path: str) -> dict[str, Any] | None:
    """What a page tells the worker, or None."""
    told = client.get(path).headers.get(MARK)
    return json.loads(told) if told else None


def test_own_sheets_and_scenes_are_kept_for_the_seat_that_looks(cast: Cast, sign_in: SignIn) -> None:
    client, seat = sign_in(cast.player), f"{cast.series.pk}-{Role.PLAYER}"
    for path in (reverse("character", args=[cast.heroine.pk]), reverse("table", args=[cast.scene.pk])):
        assert read_mark(client, path) == {"person": cast.player.pk, "seat": seat}


def test_sheets_of_others_are_not_kept_even_by_those_who_read_them(cast: Cast, sign_in: SignIn) -> None:
    for user, character in ((cast.player, cast.duelist), (cast.player, cast.warden), (cast.storyteller, cast.heroine)):
        mark = read_mark(sign_in(user), reverse("character", args=[character.pk]))
        assert mark is not None
        assert "seat" not in mark


def test_pages_of_lists_and_accounts_are_not_kept_but_say_whose_device_it_is(cast: Cast, sign_in: SignIn) -> None:
    seats = [f"{cast.series.pk}-{Role.PLAYER}"]
    for name in ("series_list", "account"):
        assert read_mark(sign_in(cast.player), reverse(name)) == {"person": cast.player.pk, "seats": seats}


@pytest.mark.parametrize("name", ["series", "members", "people", "threads", "handouts", "private_notes"])
def test_no_other_page_of_a_series_bears_a_mark(name: str, cast: Cast, sign_in: SignIn) -> None:
    response = sign_in(cast.storyteller).get(reverse(name, args=[cast.series.pk]))
    assert response.status_code == 200
    assert MARK not in response.headers


def test_pages_for_nobody_and_refusals_bear_no_mark(cast: Cast, sign_in: SignIn) -> None:
    assert read_mark(Client(), reverse("account_login")) is None
    assert read_mark(Client(), reverse("offline")) is None
    for path in (reverse("table", args=[cast.scene.pk]), reverse("character", args=[cast.heroine.pk])):
        assert read_mark(sign_in(cast.stranger), path) is None


def test_a_seat_that_was_lost_is_no_longer_named(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    cast.membership(cast.player).delete()
    mark = read_mark(client, reverse("series_list"))
    assert mark is not None
    assert mark["seats"] == []


def test_a_new_role_is_another_seat(cast: Cast, sign_in: SignIn) -> None:
    membership = cast.membership(cast.co_storyteller)
    client, path = sign_in(cast.co_storyteller), reverse("table", args=[cast.scene.pk])
    before = read_mark(client, path)
    assert before == {"person": cast.co_storyteller.pk, "seat": f"{cast.series.pk}-{Role.STORYTELLER}"}
    membership.role = Role.PLAYER
    membership.save()
    after = read_mark(client, reverse("series_list"))
    assert after is not None
    assert before["seat"] not in after["seats"]


def test_a_device_keeps_pages_where_its_person_stays_signed_in(cast: Cast, sign_in: SignIn) -> None:
    client, path = sign_in(cast.player), reverse("table", args=[cast.scene.pk])
    session = client.session
    session.set_expiry(0)
    session.save()
    assert read_mark(client, path) == {"person": cast.player.pk, "seats": []}


def test_the_switch_of_a_device_wins(cast: Cast, sign_in: SignIn) -> None:
    client, path = sign_in(cast.player), reverse("table", args=[cast.scene.pk])
    page = client.post(reverse("offline_choice"), {"keep": "off"}, follow=True).content.decode()
    assert "Save my pages on this device" in page
    assert read_mark(client, path) == {"person": cast.player.pk, "seats": []}
    session = client.session
    session.set_expiry(0)
    session.save()
    page = client.post(reverse("offline_choice"), {"keep": "on"}, follow=True).content.decode()
    assert "Don’t save pages on this device" in page
    mark = read_mark(client, path)
    assert mark is not None
    assert "seat" in mark
    client.cookies["offline"] = "perhaps"
    assert read_mark(client, path) == {"person": cast.player.pk, "seats": []}


def test_signing_out_erases_what_the_browser_stores_and_asking_does_not(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    assert "Clear-Site-Data" not in client.get(reverse("account_logout")).headers
    response = client.post(reverse("account_logout"))
    assert response.status_code == 302
    assert response["Clear-Site-Data"] == '"storage"'
    assert client.get(reverse("series_list")).status_code == 302


def test_an_account_that_goes_leaves_nothing_in_the_browser(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.stranger)
    assert "Clear-Site-Data" not in client.get(reverse("account_delete")).headers
    assert "Clear-Site-Data" not in client.post(reverse("account_delete"), {"password": "wrong"}).headers
    response = client.post(reverse("account_delete"), {"password": PASSWORD, "name": cast.stranger.username})
    assert response["Clear-Site-Data"] == '"storage"'


def test_the_table_says_what_may_be_written_offline(cast: Cast, sign_in: SignIn) -> None:
    form = f'data-part="{reverse("table_write", args=[cast.scene.pk])}"'
    for user, may_write in ((cast.player, True), (cast.spectator, False)):
        page = sign_in(user).get(reverse("table", args=[cast.scene.pk])).content.decode()
        assert 'data-spoken="/me,/em,/w,/whisper"' in page
        assert (form in page) is may_write
