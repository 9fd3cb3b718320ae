"""A draft of an imported character: what fits the sheet, what was changed, and what is left out."""

from dataclasses import dataclass

from rules.battle import Json
from rules.codec import encode
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class AdjustedValue:
    """A value that the rules do not take as it was: what it is called, what the file said, what it is now (nothing for
    what is left out), and why."""

    label: str
    was: str
    now: str
    why: str
    """Like the label a `Text`, or in the language of the reader for whom the draft was made."""


@dataclass(frozen=True, slots=True)
class LeftLine:
    """A line that has no place on the sheet, under a heading in words."""

    heading: str
    line: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a file or a text does not say so that the game knows it: what kind of being this is.

    `said`: what it says instead. `choices`: what the game knows, key and name.
    """

    source: str
    name: str
    said: str
    choices: tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A trait of which the source says something that is no number of the sheet, as "3/5". The person who imports says
    the number before the character is made. `path`, `low` and `high`: where it stands, and its bounds; `offer`: a
    likely answer."""

    path: str
    label: str
    said: str
    low: int
    high: int
    offer: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What an import would make.

    `kind`: what kind of being, in words. `assumed`: what is on the sheet although the source does not say it.
    `about`: the source's words about the character. `left`: what has no place on the sheet. Both go into the notes of
    the Storyteller; `notes`, the notes for all, come from files of our own alone. `earned`: experience that is not
    spent yet, purse and points. `opening`: experience earned in all and spent of it before, None where that is not
    said. `asked`: what the person must answer first. `said`: what the source calls it, where somebody had to choose the
    kind.
    """

    source: str
    name: str
    sheet: dict[str, Json]
    notes: str = ""
    kept: tuple[str, ...] = ()
    changed: tuple[AdjustedValue, ...] = ()
    left: tuple[LeftLine, ...] = ()
    kind: Text = EMPTY
    said: str = ""
    assumed: tuple[tuple[str, str], ...] = ()
    about: str = ""
    secret_notes: str = ""
    earned: tuple[tuple[str, int], ...] = ()
    opening: tuple[int, int | None] = (0, 0)
    asked: tuple[OpenQuestion, ...] = ()
    extra: bool = False
    hidden: bool = False


def encode_draft(draft: Draft) -> dict[str, Json]:
    """Return what creates the character from a draft, as JSON."""
    return {
        "name": draft.name,
        "sheet": encode(draft.sheet),
        "notes": draft.notes,
        "about": draft.about,
        "secret_notes": draft.secret_notes,
        "earned": [list(part) for part in draft.earned],
        "opening": list(draft.opening),
        "asked": [[asked.path, asked.low, asked.high] for asked in draft.asked],
    }
