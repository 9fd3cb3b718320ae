"""A production server refuses to start with what is only good at home, and says in a sentence what to set."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.checks import Tags, run_checks

from config import checks
from tests.config.test_settings import load_settings

GOOD_KEY = "q8Zr2Lw5Nf0Xk7Vb3Tj9Hs4Gd6Pc1MyaEuQoRiWtUxSzYvKlJnBm"
GOOD: dict[str, object] = {
    "PRODUCTION": True,
    "GIVEN_SECRET_KEY": GOOD_KEY,
    "DEBUG": False,
    "GIVEN_HOSTS": ["table.example.org"],
    "SECURE": True,
    "NOTIFIES_OTHERS": True,
    "OWN_WORKER": False,
    "WEB_PROCESSES": 4,
}
BAD: list[tuple[dict[str, object], str]] = [
    ({"GIVEN_SECRET_KEY": ""}, "SECRET_KEY is not set"),
    ({"GIVEN_SECRET_KEY": "django-insecure-" + GOOD_KEY}, "SECRET_KEY can be guessed"),
    ({"GIVEN_SECRET_KEY": checks.EXAMPLE_KEY + GOOD_KEY}, "SECRET_KEY can be guessed"),
    ({"GIVEN_SECRET_KEY": "short"}, "SECRET_KEY can be guessed"),
    ({"GIVEN_SECRET_KEY": "ab" * 40}, "SECRET_KEY can be guessed"),
    ({"DEBUG": True}, "set DEBUG=0"),
    ({"GIVEN_HOSTS": []}, "ALLOWED_HOSTS is not set"),
    ({"GIVEN_HOSTS": ["*"]}, "ALLOWED_HOSTS allows any name"),
    ({"SECURE": False}, "set STORYWHEEL_TLS=1"),
    ({"NOTIFIES_OTHERS": False, "WEB_PROCESSES": 1}, "no broker for background work: set REDIS_URL"),
    ({"ADMINS": [("", "host@example.org")], "MAIL": False}, "STORYWHEEL_ADMINS cannot be told anything: set EMAIL_URL"),
    (
        {"NOTIFIES_OTHERS": False, "OWN_WORKER": True},
        "Several processes cannot tell each other what is new: set REDIS_URL",
    ),
]


def set_all(settings: LazySettings, values: dict[str, object]) -> None:
    for name, value in values.items():
        setattr(settings, name, value)


@pytest.mark.parametrize(("change", "sentence"), BAD)
def test_each_danger_is_refused_with_one_sentence(
    settings: LazySettings, change: dict[str, object], sentence: str
) -> None:
    set_all(settings, GOOD | change)
    refusals = checks.list_refusals()
    assert len(refusals) == 1
    assert sentence in refusals[0]
    assert refusals[0].endswith(".")
    with pytest.raises(SystemExit, match="does not start"):
        checks.refuse_unsafe_start()


def test_a_well_set_server_starts(settings: LazySettings) -> None:
    set_all(settings, GOOD)
    assert checks.list_refusals() == []
    checks.refuse_unsafe_start()


def test_one_process_with_its_own_worker_needs_no_redis(settings: LazySettings) -> None:
    set_all(settings, GOOD | {"NOTIFIES_OTHERS": False, "OWN_WORKER": True, "WEB_PROCESSES": 1})
    assert checks.list_refusals() == []


def test_a_table_at_home_is_asked_for_nothing(settings: LazySettings) -> None:
    everything = {name: value for change, _ in BAD for name, value in change.items()}
    set_all(settings, everything | {"PRODUCTION": False})
    assert checks.list_refusals() == []


def test_they_are_among_the_deployment_checks(settings: LazySettings) -> None:
    set_all(settings, GOOD | {"DEBUG": True})
    ours = [message.id for message in run_checks(include_deployment_checks=True) if "storywheel" in (message.id or "")]
    assert ours == ["storywheel.E003"]


@pytest.mark.parametrize(
    ("environment", "ids"),
    [
        ({}, {"storywheel.W006"}),
        ({"STORYWHEEL_TLS": "1"}, set()),
        ({"STORYWHEEL_TLS": "1", "STORYWHEEL_HSTS_WHOLE": "1"}, set()),
        ({"SECRET_KEY": "short"}, {"storywheel.W002", "storywheel.W006"}),
        ({"DEBUG": "1"}, {"storywheel.W003", "storywheel.W006"}),
        ({"STORYWHEEL_PRODUCTION": "1", "DEBUG": "1"}, {f"storywheel.E00{number}" for number in (1, 3, 4, 6, 8)}),
    ],
)
def test_no_check_of_a_deployment_names_a_setting_that_nobody_can_set_here(
    environment: dict[str, str], ids: set[str], settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Django's own speak of SECURE_HSTS_SECONDS and the like; ours say what to put into the file of settings."""
    read = load_settings(monkeypatch, tmp_path, **environment)
    set_all(settings, {name: value for name, value in read.items() if name in CHECKED or "SECURE" in name})
    found = [one for one in run_checks(tags=[Tags.security], include_deployment_checks=True) if not one.is_silenced()]
    assert {one.id for one in found} == ids


CHECKED = {"PRODUCTION", "DEBUG", "SECRET_KEY", "GIVEN_SECRET_KEY", "GIVEN_HOSTS", "SILENCED_SYSTEM_CHECKS"}
"""What the checks read, besides what has to do with TLS."""
