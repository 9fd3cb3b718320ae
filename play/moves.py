"""What a person may ask of a table; the system's own moves travel inside `BattleMove`."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Kinds, Move

MAX_TEXT = 2000
"""Characters in one line of speech."""
MAX_COPIES = 20
"""Copies of one extra brought in at once."""


@dataclass(frozen=True, slots=True)
class Say(Move):
    """Speak: to everyone, or whisper `to` "storyteller"."""

    text: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class MakeRoll(Move):
    """Roll for a character. `secret`: "" for all to see, "owner" (and Storyteller), "storyteller" alone."""

    character: str
    request: Mapping[str, Json]
    secret: str = ""


@dataclass(frozen=True, slots=True)
class OpenBattle(Move):
    """Begin a fight."""


@dataclass(frozen=True, slots=True)
class BringIn(Move):
    """Bring characters into the fight on one side; `copies` of each that is an extra."""

    characters: tuple[str, ...]
    side: str
    copies: int = 1
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class BattleMove(Move):
    """A move of the system's battle in its JSON form."""

    move: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class CloseBattle(Move):
    """End the fight and carry wounds and spent points to the sheets."""


@dataclass(frozen=True, slots=True)
class Pause(Move):
    """Stop the players' hands for a while, or let the fight go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Rewind(Move):
    """Take back an entry, with the whole command that wrote it, and everything after."""

    entry: int


MOVES: Kinds[Move] = Kinds(Say, MakeRoll, OpenBattle, BringIn, BattleMove, CloseBattle, Pause, Rewind)
