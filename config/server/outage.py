"""Show a page if the database does not answer or has no room left, and if a series plays a game that is not here."""

from collections.abc import Callable, Iterator

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from config.server.errors import ServerError, database_away, disk_full, game_missing
from config.server.monitoring import disk_space
from rules import UNKNOWN_SYSTEM
from rules.errors import BadInput

FULL = {"SQLITE_FULL", "53100"}
"""The error codes of a full disk: SQLite's name, and the SQL standard's number in PostgreSQL."""
BUSY = {"SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_TIMEOUT", "SQLITE_LOCKED"}
"""The errors of SQLite that pass by themselves. Of a database server, all connection errors do."""


class Outage:
    """Django middleware before everything that queries the database: it turns some 500 responses into 503 or 507."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return 503 for a lost connection or a game that is not installed, 507 for a full disk, and other errors
        unchanged."""
        response = self._get_response(request)
        if not isinstance(response, ServerError):
            return response
        faults = list(_what_led_to(response.fault))
        if any(map(_is_full, faults)):
            disk_space.note_refusal()
            return disk_full(request)
        if any(map(_is_missing_game, faults)):
            return game_missing(request)
        return database_away(request) if any(map(_is_passing, faults)) else response


def _what_led_to(fault: BaseException | None) -> Iterator[BaseException]:
    """Yield the exception and those behind it. A full SQLite, for one, fails again at its savepoints."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _is_full(fault: BaseException) -> bool:
    return bool(FULL & {getattr(fault, "sqlite_errorname", ""), getattr(fault, "sqlstate", "")})


def _is_missing_game(fault: BaseException) -> bool:
    return isinstance(fault, BadInput) and fault.code == UNKNOWN_SYSTEM


def _is_passing(fault: BaseException) -> bool:
    if not isinstance(fault, (OperationalError, InterfaceError)):
        return False
    return hasattr(fault.__cause__, "sqlstate") or getattr(fault.__cause__, "sqlite_errorname", "") in BUSY
