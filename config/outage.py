"""When the database does not answer, or has no room left: a page that says so."""

from collections.abc import Callable, Iterator

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from config import disk_space
from config.errors import ServerError, database_away, disk_full

FULL = {"SQLITE_FULL", "53100"}
"""How databases name a disk without room: SQLite by a word, PostgreSQL by a number of the SQL standard."""
BUSY = {"SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_TIMEOUT", "SQLITE_LOCKED"}
"""What of a database in a file passes by itself. Of one behind a line, all does that goes wrong with the line."""


class Outage:
    """Django's middleware: it stands before all that asks the database, and looks at what became a 500 there."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """503 for what was cut off, 507 for what found no room; whatever else went wrong is told as our fault."""
        response = self._get_response(request)
        if not isinstance(response, ServerError):
            return response
        faults = list(_what_led_to(response.fault))
        if any(map(_is_full, faults)):
            disk_space.note_refusal()
            return disk_full(request)
        return database_away(request) if any(map(_is_passing, faults)) else response


def _what_led_to(fault: BaseException | None) -> Iterator[BaseException]:
    """The fault, and those that it came of: where SQLite runs full it breaks off, and then misses its savepoints."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _is_full(fault: BaseException) -> bool:
    return bool(FULL & {getattr(fault, "sqlite_errorname", ""), getattr(fault, "sqlstate", "")})


def _is_passing(fault: BaseException) -> bool:
    if not isinstance(fault, (OperationalError, InterfaceError)):
        return False
    return hasattr(fault.__cause__, "sqlstate") or getattr(fault.__cause__, "sqlite_errorname", "") in BUSY
