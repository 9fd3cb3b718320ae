"""Keep browsers and proxies from storing pages, unless a view says otherwise.

The service worker has a store of its own, for the pages that `campaigns.core.offline` marks.
"""

from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

STORED_NOWHERE = "private, no-store"


@sync_and_async_middleware
def forbid_storing(get_response: Any) -> Any:
    """Django middleware: add `no-store` to responses without a `Cache-Control`. Static files are served before it."""
    if not iscoroutinefunction(get_response):

        def answered(request: HttpRequest) -> HttpResponse:
            return _mark(get_response(request))

        return answered

    async def answered_async(request: HttpRequest) -> HttpResponse:
        return _mark(await get_response(request))

    return answered_async


def _mark(response: HttpResponse) -> HttpResponse:
    response.headers.setdefault("Cache-Control", STORED_NOWHERE)
    return response
