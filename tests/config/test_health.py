"""The probes and the metrics: what they answer, and to whom."""

import asyncio
import json
import time
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from prometheus_client import REGISTRY

from config.celery import app as celery
from config.server.monitoring import disk_space, health
from config.server.monitoring.metrics import RequestMetrics
from play.live.frames import Drawing, beat_frame, people_frame
from play.stage.shape import Facts

pytestmark = pytest.mark.walk


async def ask(path: str, **scope: Any) -> tuple[int, bytes]:
    """Send a GET through the probes; what they do not answer is 404 here."""
    sent: list[dict[str, Any]] = []

    async def pages(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asked = {"type": "http", "method": "GET", "path": path, "headers": [], "client": ("127.0.0.1", 5000), **scope}
    await health.Probes(pages)(asked, receive, send)
    return sent[0]["status"], sent[1]["body"]


READY = {"database": "ok", "migrations": "ok", "broker": "ok", "disk": "ok", "backup": "none"}


def told_ready() -> tuple[int, dict[str, str]]:
    """What `/readyz` answers."""
    status, body = asyncio.run(ask("/readyz"))
    return status, json.loads(body)


def test_a_living_process_says_so_without_the_database() -> None:
    assert asyncio.run(ask("/healthz")) == (200, b"ok")


def test_everything_else_goes_on_to_the_pages() -> None:
    assert asyncio.run(ask("/"))[0] == 404


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker at a port on which nobody listens."""
    link = partial(celery.connection_for_read, "redis://127.0.0.1:9/0")
    monkeypatch.setattr(celery, "connection_for_read", link)


@pytest.mark.django_db(transaction=True)
def test_a_server_whose_parts_are_there_is_ready() -> None:
    assert told_ready() == (200, READY)


@pytest.mark.django_db(transaction=True)
def test_a_server_without_its_broker_is_not_ready(no_broker: None) -> None:
    assert told_ready() == (503, READY | {"broker": "away"})


def test_a_server_whose_tables_are_old_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_of_old_tables() -> None:
        raise LookupError("missing")

    monkeypatch.setattr(health, "require_fitting_tables", tell_of_old_tables)
    monkeypatch.setattr(health, "_check_database", lambda: "away")
    status, told = told_ready()
    assert (status, told["database"], told["migrations"]) == (503, "away", "missing")
    assert told["backup"] == "unknown"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("ALTER TABLE play_table RENAME COLUMN number TO count", "play_table has a column count"),
        ("ALTER TABLE play_snapshot RENAME TO play_picture", "there is no table play_snapshot"),
    ],
)
def test_a_server_whose_tables_have_other_columns_than_its_models_is_not_ready(change: str, sentence: str) -> None:
    """Its list of migrations is the newest, for one of them was edited after it had run."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
        health.require_fitting_tables.cache_clear()
        told = health.check_tables()
        transaction.set_rollback(True)
    assert (told, health.check_tables()) == (sentence, "ok")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", ["our own disk", "the disk of the database"])
def test_a_server_without_room_on_the_disk_is_not_ready(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if place == "our own disk":
        monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=disk_space.LEAST_FREE - 1))
    else:
        disk_space.note_refusal()
    assert told_ready() == (503, READY | {"disk": "full"})
    monkeypatch.setattr("time.monotonic", partial(float, time.monotonic() + disk_space.MEMORY))
    assert disk_space.is_full() == (place == "our own disk")


@pytest.mark.usefixtures("no_backup")
@pytest.mark.parametrize(
    ("token", "scope", "status"),
    [
        ("", {}, 200),
        ("", {"client": ("::1", 1)}, 200),
        ("", {"client": ("10.0.0.7", 1)}, 404),
        ("", {"client": None}, 404),
        ("", {"headers": [(b"x-forwarded-for", b"127.0.0.1")]}, 404),
        ("key", {}, 404),
        ("key", {"headers": [(b"authorization", b"Bearer kez")]}, 404),
        ("key", {"headers": [(b"authorization", b"Bearer key")], "client": ("10.0.0.7", 1)}, 200),
    ],
)
def test_metrics_are_for_this_machine_or_for_the_token(
    settings: LazySettings, token: str, scope: dict[str, Any], status: int
) -> None:
    settings.METRICS_TOKEN = token
    assert asyncio.run(ask("/metrics", **scope))[0] == status


@pytest.fixture
def no_backup(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that writes metrics does not ask the database when the last backup was."""
    monkeypatch.setattr("config.server.monitoring.metrics.measure_age", lambda: None)


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


class Line:
    """A way to a browser that always takes what it is sent."""

    def is_free(self) -> bool:
        return True

    def push(self, text: str) -> None:
        assert text == BOARD


BOARD = Drawing(cast(Facts, {})).make_whole()


async def click(
    metrics: RequestMetrics, status: int, number: int = 0, *, push: bool = True, by_line: bool = False
) -> None:
    """A command at scene 7, and while it is answered a push to a socket that is open there."""
    pushed = asyncio.Event()

    async def pages(_scope: Any, _receive: Any, send: Any) -> None:
        if push:
            pushed.set()
            await asyncio.sleep(0.01)
        headers = [(b"HX-Trigger", b'{"table:moved": {"number": %d}}' % number)] if number else []
        await send({"type": "http.response.start", "status": status, "headers": headers})

    async def sockets(scope: Any, _receive: Any, send: Any) -> None:
        for text in (people_frame(["mira"], [], []), beat_frame(1)):
            await send({"type": "websocket.send", "text": text})
        assert value("storywheel_sockets") >= 1
        await pushed.wait()
        if by_line and scope["state"]["line"].is_free():
            scope["state"]["line"].push(BOARD)
        else:
            await send({"type": "websocket.send", "text": BOARD})

    async def nothing(_message: Any = None) -> None:
        pass

    scope = {"path": "/ws/scenes/7/", "state": {"line": Line()}}
    watching = asyncio.ensure_future(metrics.count_sockets(sockets)(scope, nothing, nothing))
    await asyncio.sleep(0)
    command = {"method": "POST", "path": "/scenes/7/command/"}
    await metrics.count_commands(pages)(command, nothing, nothing)
    pushed.set()
    await watching


def test_commands_ticks_pushes_and_sockets_are_counted() -> None:
    before = {name: value(name) for name in ("storywheel_ticks_total", "storywheel_push_seconds_count")}
    accepted = value("storywheel_commands_total", outcome="accepted")
    refused = value("storywheel_commands_total", outcome="refused")
    failed = value("storywheel_commands_total", outcome="failed")
    sockets, metrics = value("storywheel_sockets"), RequestMetrics()
    asyncio.run(click(metrics, 200, 5, by_line=True))
    asyncio.run(click(metrics, 200, 5, push=False))  # the same answer to the same command
    asyncio.run(click(metrics, 409, push=False))
    asyncio.run(click(metrics, 503, push=False))
    assert value("storywheel_commands_total", outcome="accepted") == accepted + 2
    assert value("storywheel_commands_total", outcome="refused") == refused + 1
    assert value("storywheel_commands_total", outcome="failed") == failed + 1
    assert value("storywheel_ticks_total") == before["storywheel_ticks_total"] + 1
    assert value("storywheel_push_seconds_count") == before["storywheel_push_seconds_count"] + 2
    assert value("storywheel_sockets") == sockets


@pytest.mark.usefixtures("no_backup")
def test_metrics_hold_no_names(settings: LazySettings) -> None:
    settings.METRICS_TOKEN = ""
    _status, text = asyncio.run(ask("/metrics"))
    for name in (b"commands_total", b"ticks_total", b"sockets", b"push_seconds", b"task_queue", b"backup_age_seconds"):
        assert b"storywheel_" + name in text
    assert b"/scenes/" not in text


@pytest.mark.usefixtures("no_backup")
def test_waiting_tasks_are_counted_and_are_no_number_while_the_broker_is_away(
    settings: LazySettings, request: pytest.FixtureRequest
) -> None:
    settings.METRICS_TOKEN = ""

    def told() -> bytes:
        text = asyncio.run(ask("/metrics"))[1]
        return next(line for line in text.splitlines() if line.startswith(b"storywheel_task_queue ")).split()[1]

    before = float(told())
    with celery.connection_for_write() as link:
        queue = link.SimpleQueue(celery.conf.task_default_queue)
        queue.put({"a": "task"})
        assert float(told()) == before + 1
        queue.get(timeout=1).ack()
    request.getfixturevalue("no_broker")
    assert told() == b"NaN"
