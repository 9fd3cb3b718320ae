"""How much one request may bring, and how long it may take: what is too big or too slow is refused, whoever sends it.

Django spools the whole of a request to disk before it looks at who asks for what. Forms and files have limits of their
own, with kinder sentences; these keep the disk from filling up, and lines from being held by those who send nothing.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from config.throttle import shorten

MOST_BYTES = 12_000_000
"""More than the biggest file that any form takes. Caddy has the same limit (`deploy/Caddyfile`)."""
PATIENCE = 20.0
"""Seconds that a body may take, and as many more as what has come of it takes at the slowest."""
SLOWEST = 20_000
"""Bytes a second."""
MOST_COMING = 200
"""Requests of one address, in one process, of which something is still on its way."""
TOO_BIG = 413, b"That is more than this server takes: 12 MB at most."
TOO_SLOW = 408, b"What you sent did not arrive in time. Send it again."
TOO_MANY = 503, b"Too much is on its way from your address. Wait until it has arrived, then send this again."

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class _Request:
    """One request on its way; to the application, whoever passes a limit has hung up."""

    def __init__(self, receive: Receive, send: Send, arrive: Callable[[], None]) -> None:
        self._receive, self._send, self._arrive = receive, send, arrive
        self._began = asyncio.get_running_loop().time()
        self._taken, self._is_coming, self._is_answered = 0, True, False
        self._refusal: tuple[int, bytes] | None = None

    async def receive(self) -> Any:
        """The next piece, if it comes in time. Once all has come, whatever else there is to hear, however long."""
        if not self._is_coming:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._began + PATIENCE + self._taken / SLOWEST):
                message = await self._receive()
        except TimeoutError:
            return self._hang_up(TOO_SLOW)
        self._taken += len(message.get("body", b""))
        if self._taken > MOST_BYTES:
            return self._hang_up(TOO_BIG)
        if not message.get("more_body"):
            self.end()
        return message

    async def send(self, message: Any) -> None:
        """Pass an answer on."""
        self._is_answered = True
        await self._send(message)

    async def answer(self) -> None:
        """Say why the request was given up, where the application has said nothing."""
        if self._refusal and not self._is_answered:
            await _refuse(self._send, *self._refusal)

    def end(self) -> None:
        """Nothing of it is waited for any more."""
        if self._is_coming:
            self._is_coming = False
            self._arrive()

    def _hang_up(self, refusal: tuple[int, bytes]) -> Any:
        self._refusal = refusal
        return {"type": "http.disconnect"}


def limit_body(application: Application) -> Application:
    """The application behind the limits."""
    coming: Counter[str] = Counter()

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        address = shorten(scope["client"][0]) if scope.get("client") else ""
        if _declared(scope) > MOST_BYTES:
            await _refuse(send, *TOO_BIG)
            return
        if coming[address] >= MOST_COMING:
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
    """Answer, and hang up: what is still on its way is not read."""
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})
