"""An actor of Foundry's `exalted2e` (Exalted, Second Edition)."""

import re
from collections.abc import Mapping
from typing import Any

from campaigns.imports import foundry
from campaigns.imports.draft import Builder, Draft, Reader
from campaigns.imports.places import put_places
from campaigns.imports.second_edition import ABILITIES, ATTRIBUTES, VIRTUES, choose_archetype, clear, put_caste
from rules.battle import Json

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
        theirs = _camel(name)
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
    put_places(builder, "specialties", _list_specialties(reader))
    _put_items(builder, reader)
    about = "\n\n".join(
        filter(None, (reader.text("system.concept"), reader.text("system.biography"), reader.text("system.notes")))
    )
    return builder.build(SOURCE, reader.text("name"), reader, about)


def _list_specialties(reader: Reader) -> list[dict[str, Json]]:
    """Every Ability's list of names with one to three dots."""
    found: list[dict[str, Json]] = []
    for name in ABILITIES:
        at = f"system.abilities.{_camel(name)}.specialties"
        for row in reader.rows(at):
            said, dots = reader.text(f"{at}.{row}.name"), reader.number(f"{at}.{row}.value") or 1
            found.append({"ability": name, "name": said, "dots": dots})
    return found


def _put_items(builder: Builder, reader: Reader) -> None:
    """Intimacies and Backgrounds are items: the book's Backgrounds have their places, others rows of their own."""
    intimacies: list[dict[str, Json]] = []
    own: list[dict[str, Json]] = []
    for row in reader.rows("items"):
        at = f"items.{row}"
        kind, name = reader.peek(f"{at}.type"), reader.peek(f"{at}.name")
        if kind == "intimacy":
            intimacies.append({"text": name})
        elif kind == "background":
            dots, key = reader.number(f"{at}.system.value") or 1, name.lower().replace(" ", "_")
            if key in builder.sheet["backgrounds"]:
                builder.put(f"backgrounds.{key}", dots)
            else:
                own.append({"name": name, "dots": dots})
        else:
            continue
        reader.ignore(at)
    put_places(builder, "intimacies", intimacies)
    put_places(builder, "own_backgrounds", own)


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name)
