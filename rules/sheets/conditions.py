"""The conditions of a character: short words of the story, without an effect on dice.

A sheet keeps them as one line, with commas between. A fight neither reads nor changes them: what has rules there, such
as "prone", it keeps itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle import Json
from rules.battle.guards import check_text
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line, is_line
from rules.sheets.schema import text
from rules.text import Text, verbatim

MAX_WORD, MAX_CONDITIONS = 40, 8
"""The most characters of a condition, and the most conditions that are added by touch."""
PLACE = "conditions"
"""The field of every game's sheet that holds them."""
OFFERED = {
    str(word): word for word in (Text("bound"), Text("drunk"), Text("frightened"), Text("in disguise"), Text("sick"))
}
"""What every character can be given without typing. None of them is a condition of a fight."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A condition: the word that is kept, how it is shown, and whether the character has it."""

    word: str
    label: Text
    is_on: bool

    @property
    def step(self) -> int:
        """What a tap does: 1 gives it, -1 takes it away."""
        return -1 if self.is_on else 1


def conditions() -> Any:
    """Declare the field of a sheet."""
    return text(Text("Conditions"), (MAX_WORD + 2) * MAX_CONDITIONS, chars=_is_line)


def _is_line(line: str) -> bool:
    """Return whether the line is printable. Raises `BadInput` if one of its conditions is too long."""
    if long := next((word for word in split_line(line) if len(word) > MAX_WORD), None):
        sentence = Text(
            "A condition can be up to {n} characters; separate conditions with commas. Too long: {what}…",
            n=MAX_WORD,
            what=long[:MAX_WORD],
        )
        raise BadInput("too_long", sentence, key=PLACE)
    return is_line(line)


def parse_words(stored: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the conditions of a stored sheet, each once. An older sheet has no line: then there are none."""
    line = stored.get(PLACE)
    return split_line(line) if isinstance(line, str) else ()


def split_line(line: str) -> tuple[str, ...]:
    """Return the conditions of a line, each once."""
    return tuple(dict.fromkeys(filter(None, (word.strip() for word in line.split(",")))))


def say_word(condition: str) -> Text:
    """Return a condition as a text: what is offered has a translation, what someone typed has none."""
    return OFFERED.get(condition) or verbatim(condition)


def list_chips(held: Sequence[str]) -> tuple[Chip, ...]:
    """Return a chip for each condition that the character has, then for the others that are offered."""
    return tuple(Chip(word, say_word(word), word in held) for word in dict.fromkeys((*held, *OFFERED)))


def check_word(typed: str) -> str:
    """Return the condition as it is kept. Raises `BadInput` if nothing of it can be seen, or if it is too long."""
    label = Text("Condition")
    found = check_text(
        label, clean_line(check_text(label, typed.strip(), MAX_WORD, empty=False)), MAX_WORD, empty=False
    )
    if "," in found:
        raise BadInput("bad_text", Text("One condition at a time, without a comma."), key="condition")
    return found


def change_line(line: str, condition: str, *, is_on: bool) -> str:
    """Return the line with the condition added or taken away. Raises `IllegalMove` where nothing would change."""
    words = split_line(line)
    known = next((word for word in words if word.casefold() == condition.casefold()), None)
    if is_on == (known is not None):
        is_there = Text("{what} is already there.", what=condition)
        raise IllegalMove("no_change", is_there if is_on else Text("{what} is not there.", what=condition))
    if is_on and len(words) >= MAX_CONDITIONS:
        raise IllegalMove(
            "too_many", Text("A character can have up to {n} conditions. Remove one first.", n=MAX_CONDITIONS)
        )
    return ", ".join([*words, condition] if is_on else [word for word in words if word != known])
