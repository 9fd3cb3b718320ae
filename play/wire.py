"""Sockets that share the work of compressing: a frame for a hundred browsers is deflated once, not a hundred times.

uvicorn compresses each frame anew for each socket, in a window of 4 KB that goes on from frame to frame, which costs
several times what drawing it costs. Here every message begins a window of its own (`server_no_context_takeover` of
RFC 7692, which every browser knows), so that one compressed message serves all who are sent the same text, and a socket
keeps no window in memory. Start uvicorn with `--ws play.wire:SharingSocket`.
"""

import logging
import zlib
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.typing import BytesLike, ExtensionParameter

from play.kept import Kept

LEVEL = 5
"""Of zlib: from here on it grows slower faster than it gets smaller."""
TAIL = b"\x00\x00\xff\xff"
"""How a flushed stream ends; the protocol leaves it out."""

_deflated: Kept[tuple[bytes, int], bytes] = Kept(64)
"""The newest frames, compressed, by digest: a class's sockets are sent theirs one right after the other."""


class SharingDeflate(PerMessageDeflate):
    """The compression of one socket; what another socket has compressed already is taken as it is."""

    def encode(self, frame: Frame) -> Frame:
        """Compress a whole text; other frames go as the library sends them."""
        if frame.opcode is not Opcode.TEXT or not frame.fin:
            return super().encode(frame)
        bits = self.local_max_window_bits
        key = blake2b(frame.data, digest_size=16).digest(), bits
        data = _deflated.get_or_make(key, lambda: _deflate(frame.data, bits))
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)


def _deflate(data: BytesLike, bits: int) -> bytes:
    encoder = zlib.compressobj(LEVEL, wbits=-bits)
    return (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


class SharingDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a browser on compression of single messages."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Answer a browser's offer."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        shared = SharingDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            self.compress_settings,
        )
        return answer, shared


class SharingSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket with shared compression."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = ServerProtocol(
            extensions=[SharingDeflateFactory(server_no_context_takeover=True, client_max_window_bits=12)],
            max_size=self.config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )
