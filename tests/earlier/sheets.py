"""Sheets of every kind, and what the rules say of them."""

import json
from typing import Any

from rules.errors import BadInput
from rules.laws import put
from rules.powers import Power
from rules.sheets import Trait
from rules.system import System

Sheet = dict[str, Any]

OWN_ARMS: dict[str, dict[str, str]] = {
    "exalted2e": {
        "own_weapons": "Reed knife (Melee): Speed 4, Accuracy +2, Damage +3L, Defense +1, Rate 3",
        "own_armor": "Salt coat: Soak 4L/6B, Mobility 1, Fatigue 1",
    },
    "exalted3e": {"own_weapons": "Claws: light, brawl, bashing\nHorn bow: artifact heavy archery"},
    "wod2004": {
        "own_weapons": "Ice pick: 1L",
        "own_armor": "Coat: 2/1, Def -1, Speed -1, bulletproof",
    },
    "v20da": {"own_weapons": "Great pike: melee, Strength + 4 lethal\nHunting bow: archery, 5"},
}
"""Weapons and armor of one's own, which are text with a form."""
FULL = "with_everything"
"""The name of the sheet with something in every place."""


def make_sheets(system: System) -> dict[str, Sheet]:
    """A sheet of every archetype, an extra, and one with something in every place."""
    first = next(iter(system.sheets.archetypes))
    sheets = {key: system.sheets.blank(key) for key in system.sheets.archetypes}
    sheets["an_extra"] = system.sheets.as_extra(system.sheets.parse(sheets[first]))
    sheets[FULL] = fill(system, system.sheets.blank(first))
    return {name: json.loads(json.dumps(sheet)) for name, sheet in sheets.items()}


def describe(system: System, sheet: Sheet) -> dict[str, Any]:
    """What the rules say of a sheet: its values by their places, the figures that follow, its arms."""
    parsed = system.sheets.parse(sheet)
    layout = system.sheets.layout(parsed)
    return {
        "layout": {trait.key: trait.value for section in layout for trait in section.traits},
        "limits": {trait.key: [trait.low, trait.high, trait.full] for section in layout for trait in section.traits},
        "derived": [[value.title, value.total] for value in system.sheets.derived(parsed)],
        "arms": [[list(row) for row in table.rows] for table in system.sheets.arms(parsed)],
    }


def fill(system: System, sheet: Sheet) -> Sheet:
    """The sheet with something in every place that takes it."""
    sheet = {**sheet, "powers": make_powers(system)}
    for key, text in OWN_ARMS[system.key].items():
        sheet = _with(system, sheet, key, text) or sheet
    for section in system.sheets.layout(system.sheets.parse(sheet)):
        for trait in section.traits:
            if not trait.key.startswith(("being", "splat", "archetype", "extra", "own_weapons", "own_armor")):
                tried = (_with(system, sheet, trait.key, value) for value in _ideas(trait))
                sheet = next(filter(None, tried), sheet)
    return sheet


def _ideas(trait: Trait) -> list[Any]:
    """What might stand at this place, the best first."""
    keys = [choice.value for choice in trait.choices]
    match trait.kind:
        case "dots" | "number":
            value = int(trait.value or 0)
            return [value + 2, value + 1, value - 1, 1]
        case "flag":
            return [not trait.value]
        case "choice":
            return keys[2:] + keys[1:2]
        case "items":
            return [keys[:3], keys[:2], keys[:1]]
        case "track":
            marks = [key for key in keys if key][-3:]
            return [
                "".join(reversed(marks)) + "." * (trait.high - len(marks)),
                "".join(reversed(marks)),
                "".join(marks),
            ]
        case _:
            return [f"Salt {trait.key.rpartition('.')[0][-2:].strip('.')} words".replace("  ", " "), "Salt"]


def _with(system: System, sheet: Sheet, path: str, value: Any) -> Sheet | None:
    """The sheet with this value there, or None where the rules refuse it."""
    try:
        changed = put(json.loads(json.dumps(sheet)), path, value)
        system.sheets.parse(changed)
    except (BadInput, KeyError, IndexError, TypeError):
        return None
    return changed


def make_powers(system: System) -> list[dict[str, Any]]:
    """A power for each use with each timing, which costs one point of this or that and does all that it may."""
    rules = system.sheets.powers
    assert rules
    powers: list[dict[str, Any]] = []
    for number, use in enumerate(rules.uses):
        for timing in (timing for timing in rules.timings if not use.covers <= timing.bars.keys()):
            kinds = [kind for kind in rules.kinds if kind.uses & use.covers][:4]
            power = {
                "key": f"{use.key}-{timing.key}".replace("_", "-"),
                "name": f"{use.key} {timing.key}".replace("_", " ").title(),
                "use": use.key,
                "timing": timing.key,
                "cost": {rules.tracks[number % len(rules.tracks)].key: 1},
                "effects": [{"kind": kind.key, "amount": max(kind.low, 1)} for kind in kinds],
                "text": "As its owner says.",
                "lasts": 2 if use.span == "count" else 0,
                "once": number % 4 == 3,
            }
            assert power.keys() < {*Power.__dataclass_fields__}
            powers.append(power)
    return powers
