"""What people say and do at the table, as a seat hears it: who speaks, to whom, and in what words."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rules.battle import Event, Seat
from rules.tasks import SOMEBODY
from rules.text import EMPTY, Text, verbatim

BREATH = timedelta(minutes=5)
"""Lines of one speaker that follow each other within this time stand together."""


@dataclass(frozen=True, slots=True)
class SideSceneName:
    """The side scene of a line, as the line stores it. `id` is random, so that it counts nothing."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Spoken(Event):
    """Somebody's own words. `character`: the key of the character who speaks, empty for a person or a mere name.

    `veiled`: the character is hidden; those who do not act for it read the name `known`, or no name at all. `strand`:
    the one to which it belongs; None for the main line.
    """

    name: str
    text: str
    character: str = ""
    veiled: bool = False
    known: str = ""
    strand: SideSceneName | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Said(Spoken):
    """Somebody spoke. With an audience it was whispered to `player`, who plays `to`, or to the Storyteller."""

    to: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class Posted(Said):
    """Somebody wrote a post: longer words, in Markdown."""


@dataclass(frozen=True, slots=True)
class PostEdited(Event):
    """The writer changed a post. It is a line in no log: the post shows the newest text, and the first behind a fold.

    `post` is the table's number of the post, and `number` that of this entry: by them the state
    knows which text counts.
    """

    post: int
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """The newest text of a post: the number of the entry that has it, and how often the post was edited."""

    post: int
    number: int
    times: int


Edits = tuple[Edit, ...]


def apply_edit(edits: Edits, event: PostEdited) -> Edits:
    """Return the edits after one more."""
    others = (edit for edit in edits if edit.post != event.post)
    return (*others, Edit(event.post, event.number, count_edits(edits, event.post) + 1))


def count_edits(edits: Edits, post: int) -> int:
    """Return how often the post of this number was edited."""
    return next((edit.times for edit in edits if edit.post == post), 0)


@dataclass(frozen=True, slots=True)
class Emoted(Spoken):
    """Someone did something: the line begins with the name."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A line of speech as a seat hears it.

    `face`: the key of the character whose portrait stands beside it, empty where the seat may not know it. `account`:
    who wrote it, likewise. `to`: whom it was whispered to; empty where all hear it. `is_deed`: told after the name.
    `is_post`: the text is Markdown. `original`: what stood there first, of a post that was edited; else empty.
    """

    name: str
    text: str
    face: str = ""
    account: str = ""
    to: Text = EMPTY
    is_deed: bool = False
    is_post: bool = False
    original: str = ""

    @property
    def speaker(self) -> tuple[str, str, str, str]:
        """What two lines have in common that one speaker says to the same people."""
        return self.name, self.face, self.account, self.to


def hear(event: Event, seat: Seat, account: str, edited: str = "") -> Speech | None:
    """Return the words of an event that the seat may see, or None where nobody speaks.

    `account`: who wrote it; `edited`: the newest text of a post that was edited.
    """
    if not isinstance(event, Spoken):
        return None
    is_known = _is_known(event, seat)
    return Speech(
        event.name if is_known else _name_for(event, seat),
        edited or event.text,
        event.character if is_known else "",
        account if is_known else "",
        _describe_ears(event),
        is_deed=isinstance(event, Emoted),
        is_post=isinstance(event, Posted),
        original=event.text if edited else "",
    )


def describe_speaker(event: Spoken, seat: Seat) -> Text:
    """Return who speaks, and to whom: "Ysane, to Tolvar (jonas)"."""
    name, whom = _name_for(event, seat), _describe_ears(event)
    return Text("{who}, {whom}", who=name, whom=whom) if whom else verbatim(name)


def describe_deed(event: Emoted, seat: Seat, words: str) -> Text:
    """Return a deed in one sentence. `words`: its text without marks of emphasis."""
    return Text("{who} {text}", who=_name_for(event, seat), text=words)


def follows(earlier: Speech | None, before: datetime, later: Speech | None, at: datetime) -> bool:
    """Return whether a line goes on where the line before it ended: one speaker, soon after. A post stands alone."""
    if earlier is None or later is None or earlier.is_post or later.is_post:
        return False
    return earlier.speaker == later.speaker and at - before <= BREATH


def _is_known(event: Spoken, seat: Seat) -> bool:
    return not event.veiled or seat.controls(event.character)


def _name_for(event: Spoken, seat: Seat) -> str:
    return event.name if _is_known(event, seat) else event.known or SOMEBODY


def describe_ears(name: str, player: str) -> Text:
    """Return whom a whisper reaches: the `player` of the character of this name, or without one the Storyteller."""
    if not name:
        return Text("to the Storyteller")
    # Whispers of older logs do not say who played the character.
    return Text("to {name} ({player})", name=name, player=player) if player else Text("to {name}", name=name)


def _describe_ears(event: Spoken) -> Text:
    if event.audience is None or event.strand:
        return EMPTY
    return describe_ears(event.to, event.player) if isinstance(event, Said) else describe_ears("", "")
