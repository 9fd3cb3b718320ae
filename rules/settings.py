"""House rules of a table: each setting of a system's `Options` with its sentence and its limits."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.battle import Choice, Field, Json
from rules.text import Text, word

RULE_ID = re.compile(r"(?:2E|3E|WD|V20)-\d")
"""A rule that people can look up. Other ids are entries of the specification's own register."""


def option(
    default: Any, text: str, low: int = 0, high: int = 0, words: Mapping[Json, Text] | None = None, *, rule: str = ""
) -> Any:
    """Declare a setting of an `Options` dataclass: its default, the sentence for it, and its rules.

    A number lies from `low` to `high`. `words`: each value of a setting with several, in words.
    """
    asked = {"text": Text(text), "low": low, "high": high, "words": words or {}, "rule": rule}
    return field(default=default, metadata=asked)


@dataclass(frozen=True, slots=True)
class NumbersOptions:
    """What a series does with the numbers that players propose (`rules.battle.sources`). A game's options begin so."""

    numbers: Literal["ask", "usual", "trusting"] = option(
        "usual",
        "Numbers that players propose for their own rolls.",
        words={
            "ask": Text("all wait for the Storyteller"),
            "usual": Text("small ones count at once, the Storyteller can strike them"),
            "trusting": Text("all count at once, the Storyteller can strike them"),
        },
    )
    small_stunt: int = option(3, "The highest stunt that counts at once.", 0, 3)
    small_dice: int = option(3, "The most dice that count at once.", 0, 10)
    small_difficulty: int = option(1, "How far a difficulty can be changed at once.", 0, 5)


def option_fields(options: type, current: Any) -> tuple[Field, ...]:
    """Return the form of a system's settings, with their current values."""
    hints = get_type_hints(options)
    return tuple(_field(one, hints[one.name], getattr(current, one.name)) for one in fields(options))


def differing(options: Any) -> dict[str, Json]:
    """Return the settings that are not at their defaults."""
    return {
        one.name: getattr(options, one.name)
        for one in fields(options)
        if one.default is not MISSING and getattr(options, one.name) != one.default
    }


def _field(one: Any, hint: Any, value: Json) -> Field:
    label, words, rule = one.metadata["text"], one.metadata["words"], one.metadata["rule"]
    rules = word(rule if RULE_ID.match(rule) else "")
    if hint is bool:
        return Field(one.name, label, "flag", initial=value, required=False, help=rules)
    if get_origin(hint) is Literal:
        choices = tuple(Choice(str(word), words[word]) for word in get_args(hint))
        return Field(one.name, label, "choice", choices, initial=str(value), help=rules)
    low, high = one.metadata["low"], one.metadata["high"]
    return Field(one.name, label, "number", low=low, high=high, initial=value, help=rules)
