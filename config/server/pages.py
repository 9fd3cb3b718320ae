"""Django's stack of pages, in threads that are used again, and without the circles that held each page afterwards.

Django gives each page a thread of its own, which opens a connection to the database and ends. And a request knows
things that know the request, so that a page with all that it showed waited for the garbage collector.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaigns.core.give_way import begin_to_give_way

KEPT = 8
"""How many threads wait for the next page at most."""


class Pages(ASGIHandler):
    """The ASGI application of pages."""

    def __init__(self) -> None:
        super().__init__()
        self._free: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request in a thread that has answered others, if one is free."""
        if not settings.TABLE_THREADS:
            await super().__call__(scope, receive, send)
            return
        thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "page", begin_to_give_way)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            # A page whose browser has gone away may still be drawn: the thread is free after it.
            thread.submit(_rest).add_done_callback(lambda _done: self._keep(thread))

    def _keep(self, thread: ThreadPoolExecutor) -> None:
        if len(self._free) < KEPT:
            self._free.append(thread)
        else:
            thread.shutdown(wait=False)

    async def listen_for_disconnect(self, receive: Any) -> None:
        """Return when the browser has gone away.

        Django raises an error here. It held the frame that it went through, and that the request and the answer.
        """
        await receive()

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. When it is closed, the request forgets what it knows."""
        response: HttpResponseBase = await super().run_get_response(request)
        response._resource_closers.append(vars(request).clear)  # type: ignore[attr-defined]
        return response


def _rest() -> None:
    """Do nothing."""
