"""Limit how large the body of a request may be, and how long it may take to arrive, for everybody.

Django writes the whole body to disk before it looks at who asks for what. Forms and files have smaller limits with
friendlier messages. These limits keep the disk from filling up, and connections from being held open by clients that
send nothing.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from config.server.limits.throttle import truncate_address

MAX_BYTES = 12_000_000
"""More than the largest file that any form takes. Caddy has the same limit (`deploy/storywheel.caddy`)."""
TIMEOUT_SECONDS = 20.0
"""Seconds that a body may take, in addition to the time that its bytes take at the slowest rate."""
SLOWEST = 20_000
"""The slowest rate, in bytes per second."""
MAX_ARRIVING = 200
"""The most requests of one address that may be arriving at one process."""
TOO_BIG = 413, b"That is more than this server takes: 12 MB at most."
TOO_SLOW = 408, b"What you sent did not arrive in time. Send it again."
TOO_MANY = 503, b"Too much is on its way from your address. Wait until it has arrived, then send this again."

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class _Request:
    """One request. If it exceeds a limit, the application sees the client disconnect."""

    def __init__(self, receive: Receive, send: Send, arrive: Callable[[], None]) -> None:
        self._receive, self._send, self._arrive = receive, send, arrive
        self._began = asyncio.get_running_loop().time()
        self._taken, self._is_coming, self._is_answered = 0, True, False
        self._refusal: tuple[int, bytes] | None = None

    async def receive(self) -> Any:
        """Return the next message, if it comes in time. After the body there is no time limit."""
        if not self._is_coming:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._began + TIMEOUT_SECONDS + self._taken / SLOWEST):
                message = await self._receive()
        except TimeoutError:
            return self._hang_up(TOO_SLOW)
        self._taken += len(message.get("body", b""))
        if self._taken > MAX_BYTES:
            return self._hang_up(TOO_BIG)
        if not message.get("more_body"):
            self.end()
        return message

    async def send(self, message: Any) -> None:
        """Pass a message of the response on."""
        self._is_answered = True
        await self._send(message)

    async def answer(self) -> None:
        """Send the refusal if the application has sent no response."""
        if self._refusal and not self._is_answered:
            await _refuse(self._send, *self._refusal)

    def end(self) -> None:
        """Stop counting the request as arriving."""
        if self._is_coming:
            self._is_coming = False
            self._arrive()

    def _hang_up(self, refusal: tuple[int, bytes]) -> Any:
        self._refusal = refusal
        return {"type": "http.disconnect"}


def limit_body(application: Application) -> Application:
    """Wrap an ASGI application with these limits."""
    coming: Counter[str] = Counter()

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        address = truncate_address(scope["client"][0]) if scope.get("client") else ""
        if _declared(scope) > MAX_BYTES:
            await _refuse(send, *TOO_BIG)
            return
        if coming[address] >= MAX_ARRIVING:
            await _refuse(send, *TOO_MANY)
            return
        coming[address] += 1
        request = _Request(receive, send, lambda: _discount(coming, address))
        try:
            await application(scope, request.receive, request.send)
        finally:
            request.end()
        await request.answer()

    return limited


def _discount(coming: Counter[str], address: str) -> None:
    coming[address] -= 1
    if not coming[address]:
        del coming[address]


def _declared(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(send: Send, status: int, sentence: bytes) -> None:
    """Send a response and close the connection, without reading the rest of the body."""
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})
