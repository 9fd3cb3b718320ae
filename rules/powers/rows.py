"""Powers as rows of a form: the editing page of a sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.battle import Choice
from rules.powers.model import (
    HEALTH,
    MAX_EFFECTS,
    MAX_LASTS,
    MAX_NAME,
    MAX_POWERS,
    MAX_TEXT,
    Effect,
    Power,
    PowerRules,
)
from rules.sheets.page import Trait
from rules.text import Text, word
from rules.wounds import HARMS

EFFECT_ROWS: Final = 3
"""The fewest rows for effects that a power has on the form."""


def blank_rows(powers: Sequence[Power], spare: int) -> tuple[Power, ...]:
    """Return the powers with empty rows: for effects in each of them, and for `spare` more powers."""
    rows = (*powers, *[Power()] * min(spare, MAX_POWERS - len(powers)))
    return tuple(replace(row, effects=(*row.effects, *[Effect()] * _count_free(len(row.effects)))) for row in rows)


def _count_free(written: int) -> int:
    return max(EFFECT_ROWS, min(written + 1, MAX_EFFECTS)) - written


def list_traits(rules: PowerRules, rows: Sequence[Power]) -> tuple[Trait, ...]:
    """Return every editable place of these rows, power by power."""
    return tuple(trait for number, row in enumerate(rows) for trait in _row(rules, row, f"powers.{number}"))


def _row(rules: PowerRules, row: Power, path: str) -> Iterator[Trait]:
    yield Trait(f"{path}.name", Text("Name"), "text", row.name, high=MAX_NAME)
    uses = tuple(Choice(use.key, use.label) for use in rules.uses)
    timings = tuple(Choice(timing.key, timing.label) for timing in rules.timings)
    yield Trait(f"{path}.use", Text("When"), "choice", row.use or rules.uses[0].key, choices=uses)
    yield Trait(f"{path}.timing", Text("Timing"), "choice", row.timing or rules.timings[0].key, choices=timings)
    if any(use.span == "count" for use in rules.uses):
        yield Trait(f"{path}.lasts", rules.unit_label, "number", row.lasts, 0, MAX_LASTS)
    for track in rules.tracks:
        yield Trait(f"{path}.cost.{track.key}", track.label, "number", row.cost.get(track.key, 0), 0, track.high)
        if track.key == HEALTH:
            harms = tuple(Choice(harm, word(harm.capitalize())) for harm in sorted(HARMS, key="lethal".__ne__))
            yield Trait(f"{path}.harm", Text("Health levels are"), "choice", row.harm or "lethal", choices=harms)
    yield Trait(f"{path}.once", Text("Once per scene"), "flag", row.once)
    kinds = (Choice("", word("–")), *(Choice(kind.key, kind.label) for kind in rules.kinds))
    low, high = min(kind.low for kind in rules.kinds), max(kind.high for kind in rules.kinds)
    for place, effect in enumerate(row.effects):
        yield Trait(f"{path}.effects.{place}.kind", Text("Effect"), "choice", effect.kind, choices=kinds)
        yield Trait(f"{path}.effects.{place}.amount", Text("Amount"), "number", effect.amount, min(low, 0), high)
    yield Trait(f"{path}.text", Text("Description"), "text", row.text, high=MAX_TEXT)
