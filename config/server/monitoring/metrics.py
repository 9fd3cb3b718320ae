"""Metrics for Prometheus, counted outside the application so that `play` need not know of them.

If several processes share an address (`uvicorn --workers`), `PROMETHEUS_MULTIPROC_DIR` names an empty folder, and any
of them answers for all. Processes with addresses of their own are asked one by one.
"""

import os
import re
import time
from collections import Counter as Counts
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import DatabaseError
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    PROCESS_COLLECTOR,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    multiprocess,
)

from config.server.monitoring.broker import BrokerAway, count_waiting_tasks
from config.server.monitoring.disk_space import measure_free
from config.server.monitoring.last_backup import measure_age
from config.server.monitoring.process_figures import find_boot_time
from play.server.websocket_deflate import Line

CONTENT_TYPE = CONTENT_TYPE_LATEST


class OwnProcess(ProcessCollector):
    """Memory, time of the processor and open files of this process, also in a unit that does not see /proc/stat."""

    def _boot_time(self) -> float:
        return find_boot_time()


REGISTRY.unregister(PROCESS_COLLECTOR)
OwnProcess()  # registers itself

COMMANDS = Counter("storywheel_commands", "Commands at tables, by what became of them.", ["outcome"])
TICKS = Counter("storywheel_ticks", "Times that a command brought a table to a new number.")
SOCKETS = Gauge("storywheel_sockets", "Sockets that are open.", multiprocess_mode="livesum")
COMMAND_SECONDS = Histogram("storywheel_command_seconds", "From a command's arrival to its answer.")
PUSH_SECONDS = Histogram(
    "storywheel_push_seconds",
    "From a command's arrival to the first push that shows it.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
THROTTLED = Counter("storywheel_throttled", "Requests and sockets turned away for being too many.", ["kind"])
TASKS = Gauge("storywheel_task_queue", "Background tasks that wait for a worker.", multiprocess_mode="mostrecent")
BACKUP = Gauge(
    "storywheel_backup_age_seconds",
    "Since a backup last succeeded; NaN if none has, or the database is away.",
    multiprocess_mode="mostrecent",
)

DISK = Gauge("storywheel_disk_free_bytes", "Room that is left where the data lies.", multiprocess_mode="mostrecent")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_COMMAND = re.compile(r"/scenes/(\d{1,18})/command/")
_SOCKET = re.compile(r"/ws/scenes/(\d{1,18})/")
_NUMBER = re.compile(rb'"number": (\d+)')
_OUTCOMES = {
    200: "accepted",
    302: "accepted",
    400: "unreadable",
    403: "forbidden",
    404: "not found",
    409: "refused",
    429: "throttled",
}
_FACTS = '{"v":'
"""The beginning of a frame with facts or a change of them. Heartbeats and presence begin differently."""
MAX_SCENES = 4096


@dataclass(frozen=True, slots=True)
class _NotedLine:
    """A connection to a browser that reports what is sent through it."""

    line: Line
    note: Callable[[str], None]

    def is_free(self) -> bool:
        return self.line.is_free()

    def push(self, text: str) -> None:
        self.line.push(text)
        self.note(text)


class RequestMetrics:
    """Counts the commands and sockets that go through the application, and measures how long they take."""

    def __init__(self) -> None:
        self._clicked: dict[str, float] = {}
        """When the oldest command of a scene came whose push has not been seen yet."""
        self._numbers: dict[str, int] = {}
        self._watched: Counts[str] = Counts()

    def count_commands(self, application: Application) -> Application:
        """Wrap the application of pages."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            found = _COMMAND.fullmatch(scope["path"]) if scope["method"] == "POST" else None
            if found is None:
                await application(scope, receive, send)
            else:
                await self._count_command(found[1], application, scope, receive, send)

        return counted

    async def _count_command(
        self, scene: str, application: Application, scope: Scope, receive: Receive, send: Send
    ) -> None:
        started, status, number = time.perf_counter(), 500, 0
        if self._watched[scene]:
            self._clicked.setdefault(scene, started)

        async def noted(message: Any) -> None:
            nonlocal status, number
            if message["type"] == "http.response.start":
                status = message["status"]
                found = _NUMBER.search(dict(message["headers"]).get(b"HX-Trigger", b""))
                number = int(found[1]) if found else 0
            await send(message)

        try:
            await application(scope, receive, noted)
        finally:
            COMMANDS.labels(_OUTCOMES.get(status, "failed" if status >= 500 else "other")).inc()
            COMMAND_SECONDS.observe(time.perf_counter() - started)
            if not number and self._clicked.get(scene) == started:
                del self._clicked[scene]  # nothing will be pushed
            self._count_tick(scene, number)

    def _count_tick(self, scene: str, number: int) -> None:
        if number > self._numbers.get(scene, 0):
            TICKS.inc()
            if len(self._numbers) >= MAX_SCENES:
                self._numbers.clear()
            self._numbers[scene] = number

    def count_sockets(self, application: Application) -> Application:
        """Wrap the application of sockets."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            found = _SOCKET.fullmatch(scope["path"])
            scene = found[1] if found else ""
            SOCKETS.inc()
            self._watched[scene] += 1

            def note(text: str) -> None:
                if scene in self._clicked and text.startswith(_FACTS):
                    PUSH_SECONDS.observe(time.perf_counter() - self._clicked.pop(scene))

            async def noted(message: Any) -> None:
                await send(message)
                note(message.get("text") or "")

            if line := scope.get("state", {}).get("line"):
                scope["state"]["line"] = _NotedLine(line, note)
            try:
                await application(scope, receive, noted)
            finally:
                SOCKETS.dec()
                self._watched[scene] -= 1
                if not self._watched[scene]:
                    del self._watched[scene]
                    self._clicked.pop(scene, None)

        return counted


def write_metrics() -> bytes:
    """Return all metrics in Prometheus' format."""
    TASKS.set(_count_waiting_tasks())
    BACKUP.set(_measure_backup_age())
    DISK.set(measure_free())
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(REGISTRY)
    _forget_the_dead(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    everybody = CollectorRegistry()
    multiprocess.MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)


def _forget_the_dead(counts: Path) -> None:
    """Remove the gauges of processes that were killed and could not reset them."""
    for path in counts.glob("gauge_live*_*.db"):
        process = int(path.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]


def _count_waiting_tasks() -> float:
    """Return how many tasks wait, or NaN while the broker is away."""
    try:
        return float(count_waiting_tasks())
    except BrokerAway:
        return float("nan")


def _measure_backup_age() -> float:
    """Return the seconds since the last backup, or NaN."""
    try:
        age = measure_age()
    except DatabaseError:
        return float("nan")
    return float("nan") if age is None else age.total_seconds()
