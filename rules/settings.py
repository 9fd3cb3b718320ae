"""House rules of a table: each setting of a system's `Options` with its sentence and its limits."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.battle import Choice, Field, Json
from rules.text import Text, word

RULE_ID = re.compile(r"(?:2E|3E|WD|V20)-\d")
"""A rule that people can look up. Other ids are entries of the specification's own register."""


OLD = "former"


def option(
    default: Any,
    text: str,
    low: int = 0,
    high: int = 0,
    words: Mapping[Json, Text] | None = None,
    *,
    rule: str = "",
    former: Json = None,
) -> Any:
    """Declare a setting of an `Options` dataclass: its default, the sentence for it, and its rules.

    A number lies from `low` to `high`. `words`: each value of a setting with several, in words. `former`: what the
    rules did before there was this setting; fights that were written then go on like that (see `Settings`).
    """
    asked = {"text": Text(text), "low": low, "high": high, "words": words or {}, "rule": rule, OLD: former}
    return field(default=default, metadata=asked)


class Settings:
    """The base of an `Options` class with settings that were added later.

    A fight stores all its options. One that was stored before a setting existed lacks it, and must replay as it was
    played: it gets the setting's `former` value. A series stores only what differs from the defaults, and gets the
    default of what it lacks.
    """

    __slots__ = ()

    @classmethod
    def renew_json(cls, data: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return the JSON of options with the `former` values of missing settings, if it was written whole."""
        declared: Any = cls
        former = {field.name: field.metadata[OLD] for field in fields(declared)}
        is_whole = all(name in data for name, value in former.items() if value is None)
        missing = {name: value for name, value in former.items() if value is not None and name not in data}
        return {**missing, **data} if is_whole and missing else data


@dataclass(frozen=True, slots=True)
class NumbersOptions(Settings):
    """What a series does with the numbers that players propose (`rules.battle.sources`). A game's options begin so."""

    numbers: Literal["ask", "usual", "trusting"] = option(
        "usual",
        "Numbers that players propose for their own rolls.",
        words={
            "ask": Text("all wait for the Storyteller"),
            "usual": Text("small ones count at once, the Storyteller can remove them"),
            "trusting": Text("all count at once, the Storyteller can remove them"),
        },
        former="usual",
    )
    small_stunt: int = option(3, "The highest stunt that counts at once.", 0, 3, former=3)
    small_dice: int = option(3, "The most dice that count at once.", 0, 10, former=3)
    small_difficulty: int = option(1, "How far a difficulty can be changed at once.", 0, 5, former=1)


def option_fields(options: type, current: Any) -> tuple[Field, ...]:
    """Return the form of a system's settings, with their current values."""
    hints = get_type_hints(options)
    return tuple(_field(field, hints[field.name], getattr(current, field.name)) for field in fields(options))


def differing(options: Any) -> dict[str, Json]:
    """Return the settings that are not at their defaults."""
    return {
        field.name: getattr(options, field.name)
        for field in fields(options)
        if field.default is not MISSING and getattr(options, field.name) != field.default
    }


def _field(field: Any, hint: Any, value: Json) -> Field:
    label, words, rule = field.metadata["text"], field.metadata["words"], field.metadata["rule"]
    rules = word(rule if RULE_ID.match(rule) else "")
    if hint is bool:
        return Field(field.name, label, "flag", initial=value, required=False, help=rules)
    if get_origin(hint) is Literal:
        choices = tuple(Choice(str(word), words[word]) for word in get_args(hint))
        return Field(field.name, label, "choice", choices, initial=str(value), help=rules)
    low, high = field.metadata["low"], field.metadata["high"]
    return Field(field.name, label, "number", low=low, high=high, initial=value, help=rules)
