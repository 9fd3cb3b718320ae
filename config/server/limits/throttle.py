"""Rate limits per person and per address. Beyond them the answer is 429 with a sentence.

Commands at the table are counted in the process that carries them out, because a count elsewhere would cost more than
many a command. Joins, files and all other forms are counted in the cache, which all processes share. Open sockets are
counted in their process. allauth counts sign-ins, sign-ups and the like as well, from the same settings. The address is
the browser's: uvicorn takes it from the proxies in `FORWARDED_ALLOW_IPS` only.
"""

import ipaddress
import logging
import math
import re
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from io import BytesIO
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import get_language_from_request, gettext, override

from api.gate import PREFIX, is_followed
from api.problems import problem
from config.server.errors import too_many_requests
from config.server.monitoring.metrics import THROTTLED

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MINUTE = 60.0
MAX_KEYS = 20_000
IPV6_PREFIX = 64
"""One household: all its addresses count as one."""

COMMAND, JOIN, SEAT, FILE, FORM, API = "commands", "joins", "seats", "files", "forms", "api"
COMMAND_PATH = re.compile(r"/scenes/\d+/command/")
_KINDS = (
    (API, "GET HEAD POST", re.compile(re.escape(PREFIX) + r".*", re.DOTALL)),
    (COMMAND, "POST", COMMAND_PATH),
    (SEAT, "POST", re.compile(r"/demo/.*")),
    (JOIN, "GET HEAD POST", re.compile(r"/join/.*|/(?:read|overlay)/[^/]*/|/demo/.*")),
    (FILE, "GET HEAD", re.compile(r"/(?:read|overlay)/.*")),
    (FILE, "POST", re.compile(r"/series/(\d+/characters/)?import/|/characters/\d+/portrait/")),
    (FILE, "POST", re.compile(r"/series/\d+/handouts/new/|/handouts/\d+/edit/")),
    (FILE, "POST", re.compile(r"/series/\d+/pictures/")),
    (FILE, "GET HEAD", re.compile(r".*/[\w-]+\.(gz|pdf|txt|json|ics)|/account/export/")),
    (FORM, "POST", re.compile(r".*", re.DOTALL)),
)
"""What is counted, by methods and path. The first match counts."""
ASKER = "storywheel.asker"
"""The key of the scope that says who asks: a person, or the address of a visitor (`config.server.limits.askers`)."""
IN_PROCESS = (COMMAND, API)
"""What is counted in the process that answers it."""


class Buckets:
    """Token buckets in this process. Each key may use a number of tokens a minute, which refill continuously."""

    def __init__(self) -> None:
        self.full_at: dict[Hashable, float] = {}
        self._lock = threading.Lock()

    def take(self, key: Hashable, per_minute: int, now: float) -> float:
        """Take a token. Return the seconds until there is one, or 0 if there was."""
        with self._lock:
            full_at = max(self.full_at.get(key, now), now) + MINUTE / per_minute
            if (wait := full_at - now - MINUTE) > 1e-6:
                return wait
            if len(self.full_at) >= MAX_KEYS:
                self.full_at = {key: at for key, at in self.full_at.items() if at > now}
            self.full_at[key] = full_at
            return 0.0

    def forget(self) -> None:
        """Fill all buckets."""
        self.full_at.clear()


buckets = Buckets()


def count_in_cache(key: str, per_minute: int, now: float) -> float:
    """Count in the cache, by whole minutes. Return the seconds to wait, or 0. It allows all if the cache fails."""
    begun = now // MINUTE
    name = f"throttle:{key}:{begun:.0f}"
    try:
        cache.add(name, 0, 2 * MINUTE)
        if cache.incr(name) <= per_minute:
            return 0.0
    except Exception:
        logger.exception("the cache does not count")
        return 0.0
    return (begun + 1) * MINUTE - now


def find_kind(request: HttpRequest) -> str | None:
    """Return which limit a request counts against, or None."""
    for kind, methods, pattern in _KINDS:
        if str(request.method) in methods and pattern.fullmatch(request.path):
            return kind
    return None


def measure_wait(kind: str, person: Hashable, address: str) -> float:
    """Count a request. Return the seconds to wait, or 0 if it is within the limits."""
    of_person, of_address = settings.THROTTLES[kind]
    wait = 0.0
    for who, limit in ((person, of_person), (address, of_address)):
        if limit and who:
            if kind in IN_PROCESS:
                wait = max(wait, buckets.take((kind, who), limit, time.monotonic()))
            else:
                wait = max(wait, count_in_cache(f"{kind}:{who}", limit, time.time()))
    return wait


def truncate_address(address: str) -> str:
    """Return the address to count by: an IPv6 address without its last 64 bits, and IPv4 also if mapped into IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False).network_address)


def is_within_limits(request: HttpRequest) -> bool:
    """Count a request for which `request.user` is known. Return whether its person may still ask."""
    kind = find_kind(request)
    return kind is None or not measure_wait(kind, request.user.pk, _address(request))


@sync_and_async_middleware
def throttle(get_response: Any) -> Any:
    """Django middleware, after those that load the user."""
    if not iscoroutinefunction(get_response):

        def throttled(request: HttpRequest) -> HttpResponse:
            if (kind := find_kind(request)) and (wait := measure_wait(kind, _asker(kind, request), _address(request))):
                return _refuse(request, kind, wait)
            answer: HttpResponse = get_response(request)
            return answer

        return throttled

    async def throttled_async(request: HttpRequest) -> HttpResponse:
        if kind := find_kind(request):
            address = _address(request)
            person = _asker(kind, request) if kind == API else (await request.auser()).pk
            if kind in IN_PROCESS:  # needs no thread: it only reads a dict
                wait = measure_wait(kind, person, address)
            else:
                wait = await sync_to_async(measure_wait)(kind, person, address)
            if wait:
                return await sync_to_async(_refuse)(request, kind, wait)
        answer: HttpResponse = await get_response(request)
        return answer

    return throttled_async


def _asker(kind: str, request: HttpRequest) -> Hashable:
    """Return who a request counts for: the person, or at the API the token, since no cookie counts there."""
    return hash(request.headers.get("Authorization", "")) if kind == API else request.user.pk


def _address(request: HttpRequest) -> str:
    return truncate_address(request.META.get("REMOTE_ADDR") or "")


def _refuse(request: HttpRequest, kind: str, wait: float) -> HttpResponse:
    THROTTLED.labels(kind).inc()
    if kind == API:
        sentence = gettext("Too many requests in a short time. Wait a little, then continue.")
        return problem(429, sentence, {"Retry-After": str(math.ceil(wait))})
    with suppress(Resolver404):
        request.resolver_match = resolve(request.path_info)  # the page shows what was typed if it is one of ours
    sentences = {
        COMMAND: gettext("Too fast. Wait a moment, then click again."),
        JOIN: gettext("Too many links were opened from here. Wait a minute, then open it again."),
        SEAT: gettext("Too many people joined from here. Wait a minute, then try again."),
        FILE: gettext("Too many files in a short time. Wait a minute, then try again."),
        FORM: gettext("Too many forms in a short time. Wait a minute, then send this one again."),
    }
    return too_many_requests(request, sentences[kind], math.ceil(wait))


class SocketLimit:
    """Wrap an ASGI application of sockets or streams, and turn away those beyond the limit. `who` returns whom to
    count, or None."""

    def __init__(
        self, application: Application, kind: str, who: Callable[[Scope], Hashable], turn_away: Application
    ) -> None:
        self._application, self._kind, self._who, self._turn_away = application, kind, who, turn_away
        self._open: Counter[Hashable] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        who, limit = self._who(scope), settings.SOCKET_LIMITS[self._kind]
        if who is None or not limit:
            return await self._application(scope, receive, send)
        if self._open[who] >= limit:
            return await self._turn_away(scope, receive, send)
        self._open[who] += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


def limit_by_address(application: Application) -> SocketLimit:
    """Limit the open sockets of an address. It comes before everything that queries the database."""
    return SocketLimit(application, "address", _find_address, _turn_socket_away)


def _find_address(scope: Scope) -> Hashable:
    return truncate_address(scope["client"][0]) if scope.get("client") else None


def limit_by_person(application: Application) -> SocketLimit:
    """Limit the open sockets of a person. The scope must have the user."""
    return SocketLimit(application, "person", lambda scope: scope["user"].pk, _turn_socket_away)


def limit_streams(application: Application) -> SocketLimit:
    """Limit how many scenes one person follows by the API, with all their tokens, and all people together. The scope
    must say who asks (`config.server.limits.fair_share`)."""
    in_all = SocketLimit(application, "streams", lambda scope: is_followed(scope) or None, _turn_stream_away)
    return SocketLimit(in_all, "followed", _find_follower, _turn_stream_away)


def _find_follower(scope: Scope) -> Hashable:
    """Return who asks for the news of a scene; None for other requests."""
    return scope.get(ASKER) if is_followed(scope) else None


async def _turn_socket_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer the handshake with 429. The page goes on without a socket and tries again."""
    THROTTLED.labels("sockets").inc()
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = [(b"retry-after", b"30"), (b"content-type", b"text/plain")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b"Too many pages are open."})


async def _turn_stream_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with 429. A program tries again."""
    THROTTLED.labels("streams").inc()
    with override(get_language_from_request(ASGIRequest(scope, BytesIO()))):
        refusal = problem(429, gettext("You are following too many scenes. Stop one, or wait."), {"Retry-After": "30"})
    headers = [(name.encode(), value.encode()) for name, value in refusal.headers.items()]
    await send({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.content})
