"""HTTP read in C, a sixth of what a click costs in all cheaper than in Python. It knows no limit for heads: this does.

A head has a limit of size and of time, and a line on which somebody still sends what was answered already is cut.

Start uvicorn with `--http config.header_limit:HeaderLimitProtocol`.
"""

import asyncio
from typing import Any

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES = 65_536
"""Of a request's address and headers together; what browsers send is a twentieth of it."""
PATIENCE = 20.0
"""Seconds in which a head must have come, from the opening of a line or from its first byte."""


class HeaderLimitProtocol(HttpToolsProtocol):
    """uvicorn's own, but for heads that are too long: 400, and the line is cut."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head = False
        self._head = self._received = 0
        self._hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head, not for ever."""
        super().connection_made(transport)
        self._begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._end_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come. Of a header that does not end the parser tells nothing, so what comes is counted too."""
        super().data_received(data)
        self._received = self._received + len(data) if self._in_head else 0
        if self._received > MOST_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._in_head = True
        self._head = 0
        if self._hurry is None:
            self._begin_waiting()

    def on_url(self, url: bytes) -> None:
        """Take an address, or a part of it."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body is limited elsewhere (`config.body_limit`)."""
        self._in_head = False
        self._end_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Whoever has the answer and still sends the body is not listened to."""
        super().on_response_complete()
        if self.cycle.response_complete and self.cycle.more_body:
            self.transport.close()

    def _begin_waiting(self) -> None:
        self._hurry = self.loop.call_later(PATIENCE, self.transport.close)

    def _end_waiting(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > MOST_BYTES:
            raise HttpParserError("The head of this request is too long.")
