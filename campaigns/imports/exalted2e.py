"""An actor of Foundry's `exalted2e` (Exalted, Second Edition)."""

import re
from collections.abc import Mapping
from typing import Any

from campaigns.imports import foundry
from campaigns.imports.draft import Builder, Draft, Reader
from campaigns.imports.second_edition import ABILITIES, ATTRIBUTES, VIRTUES, choose_archetype, clear, put_caste

SOURCE = "Foundry, exalted2e"


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "exalted2e")


def read(data: Mapping[str, Any]) -> Draft:
    """Read the export."""
    reader = Reader(data)
    reader.ignore(*foundry.NOISE, "type")
    kind, caste = reader.text("system.exaltType"), reader.text("system.caste")
    builder = Builder("exalted2e", choose_archetype(kind, caste))
    clear(builder)
    put_caste(builder, kind, caste)
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"system.attributes.{name}.value", f"system.attributes.{name}"))
    for name in ABILITIES:
        theirs = re.sub("_(.)", lambda match: match[1].upper(), name)
        found = reader.number(f"system.abilities.{theirs}.value", f"system.abilities.{theirs}")
        builder.put(f"abilities.{name}", found)
    for name in VIRTUES:
        builder.put(f"virtues.{name}", reader.number(f"system.virtues.{name}.value"))
        builder.put(f"channels.{name}", reader.number(f"system.virtues.{name}.channeled"))
    builder.put("essence", reader.number("system.essence.value"))
    builder.put("willpower", reader.number("system.willpower.max"))
    builder.put("willpower_points", reader.number("system.willpower.value"))
    for pool in ("personal", "peripheral"):
        builder.put(f"{pool}_committed", reader.number(f"system.motes.{pool}.committed"))
        builder.put(pool, reader.number(f"system.motes.{pool}.value"))
    marks = (("A", "aggravated"), ("L", "lethal"), ("B", "bashing"))
    damage = "".join(mark * (reader.number(f"system.health.{kind}") or 0) for mark, kind in marks)
    builder.put("health", damage.ljust(len(builder.sheet["health"]), ".") if damage else None)
    builder.put("motivation", reader.text("system.motivation") or None)
    about = "\n\n".join(
        filter(None, (reader.text("system.concept"), reader.text("system.biography"), reader.text("system.notes")))
    )
    return builder.build(SOURCE, reader.text("name"), reader, about)
