"""Sockets that share the work of compressing: a frame for a hundred browsers is deflated once, not a hundred times.

uvicorn compresses each frame anew for each socket, in a window that goes on from frame to frame: each is told by what
it repeats of those before, but at several times the cost of drawing it. What stands in a browser's window, though, is
nothing but the end of what it was sent, and that is the same for all who were sent the same. So the window lies here as
a text, and what was compressed after it serves every socket that has it (RFC 7692). A socket that fell behind has
another window until the next few frames have filled it. Start uvicorn with
`--ws play.server.websocket_deflate:SharingSocket`.

Heartbeats and who is here reach each socket between other frames, so they stay out of the window: what is short goes
as it is. What browsers say is shorter still; each of their texts is compressed by itself, and needs no decoder kept.
"""

import logging
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

from rules.lru_cache import LruCache

LEVEL = 5
"""Of zlib: from here on it grows slower faster than it gets smaller."""
WINDOW = 32768
"""Bytes of what was sent that the next text is told by: the last handful of pushes."""
SHORT = 1024
"""Bytes that fit into one packet as they are."""
MOST_HEARD = 4096
"""Bytes that a browser may have waiting for us at once: it says one short word every few seconds."""
TAIL = b"\x00\x00\xff\xff"
"""How a flushed stream ends; the protocol leaves it out."""

_deflated: LruCache[tuple[bytes, bytes, int], tuple[bytes, bytes]] = LruCache(64)
"""The newest texts by the window that they came upon: compressed, and the window that they leave."""


class _Pushed(NamedTuple):
    """A text as it goes over the wire after a window, and the window that it leaves. It holds what it is known by."""

    before: bytes
    text: str
    wire: bytes
    window: bytes


_pushed: LruCache[tuple[int, int, int], _Pushed] = LruCache(64)
"""The newest pushes by the window and the text, as the very objects that they are: all sockets of a room share both."""


class SharingDeflate(PerMessageDeflate):
    """The compression of one socket; what another socket has compressed already is taken as it is."""

    window = b""
    """The end of all that was sent compressed: what the browser can repeat."""
    keeps_window = True
    """Whether the browser has not asked to be told each text by itself."""

    def encode(self, frame: Frame) -> Frame:
        """Compress a whole text; short ones and other frames go as they are, and leave the window alone."""
        if frame.opcode is not Opcode.TEXT or not frame.fin or len(frame.data) <= SHORT:
            return frame
        key = self.window, bytes(frame.data), self.local_max_window_bits
        data, window = _deflated.get_or_make(key, lambda: deflate(*key))
        if self.keeps_window:
            self.window = window
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)

    def write(self, text: str) -> bytes:
        """A whole text as it goes over the wire: put together once for all sockets that have this window."""
        before = self.window
        known = _pushed.get_or_make((id(before), id(text), self.local_max_window_bits), lambda: self._put(text))
        if self.keeps_window:
            self.window = known.window
        return known.wire

    def _put(self, text: str) -> _Pushed:
        before = self.window
        wire = Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[self])
        return _Pushed(before, text, wire, self.window)


def deflate(window: bytes, data: bytes, bits: int = 15) -> tuple[bytes, bytes]:
    """A text compressed after what a browser's window holds, and the window that it leaves."""
    encoder = zlib.compressobj(LEVEL, wbits=-bits, zdict=window)
    return (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL), (window + data)[-WINDOW:]


class SharingDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a browser on compression."""

    def __init__(self) -> None:
        super().__init__(client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Answer a browser's offer."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        shared = SharingDeflate(
            agreed.remote_no_context_takeover,
            True,  # or it would make an encoder for this socket alone
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
        shared.keeps_window = not agreed.local_no_context_takeover
        return answer, shared


class Line(Protocol):
    """The way to one browser, for who has something short to say to many: no message, no task, no waiting."""

    def is_free(self) -> bool:
        """Whether the browser takes at once what it is sent."""

    def push(self, text: str) -> None:
        """Send a text; only while the line is free."""


class SharingSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket with shared compression; the application finds it as `scope["state"]["line"]`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = ServerProtocol(
            extensions=[SharingDeflateFactory()],
            max_size=self.config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )

    def data_received(self, data: bytes) -> None:
        """Read what has come. Who says hundreds of things at once is no browser of ours, and is cut off unheard.

        How long each may be, once inflated, `--ws-max-size` says: a longer one closes the socket with 1009.
        """
        if self.handshake_initiated and len(data) > MOST_HEARD:
            self.transport.abort()
            return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """Open a socket, and give it to the application as a line."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    def is_free(self) -> bool:
        """Whether the socket is open and the browser has taken what it was sent before."""
        return self.conn.state is State.OPEN and self.writable.is_set() and not self.transport.is_closing()

    def push(self, text: str) -> None:
        """Write a text to the wire. What the browser does not take at once waits in the transport's buffer."""
        shared = next(iter(self.conn.extensions), None)
        if isinstance(shared, SharingDeflate):
            self.transport.write(shared.write(text))
        else:
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))
