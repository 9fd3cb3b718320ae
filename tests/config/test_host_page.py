"""What the host reads of a server: what is in order, what is missing, what to type; and nothing of what is played."""

import smtplib
import stat
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import DEFAULT_DB_ALIAS
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from campaigns.models import Series, User
from config.background import heartbeat
from config.background.heartbeat import KEY, MAX_SILENCE
from config.backup import BadBackup, verify
from config.backup.writing import dump_from
from config.celery import app
from config.host import backups, findings
from config.host.findings import Finding, State, list_findings
from config.server.monitoring import disk_space
from config.server.monitoring.broker import BrokerAway
from config.server.monitoring.health import check_parts
from config.server.monitoring.last_backup import note_backup
from config.server.monitoring.version import describe_version
from config.tasks import back_up, turn_tables
from tests.cast import SECRET, Cast
from tests.conftest import SignIn

URL, LETTER, BACKUP, NEWS = "/staff/server/", "/staff/server/letter/", "/staff/server/backup/", "/staff/server/news/"


@pytest.fixture(autouse=True)
def folder(db: None, settings: LazySettings, tmp_path: Path) -> Path:
    """Where the data of this server lies."""
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def browser(host: User, sign_in: SignIn) -> Client:
    return sign_in(host)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the backups that the worker was asked for."""
    names: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda _task, arguments: names.extend(arguments))
    return names


@pytest.fixture(autouse=True)
def unfrozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read from the connection of the test, whose rows no other sees; tests/shared back up while people play."""
    monkeypatch.setattr(backups, "dump", lambda path: dump_from(path, DEFAULT_DB_ALIAS))


def find(key: str) -> Finding:
    return next(one for one in list_findings() if one.key == key)


def test_only_staff_have_these_pages(cast: Cast, sign_in: SignIn, sent: list[str]) -> None:
    for person in (cast.storyteller, cast.player, cast.stranger):
        client = sign_in(person)
        assert [client.get(url).status_code for url in (URL, NEWS)] == [404, 404]
        assert [client.post(url, {"address": "a@example.org"}).status_code for url in (LETTER, BACKUP)] == [404, 404]
    assert Client().get(URL).status_code == 302
    assert sent == []
    assert mail.outbox == []


def test_nothing_changes_by_a_look(browser: Client, sent: list[str]) -> None:
    assert [browser.get(url).status_code for url in (LETTER, BACKUP)] == [405, 405]
    assert browser.get(URL).status_code == 200
    assert sent == []


def test_the_page_holds_no_secret_of_the_server_or_of_a_table(
    cast: Cast, browser: Client, settings: LazySettings, folder: Path
) -> None:
    settings.MAIL, settings.EMAIL_HOST = True, "mail.example.org"
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "sender", "hush-hush"
    page = browser.get(URL).content.decode()
    assert "mail.example.org" in page
    for secret in ("hush-hush", settings.SECRET_KEY, SECRET, cast.series.name, cast.heroine.name):
        assert secret not in page


def test_what_is_missing_is_said_with_what_to_type(browser: Client) -> None:
    page = browser.get(URL).content.decode()
    for todo in ("EMAIL_URL=smtp+tls://", "STORYWHEEL_ADMINS=", "manage.py backup", "STORYWHEEL_TLS=1"):
        assert todo in page
    assert f">{describe_version()}<" in page


def test_mail_and_letters(settings: LazySettings) -> None:
    assert (find("mail").state, find("admins").state) == (State.WRONG, State.WRONG)
    settings.MAIL, settings.EMAIL_HOST, settings.ADMINS = True, "mail.example.org", [("", "boss@example.org")]
    assert (find("mail").state, find("admins").state) == (State.GOOD, State.GOOD)
    assert "boss@example.org" in find("admins").said


def test_without_tls_a_server_at_home_is_told_and_a_public_one_is_warned(settings: LazySettings) -> None:
    assert find("tls").state is State.NOTE
    settings.GIVEN_HOSTS = ["table.example.org"]
    assert find("tls").state is State.WRONG
    assert find("hosts").state is State.GOOD
    settings.SECURE = True
    assert find("tls").state is State.GOOD


def test_settings_that_strangers_can_use_are_told_in_our_words(settings: LazySettings) -> None:
    assert not {"key", "debug"} & {one.key for one in list_findings()}
    settings.DEBUG, settings.SECRET_KEY = True, "django-insecure-short"
    assert (find("debug").state, find("debug").todo) == (State.WRONG, "DEBUG=0")
    assert (find("key").state, find("key").todo) == (State.WRONG, "manage.py new_secret_key")


@pytest.mark.parametrize(("mail", "missing"), [(True, set()), (False, {"mail", "admins"})])
def test_of_a_production_server_as_the_guide_has_it_nothing_is_missing_but_what_was_left_out(
    settings: LazySettings, mail: bool, missing: set[str]
) -> None:
    settings.PRODUCTION = settings.SECURE = True
    settings.GIVEN_HOSTS = ["table.example.org"]
    settings.MAIL, settings.EMAIL_HOST = mail, "mail.example.org" if mail else ""
    settings.ADMINS = [("", "boss@example.org")] if mail else []
    note_backup()
    turn_tables()
    assert {one.key for one in list_findings() if one.state is State.WRONG} == missing


def test_a_backup_grows_old(settings: LazySettings) -> None:
    assert find("backup").state is State.WRONG
    note_backup()
    assert find("backup").state is State.GOOD
    note_backup(timezone.now() - timedelta(hours=40))
    assert find("backup").state is State.WRONG
    assert "40 hours old. One every 36 hours is expected." in find("backup").said
    settings.BACKUP_HOURS = 0
    assert find("backup").state is State.GOOD


def test_worker_and_clock_are_alive_while_their_task_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "count_waiting_tasks", lambda: 0)
    monkeypatch.setattr(heartbeat, "_STARTED", time.monotonic())
    assert find("worker").state is State.NOTE, "nothing is missing from a server that has just started"
    monkeypatch.setattr(heartbeat, "_STARTED", time.monotonic() - MAX_SILENCE)
    assert find("worker").todo == "systemctl restart storywheel-worker"
    turn_tables()
    assert find("worker").state is State.GOOD
    cache.set(KEY, time.time() - MAX_SILENCE - 1)
    monkeypatch.setattr(findings, "count_waiting_tasks", lambda: 3)
    assert find("worker").said == "3 tasks are waiting and no worker takes them."

    def refuse() -> int:
        raise BrokerAway

    monkeypatch.setattr(findings, "count_waiting_tasks", refuse)
    assert "Redis does not answer" in find("worker").said


def test_a_full_disk_and_missing_tables_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (find("disk").state, find("database").state) == (State.GOOD, State.GOOD)
    disk_space.note_refusal()
    monkeypatch.setattr(findings, "check_parts", lambda: {**check_parts(), "migrations": "missing"})
    assert (find("disk").state, find("database").state) == (State.WRONG, State.WRONG)


def test_broken_and_lost_games_are_seen(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find("games").state is State.GOOD
    monkeypatch.setattr(apps.get_app_config("config"), "broken_games", {"blades": "ImportError: no <b>steel</b>"})
    assert "blades is broken: ImportError" in find("game-blades").said
    Series.objects.update(system="gone")
    assert find("lost-gone").said == "1 series plays gone, a game that is not installed."
    assert all(one.key != "games" for one in list_findings())


def test_markup_in_a_reason_is_words(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps.get_app_config("config"), "broken_games", {"blades": "<b>steel</b>"})
    assert "&lt;b&gt;steel" in browser.get(URL).content.decode()


# ---- A test letter


def test_a_letter_is_sent_and_the_answer_is_told(browser: Client, settings: LazySettings) -> None:
    settings.MAIL = True
    page = browser.post(LETTER, {"address": "boss@example.org"}, follow=True).content.decode()
    assert "The mail server accepted an email to boss@example.org." in page
    assert [letter.to for letter in mail.outbox] == [["boss@example.org"]]


@pytest.mark.parametrize("address", ["", "nobody", "a@example.org\nBcc: b@example.org", "a@b.org,c@d.org", "x" * 300])
def test_no_letter_goes_to_what_is_no_address(browser: Client, settings: LazySettings, address: str) -> None:
    settings.MAIL = True
    assert browser.post(LETTER, {"address": address}).status_code == 422
    assert mail.outbox == []


def test_without_a_mail_server_that_is_said(browser: Client) -> None:
    answer = browser.post(LETTER, {"address": "boss@example.org"})
    assert answer.status_code == 409
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad credentials"), "5.7.8 Bad credentials"),
        (smtplib.SMTPRecipientsRefused({"a@b.org": (550, b"No such user \xff")}), "No such user"),
        (ConnectionRefusedError("Connection refused"), "Connection refused"),
        (TimeoutError(), "TimeoutError"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_mail_server_refuses_is_told_in_its_words(
    browser: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, fault: Exception, words: str
) -> None:
    settings.MAIL = True

    def refuse(_letter: Any) -> int:
        raise fault

    monkeypatch.setattr(EmailMessage, "send", refuse)
    answer = browser.post(LETTER, {"address": "boss@example.org"})
    assert answer.status_code == 422
    assert words in answer.content.decode()


# ---- A backup by a button


def test_the_button_makes_the_same_backup_as_the_command(browser: Client, sent: list[str], folder: Path) -> None:
    assert browser.post(BACKUP, follow=True).status_code == 200
    assert "disabled" in browser.get(URL).content.decode()
    assert browser.post(BACKUP).status_code == 409
    assert len(sent) == 1
    back_up(sent[0])
    made = folder / "backups" / sent[0]
    assert verify(made).rows > 0
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert find("backup").state is State.GOOD
    page = browser.get(URL).content.decode()
    assert sent[0] in page
    assert str(folder / "backups") in page
    assert "disabled" not in page
    assert browser.post(BACKUP).status_code == 302


def test_no_address_gives_the_file_out(browser: Client, sent: list[str]) -> None:
    browser.post(BACKUP)
    back_up(sent[0])
    page = browser.get(URL).content.decode()
    assert f"/{sent[0]}" not in page
    assert [browser.get(f"{place}{sent[0]}").status_code for place in (BACKUP, URL, "/staff/", "/static/")] == [404] * 4


def test_why_it_failed_is_told_until_one_succeeds(
    browser: Client, sent: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.post(BACKUP)

    def fail(_path: Path) -> None:
        raise BadBackup("There is no room.")

    with monkeypatch.context() as patch:
        patch.setattr(backups, "dump", fail)
        with pytest.raises(BadBackup):
            back_up(sent[0])
    assert "There is no room." in browser.get(URL).content.decode()
    assert find("backup").state is State.WRONG
    back_up("another.zip")
    assert "There is no room." not in browser.get(URL).content.decode()


def test_without_a_broker_the_button_says_so_and_may_be_tried_again(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise OperationalError

    monkeypatch.setattr(app, "send_task", refuse)
    assert browser.post(BACKUP).status_code == 503
    assert browser.post(BACKUP).status_code == 503


# ---- News


def test_the_news_of_this_version_are_shown_without_links_to_files(browser: Client) -> None:
    page = browser.get(NEWS).content.decode()
    assert "Before you upgrade" in page
    assert 'lang="en"' in page
    assert 'href="docs/' not in page
