"""How much one request may bring: what is too big is refused before it is kept anywhere, whoever sends it.

Django spools the whole of a request to disk before it looks at who asks for what. Forms and files have limits of their
own, with kinder sentences; this one only keeps the disk from filling up.
"""

from collections.abc import Awaitable, Callable
from typing import Any

MOST_BYTES = 12_000_000
"""More than the biggest file that any form takes. Caddy has the same limit (`deploy/Caddyfile`)."""
SENTENCE = b"That is more than this server takes: 12 MB at most."

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limit_bodies(application: Application) -> Application:
    """The application; to it, whoever sends too much has hung up."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if _declared(scope) > MOST_BYTES:
            await _refuse(send)
            return
        taken, answered = 0, False

        async def counted() -> Any:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return message if taken <= MOST_BYTES else {"type": "http.disconnect"}

        async def noted(message: Any) -> None:
            nonlocal answered
            answered = True
            await send(message)

        await application(scope, counted, noted)
        if taken > MOST_BYTES and not answered:
            await _refuse(send)

    return limited


def _declared(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(send: Send) -> None:
    """Answer, and hang up: what is still on its way is not read."""
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": SENTENCE})
