"""The first account of a server is its host's, made with a code that only those who started the server can read."""

import io
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns.accounts.services import make_first_account
from campaigns.core.refusals import Refused
from campaigns.models import AuditEntry, User
from config.accounts.first_account import NAME, get_code
from config.management.commands import serve
from tests.cast import Cast
from tests.conftest import SignIn

URL = "/first/"
PASSWORD = "nine arches of stone"


@pytest.fixture
def folder(db: None, settings: LazySettings, tmp_path: Path) -> Path:
    """Where the code of this server lies."""
    settings.VAR_DIR = tmp_path
    return tmp_path


def form(**changed: str) -> dict[str, str]:
    return {"code": get_code(), "username": "host", "password1": PASSWORD, "password2": PASSWORD, **changed}


@pytest.mark.parametrize("path", ["/", "/account/login/", "/account/signup/", "/admin/", "/staff/", "/series/new/"])
def test_the_first_visitor_is_led_there(folder: Path, path: str) -> None:
    answer = Client().get(path, follow=True)
    assert answer.request["PATH_INFO"] == URL
    assert get_code() not in answer.content.decode()


def test_with_the_code_the_account_is_made_and_runs_the_server(folder: Path) -> None:
    client = Client()
    said = get_code().lower().replace("-", " ")
    answer = client.post(URL, form(code=f" {said} "), follow=True)
    assert answer.request["PATH_INFO"] == reverse("first_game")
    assert answer.status_code == 200
    host = User.objects.get()
    assert (host.username, host.is_staff, host.is_superuser, host.is_active) == ("host", True, True, True)
    assert host.check_password(PASSWORD)
    assert [(entry.who, entry.kind, entry.whom) for entry in AuditEntry.objects.all()] == [
        ("host", "account_added", "host")
    ]
    assert not (folder / NAME).exists()
    assert Client().login(username="host", password=PASSWORD)


def test_the_hosts_address_is_asked_for_where_there_is_mail(folder: Path, settings: LazySettings) -> None:
    settings.MAIL = False
    assert 'name="email"' not in Client().get(URL).content.decode()
    settings.MAIL = True
    client = Client()
    assert 'name="email"' in client.get(URL).content.decode()
    assert client.post(URL, form(email="no address")).status_code == 422
    answer = client.post(URL, form(email="host@example.org"), follow=True)
    assert answer.request["PATH_INFO"] == reverse("first_game")
    address = EmailAddress.objects.get(user__username="host")
    assert (address.email, address.verified, address.primary) == ("host@example.org", True, True)
    assert "Email goes to host@example.org." in client.get(reverse("notice_choices")).content.decode()


def test_afterwards_there_is_no_such_page(folder: Path, sign_in: SignIn) -> None:
    code = get_code()
    host = User.objects.create_superuser("host")
    for client, status in ((Client(), 302), (sign_in(host), 404)):
        assert client.get(URL).status_code == status
        assert client.post(URL, form(code=code, username="other")).status_code == status
    assert User.objects.count() == 1
    assert Client().get("/account/login/").status_code == 200
    assert Client().get("/account/signup/").status_code == 200


@pytest.mark.parametrize(
    "changed",
    [
        {"code": ""},
        {"code": "AAAA-AAAA-AAAA"},
        {"code": "-"},
        {"code": "\0"},
        {"code": "ß" * 12},
        {"code": "А" * 40},
        {"code": "A" * 100_000},
        {"username": ""},
        {"username": "a b/c"},
        {"username": "h\0st"},
        {"username": "h" * 151},
        {"password2": "another"},
        {"password1": "123", "password2": "123"},
    ],
    ids=ascii,
)
def test_without_the_code_and_a_sound_account_nothing_is_made(folder: Path, changed: dict[str, str]) -> None:
    answer = Client().post(URL, form(**changed))
    assert answer.status_code == 422
    assert 'class="wrong"' in answer.content.decode()
    assert not User.objects.exists()
    assert (folder / NAME).exists()


def test_a_form_without_anything_is_refused_in_words(folder: Path) -> None:
    assert Client().post(URL).status_code == 422
    assert Client(enforce_csrf_checks=True).post(URL, form()).status_code == 403
    assert Client().put(URL).status_code == 405
    assert not User.objects.exists()


def test_nobody_becomes_more_by_naming_rights(folder: Path) -> None:
    Client().post(URL, {**form(code="guess"), "is_staff": "1", "is_superuser": "1"})
    assert not User.objects.exists()


def test_a_stranger_cannot_sign_up_before_the_host(folder: Path) -> None:
    new = {"username": "stranger", "password1": PASSWORD, "password2": PASSWORD}
    Client().post("/account/signup/", new)
    assert not User.objects.exists()


def test_the_code_is_kept_for_its_owner_alone_and_is_hard_to_guess(folder: Path) -> None:
    code = get_code()
    assert get_code() == code
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600
    (folder / NAME).unlink()
    assert get_code() != code
    assert len(code.replace("-", "")) == 12


def test_a_command_says_the_code_while_there_is_nobody(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("first_code")
    assert f"{URL} and make the host's account with the code {get_code()}" in capsys.readouterr().out
    User.objects.create_user("petra")
    with pytest.raises(CommandError, match="There are accounts already"):
        call_command("first_code")


def test_a_server_that_starts_says_the_code_while_there_is_nobody(folder: Path) -> None:
    said = io.StringIO()
    serve.Command(stdout=said).greet(["127.0.0.1"], 8000, False)
    assert f"makes the first there with the code {get_code()}" in said.getvalue()
    User.objects.create_user("petra")
    later = io.StringIO()
    serve.Command(stdout=later).greet(["127.0.0.1"], 8000, False)
    assert "code" not in later.getvalue()


def test_the_second_of_two_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="just created the first account"):
        make_first_account(User(username="other"))
    assert not User.objects.filter(username="other").exists()
