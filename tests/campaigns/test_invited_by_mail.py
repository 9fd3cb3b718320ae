"""An invitation survives signing up by mail: in the same browser, in another one, and on another device."""

import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.urls import reverse

from campaigns.models import Role, User
from tests.cast import Cast

PASSWORD = "nine arches of stone"
NEW = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def letters(settings: LazySettings) -> list[Any]:
    """A server with mail; what it has sent."""
    settings.MAIL, settings.EMAIL_BACKEND = True, "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    mail.outbox = []
    return mail.outbox


@pytest.fixture
def invitation(cast: Cast) -> str:
    """The address of an invitation to the series."""
    return reverse("join", args=[cast.series.invites.create(role=Role.PLAYER).token])


def link_in(letter: Any) -> str:
    found = re.search(r"http://testserver(/\S+)", letter.body)
    assert found, letter.body
    return found[1]


def confirm(client: Client, link: str) -> Any:
    """Open the link of a letter and press the button there, as a browser sends its form."""
    page = client.get(link).content.decode()
    form = re.search(r'<form[^>]* action="([^"]*confirm[^"]*)".*?</form>', page, re.DOTALL)
    assert form, page
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    return client.post(form[1], hidden)


def test_in_the_same_browser_the_link_signs_in_and_lands_at_the_invitation(
    cast: Cast, letters: list[Any], invitation: str
) -> None:
    client = Client()
    client.post(reverse("account_signup"), {**NEW, "next": invitation})
    assert cast.series.name in letters[0].body
    assert confirm(client, link_in(letters[0]))["Location"] == invitation
    assert "Join as player" in client.get(invitation).content.decode()


def test_on_another_device_the_link_leads_through_the_door_to_the_invitation(
    cast: Cast, letters: list[Any], invitation: str
) -> None:
    Client().post(reverse("account_signup"), {**NEW, "next": invitation})
    phone = Client()
    door = confirm(phone, link_in(letters[0]))["Location"]
    page = phone.get(door).content.decode()
    assert f'name="next" value="{invitation}"' in page
    answer = phone.post(reverse("account_login"), {"login": "mira", "password": PASSWORD, "next": invitation})
    assert answer["Location"] == invitation
    assert "Join as player" in phone.get(invitation).content.decode()


def test_a_letter_that_is_sent_again_leads_there_too(cast: Cast, letters: list[Any], invitation: str) -> None:
    from django.core.cache import cache

    Client().post(reverse("account_signup"), {**NEW, "next": invitation})
    cache.clear()  # the pause between two letters
    phone = Client()
    phone.post(reverse("account_login"), {"login": "mira", "password": PASSWORD, "next": invitation})
    assert len(letters) == 2
    assert confirm(phone, link_in(letters[1]))["Location"] == invitation


def test_who_confirms_on_another_device_and_signs_in_on_the_first_lands_there(
    cast: Cast, letters: list[Any], invitation: str
) -> None:
    """It led to "No series yet" once: the sign-in page beside "A letter is on its way" names no way on."""
    first, phone = Client(), Client()
    first.post(reverse("account_signup"), {**NEW, "next": invitation})
    confirm(phone, link_in(letters[0]))
    sign_in = {"login": "mira", "password": PASSWORD}
    assert first.post(reverse("account_login"), sign_in)["Location"] == invitation
    first.post(invitation)
    first.post(reverse("account_logout"))
    assert first.post(reverse("account_login"), sign_in)["Location"] == reverse("series_list")


def test_a_letter_that_is_opened_again_leads_on(cast: Cast, letters: list[Any], invitation: str) -> None:
    first, phone = Client(), Client()
    first.post(reverse("account_signup"), {**NEW, "next": invitation})
    confirm(first, link_in(letters[0]))
    assert first.get(link_in(letters[0]))["Location"] == invitation
    door = phone.get(link_in(letters[0]), follow=True)
    assert "Your address is confirmed. Sign in." in door.content.decode()
    assert f'name="next" value="{invitation}"' in door.content.decode()


def test_who_mistyped_the_address_makes_the_account_again(cast: Cast, letters: list[Any], invitation: str) -> None:
    """The name was taken for good once, and its letter had gone to somebody else."""
    first = Client()
    first.post(reverse("account_signup"), {**NEW, "email": "mira@exmaple.org", "next": invitation})
    assert first.post(reverse("account_signup"), {**NEW, "next": invitation}).status_code == 302
    assert [letter.to for letter in letters] == [["mira@exmaple.org"], ["mira@example.org"]]
    assert confirm(first, link_in(letters[1]))["Location"] == invitation
    assert "used up" in Client().get(link_in(letters[0])).content.decode()


def test_the_same_form_sent_twice_makes_one_account_whose_letter_holds(
    cast: Cast, letters: list[Any], invitation: str
) -> None:
    first = Client()
    for _time in range(2):
        first.post(reverse("account_signup"), {**NEW, "next": invitation})
    assert len(letters) == 1
    assert confirm(first, link_in(letters[0]))["Location"] == invitation


def test_nobody_else_takes_a_name_that_waits_for_its_letter(cast: Cast, letters: list[Any], invitation: str) -> None:
    first = Client()
    first.post(reverse("account_signup"), NEW)
    assert Client().post(reverse("account_signup"), {**NEW, "email": "other@example.org"}).status_code == 200
    confirm(first, link_in(letters[0]))
    first.post(reverse("account_logout"))
    assert first.post(reverse("account_signup"), {**NEW, "email": "other@example.org"}).status_code == 200
    assert User.objects.filter(username="mira").count() == 1


@pytest.mark.parametrize("way_back", ["https://example.org/join/x/", "//example.org/", "/join/unknown/", ""])
def test_a_letter_leads_to_no_other_site_and_names_no_series_that_is_not_open(
    cast: Cast, letters: list[Any], way_back: str
) -> None:
    Client().post(reverse("account_signup"), {**NEW, "next": way_back})
    assert "example.org/" not in letters[0].body
    assert cast.series.name not in letters[0].body


def test_the_page_says_what_is_needed(cast: Cast, settings: LazySettings, invitation: str) -> None:
    for has_mail, wanted in ((True, True), (False, False)):
        settings.MAIL = has_mail
        assert ("an email address" in Client().get(invitation).content.decode()) is wanted
