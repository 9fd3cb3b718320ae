"""The rolls that a player keeps for a character, with their dice and chances on the sheet as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Field, Json
from rules.codec import decode
from rules.errors import RulesError
from rules.system import System
from rules.text import EMPTY, Text, join, verbatim


@dataclass(frozen=True, slots=True)
class KeptRoll:
    """A kept roll. `dice` and `odds` (of success) are None where the sheet no longer has what it rolls."""

    id: str
    title: Text
    detail: Text = EMPTY
    dice: int | None = None
    odds: float | None = None


def weigh_roll(system: System, sheet: Any, kept: Json, options: Any) -> KeptRoll:
    """Return a kept roll of a parsed sheet, under the options of its series. `kept`: {"id", "request"}."""
    try:
        request: Any = decode(system.rolls.request, kept["request"])
        pool, odds = system.rolls.pool(sheet, request, options), system.rolls.odds(sheet, request, options)
    except RulesError:
        return KeptRoll(kept["id"], Text("No longer on the sheet"))
    given = {**kept["request"]}
    labels = [
        say_field(field, given[field.name]) for field in system.rolls.fields(sheet) if _is_chosen(system, field, given)
    ]
    return KeptRoll(kept["id"], pool.title, join(", ", labels), pool.dice, float(odds.success))


def _is_chosen(system: System, field: Field, given: Mapping[str, Json]) -> bool:
    """Return whether a field of the pad says more than its traits, and is not left as it was."""
    value = given.get(field.name)
    return field.name not in system.tasks.spoken.traits and bool(value) and value != field.initial


def say_field(field: Field, value: Json) -> Text:
    """Return a value of the pad in words: "Stunt 2", "Willpower"."""
    if value is True:
        return field.label
    named = next((choice.label for choice in field.choices if choice.value == value), None)
    return Text("{label} {n}", label=field.label, n=verbatim(str(value)) if named is None else named)
