"""A character of Lot-Casting Atemi (Exalted, Third Edition), as its JSON download has it."""

from collections.abc import Mapping
from typing import Any

from campaigns.imports.draft import Builder, Draft, Reader
from campaigns.imports.third_edition import (
    ABILITIES,
    ATTRIBUTES,
    choose_archetype,
    put_health,
    put_intimacies,
    put_merits,
    put_specialties,
)

SOURCE = "Lot-Casting Atemi"
NOISE = (
    *("id", "created_at", "updated_at", "portrait_link", "user_id", "player_id", "chronicle_id", "type", "slug"),
    *("in_combat", "initiative", "has_acted", "onslaught", "sorting_order", "public", "hidden", "anima_display"),
)


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters: it names every trait with a prefix."""
    return "attr_strength" in data and "abil_archery" in data


def read(data: Mapping[str, Any]) -> Draft:
    """Read the download."""
    reader = Reader(data)
    reader.ignore(*NOISE)
    kind = reader.text("exalt_type")
    builder = Builder("exalted3e", choose_archetype(kind))
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"attr_{name}"))
    for name in ABILITIES:
        builder.put(f"abilities.{name}", reader.number(f"abil_{name}"))
    for name, rows in (("craft", "abil_craft"), ("martial_arts", "abil_martial_arts")):
        builder.put(f"abilities.{name}", _best(reader, rows))
    builder.put("essence", reader.number("essence"))
    builder.put("willpower.rating", reader.number("willpower_permanent"))
    builder.put("willpower.current", reader.number("willpower_temporary"))
    builder.put("motes.personal", reader.number("motes_personal_current"))
    builder.put("motes.peripheral", reader.number("motes_peripheral_current"))
    builder.put("caste", reader.text("caste", "aspect").lower() or None)
    builder.put("anima", reader.number("anima_level"))
    for metal in ("silver", "gold", "white"):
        builder.put(f"craft.{metal}", reader.number(f"xp_craft_{metal}"))
    put_health(builder, *(reader.number(f"damage_{kind}") or 0 for kind in ("bashing", "lethal", "aggravated")))
    put_specialties(builder, reader, "specialties", "ability", "context")
    put_intimacies(builder, reader, (("ties", "tie"), ("principles", "principle")), "subject", "rating")
    put_merits(builder, reader, "merits", "merit_name", "rating")
    about = "\n\n".join(filter(None, (reader.text("description"), reader.text("notes"), reader.text("equipment"))))
    return builder.build(SOURCE, reader.text("name"), reader, about)


def _best(reader: Reader, rows: str) -> int | None:
    """The highest rating of a list of crafts or styles; what they are goes with the rest into the notes."""
    found = [value for row in reader.rows(rows) if (value := reader.number(f"{rows}.{row}.rating")) is not None]
    return max(found, default=None)
