"""What the environment says of a database, and what becomes of it."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from campaigns.downtime.running import STANDSTILL
from config.celery import app
from deploy.processes import ROOT

GUIDE = (ROOT / "docs" / "hosting" / "troubleshooting.md").read_text()


def load_settings(monkeypatch: pytest.MonkeyPatch, folder: Path, **environment: str) -> dict[str, Any]:
    """The settings of a process that was started like this."""
    for name, value in {"STORYWHEEL_VAR": str(folder), **environment}.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config" / "settings.py"))


def test_what_the_address_of_the_database_asks_for_holds_for_every_connection(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = "postgres://storywheel:word@db.example.org:5432/storywheel?sslmode=verify-full"
    settings = load_settings(monkeypatch, tmp_path, DATABASE_URL=url)
    usual = settings["DATABASES"]["default"]["OPTIONS"]
    assert {"sslmode", "options", "pool"} == usual.keys()
    assert usual["sslmode"] == settings["SNAPSHOT_OPTIONS"]["sslmode"] == "verify-full"
    assert f"up to {usual['pool']['max_size']} connections" in (ROOT / "docs" / "hosting" / "settings.md").read_text()


@pytest.mark.parametrize(("seconds", "told"), [("", "60s"), ("5", "5s"), ("0", "0s")])
def test_no_statement_works_for_ever_but_a_backup_takes_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seconds: str, told: str
) -> None:
    url = "postgres://storywheel:word@127.0.0.1:5432/storywheel?options=-c%20lock_timeout%3D1s"
    settings = load_settings(monkeypatch, tmp_path, DATABASE_URL=url, STORYWHEEL_STATEMENT_SECONDS=seconds)
    usual = settings["DATABASES"]["default"]["OPTIONS"]["options"]
    assert usual == f"-c lock_timeout=1s -c statement_timeout={told}"
    assert "statement_timeout" not in settings["SNAPSHOT_OPTIONS"]["options"]


def test_a_variable_that_is_set_to_nothing_counts_as_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = re.findall(r'env\.\w+\("(\w+)"', (ROOT / "config" / "settings.py").read_text())
    assert {"EMAIL_URL", "DATABASE_URL", "LIMIT_SERIES", "STORYWHEEL_LOGS"} <= set(names)
    settings = load_settings(monkeypatch, tmp_path, **dict.fromkeys(set(names) - {"STORYWHEEL_VAR"}, ""))
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "storywheel.sqlite3")
    assert (settings["LOG_FORM"], settings["MAIL"], settings["LIMIT_CHARACTERS"]) == ("line", False, 1000)


def test_the_folder_of_what_must_not_be_lost_is_made_for_its_own_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    load_settings(monkeypatch, tmp_path / "var")
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("is_whole", [False, True])
def test_whether_other_names_below_it_are_bound_to_https_is_the_hosts_decision(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_whole: bool
) -> None:
    whole = {"STORYWHEEL_HSTS_WHOLE": "1"} if is_whole else {}
    settings = load_settings(monkeypatch, tmp_path, STORYWHEEL_TLS="1", **whole)
    assert settings["SECURE_HSTS_SECONDS"] > 0
    assert settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"] == settings["SECURE_HSTS_PRELOAD"] == is_whole
    assert "STORYWHEEL_HSTS_WHOLE=1" in (ROOT / "docs" / "hosting" / "install.md").read_text()


def test_a_run_that_has_lost_its_worker_is_taken_up_as_soon_as_the_guide_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    turned = load_settings(monkeypatch, tmp_path)["CELERY_BEAT_SCHEDULE"]["turn downtimes"]
    assert turned["schedule"] + STANDSTILL.total_seconds() <= 30
    assert turned["options"]["expires"] <= turned["schedule"]  # what has waited for a worker does not heap up
    assert "the worker was killed in the middle of a downtime" in GUIDE


def test_a_task_that_hangs_loses_its_process_as_the_guide_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert load_settings(monkeypatch, tmp_path)["CELERY_TASK_TIME_LIMIT"] == app.conf.task_time_limit == 600
    assert "A task that hangs for ten minutes loses its process" in GUIDE


def test_the_embedded_database_writes_through_and_a_backup_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = load_settings(monkeypatch, tmp_path, DATABASE_URL=f"sqlite:///{tmp_path / 'storywheel.sqlite3'}")
    usual = settings["DATABASES"]["default"]["OPTIONS"]
    assert "synchronous=FULL" in usual["init_command"]
    assert usual == settings["SNAPSHOT_OPTIONS"] | {"transaction_mode": "IMMEDIATE"}
    assert settings["SNAPSHOT_OPTIONS"]["transaction_mode"] == "DEFERRED"
