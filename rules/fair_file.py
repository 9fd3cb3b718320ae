"""The file of a scene's dice: what one seat saw fall, with the seeds of it. Anyone can verify it without a server."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.codec import decode
from rules.errors import BadInput
from rules.fair import add_words, hash_seed, throw_faces
from rules.text import Text

FORMAT, VERSION = "storywheel-dice", 1
DIGITS = 64
"""The hexadecimal digits of a seed and of its hash."""


@dataclass(frozen=True, slots=True)
class Step:
    """A throw with its number and faces, or the words that someone added. `entry`: the number in the seat's own log,
    or 0 where the log has no line of it.
    """

    entry: int
    throw: int = -1
    dice: tuple[int, ...] = ()
    who: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class ProvedStream:
    """The dice of one audience from one seed. `sealed`: the entry that showed the `hash`. `seed` is empty while it is
    secret, and then there are no `steps`.
    """

    whose: str
    sealed: int
    hash: str
    seed: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceFile:
    """All streams that one seat may see."""

    format: str
    version: int
    scene: str
    streams: tuple[ProvedStream, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verification of a stream has found. Without `faults` every die of it is proved."""

    stream: ProvedStream
    throws: int
    dice: int
    faults: tuple[str, ...]


def verify(data: Mapping[str, Any]) -> list[Verdict]:
    """Verify every stream of a file. Raises `BadInput` for what is no such file."""
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise BadInput("no_dice_file", Text("This is not a scene’s dice file of version {n}.", n=VERSION))
    return [verify_stream(stream) for stream in decode(DiceFile, data).streams]


def verify_stream(stream: ProvedStream) -> Verdict:
    """Throw all dice of a stream again from its seed, and compare."""
    thrown = [step for step in stream.steps if not step.words]
    faults = tuple(_find_faults(stream))
    return Verdict(stream, len(thrown), sum(len(step.dice) for step in thrown), faults)


def _find_faults(stream: ProvedStream) -> Iterator[str]:
    if not (_is_hex(stream.hash) and (_is_hex(stream.seed) or not stream.seed)):
        yield f"The seed or its hash is not {DIGITS} hexadecimal digits."
        return
    if not stream.seed:
        if stream.steps:
            yield "Dice are listed, but the seed is missing."
        return
    if hash_seed(stream.seed) != stream.hash:
        yield "The seed is not the sealed one: its hash differs."
    yield from _compare(stream)


def _compare(stream: ProvedStream) -> Iterator[str]:
    salt, expected, entry = "", 0, stream.sealed
    for step in stream.steps:
        if step.entry and step.entry < entry:
            yield f"Entry {step.entry} comes after entry {entry}: the order is wrong."
        entry = max(entry, step.entry)
        if step.words:
            salt = add_words(salt, step.words)
            continue
        if step.throw != expected:
            yield f"Throw {expected} is missing: throw {step.throw} follows (entry {step.entry})."
        expected = step.throw + 1
        faces = throw_faces(stream.seed, step.throw, salt, len(step.dice))
        if faces != step.dice:
            yield f"Throw {step.throw} (entry {step.entry}) says {_list(step.dice)}, but the seed gives {_list(faces)}."


def _is_hex(text: str) -> bool:
    return len(text) == DIGITS and set(text) <= set("0123456789abcdef")


def _list(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
