"""Middleware for every response: pages are stored nowhere, and addresses with a NUL do not exist."""

from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

STORED_NOWHERE = "private, no-store"


@sync_and_async_middleware
def forbid_storing(get_response: Any) -> Any:
    """Keep browsers and proxies from storing pages, unless a view says otherwise. Static files are served before it.

    The service worker has a store of its own, for the pages that `campaigns.core.offline` marks.
    """
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


@sync_and_async_middleware
def refuse_nul(get_response: Any) -> Any:
    """Raise 404 for a path with a NUL, which PostgreSQL cannot look up."""
    if not iscoroutinefunction(get_response):

        def answered(request: HttpRequest) -> HttpResponse:
            _check(request)
            response: HttpResponse = get_response(request)
            return response

        return answered

    async def answered_async(request: HttpRequest) -> HttpResponse:
        _check(request)
        response: HttpResponse = await get_response(request)
        return response

    return answered_async


def _check(request: HttpRequest) -> None:
    if "\x00" in request.path_info:
        raise Http404
