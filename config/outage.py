"""When the database does not answer: a page that says so, and a pool without dead connections for whoever asks next."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse

from config.errors import database_away


class Outage:
    """Django's middleware, next to the view."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 for what the database has cut off; whatever else went wrong is for others to answer."""
        if not isinstance(exception, (OperationalError, InterfaceError)) or connection.is_usable():
            return None
        connection.close()
        if pool := getattr(connection, "pool", None):
            pool.drain()  # what else lies in it is as dead, and would be found out one by one
        return database_away(request)
