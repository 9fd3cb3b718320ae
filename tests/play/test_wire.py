"""Shared compression of sockets: standard on the wire, done once for all who have been sent the same."""

import random

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from play import wire

TEXT = '{"n":7,"pieces":{"wheel":"' + "<path/>" * 400 + 'ä−"}}'
DIGITS = random.Random(7)
LONG = "".join(DIGITS.choices("0123456789abcdef", k=3 * wire.WINDOW))
"""Longer than any window, and hard to tell."""
SHORT, MIDDLING = LONG[-wire.SHORT :], LONG[: wire.SHORT + 1]
"""The longest that goes as it is, and the shortest that is compressed."""


def meet(**wishes: object) -> tuple[wire.SharingDeflate, PerMessageDeflate]:
    """A socket and its browser, who offers what `wishes` say."""
    offer = ClientPerMessageDeflateFactory(client_max_window_bits=True, **wishes)  # type: ignore[arg-type]
    answer, shared = wire.SharingDeflateFactory().process_request_params(offer.get_request_params(), [])
    assert isinstance(shared, wire.SharingDeflate)
    return shared, offer.process_response_params(answer, [])


def sent(shared: wire.SharingDeflate, text: str = TEXT) -> Frame:
    """What goes over the wire for a text."""
    return shared.encode(Frame(Opcode.TEXT, text.encode()))


def read(browser: PerMessageDeflate, frame: Frame) -> str:
    return bytes(browser.decode(frame).data).decode()


@pytest.mark.parametrize("wishes", [{}, {"server_max_window_bits": 9}, {"server_no_context_takeover": True}])
def test_a_browser_reads_all_that_it_is_sent(wishes: dict[str, object]) -> None:
    shared, browser = meet(**wishes)
    for text in (TEXT, LONG, SHORT, LONG[:5000] + TEXT, TEXT, LONG):
        assert read(browser, sent(shared, text)) == text


def test_what_repeats_the_texts_before_takes_little() -> None:
    shared, browser = meet()
    first = sent(shared, LONG[:8000])
    again = sent(shared, LONG[:8000])
    assert len(again.data) < len(first.data) / 50
    assert [read(browser, frame) for frame in (first, again)] == [LONG[:8000]] * 2


def test_whoever_wants_each_text_by_itself_is_sent_it_so() -> None:
    shared, _ = meet(server_no_context_takeover=True)
    assert sent(shared, LONG[:8000]).data == sent(shared, LONG[:8000]).data


def test_a_text_is_compressed_once_for_all_who_were_sent_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    deflate = wire.deflate

    def counted(window: bytes, data: bytes, bits: int) -> tuple[bytes, bytes]:
        done.append(len(window))
        return deflate(window, data, bits)

    monkeypatch.setattr(wire, "deflate", counted)
    wire._deflated.clear()
    table = [meet() for _ in range(8)]
    for text in (TEXT, MIDDLING, TEXT):
        assert {read(browser, sent(shared, text)) for shared, browser in table} == {text}
    assert done == [0, len(TEXT.encode()), len((TEXT + MIDDLING).encode())]
    assert all(shared.window is table[0][0].window for shared, _ in table)


def test_a_socket_that_came_later_shares_again_once_its_window_is_full_of_the_same() -> None:
    (early, first), (late, second) = meet(), meet()
    assert read(first, sent(early, MIDDLING)) == MIDDLING
    for text in (TEXT, LONG, TEXT):
        assert read(first, sent(early, text)) == read(second, sent(late, text)) == text
    assert sent(early).data is sent(late).data


def test_pings_closings_and_parts_go_as_they_are() -> None:
    shared, browser = meet()
    for frame in (Frame(Opcode.PING, b"there?"), Frame(Opcode.TEXT, b"a part", fin=False), Frame(Opcode.CONT, b"!")):
        assert shared.encode(frame) is frame
    assert read(browser, sent(shared)) == TEXT


def test_what_is_short_goes_as_it_is_and_leaves_the_window_alone() -> None:
    (early, first), (late, second) = meet(), meet()
    for text in (TEXT, SHORT):
        assert read(first, sent(early, text)) == text
    assert bytes(sent(early, SHORT).data) == SHORT.encode()
    assert read(second, sent(late, TEXT)) == TEXT
    assert early.window is late.window


def test_a_socket_holds_neither_encoder_nor_decoder_of_its_own() -> None:
    shared, browser = meet()
    for text in ("typing", "typing"):
        assert bytes(shared.decode(browser.encode(Frame(Opcode.TEXT, text.encode()))).data) == text.encode()
    assert not {"encoder", "decoder"} & vars(shared).keys()
