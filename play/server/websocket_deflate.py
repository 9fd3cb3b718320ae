"""Sockets that share compression: a frame for a hundred browsers is deflated once, not a hundred times.

Measured gain: two thirds fewer bytes, ten KB less memory for each socket (docs/decisions/0003-shared-compression.md);
with a thousand spectators 0.053 to 0.059 ms of CPU a delivery instead of 0.080 to 0.090 (0019-free-lines.md).

uvicorn compresses each frame again for each socket, after a window of what that socket was sent before. Such a window
is the end of what the browser was sent, so it is equal for all browsers that were sent the same texts. Here the window
is a text, and what was compressed after it serves every socket that has that window (RFC 7692). A socket that fell
behind has another window until the next few frames have filled it. Start uvicorn with `--ws
play.server.websocket_deflate:SharingSocket`.

Heartbeats and presence reach each socket between other frames, so short texts are not compressed and leave the window
alone. Texts of browsers are shorter still: each is compressed by itself, and no decoder is kept for them.
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
"""The level of zlib. Above it, time grows faster than size shrinks."""
WINDOW = 32768
"""Bytes of sent text that the next text is compressed after: the last handful of pushes."""
SHORT = 1024
"""Texts of at most this many bytes fit into one packet and are sent uncompressed."""
MAX_HEARD = 4096
"""The most bytes that a browser may have waiting for the server: it sends one short word every few seconds."""
TAIL = b"\x00\x00\xff\xff"
"""The end of a flushed stream, which the protocol leaves out."""

newest_texts: LruCache[tuple[bytes, bytes, int], tuple[bytes, bytes]] = LruCache(64)
"""The newest texts, by window, text and the size of the window: compressed, and the window that they leave."""


class _PushedFrame(NamedTuple):
    """A text as it is sent after a window, and the window that it leaves. It holds the objects that it is found by."""

    before: bytes
    text: str
    wire: bytes
    window: bytes


newest_pushes: LruCache[tuple[int, int, int], _PushedFrame] = LruCache(64)
"""The newest pushes, by the identity of window and text: all sockets of a room share both objects."""


class SharingDeflate(PerMessageDeflate):
    """The compression of one socket. What another socket has compressed already is not compressed again."""

    window = b""
    """The end of all compressed text that the browser was sent: what the next text can refer to."""
    keeps_window = True
    """Whether texts may refer to earlier ones; False where the browser has asked for texts that stand alone."""

    def encode(self, frame: Frame) -> Frame:
        """Compress a whole text. Short texts and other frames stay as they are and leave the window alone."""
        if frame.opcode is not Opcode.TEXT or not frame.fin or len(frame.data) <= SHORT:
            return frame
        key = self.window, bytes(frame.data), self.local_max_window_bits
        data, window = newest_texts.get_or_make(key, lambda: deflate(*key))
        if self.keeps_window:
            self.window = window
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)

    def write(self, text: str) -> bytes:
        """Return a whole text as it is sent; it is made once for all sockets that have this window."""
        before = self.window
        key = id(before), id(text), self.local_max_window_bits
        known = newest_pushes.get_or_make(key, lambda: self.make_push(text))
        if self.keeps_window:
            self.window = known.window
        return known.wire

    def make_push(self, text: str) -> _PushedFrame:
        """Return a text as it is sent after what this socket was sent."""
        before = self.window
        wire = Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[self])
        return _PushedFrame(before, text, wire, self.window)


def deflate(window: bytes, data: bytes, bits: int = 15) -> tuple[bytes, bytes]:
    """Return a text compressed after what a browser's window holds, and the window that it leaves."""
    encoder = zlib.compressobj(LEVEL, wbits=-bits, zdict=window)
    return (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL), (window + data)[-WINDOW:]


class SharingDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a browser on compression."""

    def __init__(self) -> None:
        super().__init__(client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Answer what a browser offers."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        shared = SharingDeflate(
            agreed.remote_no_context_takeover,
            True,  # else it would make an encoder for this socket alone
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
        shared.keeps_window = not agreed.local_no_context_takeover
        return answer, shared


class Line(Protocol):
    """The way to one browser, for short texts that go to many browsers: no message, no task, no waiting."""

    def is_free(self) -> bool:
        """Return whether the browser takes at once what it is sent."""

    def push(self, text: str) -> None:
        """Send a text. Call it only while the line is free."""


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
        """Read what has come. A sender of hundreds of messages at once is not one of our pages and is cut off.

        `--ws-max-size` limits each message after it is inflated: a longer one closes the socket with 1009.
        """
        if self.handshake_initiated and len(data) > MAX_HEARD:
            self.transport.abort()
            return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """Open a socket, and give it to the application as a line."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    def is_free(self) -> bool:
        """Return whether the socket is open and the browser has taken what it was sent before."""
        return self.conn.state is State.OPEN and self.writable.is_set() and not self.transport.is_closing()

    def push(self, text: str) -> None:
        """Write a text to the socket. What the browser does not take at once waits in the transport's buffer."""
        shared = next(iter(self.conn.extensions), None)
        if isinstance(shared, SharingDeflate):
            self.transport.write(shared.write(text))
        else:
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))
