"""A short path for what a table asks for most often: the same middleware and views as for a page, in one thread.

Measured gain: none of its own (docs/decisions/0007-short-way.md). Under ASGI, Django runs each synchronous part of a
middleware in a thread, before the view and after it: about forty switches of threads for one click, which cost several
times what a command does. A command that has arrived is carried out even if its browser no longer listens.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBadRequest, HttpResponseBase
from django.urls import ResolverMatch, get_resolver

from play.server.home_loop import set_home
from play.server.threads import pool

Scope = dict[str, Any]
Application = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

FAST_PATH = re.compile(r"/scenes/\d+/(?:command/|frame/|folds/[^/]+/)")


class FastPath(ASGIHandler):
    """Answers the requests that `is_fast` names; hands all others to `pages`."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware of every page as synchronous functions."""
        super().load_middleware(is_async=False)

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Find the view among those of the tables only."""
        request.resolver_match = get_resolver("play.urls").resolve(request.path_info)
        return request.resolver_match

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request."""
        if not is_fast(scope):
            await self._pages(scope, receive, send)
            return
        try:
            with await self.read_body(receive) as file:
                body = file.read()
        except RequestAborted:
            return
        await self.send_response(await self._answer(scope, body), send)

    async def _answer(self, scope: Scope, body: bytes) -> HttpResponseBase:
        if not settings.TABLE_THREADS:
            return await sync_to_async(self._answer_here)(scope, body)
        loop = asyncio.get_running_loop()
        set_home(loop)
        return await loop.run_in_executor(pool("door", 2 * settings.TABLE_THREADS), self._answer_kept, scope, body)

    def _answer_kept(self, scope: Scope, body: bytes) -> HttpResponseBase:
        """Answer in a thread that keeps its connection. If that was cut meanwhile, answer once more."""
        was_open = connection.connection is not None
        response = self._ask(scope, body)
        if connection.errors_occurred:
            connection.close()  # whatever the error was: the next request gets a new connection
            if was_open and response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                response = self._ask(scope, body)
        return response

    def _answer_here(self, scope: Scope, body: bytes) -> HttpResponseBase:
        close_old_connections()
        response = self._ask(scope, body)
        response.close()  # this closes the request, too; the content stays
        return response

    def _ask(self, scope: Scope, body: bytes) -> HttpResponseBase:
        request, refusal = self.create_request(scope, BytesIO(body))
        if request is None:
            return refusal or HttpResponseBadRequest()
        try:
            return self.get_response(request)
        finally:
            request.close()  # closes uploads; the answer is complete already


def is_fast(scope: Scope) -> bool:
    """Return whether a request takes the fast path: it asks for a part of a table's page, not for a page."""
    if scope.get("root_path") or not FAST_PATH.fullmatch(scope["path"]):
        return False
    return scope["path"].endswith("/frame/") or (b"hx-request", b"true") in scope["headers"]
