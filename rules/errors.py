"""Errors of the rules, each with a code, data and a sentence that says what to do."""

from collections.abc import Mapping

from rules.text import Text


class RulesError(Exception):
    """Base class of all refusals of the rules. Safe to show to the user.

    `code` is a stable snake_case word, `data` has JSON-safe details, `sentence` says what to do.
    """

    def __init__(self, code: str, sentence: Text, **data: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data: Mapping[str, object] = data


class BadInput(RulesError):
    """A value that is wrong in every state of the game: malformed, unknown or out of range."""


class IllegalMove(RulesError):
    """A well-formed move that the rules do not allow now. Nothing has changed."""


class DiceError(RulesError):
    """A scripted roller ran out of faces, or had faces left over."""


def check_range(name: Text, value: int, low: int, high: int, key: str = "") -> None:
    """Raise `BadInput` for a number that is not from `low` to `high`; `name` is its label, `key` its field."""
    if not low <= value <= high:
        sentence = Text("{name} must be {low} to {high}, not {value}.", name=name, low=low, high=high, value=value)
        raise BadInput("out_of_range", sentence, key=key, low=low, high=high)
