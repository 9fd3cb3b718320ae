"""What the host is told by letter: errors, and that there is no good backup; once, and without anybody's words."""

import importlib
import io
import logging
import math
import os
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY

from campaigns.models import User
from config.backup import BadBackup
from config.server.monitoring import alarms, last_backup
from config.server.monitoring.alarms import ErrorEmailHandler
from config.server.monitoring.metrics import write_metrics
from config.tasks import watch_backups
from tests.cast import Cast

CANARY = "canary-sings-at-midnight"


@pytest.fixture(autouse=True)
def host(db: None, settings: LazySettings, tmp_path: Path) -> None:
    settings.ADMINS, settings.VAR_DIR = [("", "host@example.org")], tmp_path
    settings.EMAIL_SUBJECT_PREFIX, settings.BACKUP_HOURS = "[Storywheel] ", 36


@pytest.fixture
def letters() -> Iterator[ErrorEmailHandler]:
    """The handler, where the server has it."""
    root, handler = logging.getLogger(), ErrorEmailHandler()
    handler.setLevel(logging.ERROR)
    before = root.handlers
    root.handlers = [*(one for one in before if not isinstance(one, ErrorEmailHandler)), handler]
    yield handler
    root.handlers = before


def come() -> list[mail.EmailMessage]:
    """The letters that were sent, once all of them are."""
    for thread in threading.enumerate():
        if thread.name == alarms.THREAD:
            thread.join(9)
    return list(mail.outbox)


def fail(*_arguments: object, **_named: object) -> None:
    raise ValueError(CANARY)


def test_an_error_in_a_view_is_told_once_and_quotes_nobody(
    cast: Cast, letters: ErrorEmailHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.series.views.begin_series", fail)
    client = Client(raise_request_exception=False)
    client.force_login(cast.player)
    form = {"name": CANARY, "system": "exalted2e", "command": "3b0d1f0e-7f0e-4a51-9f0a-0a6f5d1c7f11"}
    for _ in range(3):
        assert client.post(f"/series/new/?q={CANARY}", form, HTTP_X_WORD=CANARY).status_code == 500
    (letter,) = come()
    assert (letter.subject, letter.to) == ("[Storywheel] ValueError", ["host@example.org"])
    assert "POST /series/new/" in letter.body
    assert "test_alarms.py" in letter.body
    assert CANARY not in letter.message().as_string()
    assert client.cookies["sessionid"].value not in letter.body


def test_each_kind_and_place_is_told_and_of_all_only_so_many(letters: ErrorEmailHandler) -> None:
    for number in range(alarms.MAX_EMAILS + 5):
        error = type(f"Fault{number}", (Exception,), {})(CANARY)
        logging.getLogger("config").error("%s fails", CANARY, exc_info=error)
    told = come()
    assert len({letter.subject for letter in told}) == len(told) == alarms.MAX_EMAILS
    assert not any(CANARY in letter.message().as_string() for letter in told)


def test_after_an_hour_it_is_told_again(letters: ErrorEmailHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    for passed in (0, 10, alarms.SILENCE + 1):
        monkeypatch.setattr("time.monotonic", lambda at=now + passed: at)
        logging.getLogger("config").error("it fails for %s", CANARY)
    assert [letter.subject for letter in come()] == ["[Storywheel] it fails for %s"] * 2


@pytest.mark.parametrize("change", [{"DEBUG": True}, {"ADMINS": []}])
def test_nobody_is_told_of_errors_at_home(
    letters: ErrorEmailHandler, settings: LazySettings, change: dict[str, object]
) -> None:
    for name, value in change.items():
        setattr(settings, name, value)
    logging.getLogger("config").error("it fails")
    assert come() == []


def test_warnings_send_no_letter(letters: ErrorEmailHandler) -> None:
    logging.getLogger("config").warning("it may fail")
    assert come() == []


def age_backup(hours: float) -> None:
    """Let the last backup have been made so long ago."""
    last_backup.note_backup(timezone.now() - timedelta(hours=hours))


def test_the_host_is_told_once_a_day_that_no_backup_has_succeeded_for_long() -> None:
    age_backup(35.9)
    watch_backups()
    assert mail.outbox == []
    age_backup(37)
    watch_backups()
    watch_backups()
    (letter,) = mail.outbox
    assert "No backup has succeeded for 37 hours" in letter.body


def test_a_server_that_has_never_made_one_says_so() -> None:
    watch_backups()
    assert "No backup has succeeded ever" in mail.outbox[0].body
    assert last_backup.describe_age() == "none"


@pytest.mark.parametrize("change", [{"BACKUP_HOURS": 0}, {"ADMINS": []}])
def test_who_wants_no_letters_of_backups_gets_none(settings: LazySettings, change: dict[str, object]) -> None:
    for name, value in change.items():
        setattr(settings, name, value)
    watch_backups()
    assert mail.outbox == []


def test_a_letter_that_could_not_be_sent_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr("config.server.monitoring.last_backup.email_admins", refuse)
        with pytest.raises(ConnectionRefusedError):
            watch_backups()
    watch_backups()
    assert len(mail.outbox) == 1


def test_a_backup_that_is_whole_is_noted_and_one_that_is_not_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_damage(_file: Path) -> None:
        raise BadBackup("It is damaged.")

    place = "config.host.backups"
    monkeypatch.setattr(f"{place}.dump", lambda _file: None)
    monkeypatch.setattr(f"{place}.verify", find_damage)
    with pytest.raises(CommandError):
        call_command("backup", "one.zip")
    assert last_backup.measure_age() is None
    monkeypatch.setattr(f"{place}.verify", lambda _file: SimpleNamespace(rows=1, tables={}))
    call_command("backup", "one.zip", stdout=io.StringIO())
    assert last_backup.describe_age() == "0 hours old"


@pytest.mark.parametrize(("people", "said"), [(1, "40 hours old"), (0, "none")])
def test_the_note_of_an_earlier_version_was_a_file_whose_time_is_carried_over(
    settings: LazySettings, people: int, said: str
) -> None:
    """A database without people was never backed up, whatever this host has made of others."""
    for number in range(people):
        User.objects.create_user(f"person-{number}")
    note = Path(settings.VAR_DIR) / "last-backup"
    note.touch()
    os.utime(note, (time.time() - 40 * 3600,) * 2)
    migration = importlib.import_module("campaigns.migrations.0035_last_backup")
    migration.carry_over(apps, SimpleNamespace(connection=connection))
    assert last_backup.describe_age() == said


def test_a_host_without_that_file_has_nothing_to_carry_over() -> None:
    User.objects.create_user("person")
    migration = importlib.import_module("campaigns.migrations.0035_last_backup")
    migration.carry_over(apps, SimpleNamespace(connection=connection))
    assert last_backup.describe_age() == "none"


def test_the_age_of_the_last_backup_is_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> float:
        write_metrics()
        return REGISTRY.get_sample_value("storywheel_backup_age_seconds") or 0.0

    assert math.isnan(told())
    age_backup(2)
    assert told() == pytest.approx(7200, abs=60)
    monkeypatch.setattr("config.server.monitoring.metrics.measure_age", Mock(side_effect=OperationalError))
    assert math.isnan(told())


def test_systemd_tells_the_host_which_unit_has_failed(settings: LazySettings) -> None:
    call_command("tell_admins", "storywheel-backup")
    call_command("tell_admins", "test")
    subjects = [letter.subject for letter in mail.outbox]
    assert subjects == ["[Storywheel] storywheel-backup has failed", "[Storywheel] Test"]
    assert str(mail.outbox[1].body).startswith("Nothing has failed.")
    settings.ADMINS = []
    with pytest.raises(CommandError, match="STORYWHEEL_ADMINS"):
        call_command("tell_admins", "storywheel-backup")
