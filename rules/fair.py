"""Dice that can be proved: faces that follow from a secret seed, whose hash is published before they fall.

Who may see dice decides which seed they fall from, so that each seed can be shown to those who saw its dice and to
no one else. The numbers are described for other programs in `docs/fair-dice.md`, with examples.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from rules.battle.seats import Audience
from rules.dice import SIDES, Roller, check_dice

SEED_BYTES = 32
FAIR_BYTES = 250
"""Bytes from here on are thrown away: of those before, each face has as many."""


def new_seed() -> str:
    """Return a new seed as hexadecimal digits, from the operating system."""
    return secrets.token_hex(SEED_BYTES)


def hash_seed(seed: str) -> str:
    """Return what is published of a seed: the SHA-256 of its bytes, as hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def derive_seed(master: str, number: int) -> str:
    """Return the seed of one of a scene's streams, from the seed that is kept for the scene."""
    return hmac.digest(bytes.fromhex(master), f"stream {number}".encode(), "sha256").hex()


def add_words(salt: str, words: str) -> str:
    """Return the salt after someone has added these words to the dice. It is empty before anyone has."""
    return hashlib.sha256(f"{salt}:{words}".encode(errors="surrogatepass")).hexdigest()


def throw_faces(seed: str, throw: int, salt: str, count: int) -> tuple[int, ...]:
    """Return the faces of one throw of a stream; its throws are numbered from 0."""
    key, faces, block = bytes.fromhex(seed), list[int](), 0
    while len(faces) < count:
        drawn = hmac.digest(key, f"{throw}:{block}:{salt}".encode(), "sha256")
        faces += [byte % SIDES + 1 for byte in drawn if byte < FAIR_BYTES]
        block += 1
    return tuple(faces[:count])


@dataclass(slots=True)
class Stream:
    """The dice that one audience sees: how many throws have fallen from its seed, and whether its hash was shown."""

    audience: Audience
    seed: str
    thrown: int = 0
    told: bool = False


@dataclass(slots=True)
class Sealing:
    """The dice of a scene while they are secret: its seed, what people have added, and its streams in their order."""

    seed: str
    salt: str = ""
    streams: list[Stream] = field(default_factory=list)

    def find(self, audience: Audience) -> Stream | None:
        """Return the stream of an audience, or None where no die was sealed for it yet."""
        return next((stream for stream in self.streams if stream.audience == audience), None)

    def open(self, audience: Audience) -> Stream:
        """Return the stream of an audience, and begin it where there is none."""
        found = self.find(audience)
        if found is None:
            found = Stream(audience, derive_seed(self.seed, len(self.streams)))
            self.streams.append(found)
        return found


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: who may see it, its number in the stream of this audience, and the faces."""

    audience: Audience
    number: int
    dice: tuple[int, ...]


class FairRoller:
    """Rolls from the streams of a scene. `load` returns its sealing; it is asked at the first die.

    Dice of which no one said who sees them are the Storyteller's.
    """

    def __init__(self, load: Callable[[], Sealing], note: Callable[[Throw], object]) -> None:
        self._load, self._note = load, note

    def roll(self, count: int) -> tuple[int, ...]:
        return self._roll((), count)

    def among(self, audience: Audience) -> Roller:
        """Return the roller whose dice this audience sees."""
        return _StreamRoller(self._roll, audience)

    def _roll(self, audience: Audience, count: int) -> tuple[int, ...]:
        check_dice(count)
        if not count:
            return ()
        sealing = self._load()
        audience = None if audience is None else tuple(sorted(audience))
        stream = sealing.open(audience)
        faces = throw_faces(stream.seed, stream.thrown, sealing.salt, count)
        self._note(Throw(audience, stream.thrown, faces))
        stream.thrown += 1
        return faces


@dataclass(frozen=True, slots=True)
class _StreamRoller:
    """Rolls for one audience."""

    throw: Callable[[Audience, int], tuple[int, ...]]
    audience: Audience

    def roll(self, count: int) -> tuple[int, ...]:
        return self.throw(self.audience, count)
