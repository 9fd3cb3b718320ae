"""Django's stack of pages, in threads that are used again, and without the circles that held each page afterwards.

Django gives each page a thread of its own, which opens a connection to the database and ends. And a request knows
things that know the request, so that a page with all that it showed waited for the garbage collector.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest

from campaigns.core.give_way import begin_to_give_way

KEPT = 8
"""How many threads wait for the next page at most."""


class PageRequest(ASGIRequest):
    """A request that forgets what it knows when its response is closed."""

    def close(self) -> None:
        """Close the files that came with it, and forget all else."""
        super().close()
        vars(self).clear()


class Pages(ASGIHandler):
    """The ASGI application of pages."""

    request_class = PageRequest

    def __init__(self) -> None:
        super().__init__()
        self.free_threads: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request in a thread that has answered others, if one is free."""
        if not settings.TABLE_THREADS:
            await super().__call__(scope, receive, send)
            return
        thread = self.free_threads.pop() if self.free_threads else ThreadPoolExecutor(1, "page", begin_to_give_way)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            # A page whose browser has gone away may still be drawn: the thread is free after it.
            thread.submit(_rest).add_done_callback(lambda _done: self._keep(thread))

    def _keep(self, thread: ThreadPoolExecutor) -> None:
        if len(self.free_threads) < KEPT:
            self.free_threads.append(thread)
        else:
            thread.shutdown(wait=False)

    async def listen_for_disconnect(self, receive: Any) -> None:
        """Return when the browser has gone away.

        Django raises an error here. It held the frame that it went through, and that the request and the answer.
        """
        await receive()


def _rest() -> None:
    """Do nothing."""
