"""Logs say what failed and where, and never a secret or what anybody said."""

import io
import json
import logging
import re
import uuid
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.test import Client
from django.urls import get_resolver

from config.server.monitoring.logs import JsonFormatter, LineFormatter, scrub
from tests.cast import Cast

CANARY = "canary-sings-at-midnight"


@pytest.fixture(params=[JsonFormatter, LineFormatter])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Everything that is logged from here on, as the server would write it."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.parametrize(
    "text",
    [
        f"Not Found: /join/{CANARY}/",
        f"Not Found: /demo/{CANARY}/",
        f"GET /account/password/reset/key/{CANARY}/",
        f"GET /account/invited/{CANARY}/",
        f"Not Found: /overlay/{CANARY}/faces/1.webp",
        f"WebSocket /ws/overlay/{CANARY}/ [accepted]",
        f"GET /series/?q={CANARY}",
        f"cannot reach redis://:{CANARY}@10.0.0.1/0",
        f"postgres://storywheel:{CANARY}@db/storywheel is away",
        f"cookie sessionid={CANARY}; path=/",
        f"csrftoken: {CANARY}",
        f"Authorization: Bearer {CANARY}",
        f"{{'password': '{CANARY}'}}",
    ],
)
def test_keys_are_blotted_out_wherever_they_stand(text: str) -> None:
    assert CANARY not in scrub(text)
    assert "***" in scrub(text)


SECRETS = {"token", "secret", "key", "signed", "table"}
"""The names of the parts of addresses that are secrets."""


def list_secret_addresses() -> list[str]:
    """Every address with a secret in it, with the canary in its place."""
    return [
        re.sub(r"%\((\w+)\)s", lambda part: CANARY if part[1] in SECRETS else "1", pattern)
        for found in get_resolver().reverse_dict.lists()
        for possibilities, *_rest in found[1]
        for pattern, names in possibilities
        if SECRETS & set(names)
    ]


def test_no_address_with_a_secret_is_logged_whole() -> None:
    addresses = list_secret_addresses()
    assert {"read", "join", "overlay", "notices"} <= {address.partition("/")[0] for address in addresses}
    assert not [address for address in addresses if CANARY in scrub(f"Not Found: /{address}")]


def test_what_is_no_secret_stays() -> None:
    assert scrub("could not draw scene 12 for Seat(3)") == "could not draw scene 12 for Seat(3)"


def test_a_failure_names_its_kind_and_place_but_not_what_was_said(log: io.StringIO) -> None:
    try:
        try:
            raise KeyError(CANARY)
        except KeyError as error:
            raise ValueError(f"{CANARY} is not understood") from error
    except ValueError:
        logging.getLogger("play.live.room").exception("could not draw scene %s", 12)
    written = log.getvalue()
    assert "could not draw scene 12" in written
    assert "builtins.ValueError" in written
    assert "builtins.KeyError" in written
    assert "test_logs.py" in written
    assert CANARY not in written


def test_a_command_that_fails_leaves_nothing_of_its_text_in_the_log(
    cast: Cast, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OperationalError(f'DETAIL: Failing row contains (1, "{CANARY}")')

    monkeypatch.setattr("play.commands.submit.write_events", fail)
    client = Client(raise_request_exception=False)
    client.force_login(cast.player)
    form = {"command": str(uuid.uuid4()), "number": "0", "move": "Say", "text": CANARY}
    answer = client.post(f"/scenes/{cast.scene.pk}/command/?q={CANARY}", form)
    assert answer.status_code == 500
    assert CANARY not in answer.content.decode()
    assert "OperationalError" in log.getvalue()
    assert CANARY not in log.getvalue()


def test_a_day_of_play_and_sign_in_leaves_no_text_in_the_log(cast: Cast, log: io.StringIO) -> None:
    client = Client()
    client.post("/account/login/", {"login": CANARY, "password": CANARY})
    client.get(f"/join/{CANARY}/")
    client.get(f"/series/?name={CANARY}")
    client.force_login(cast.player)
    form = {"command": str(uuid.uuid4()), "number": "0", "move": "Say", "text": CANARY}
    assert client.post(f"/scenes/{cast.scene.pk}/command/", form).status_code == 302
    assert client.post(f"/scenes/{cast.scene.pk}/command/", form | {"move": CANARY}).status_code == 400
    lines = [line for line in log.getvalue().splitlines() if "django.db" not in line]
    assert CANARY not in "\n".join(lines)


def test_each_json_line_is_an_object() -> None:
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, "Not Found: %s", ("/x",), None)
    record.status_code = 404
    told = json.loads(JsonFormatter().format(record))
    assert {"at", "level", "logger", "message", "status"} == told.keys()
    assert (told["level"], told["logger"], told["message"]) == ("warning", "django.request", "Not Found: /x")


def test_whoever_works_on_the_code_sees_all(settings: LazySettings) -> None:
    settings.DEBUG = True
    try:
        raise ValueError(CANARY)
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "no", (), (type(error), error, error.__traceback__))
    assert CANARY in LineFormatter().format(record)
