"""Three URLs for monitoring, answered before Django: `/healthz`, `/readyz`, `/metrics`.

They check no host name, TLS or session, so that a probe on the same machine needs none of them.
"""

import hmac
import ipaddress
import json
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from config.server.monitoring import metrics
from config.server.monitoring.broker import BrokerAway, count_waiting_tasks
from config.server.monitoring.disk_space import is_full
from config.server.monitoring.last_backup import UNKNOWN, describe_age
from config.server.monitoring.schema import find_schema_difference

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

OK, AWAY, FULL = "ok", "away", "full"


class Probes:
    """Wrap the application with the three URLs."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["path"]:
            case "/healthz":
                await _answer(send, 200, "text/plain", b"ok")
            case "/readyz":
                parts, backup = await sync_to_async(check_readiness, thread_sensitive=False)()
                status = 200 if set(parts.values()) == {OK} else 503
                state = {**parts, "backup": backup}
                await _answer(send, status, "application/json", json.dumps(state).encode())
            case "/metrics" if may_read_metrics(scope):
                text = await sync_to_async(collect_metrics, thread_sensitive=False)()
                await _answer(send, 200, metrics.CONTENT_TYPE, text)
            case _:
                await self._application(scope, receive, send)


async def _answer(send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def may_read_metrics(scope: Scope) -> bool:
    """Whether the request has the token; if no token is set, whether it comes from this machine and no proxy."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        return hmac.compare_digest(headers.get(b"authorization", b""), f"Bearer {settings.METRICS_TOKEN}".encode())
    if b"x-forwarded-for" in headers or b"forwarded" in headers or not scope.get("client"):
        return False
    try:
        return ipaddress.ip_address(scope["client"][0]).is_loopback
    except ValueError:
        return False


def check_readiness() -> tuple[dict[str, str], str]:
    """Return the state of the parts and the age of the last backup, in words.

    The thread may never be asked again: its connections are closed.
    """
    try:
        parts = check_parts()
        return parts, describe_age() if parts["database"] == OK else UNKNOWN
    finally:
        connections.close_all()


def collect_metrics() -> bytes:
    """Return the metrics; the thread may never be asked again, either."""
    try:
        return metrics.write_metrics()
    finally:
        connections.close_all()


def check_parts() -> dict[str, str]:
    """Return the state of each part that a request needs: `ok`, or what is wrong in a few words."""
    return {
        "database": _check_database(),
        "migrations": check_tables(),
        "broker": _check_broker(),
        "disk": FULL if is_full() else OK,
    }


def _check_database() -> str:
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return AWAY
    return OK


def check_tables() -> str:
    """Check the migrations and tables. Once they are right they are not checked again."""
    try:
        require_fitting_tables()
    except LookupError as misfit:
        return str(misfit.args[0])
    except DatabaseError:
        return AWAY
    return OK


@cache
def require_fitting_tables() -> None:
    """Raise `LookupError` if a migration is missing or the tables are not those of the models."""
    executor = MigrationExecutor(connections["default"])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise LookupError("missing")
    if odd := find_schema_difference():
        raise LookupError(odd)


def _check_broker() -> str:
    try:
        count_waiting_tasks()
    except BrokerAway:
        return AWAY
    return OK
