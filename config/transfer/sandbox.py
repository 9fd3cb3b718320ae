"""Parse the file of a series that a stranger may have made. It runs in the sandbox (`campaigns.sandbox`).

It imports nothing of ours. The output is the file as pieces, one line of JSON each, so that the reader parses one piece
at a time: first the data with its long lists empty, then the lengths of the lists, then row after row.
"""

import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, NoReturn

MAX_TEXT = 50_000_000
"""The most bytes that a file may unpack to."""
MAX_VALUES = 2_000_000
"""The most texts, numbers, lists and mappings. Two hundred evenings of play have fewer. A file of nothing but commas
has a hundred times as many, each of which takes a hundred bytes of memory."""
MAX_DEPTH = 60
"""The deepest nesting. A series has 17."""
MAX_PIECE = 10_000_000
"""The most bytes of one piece: a character with its ledger, a handout, an attachment, a page, a line of a log, or the
rest."""
MAX_DIGITS = 640
"""The most digits of a number. The time that Python takes grows with their square."""
MAX_MEMORY = 800_000_000
MAX_SECONDS = 20
GZIP = 16 + zlib.MAX_WBITS
LONG, TORN, FOREIGN, UNREADABLE, RICH, NUL = "long", "torn", "foreign", "unreadable", "rich", "nul"
"""The reasons: unpacks to too much, is cut off, is no gzip, no JSON, holds too much, or a NUL."""

_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(rb"[^\[\]{}]+")
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class Unfit(Exception):
    """The file does not fit. The message is the reason, in a word."""


def unpack(content: bytes, most: int = MAX_TEXT) -> bytes:
    """Return the unpacked content. Raises `Unfit` if it is more than `most` bytes."""
    unpacker = zlib.decompressobj(GZIP)
    try:
        text = unpacker.decompress(content, most)
        if unpacker.unconsumed_tail:
            raise Unfit(LONG)
    except zlib.error:
        raise Unfit(FOREIGN) from None
    if not unpacker.eof or unpacker.unused_data:
        raise Unfit(TORN)
    return text


def parse(text: bytes) -> Any:
    """Return the data of a JSON text. It counts values and depth before it creates any."""
    bare = _TEXTS.sub(b"", text)
    if sum(map(bare.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise Unfit(RICH)
    if max(accumulate(map(_STEPS.__getitem__, _NO_BRACKETS.sub(b"", bare))), default=0) > MAX_DEPTH:
        raise Unfit(RICH)
    try:
        return json.loads(text.decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Unfit(FOREIGN) from None
    except (ValueError, RecursionError):
        raise Unfit(UNREADABLE) from None


def encode(piece: Any) -> bytes:
    """Return a piece as a line of JSON. Raises `Unfit` for what cannot be stored, such as half a character."""
    try:
        line = json.dumps(piece, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:
        raise Unfit(UNREADABLE) from None
    if len(line) > MAX_PIECE:
        raise Unfit(RICH)
    if b"\\u0000" in line:
        raise Unfit(NUL)
    return line + b"\n"


def take_apart(data: Any) -> Iterator[Any]:
    """Yield the pieces of the data, and leave it without its long lists."""
    places = list(_find_long(data))
    lists = [holder[name] for holder, name in places]
    for holder, name in places:
        holder[name] = []
    yield data
    yield list(map(len, lists))
    for rows in lists:
        yield from rows


def put_together(pieces: Iterable[Any]) -> Any:
    """Return the data of these pieces."""
    rest = iter(pieces)
    data, lengths = next(rest), next(rest)
    for (holder, name), length in zip(_find_long(data), lengths, strict=True):
        holder[name] = [next(rest) for _ in range(length)]
    return data


def _find_long(data: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield where the long lists are. The data may be no series at all."""
    scenes = (
        scene
        for story in _rows(data, "stories")
        for episode in _rows(story, "episodes")
        for scene in _rows(episode, "scenes")
    )
    for holder, name in (
        (data, "characters"),
        (data, "handouts"),
        (data, "attachments"),
        (data, "subjects"),
        (data, "ties"),
        *((scene, name) for scene in scenes for name in ("commands", "entries")),
    ):
        if isinstance(holder, dict) and isinstance(holder.get(name), list):
            yield holder, name


def _rows(data: Any, name: str) -> list[Any]:
    rows = data.get(name) if isinstance(data, dict) else None
    return rows if isinstance(rows, list) else []


def _no_number(_word: str) -> NoReturn:
    raise ValueError


def run(content: bytes) -> Iterator[bytes]:
    """Yield the pieces of a file."""
    sys.set_int_max_str_digits(MAX_DIGITS)
    yield from map(encode, take_apart(parse(unpack(content))))
