"""An actor of Foundry's `worldofdarkness` (the Twentieth Anniversary games): a vampire or mortal of the Dark Ages.

It has two shapes: the older types, with everything under `system`, and `PC`, whose traits are items.
"""

from collections.abc import Mapping
from typing import Any

from campaigns.imports import foundry
from campaigns.imports.draft import Builder, Draft, Reader

SOURCE = "Foundry, worldofdarkness"
VIRTUES = {"conscience": "conscience", "self_control": "selfcontrol", "courage": "courage"}
HARM = (("*", "aggravated"), ("X", "lethal"), ("/", "bashing"))


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "worldofdarkness")


def read(data: Mapping[str, Any]) -> Draft:
    """Read the export."""
    reader = Reader(data)
    reader.ignore(*foundry.NOISE)
    kind = reader.text("type").lower()
    splat = reader.text("system.settings.splat").lower() or kind
    builder = Builder("v20da", "vampire" if "vampire" in splat else "mortal")
    ratings = _read_items(reader) if kind == "pc" else {}
    for name in builder.sheet["attributes"]:
        builder.put(f"attributes.{name}", reader.number(f"system.attributes.{name}.value"))
    for name in builder.sheet["abilities"]:
        theirs = name.replace("_", "")
        found = reader.number(f"system.abilities.{theirs}.value", f"system.abilities.{name}.value")
        builder.put(f"abilities.{name}", ratings.get(theirs, found))
    for name in builder.sheet["disciplines"]:
        builder.put(f"disciplines.{name}", ratings.get(name))
    for ours, theirs in VIRTUES.items():
        found = reader.number(f"system.advantages.virtues.{theirs}.permanent", f"system.advantages.virtues.{theirs}")
        builder.put(f"virtues.{ours}", ratings.get(theirs, found))
    builder.put("willpower", ratings.get("willpower", reader.number("system.advantages.willpower.permanent")))
    builder.put("willpower_points", reader.number("system.advantages.willpower.temporary"))
    builder.put("road", reader.number("system.advantages.path.permanent", "system.advantages.path.value"))
    builder.put("road_name", reader.text("system.advantages.path.custom", "system.advantages.path.label") or None)
    if builder.sheet["being"] == "vampire":
        builder.put("generation", reader.number("system.generation"))
        builder.put("blood", reader.number("system.advantages.bloodpool.temporary"))
        builder.put("clan", reader.text("system.clan", "system.bio.splatfields.clan") or None)
    builder.put("concept", reader.text("system.concept", "system.bio.concept") or None)
    damage = "".join(mark * (reader.number(f"system.health.damage.{name}") or 0) for mark, name in HARM)
    builder.put("health", damage or None)
    return builder.build(SOURCE, reader.text("name"), reader, reader.text("system.notes", "system.background"))


def _read_items(reader: Reader) -> dict[str, int]:
    """The ratings that stand in items, by their names without spaces."""
    ratings: dict[str, int] = {}
    for row in reader.rows("items"):
        at = f"items.{row}"
        if reader.peek(f"{at}.type").lower() not in ("ability", "advantage", "power"):
            continue
        value = reader.number(f"{at}.system.permanent", f"{at}.system.value", f"{at}.system.level")
        name = reader.peek(f"{at}.name").lower().replace(" ", "").replace("-", "")
        if value is not None and name:
            ratings[name] = value
            reader.ignore(f"{at}.name", f"{at}.type", f"{at}.system.id", f"{at}._id")
    return ratings
