"""Checks that all games share, each with one sentence for its refusal."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from rules.battle.seats import Seat
from rules.errors import BadInput, IllegalMove, RulesError
from rules.names import is_line, is_prose
from rules.text import EMPTY, Text

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
MAX_NAME: Final = 80
"""The most characters of a name."""
MAX_REASON: Final = 200
"""The most characters of a reason that the Storyteller gives."""
MAX_TEXT: Final = 500
"""The most characters of any other text in a move."""


def refuse(code: str, reason: Text) -> None:
    """Raise `IllegalMove` if there is a reason."""
    if reason:
        raise IllegalMove(code, reason)


def refusal(check: Callable[..., Any], *args: Any, **values: Any) -> Text:
    """Return the sentence with which a check refuses, or an empty text if it passes."""
    try:
        check(*args, **values)
    except RulesError as error:
        return error.sentence
    return EMPTY


def check_storyteller(seat: Seat) -> None:
    """Raise `IllegalMove` for every seat but the Storyteller's."""
    if not seat.storyteller:
        raise IllegalMove("storyteller_only", Text("Only the Storyteller can do that."))


def check_phase(phase: str, *, in_setup: bool = False) -> None:
    """Raise `IllegalMove` if the battle is not running. `in_setup`: it may also be in setup."""
    if phase == "ended":
        raise IllegalMove("battle_over", Text("The battle is over."))
    if phase == "setup" and not in_setup:
        raise IllegalMove("not_started", Text("The battle has not started: the Storyteller starts it."))


def check_id(id: str) -> None:
    """Raise `BadInput` for an id that no combatant can have."""
    if not ID.fullmatch(id):
        raise BadInput("bad_id", Text("An ID must have 1 to 40 letters, digits, '-' or '_'."), key="id")


def check_number(name: Text, value: int, low: int, high: int, rule: str = "") -> int:
    """Return the number. Raises `BadInput` if it is out of bounds. `name` may be in the plural."""
    if not low <= value <= high:
        about = {"rule": rule} if rule else {}
        raise BadInput(
            "out_of_range",
            Text("{name} must be {low} to {high}.", name=name, low=low, high=high),
            low=low,
            high=high,
            **about,
        )
    return value


def check_choice(name: Text, value: str, known: Iterable[str]) -> str:
    """Return the word. Raises `BadInput` if it is not a known one."""
    words = tuple(known)
    if value not in words:
        raise BadInput(
            "unknown_choice",
            Text("{name} must be one of: {known}.", name=name, known=", ".join(word or "nothing" for word in words)),
        )
    return value


def check_text(name: Text, value: str, most: int = MAX_TEXT, *, empty: bool = True, lines: bool = False) -> str:
    """Return the text. Raises `BadInput` if it is too long, empty, or has characters that no page can show.

    `empty`: it may be empty. `lines`: it may be prose, with line breaks.
    """
    if not empty and not value.strip():
        raise BadInput("empty", Text("{name} is missing.", name=name))
    if len(value) > most or not (is_prose if lines else is_line)(value):
        raise BadInput(
            "bad_text", Text("{name} must be plain text of at most {most} characters.", name=name, most=most)
        )
    return value
