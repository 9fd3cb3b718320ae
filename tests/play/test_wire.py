"""Shared compression of sockets: standard on the wire, done once for all who are sent the same."""

import zlib

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from play import wire

TEXT = '{"n":7,"pieces":{"wheel":"' + "<path/>" * 400 + 'ä−"}}'


def agreed(bits: int | None = None) -> wire.SharingDeflate:
    """The compression that a browser's offer leads to; `bits`: the window it asks for."""
    params: list[tuple[str, str | None]] = [("client_max_window_bits", None)]
    if bits:
        params.append(("server_max_window_bits", str(bits)))
    factory = wire.SharingDeflateFactory(server_no_context_takeover=True)
    answer, shared = factory.process_request_params(params, [])
    assert ("server_no_context_takeover", None) in answer
    assert isinstance(shared, wire.SharingDeflate)
    return shared


def sent(shared: wire.SharingDeflate, text: str = TEXT) -> Frame:
    """What goes over the wire for a text."""
    return shared.encode(Frame(Opcode.TEXT, text.encode()))


def test_a_browser_reads_what_was_compressed_for_another() -> None:
    one, other = agreed(), agreed()
    frames = [sent(one), sent(other), sent(one, "short"), sent(other)]
    offer = ClientPerMessageDeflateFactory()
    browser = offer.process_response_params([("server_no_context_takeover", None)], [])
    read = [bytes(browser.decode(frame).data).decode() for frame in frames]
    assert read == [TEXT, TEXT, "short", TEXT]


def test_the_same_text_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    deflate = wire._deflate

    def counted(data: bytes, bits: int) -> bytes:
        done.append(bits)
        return deflate(data, bits)

    monkeypatch.setattr(wire, "_deflate", counted)
    wire._deflated.clear()
    for shared in [agreed() for _ in range(8)]:
        assert len(sent(shared).data) < len(TEXT) / 10
    assert done == [15]


def test_a_smaller_window_gets_a_compression_of_its_own() -> None:
    sent(agreed())
    small = sent(agreed(9))
    reader = zlib.decompressobj(-9)
    assert reader.decompress(bytes(small.data) + wire.TAIL).decode() == TEXT


def test_pings_and_closings_go_as_they_are() -> None:
    ping = Frame(Opcode.PING, b"there?")
    assert agreed().encode(ping) is ping
