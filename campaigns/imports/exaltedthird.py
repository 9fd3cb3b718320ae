"""An actor of Foundry's `exaltedthird` (Exalted, Third Edition)."""

from collections.abc import Mapping
from typing import Any

from campaigns.imports import foundry
from campaigns.imports.draft import Builder, Draft, Reader
from campaigns.imports.places import put_places
from campaigns.imports.third_edition import (
    ABILITIES,
    ATTRIBUTES,
    choose_archetype,
    put_health,
    put_named_merits,
)

SOURCE = "Foundry, exaltedthird"
SPELLED = {"martial_arts": "martialarts"}
LEVELS = {"zero": "health.extra_0", "one": "health.extra_1", "two": "health.extra_2"}
USUAL = {"zero": 1, "one": 2, "two": 2}
"""How many boxes of each kind everybody has; ours counts what is beyond."""


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "exaltedthird")


def read(data: Mapping[str, Any]) -> Draft:
    """Read the export."""
    reader = Reader(data)
    reader.ignore(*foundry.NOISE, "type")
    builder = Builder("exalted3e", choose_archetype(reader.text("system.details.exalt")))
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"system.attributes.{name}.value"))
    for name in (*ABILITIES, "craft", "martial_arts"):
        builder.put(f"abilities.{name}", reader.number(f"system.abilities.{SPELLED.get(name, name)}.value"))
    builder.put("essence", reader.number("system.essence.value"))
    builder.put("willpower.rating", reader.number("system.willpower.max"))
    builder.put("willpower.current", reader.number("system.willpower.value"))
    for pool in ("personal", "peripheral"):
        builder.put(f"motes.{pool}", reader.number(f"system.motes.{pool}.value"))
    builder.put("caste", reader.text("system.details.caste").lower() or None)
    builder.put("anima", reader.number("system.anima.value"))
    for metal in ("silver", "gold", "white"):
        builder.put(f"craft.{metal}", reader.number(f"system.craft.experience.{metal}"))
    for level, place in LEVELS.items():
        boxes = reader.number(f"system.health.levels.{level}.value")
        builder.put(place, max(0, boxes - USUAL[level]) if boxes is not None else None)
    put_health(builder, *(reader.number(f"system.health.{kind}") or 0 for kind in ("bashing", "lethal", "aggravated")))
    _put_items(builder, reader)
    about = "\n\n".join(
        filter(None, (reader.text("system.biography"), reader.text("system.details.notes", "system.notes")))
    )
    return builder.build(SOURCE, reader.text("name"), reader, about)


def _put_items(builder: Builder, reader: Reader) -> None:
    intimacies, specialties, merits = [], [], []
    for row in reader.rows("items"):
        at = f"items.{row}"
        kind = reader.peek(f"{at}.type")
        if kind == "intimacy":
            intimacies.append(
                {
                    "text": reader.text(f"{at}.name"),
                    "kind": reader.text(f"{at}.system.intimacytype").lower() or "tie",
                    "intensity": reader.text(f"{at}.system.strength").lower() or "minor",
                }
            )
        elif kind == "specialty":
            specialties.append(
                {"ability": reader.text(f"{at}.system.ability").lower(), "name": reader.text(f"{at}.name")}
            )
        elif kind == "merit":
            merits.append((reader.text(f"{at}.name"), reader.number(f"{at}.system.points") or 0))
        else:
            continue
        reader.ignore(at)
    put_places(builder, "intimacies", intimacies)
    put_places(builder, "specialties", specialties)
    put_named_merits(builder, [(name, dots) for name, dots in merits if name])
