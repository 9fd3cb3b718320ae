"""The parts of a sheet's pages: editable traits in sections, and tables to read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import Literal

from rules.battle import Choice, Json
from rules.sheets.steps import OTHER, Step
from rules.text import EMPTY, Text, word
from rules.wounds import NAMES, STROKES

MAX_NAME = 60
"""The most characters in a name on a sheet, of a specialty or a purchase."""
Kind = Literal["dots", "number", "text", "flag", "choice", "items", "track"]
NONE = word("–")
"""The text of an empty cell of a table."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One editable place of a sheet. `key` is its dotted path in the sheet's JSON ("attributes.strength").

    Kinds: dots (int drawn as dots), number, text, flag, choice (one value), items (a list of values of `choices`,
    repeats allowed), track (`high` health boxes as a string of marks; `choices` are the marks of a box, one character
    or none each, unmarked first). A number may have `choices`, too: words for its values, by their digits.

    `full`: the value of a full pool, 0 for any other number. `under`: the text under each box of a track, its wound
    penalty as the book writes it.
    """

    key: str
    label: Text
    kind: Kind
    value: Json
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    help: Text = EMPTY
    rule: str = ""
    full: int = 0
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A headed group of traits on the sheet's page, in the book's order. `scene` traits may change during a scene.

    `step`: the matter that it belongs to. `rare`: whether few characters need it, so that the form folds it.
    """

    title: Text
    traits: tuple[Trait, ...]
    scene: bool = False
    step: Step = OTHER
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of things on a sheet, such as weapons: their figures row by row. The first column has the names.

    `keys`: the traits that it replaces on a page without a form. `words`: the number of last columns that hold words.
    """

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]
    words: int = 0

    @property
    def lines(self) -> tuple[tuple[tuple[Text, str], ...], ...]:
        """The rows, each figure with its column."""
        return tuple(tuple(zip(self.columns, row, strict=True)) for row in self.rows)


@lru_cache(maxsize=1024)
def label(key: str) -> Text:
    """Return the printed name of a trait's key: `martial_arts` is Martial Arts."""
    return word(key.replace("_", " ").title())


def name_choices(keys: Iterable[str]) -> tuple[Choice, ...]:
    """Return the keys as choices with their printed names."""
    return tuple(Choice(key, label(key) if key else Text("None")) for key in keys)


def choose(names: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return the choices among these names, by their keys."""
    return tuple(Choice(key, word(name)) for key, name in names.items())


def make_marks(marks: Iterable[str], unhurt: str = "") -> tuple[Choice, ...]:
    """Return what a health box may hold, in the marks of a game's sheets."""
    kinds = zip(marks, NAMES.values(), map(word, STROKES), strict=True)
    return (Choice(unhurt, Text("unhurt")), *starmap(Choice, kinds))
