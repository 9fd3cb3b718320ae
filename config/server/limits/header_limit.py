"""uvicorn's HTTP parser in C (httptools), with a limit for the size and time of request headers.

It is cheaper than the one in Python by a sixth of what a click costs in all, but has no such limit itself. It also
closes a connection on which a client still sends a body after the response, and ends streams when the server stops.

Start uvicorn with `--http config.server.limits.header_limit:HeaderLimitProtocol`.
"""

import asyncio
from typing import Any

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.gate import is_followed

MAX_BYTES = 65_536
"""The most bytes of URL and headers together. What browsers send is a twentieth of it."""
TIMEOUT_SECONDS = 20.0
"""Seconds in which the headers must arrive, from the opening of the connection or their first byte."""


class HeaderLimitProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which answers 400 to headers that are too long and closes the connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head = False
        self._head = self._received = 0
        self._hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first headers."""
        super().connection_made(transport)
        self._begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._end_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data. Bytes are counted here, too: the parser reports nothing of a header that does not end."""
        super().data_received(data)
        self._received = self._received + len(data) if self._in_head else 0
        if self._received > MAX_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """Start to count."""
        super().on_message_begin()
        self._in_head = True
        self._head = 0
        if self._hurry is None:
            self._begin_waiting()

    def on_url(self, url: bytes) -> None:
        """Count a URL, or a part of it."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop counting. `config.server.limits.body_limit` limits the body."""
        self._in_head = False
        self._end_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Close the connection if the client still sends the body."""
        super().on_response_complete()
        if self.cycle.response_complete and self.cycle.more_body:
            self.transport.close()

    def shutdown(self) -> None:
        """End the connection when the server stops. The news of a scene, which would go on, hear of it by an empty
        message (`api.events`)."""
        super().shutdown()
        cycle = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete and is_followed(cycle.scope):
            cycle.message_event.set()

    def _begin_waiting(self) -> None:
        self._hurry = self.loop.call_later(TIMEOUT_SECONDS, self.transport.close)

    def _end_waiting(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > MAX_BYTES:
            raise HttpParserError("The head of this request is too long.")
