"""Who may take which name, and whom wrong passwords shut out."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.accounts.user_names import RESERVED, get_skeleton
from campaigns.models import User
from tests.cast import PASSWORD, Cast

SECRET = "nine arches of stone"


def sign_up(name: str) -> str:
    """What the page says when somebody asks for a name."""
    form = {"username": name, "password1": SECRET, "password2": SECRET}
    return Client().post(reverse("account_signup"), form, follow=True).content.decode()


@pytest.mark.parametrize("name", ["petrа", "ｐｅｔｒａ", "PETRA", "реtrа", "ΡΕΤRΑ", "Petra"], ids=ascii)
def test_no_name_is_given_that_looks_like_anothers(name: str, db: None) -> None:
    User.objects.create_user("petra")
    page = sign_up(name)
    assert "is taken. Choose another." in page or "already exists" in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Admin", "аdmin", "st0ryteller", "STORYTELLER", "ro0t", "kertoja"], ids=ascii)
def test_nobody_passes_for_those_who_run_things(name: str, host: User) -> None:
    assert "is reserved for hosts" in sign_up(name)
    assert User.objects.get() == host


@pytest.mark.parametrize("name", ["petrа.", "mirа", "Олeг", "αlma", "小林Олег"], ids=ascii)
def test_no_name_mixes_scripts(name: str, db: None) -> None:
    User.objects.create_user("petra")
    assert "letters of one script" in sign_up(name)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["..", "-_-", "@"])
def test_a_name_needs_a_letter_or_a_digit(name: str, db: None) -> None:
    User.objects.create_user("petra")
    assert "needs a letter or a digit" in sign_up(name)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    ["petri", "Олег", "mäki", "maki", "Ψυχή", "administra", "小林", "小林petri", "さくら龍", "7", "k2.petri"],
    ids=ascii,
)
def test_names_of_any_letters_are_given(name: str, db: None) -> None:
    User.objects.create_user("petra")
    sign_up(name)
    assert User.objects.filter(username=name).exists()


def test_a_name_is_kept_in_its_plain_form(host: User) -> None:
    sign_up("ｍｉｒａ")
    assert User.objects.get(is_staff=False).username == "mira"


def test_the_reserved_names_look_different_from_one_another() -> None:
    assert len({get_skeleton(name) for name in RESERVED}) == len(RESERVED)


def knock(password: str, address: str) -> bool:
    """Whether the player comes in with this password, from this address."""
    answer = Client(REMOTE_ADDR=address).post(reverse("account_login"), {"login": "player", "password": password})
    return answer.status_code == 302


def test_a_strangers_wrong_passwords_shut_nobody_out_at_home(cast: Cast) -> None:
    assert not any(knock("wrong", "203.0.113.7") for _ in range(6))
    assert not knock(PASSWORD, "203.0.113.7")
    assert knock(PASSWORD, "198.51.100.1")


def test_a_household_of_ipv6_has_no_more_tries_than_one_address(cast: Cast) -> None:
    assert not any(knock("wrong", f"2001:db8::{place}") for place in range(6))
    assert not knock(PASSWORD, "2001:db8::99")
    assert knock(PASSWORD, "2001:db8:1::99")
