"""Shared compression of sockets: standard on the wire, done once for all who have been sent the same."""

import asyncio
import contextlib
import random
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from deploy.processes import Web
from play.consumers import TYPING
from play.server import websocket_deflate


def web_option(name: str) -> str:
    """How every web process is started (`tests/config/test_deploy.py` holds them together)."""
    command = Web("web", Path("/tmp"), {}, 8000).command
    return command[command.index(name) + 1]


MAX_SIZE = int(web_option("--ws-max-size"))
TEXT = '{"n":7,"regions":{"wheel":"' + "<path/>" * 400 + 'ä−"}}'
DIGITS = random.Random(7)
LONG = "".join(DIGITS.choices("0123456789abcdef", k=3 * websocket_deflate.WINDOW))
"""Longer than any window, and hard to tell."""
SHORT, MIDDLING = LONG[-websocket_deflate.SHORT :], LONG[: websocket_deflate.SHORT + 1]
"""The longest that goes as it is, and the shortest that is compressed."""


def meet(**wishes: object) -> tuple[websocket_deflate.SharingDeflate, PerMessageDeflate]:
    """A socket and its browser, who offers what `wishes` say."""
    offer = ClientPerMessageDeflateFactory(client_max_window_bits=True, **wishes)  # type: ignore[arg-type]
    answer, shared = websocket_deflate.SharingDeflateFactory().process_request_params(offer.get_request_params(), [])
    assert isinstance(shared, websocket_deflate.SharingDeflate)
    return shared, offer.process_response_params(answer, [])


def sent(shared: websocket_deflate.SharingDeflate, text: str = TEXT) -> Frame:
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
    deflate = websocket_deflate.deflate

    def counted(window: bytes, data: bytes, bits: int) -> tuple[bytes, bytes]:
        done.append(len(window))
        return deflate(window, data, bits)

    monkeypatch.setattr(websocket_deflate, "deflate", counted)
    websocket_deflate.newest_texts.clear()
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


class Wire(asyncio.Transport):
    """A connection whose other end is a browser's protocol."""

    def __init__(self, *wishes: ClientPerMessageDeflateFactory) -> None:
        super().__init__()
        self.browser = ClientProtocol(parse_uri("ws://localhost/"), extensions=wishes or None)
        self.browser.send_request(self.browser.connect())
        self.closing = False

    def write(self, data: Any) -> None:
        self.browser.receive_data(data)

    def close(self) -> None:
        self.closing = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def is_closing(self) -> bool:
        return self.closing

    def heard(self) -> list[str]:
        """The texts that the browser has been sent since it was last asked."""
        events = self.browser.events_received()
        return [
            bytes(event.data).decode() for event in events if isinstance(event, Frame) and event.opcode is Opcode.TEXT
        ]


@contextlib.asynccontextmanager
async def opened(
    *wishes: ClientPerMessageDeflateFactory,
) -> AsyncIterator[tuple[websocket_deflate.SharingSocket, Wire, dict[str, Any]]]:
    """An open socket, its wire, and the state that its application was given."""
    accepted, ended = asyncio.Event(), asyncio.Event()
    state: dict[str, Any] = {}

    async def application(scope: Any, _receive: Any, send: Any) -> None:
        state.update(scope["state"])
        await send({"type": "websocket.accept"})
        accepted.set()
        await ended.wait()

    config = Config(application, lifespan="off", log_config=None, ws_max_size=MAX_SIZE)
    config.load()
    socket, there = websocket_deflate.SharingSocket(config, ServerState(), {}), Wire(*wishes)
    socket.connection_made(there)
    socket.data_received(b"".join(there.browser.data_to_send()))
    await accepted.wait()
    there.heard()
    yield socket, there, state
    ended.set()
    await asyncio.gather(*socket.tasks)


PACKED = ClientPerMessageDeflateFactory()


def say(there: Wire, text: str) -> bytes:
    """What a browser sends to say this."""
    there.browser.send_text(text.encode())
    return b"".join(there.browser.data_to_send())


def close_code(there: Wire) -> int | None:
    return there.browser.close_rcvd.code if there.browser.close_rcvd else None


@pytest.mark.asyncio
@pytest.mark.parametrize("wishes", [(), (PACKED,)], ids=["plain", "deflated"])
async def test_a_browser_is_heard_only_as_long_as_it_says_a_word(
    wishes: tuple[ClientPerMessageDeflateFactory, ...],
) -> None:
    async with opened(*wishes) as (socket, there, _state):
        await socket.receive()  # that it has connected
        socket.data_received(say(there, TYPING))
        assert await socket.receive() == {"type": "websocket.receive", "text": TYPING}
        socket.push(TEXT)
        assert there.heard() == [TEXT]
        socket.data_received(say(there, "a" * (MAX_SIZE + 1)))
        there.heard()
        assert close_code(there) == 1009
        assert (await socket.receive())["type"] == "websocket.disconnect"


@pytest.mark.asyncio
async def test_what_unfolds_to_much_takes_no_memory() -> None:
    """85 bytes are 64 kB when they are inflated: a thousand such in a packet once took 64 MB of each socket."""
    async with opened(PACKED) as (socket, there, _state):
        bombs = [say(there, "a" * 65_000) for _ in range(1000)]
        assert len(bombs[-1]) < 100
        tracemalloc.start()
        for at in range(0, len(bombs), 20):
            if not socket.transport.is_closing():
                socket.data_received(b"".join(bombs[at : at + 20]))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100_000
        there.heard()
        assert close_code(there) == 1009


@pytest.mark.asyncio
async def test_who_says_hundreds_of_things_at_once_is_cut_off_unheard() -> None:
    async with opened(PACKED) as (socket, there, _state):
        await socket.receive()
        socket.data_received(b"".join(say(there, TYPING) for _ in range(1000)))
        assert there.is_closing()
        assert socket.queue.empty()


@pytest.mark.asyncio
@pytest.mark.parametrize("wishes", [(), (PACKED,), (ClientPerMessageDeflateFactory(server_no_context_takeover=True),)])
async def test_what_is_pushed_reaches_the_browser_like_what_is_sent(
    wishes: tuple[ClientPerMessageDeflateFactory, ...],
) -> None:
    async with opened(*wishes) as (socket, there, state):
        line: websocket_deflate.Line = state["line"]
        assert line.is_free()
        for text in (TEXT, SHORT, LONG):
            line.push(text)
        await socket.send({"type": "websocket.send", "text": TEXT})
        assert there.heard() == [TEXT, SHORT, LONG, TEXT]


@pytest.mark.asyncio
async def test_a_push_is_put_together_once_for_all_who_were_sent_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    put, made = websocket_deflate.SharingDeflate.make_push, list[str]()

    def counted(socket: websocket_deflate.SharingDeflate, text: str) -> Any:
        made.append(text)
        return put(socket, text)

    monkeypatch.setattr(websocket_deflate.SharingDeflate, "make_push", counted)
    websocket_deflate.newest_pushes.clear()
    async with opened(PACKED) as (one, first, _), opened(PACKED) as (other, second, _state):
        for text in (TEXT, SHORT, LONG):
            for socket in (one, other):
                socket.push(text)
        await other.send({"type": "websocket.send", "text": MIDDLING})
        for socket in (one, other):
            socket.push(TEXT)
        assert first.heard() == [TEXT, SHORT, LONG, TEXT]
        assert second.heard() == [TEXT, SHORT, LONG, MIDDLING, TEXT]
    assert made == [TEXT, SHORT, LONG, TEXT, TEXT]


@pytest.mark.asyncio
async def test_a_line_is_not_free_while_the_browser_takes_nothing_nor_once_it_has_ended() -> None:
    async with opened() as (socket, there, _state):
        socket.pause_writing()
        assert not socket.is_free()
        socket.resume_writing()
        assert socket.is_free()
        await socket.send({"type": "websocket.close", "code": 4403})
        assert not socket.is_free()
    async with opened() as (socket, there, _state):
        there.close()
        assert not socket.is_free()
