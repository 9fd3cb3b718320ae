"""Parses what the Storyteller's tools also take as words: a fight, time, marks, handouts, undo. It reads no database.

With a "/" before it each works in the log's input; the palette takes it without (`add_slash`).
"""

import re
from dataclasses import dataclass

from rules.errors import BadInput
from rules.text import Text

MAX_LINE = 200
MAX_STEPS = 99
"""The most steps that one line undoes."""
EXAMPLE = Text("Write who, how many and what: Toll guard 1: 3 lethal.")
UNITS = {
    "s": "second",
    "sec": "second",
    "second": "second",
    "m": "minute",
    "min": "minute",
    "minute": "minute",
    "h": "hour",
    "hour": "hour",
    "d": "day",
    "day": "day",
    "w": "week",
    "week": "week",
}
BARE = frozenset(
    {
        "roll",
        "gmroll",
        "gmr",
        "blindroll",
        "selfroll",
        "whisper",
        "foes",
        "fight",
        "pause",
        "resume",
        "show",
        "undo",
    }
)
"""Commands that need no "/" where nothing but commands is typed."""
TIME = re.compile(r"([0-9]{1,6})\s*([a-z]{1,7})", re.I)
MARK = re.compile(r"([^:]{1,80}):\s*([+\-−]?)\s*([0-9]{1,3})\s+(\S.{0,59})", re.S)
FOES = re.compile(r"[0-9]{1,4}\s*(?:[xX×*]\s*)?[^\W\d_].*", re.S)


@dataclass(frozen=True, slots=True)
class FightWanted:
    """A fight of all the players' characters in the scene, with the foes of the line."""

    line: str


@dataclass(frozen=True, slots=True)
class PauseWanted:
    """Pause the fight, or resume it."""

    paused: bool


@dataclass(frozen=True, slots=True)
class TimeWanted:
    """Let time pass."""

    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class MarkWanted:
    """Mark damage on somebody, heal it (`by` is negative), or change a pool.

    `has_sign`: a plus or minus was typed, which a pool needs.
    """

    who: str
    what: str
    by: int
    has_sign: bool = False


@dataclass(frozen=True, slots=True)
class HandoutWanted:
    """Show a handout to everybody, by its title or a part of it."""

    title: str


@dataclass(frozen=True, slots=True)
class UndoWanted:
    """Undo this many steps."""

    steps: int


Deed = PauseWanted | TimeWanted | MarkWanted | HandoutWanted | UndoWanted
"""What becomes the move that a tool would send."""


def add_slash(line: str) -> str:
    """Return a line as the log's input takes it, with its command: "6 minutes" becomes "/time 6 minutes".

    Empty where it is no command, but words to search for.
    """
    said = line.strip()
    if said.startswith("/"):
        return said
    if said.partition(" ")[0].lower() in BARE:
        return f"/{said}"
    if _parse_time_wanted(said) is not None:
        return f"/time {said}"
    if MARK.fullmatch(said[: MAX_LINE + 1]):
        return f"/mark {said}"
    return f"/foes {said}" if FOES.fullmatch(said[: MAX_LINE + 1]) else ""


def parse_deed(command: str, body: str) -> Deed | FightWanted | None:
    """Parse the text after a command; None for a command that is none of these. Raises `BadInput`."""
    if len(body) > MAX_LINE and command in ("fight", "pause", "resume", "time", "mark", "show", "undo"):
        raise BadInput("long_text", Text("This command can be up to {n} characters.", n=MAX_LINE))
    match command:
        case "fight":
            return FightWanted(body)
        case "pause" | "resume":
            return PauseWanted(command == "pause")
        case "time":
            return _parse_time(body)
        case "mark":
            return _parse_mark(body)
        case "show":
            return _parse_handout(body)
        case "undo":
            return _parse_undo(body)
    return None


def _parse_time(body: str) -> TimeWanted:
    found = _parse_time_wanted(body)
    if found is None:
        raise BadInput("unfinished", Text("Write how much time passes: 6 minutes, 2 hours, 1 day."))
    return found


def _parse_time_wanted(said: str) -> TimeWanted | None:
    match = TIME.fullmatch(said)
    if match is None:
        return None
    word = match[2].lower()
    unit = UNITS.get(word) or UNITS.get(word.removesuffix("s"))
    return TimeWanted(int(match[1]), unit) if unit else None


def _parse_mark(body: str) -> MarkWanted:
    match = MARK.fullmatch(body)
    if match is None:
        raise BadInput("unfinished", EXAMPLE)
    number = int(match[3])
    by = -number if match[2] in ("-", "−") else number
    return MarkWanted(match[1].strip(), match[4].strip(), by, has_sign=bool(match[2]))


def _parse_handout(body: str) -> HandoutWanted:
    if not body:
        raise BadInput("unfinished", Text("Write the title of a handout, or a part of it."))
    return HandoutWanted(body)


def _parse_undo(body: str) -> UndoWanted:
    if not body:
        return UndoWanted(1)
    if not re.fullmatch(r"[0-9]{1,2}", body) or not int(body):
        raise BadInput("unfinished", Text("Write how many steps to undo, at most {n}.", n=MAX_STEPS))
    return UndoWanted(int(body))
