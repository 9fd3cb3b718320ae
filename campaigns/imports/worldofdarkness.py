"""An actor of Foundry's `worldofdarkness` (the Twentieth Anniversary games): a vampire or mortal of the Dark Ages.

It has two shapes: the older types, with everything under `system`, and `PC`, whose traits are items.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import foundry, kinds, worldofdarkness_items
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.v20_records import put_clan, put_nature
from campaigns.imports.worldofdarkness_items import ItemResults, plain_name, say

SOURCE = "Foundry, worldofdarkness"
VIRTUES = {"conscience": "conscience", "self_control": "selfcontrol", "courage": "courage"}
HARM = (("*", "aggravated"), ("X", "lethal"), ("/", "bashing"))
GROUPS = ("talent", "skill", "knowledge", "talents", "skills", "knowledges")
"""How older versions nest Abilities."""
OURS = {"craft": "crafts"}
NOISE = ("label", "bearing", "roll", "perturn", "total", "max", "sort", "version", "imbalance", "woundlevel", "penalty")
DERIVED = ("health", "soak", "initiative", "movement", "traits", "attributes", "name", "bio.name")
"""What was read already, or follows from it."""
ROADS = {"feralheart": "the Feral Heart", "innervoice": "Power and the Inner Voice", "accord": "Honorable Accord"}


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "worldofdarkness")


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the export."""
    reader = foundry.open_actor(data)
    reader.silence(NOISE)
    name, actor = reader.text("name"), reader.text("type").lower()
    splat = say(reader.text("system.settings.splat")) or ("" if actor == "pc" else actor)
    era, variant = say(reader.text("system.settings.era")), say(reader.text("system.settings.variant"))
    variant = "" if variant.lower() == "general" else variant
    kind = kind or {"vampire": "vampire", "mortal": "mortal"}.get(splat.lower(), "")
    if not kind:
        return kinds.ask("v20da", SOURCE, name, kinds.name_said(splat, variant, era))
    builder = kinds.begin("v20da", kind, kinds.name_said(splat, variant), rested=True)
    found = worldofdarkness_items.parse_items(builder, reader)
    _put_traits(builder, reader, found)
    _put_virtues(builder, reader, found)
    _put_vampire(builder, reader, found)
    builder.put("concept", reader.text("system.concept", "system.bio.concept") or None)
    damage = "".join(mark * min(reader.number(f"system.health.damage.{name}") or 0, 60) for mark, name in HARM)
    builder.put("health", damage or None)
    reader.ignore(*(f"system.{part}" for part in DERIVED))
    worldofdarkness_items.put_found(builder, found)
    parts = ("appearance", "background", "notes", "roleplaytip")
    about = (reader.prose(f"system.bio.{part}", f"system.{part}") for part in parts)
    return builder.build(SOURCE, name, reader, "\n\n".join(filter(None, about)))


def _put_traits(builder: Builder, reader: Reader, found: ItemResults) -> None:
    """Attributes and Abilities, with their specialties; an Ability of another era gets a row of its own."""
    for name in builder.sheet["attributes"]:
        places = [f"system.attributes.{group}{name}" for group in ("", "physical.", "social.", "mental.")]
        builder.put(f"attributes.{name}", reader.number(*(f"{at}.value" for at in places)))
        builder.put(f"specialties.{name}", reader.text(*(f"{at}.speciality" for at in places)) or None)
        for at in places:
            reader.ignore(at)
    for ability, (dots, specialty, group) in {**_list_abilities(reader), **found.abilities}.items():
        key = next((ours for ours in builder.sheet["abilities"] if plain_name(ours) == plain_name(ability)), "")
        key = key or OURS.get(plain_name(ability), "")
        if key:
            builder.put(f"abilities.{key}", dots)
            builder.put(f"specialties.{key}", specialty or None)
        elif dots:
            found.own.append({"name": ability, "kind": group or "talent", "dots": dots})
            builder.leave(_("Specialties"), f"{ability}: {specialty}" if specialty else "")


def _list_abilities(reader: Reader) -> dict[str, tuple[int, str, str]]:
    """Dots, specialty and group of every Ability under `system`, by its name."""
    found = {}
    for at in ("system.abilities", *(f"system.abilities.{group}" for group in GROUPS)):
        for key in reader.heads(at):
            dots = reader.number(f"{at}.{key}.value")
            if dots is None:
                continue
            group = reader.text(f"{at}.{key}.type") or at.rpartition(".")[2].rstrip("s")
            name = reader.text(f"{at}.{key}.altlabel") or key.capitalize()
            kind = group if group in ("talent", "skill", "knowledge") else "talent"
            found[name] = (dots, reader.text(f"{at}.{key}.speciality"), kind)
            reader.ignore(f"{at}.{key}")
    return found


def _put_virtues(builder: Builder, reader: Reader, found: ItemResults) -> None:
    at = "system.advantages"
    rated = found.advantages
    for ours, theirs in VIRTUES.items():
        place = f"{at}.virtues.{theirs}"
        said = reader.number(f"{place}.permanent", f"{place}.value", place)
        builder.put(f"virtues.{ours}", rated.get(theirs, (said, None))[0])
        reader.ignore(place)
    for other, name, flag in (("conviction", "conscience", "conviction"), ("instinct", "self_control", "instinct")):
        said = rated.get(other, (None, None))[0]
        builder.put(flag, True if said else None)
        builder.put(f"virtues.{name}", said or None)
    permanent = reader.number(f"{at}.willpower.permanent")
    dots, left = rated.get("willpower", (permanent, reader.number(f"{at}.willpower.temporary")))
    builder.put("willpower", dots)
    builder.put("willpower_points", left)
    road = reader.number(f"{at}.path.permanent", f"{at}.path.value")
    builder.put("road", rated.get("path", (road, None))[0])
    builder.put(
        "road_name",
        _name_road(found.road or reader.text(f"{at}.path.custom") or reader.text(f"{at}.path.label")) or None,
    )
    reader.ignore(f"{at}.path.bearingtext" if not reader.peek(f"{at}.path.bearingtext") else "")


def _put_vampire(builder: Builder, reader: Reader, found: ItemResults) -> None:
    clan = reader.text(
        "system.custom.clan", "system.clan", "system.bio.splatfields.clan.value", "system.bio.splatfields.clan"
    )
    generation = reader.number(
        "system.generation", "system.bio.splatfields.generation.value", "system.bio.splatfields.generation"
    )
    blood = reader.number("system.advantages.bloodpool.temporary")
    if builder.sheet["being"] != "vampire":
        builder.leave(_("Clan"), say(clan))
        return
    builder.put("generation", generation or None)
    builder.put("blood", found.advantages.get("bloodpool", found.advantages.get("blood", (None, blood)))[1])
    put_clan(builder, say(clan))
    nature = (say(reader.text(f"system.{part}", f"system.bio.{part}")) for part in ("nature", "demeanor"))
    put_nature(builder, *nature)


def _name_road(said: str) -> str:
    """A Road in words: labels of the program end in its name."""
    key = said.rpartition(".")[2] if said.startswith("wod.") else ""
    if key in ("", "path", "headline"):
        return "" if said.startswith("wod.") else said
    name = ROADS.get(key, re.sub(r"[_-]+", " ", key).title())
    return name if key == "humanity" else f"Path of {name}"
