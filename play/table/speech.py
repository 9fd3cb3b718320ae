"""What people say and do at the table, as a seat hears it: who speaks, to whom, and in what words."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.battle import Event, Seat
from rules.tasks import SOMEBODY
from rules.text import EMPTY, Text, verbatim

BREATH = timedelta(minutes=5)
"""Lines of one speaker that follow each other within this time stand together."""


@dataclass(frozen=True, slots=True)
class Spoken(Event):
    """Somebody's own words. `character`: the key of the character who speaks, empty for a person or a mere name.

    `veiled`: the character is hidden; those who do not act for it read the name `known`, or no name at all.
    """

    name: str
    text: str
    character: str = ""
    veiled: bool = False
    known: str = ""


@dataclass(frozen=True, slots=True)
class Said(Spoken):
    """Somebody spoke. With an audience it was whispered to `player`, who plays `to`, or to the Storyteller."""

    to: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class Emoted(Spoken):
    """Someone did something: the line begins with the name."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A line of speech as a seat hears it.

    `face`: the key of the character whose portrait stands beside it, empty where the seat may not know it. `account`:
    who wrote it, likewise. `to`: whom it was whispered to; empty where all hear it. `is_deed`: told after the name.
    """

    name: str
    text: str
    face: str = ""
    account: str = ""
    to: Text = EMPTY
    is_deed: bool = False

    @property
    def speaker(self) -> tuple[str, str, str, str]:
        """What two lines have in common that one speaker says to the same people."""
        return self.name, self.face, self.account, self.to


def hear(event: Event, seat: Seat, account: str) -> Speech | None:
    """Return the words of an event that the seat may see, or None where nobody speaks. `account`: who wrote it."""
    if not isinstance(event, Spoken):
        return None
    whom, is_deed = _tell_ears(event), isinstance(event, Emoted)
    if _is_known(event, seat):
        return Speech(event.name, event.text, event.character, account, whom, is_deed)
    return Speech(_name_for(event, seat), event.text, to=whom, is_deed=is_deed)


def tell_speaker(event: Spoken, seat: Seat) -> Text:
    """Return who speaks, and to whom: "Ysane, to Tolvar (jonas)"."""
    name, whom = _name_for(event, seat), _tell_ears(event)
    return Text("{who}, {whom}", who=name, whom=whom) if whom else verbatim(name)


def tell_deed(event: Emoted, seat: Seat, words: str) -> Text:
    """Return a deed in one sentence. `words`: its text without marks of emphasis."""
    return Text("{who} {text}", who=_name_for(event, seat), text=words)


def follows(earlier: Speech | None, before: datetime, later: Speech | None, at: datetime) -> bool:
    """Return whether a line goes on where the line before it ended: one speaker, soon after."""
    if earlier is None or later is None:
        return False
    return earlier.speaker == later.speaker and at - before <= BREATH


def _is_known(event: Spoken, seat: Seat) -> bool:
    return not event.veiled or seat.controls(event.character)


def _name_for(event: Spoken, seat: Seat) -> str:
    return event.name if _is_known(event, seat) else event.known or SOMEBODY


def tell_ears(name: str, player: str) -> Text:
    """Return whom a whisper reaches: the `player` of the character of this name, or without one the Storyteller."""
    if not name:
        return Text("to the Storyteller")
    # Whispers of older logs do not say who played the character.
    return Text("to {name} ({player})", name=name, player=player) if player else Text("to {name}", name=name)


def _tell_ears(event: Spoken) -> Text:
    if event.audience is None:
        return EMPTY
    return tell_ears(event.to, event.player) if isinstance(event, Said) else tell_ears("", "")
