"""The small server of the background work: `/metrics` for Prometheus, `/healthz` for a container.

It answers one request after the other in the process that forks the parts, which must not have threads.
"""

import hmac
import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.conf import settings
from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.background.family import PAUSE, Family, Part
from config.server.monitoring.process_figures import list_family, measure_cpu, measure_memory

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

logger = logging.getLogger(__name__)


class _Handler(WSGIRequestHandler):
    timeout = 2.0
    """Seconds that a request may take to arrive. Until then nobody looks at the parts."""

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


class PartsCollector(Collector):
    """What each part takes of the machine, and how often it was started."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = list(parts)

    def collect(self) -> Iterator[Metric]:
        memory = GaugeMetricFamily(
            "storywheel_part_memory_bytes",
            "Memory of a part of the background work; what is shared counts by its share.",
            labels=["part"],
        )
        cpu = CounterMetricFamily("storywheel_part_cpu_seconds", "Time of the processor it took.", labels=["part"])
        starts = CounterMetricFamily("storywheel_part_starts", "How often it was started.", labels=["part"])
        memory.add_metric(["parent"], measure_memory(os.getpid()))
        for part in self._parts:
            processes = list_family(part.process) if part.process else []
            memory.add_metric([part.name], sum(map(measure_memory, processes)))
            cpu.add_metric([part.name], sum(map(measure_cpu, processes)))
            starts.add_metric([part.name], part.starts)
        return iter((memory, cpu, starts))


class Watch:
    """The server. `serve` waits for one request, or a moment."""

    def __init__(self, host: str, port: int, counts: Path) -> None:
        """`counts`: the folder in which the parts count (PROMETHEUS_MULTIPROC_DIR)."""
        self._registry = CollectorRegistry()
        MultiProcessCollector(self._registry, str(counts))  # type: ignore[no-untyped-call]
        self._metrics = make_wsgi_app(self._registry)
        self._family: Family | None = None
        self._server = WSGIServer((host, port), _Handler)
        self._server.timeout = PAUSE
        self._server.set_app(self._answer)

    def look_after(self, family: Family) -> None:
        """Report on these parts."""
        self._family = family
        self._registry.register(PartsCollector(family.parts))

    def serve(self) -> None:
        """Answer one request, if one comes in the next moment."""
        self._server.handle_request()

    def close(self) -> None:
        """Stop listening."""
        self._server.server_close()

    def _answer(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/healthz":
                is_well = self._family is not None and self._family.is_well()
                start("200 OK" if is_well else "503 Service Unavailable", [("Content-Type", "text/plain")])
                return [b"ok" if is_well else b"a part does not run"]
            case "/metrics" if _may_read(environ.get("HTTP_AUTHORIZATION", "")):
                metrics: Iterable[bytes] = self._metrics(environ, start)
                return metrics
            case _:
                start("404 Not Found", [("Content-Type", "text/plain")])
                return [b"not here"]


def _may_read(given: str) -> bool:
    token = settings.METRICS_TOKEN
    return not token or hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def open_watch(address: str, counts: Path) -> Watch | None:
    """Return the server at `host:port`, or None where there is to be none or the port is taken."""
    host, _colon, port = address.rpartition(":")
    if not port.isdecimal() or int(port) == 0:
        return None
    try:
        return Watch(host or "127.0.0.1", int(port), counts)
    except OSError as error:
        logger.warning("Nothing listens on %s for metrics of the background work: %s", address, error.strerror)
        return None
