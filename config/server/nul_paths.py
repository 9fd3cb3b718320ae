"""Answer 404 to addresses with a NUL, which PostgreSQL cannot look up."""

from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def refuse_nul(get_response: Any) -> Any:
    """Django middleware: raise 404 for a path with a NUL, before anything looks up a part of it."""
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
