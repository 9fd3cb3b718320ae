"""The short way of a click: the same middleware and views as for any page, but all of it in one thread.

Under ASGI Django runs what is synchronous of each middleware in a thread by itself, before the view and after it: two
dozen hops, which cost several times what a command does. What a table asks for by the dozen goes through here instead.
A command that has arrived is carried out, whether its browser still listens or not.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import close_old_connections
from django.http.response import HttpResponseBadRequest, HttpResponseBase

from play.crew import pool
from play.publish import set_home

Scope = dict[str, Any]
Application = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

SHORT_WAY = re.compile(r"/scenes/\d+/(?:command/|frame/|folds/[^/]+/)")


class Express(ASGIHandler):
    """Answers what a table asks for; whatever else there is goes to `pages`."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """All of it without a loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request."""
        if not SHORT_WAY.fullmatch(scope["path"]) or scope.get("root_path"):
            await self._pages(scope, receive, send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        request, refusal = self.create_request(scope, body)
        try:
            response = await self._answer(request) if request is not None else refusal
            await self.send_response(response or HttpResponseBadRequest(), send)
        finally:
            body.close()

    async def _answer(self, request: ASGIRequest) -> HttpResponseBase:
        if not settings.TABLE_THREADS:
            return await sync_to_async(self._answer_here)(request)
        loop = asyncio.get_running_loop()
        set_home(loop)
        return await loop.run_in_executor(pool("door", 2 * settings.TABLE_THREADS), self._answer_here, request)

    def _answer_here(self, request: ASGIRequest) -> HttpResponseBase:
        close_old_connections()
        response = self.get_response(request)
        response.close()  # with it the request; its content stays
        return response
