"""What a table may settle for itself: each setting of a system's `Options` with its sentence and its limits."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.battle import Choice, Field, Json

RULES = re.compile(r" \(([^()]+)\)\.$")
"""The rules of a setting, at the end of its sentence."""
RULE_ID = re.compile(r"(?:2E|3E|WD|V20)-\d")
"""A rule that people can look up; the others are entries of the specification's own register."""


def option(default: Any, text: str, low: int = 0, high: int = 0, words: Mapping[Json, str] | None = None) -> Any:
    """A setting of an `Options` dataclass: its default and what it does, with its rules in parentheses at the end.

    A number lies from `low` to `high`. `words`: each value of a setting with several, as people read it.
    """
    return field(default=default, metadata={"text": text, "low": low, "high": high, "words": words or {}})


def option_fields(options: type, current: Any) -> tuple[Field, ...]:
    """The form of a system's settings, each standing at its current value."""
    hints = get_type_hints(options)
    return tuple(_field(one, hints[one.name], getattr(current, one.name)) for one in fields(options))


def differing(options: Any) -> dict[str, Json]:
    """The settings that are not at their defaults."""
    return {
        one.name: getattr(options, one.name)
        for one in fields(options)
        if one.default is not MISSING and getattr(options, one.name) != one.default
    }


def _field(one: Any, hint: Any, value: Json) -> Field:
    text, words = one.metadata["text"], one.metadata["words"]
    label, found = RULES.sub(".", text), RULES.search(text)
    rules = found[1] if found and RULE_ID.match(found[1]) else ""
    if hint is bool:
        return Field(one.name, label, "flag", initial=value, required=False, help=rules)
    if get_origin(hint) is Literal:
        choices = tuple(Choice(str(word), words[word]) for word in get_args(hint))
        return Field(one.name, label, "choice", choices, initial=str(value), help=rules)
    low, high = one.metadata["low"], one.metadata["high"]
    return Field(one.name, label, "number", low=low, high=high, initial=value, help=rules)
