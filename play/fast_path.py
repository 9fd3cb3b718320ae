"""The fast path: what a table asks for at each click is answered without the stack that pages pass.

A request is let in by one look at who asks, one at its token and origin, and one at how often that person asks.
Anything else goes to `pages`, which say what is wrong: nobody signed in, a wrong token, too many clicks, no such scene,
an error. Nothing has changed by then, and a command that was carried out already gets its first answer again.
"""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.urls import ResolverMatch, get_resolver
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language_from_request, override
from django_htmx.middleware import HtmxDetails

from campaigns.models import User
from play.server.threads import run_reading, write
from play.table.people import find_scene, load_members

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

FAST_PATH = re.compile(r"/scenes/\d+/(?:command/|stage/(?:offers|cards|people)/[^/]+)")
MAX_BYTES = 65_536
"""A longer body, or one of unknown length, goes to the pages: they write it to disk."""
OF_ONE_RESPONSE = {"Content-Type", "Content-Length", "Set-Cookie"}
"""Headers that each response has of its own."""


class FastPath:
    """Answers the requests that `is_fast` names; hands all others to `pages`.

    `is_within_limits` counts a request, and says whether its person may still ask.
    """

    def __init__(self, pages: Application, is_within_limits: Callable[[HttpRequest], bool]) -> None:
        self._pages = pages
        self._is_within_limits = is_within_limits
        self._csrf = CsrfViewMiddleware(_show_nothing)
        self._gzip = GZipMiddleware(_show_nothing)
        self._sessions = import_module(settings.SESSION_ENGINE).SessionStore
        self._headers: dict[str, dict[str, str]] = {}
        """The headers that every page has, by language."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not is_fast(scope):
            await self._pages(scope, receive, send)
            return
        body = await _receive_body(receive)
        if body is None:
            return
        answer = partial(self._answer, scope, body)
        try:
            response = await (write(answer) if scope["method"] == "POST" else run_reading(answer))
        except Exception:  # the pages meet it again and say what is wrong
            response = None
        if response is None:
            await self._pages(scope, _receive_again(body, receive), send)
        else:
            await _send(response, send)

    def _answer(self, scope: Scope, body: bytes) -> HttpResponse | None:
        """Return the response, or None for a request that is not let in."""
        request = ASGIRequest(scope, BytesIO(body))
        try:
            return self._answer_request(scope, request)
        finally:
            vars(request).clear()  # what it knows knows it: such a circle would wait for the garbage collector

    def _answer_request(self, scope: Scope, request: ASGIRequest) -> HttpResponse | None:
        found = get_resolver("play.urls").resolve(request.path_info)
        language = get_language_from_request(request)
        with override(language):
            headers = self._list_headers(scope, language) if self._is_let_in(request, found) else None
            if headers is None:
                return None
            response: HttpResponse = found.func(request, **found.kwargs)
            for name, value in headers.items():
                response.headers.setdefault(name, value)
            if request.method == "GET":
                self._gzip.process_response(request, response)
            return response

    def _is_let_in(self, request: Any, found: ResolverMatch) -> bool:
        request.get_host()  # raises an error for a host that is not ours
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return False
        request.user = self._find_user(request, found.kwargs["scene_id"])
        request.htmx = HtmxDetails(request)
        self._csrf.process_request(request)
        if request.user is None or self._csrf.process_view(request, found.func, (), found.kwargs) is not None:
            return False
        return self._is_within_limits(request)

    def _find_user(self, request: HttpRequest, scene_id: int) -> User | None:
        """Return who asks, as `django.contrib.auth.get_user` does, if it is a member of the scene's series.

        The person is read with the scene's members, which are remembered, and must not be changed.
        """
        session = self._sessions(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        scene = find_scene(scene_id)
        if scene is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
            return None
        there = (member.user for member in load_members(scene))
        user = next((person for person in there if str(person.pk) == session.get(SESSION_KEY)), None)
        if user is None or not user.is_active:
            return None
        is_same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
        return user if is_same else None

    def _list_headers(self, scope: Scope, language: str) -> dict[str, str] | None:
        """Return the headers that the middleware gives every page, asked once for each language.

        None where the middleware answered with another page, as when the database is away.
        """
        if language not in self._headers:
            page = _EmptyPage().get_response(ASGIRequest({**scope, "method": "GET"}, BytesIO()))
            if page.status_code != HTTPStatus.OK:
                return None
            self._headers[language] = {k: v for k, v in page.headers.items() if k not in OF_ONE_RESPONSE}
        return self._headers[language]


class _EmptyPage(BaseHandler):
    """An empty page for somebody who is signed in, behind the middleware of every page."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        request.resolver_match = ResolverMatch(_show_nothing, (), {})
        return request.resolver_match


def _show_nothing(request: Any) -> HttpResponse:
    """Return a page that says nothing and, as all fast ones, depends on who asks."""
    return HttpResponse(status=HTTPStatus.OK if request.user.is_authenticated else HTTPStatus.FORBIDDEN)


def is_fast(scope: Scope) -> bool:
    """Return whether a request takes the fast path: it is a move, or asks for what a click at the table opens."""
    if scope.get("root_path") or not FAST_PATH.fullmatch(scope["path"]):
        return False
    is_move, headers = scope["path"].endswith("/command/"), dict(scope["headers"])
    if scope["method"] != ("POST" if is_move else "GET"):
        return False
    length = headers.get(b"content-length", b"" if is_move else b"0")
    if not length.isdigit() or int(length) > MAX_BYTES:
        return False
    return not is_move or headers.get(b"hx-request") == b"true"


async def _receive_body(receive: Receive) -> bytes | None:
    """Return the body of a request, or None if the browser went away before it was whole."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _receive_again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives a body that was read once more, and then what comes after it."""
    messages = [{"type": "http.request", "body": body}]

    async def received() -> Any:
        return messages.pop() if messages else await receive()

    return received


async def _send(response: HttpResponse, send: Send) -> None:
    headers = {**response.headers, "Content-Length": str(len(response.content))}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": raw})
    await send({"type": "http.response.body", "body": response.content})
