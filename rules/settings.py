"""What a table may settle for itself: each setting of a system's `Options` with its sentence and its limits."""

from dataclasses import MISSING, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.battle import Choice, Field, Json


def option(default: Any, text: str, low: int = 0, high: int = 0) -> Any:
    """A setting of an `Options` dataclass: its default and what it does; a number lies from `low` to `high`."""
    return field(default=default, metadata={"text": text, "low": low, "high": high})


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
    label = one.metadata["text"]
    if hint is bool:
        return Field(one.name, label, "flag", initial=value, required=False)
    if get_origin(hint) is Literal:
        choices = tuple(Choice(str(word), str(word).replace("_", " ")) for word in get_args(hint))
        return Field(one.name, label, "choice", choices, initial=str(value))
    low, high = one.metadata["low"], one.metadata["high"]
    return Field(one.name, label, "number", low=low, high=high, initial=value)
