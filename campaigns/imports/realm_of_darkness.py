"""A character of Realm of Darkness: a vampire or mortal of the Twentieth Anniversary games, as JSON."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import kinds
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.v20_records import put_clan, put_harm, put_nature, put_own, put_pool
from rules.v20da.traits import ABILITIES, ATTRIBUTES, BACKGROUNDS, DISCIPLINES

SOURCE = "Realm of Darkness"
NOISE = ("id", "theme", "status", "avatar", "public", "created_at", "updated_at", "splat", "image", "user", "guild")
VAMPIRES = ("vampire", "darkages")
MORTALS = ("human", "mortal")
VIRTUES = {"conscience": "conscience", "self_control": "self_control", "courage": "courage"}
GROUPS = {
    "talents": "talent",
    "skills": "skill",
    "knowledges": "knowledge",
    "disciplines": "discipline",
    "backgrounds": "background",
    "abilities": "talent",
    "custom": "talent",
}


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return isinstance(data.get("splat"), str) and bool({"willpower_total", "health_total", "exp_total"} & data.keys())


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the export."""
    reader = Reader(data, NOISE)
    name, splat = reader.text("name"), reader.text("splat")
    plain = splat.lower()
    found = "vampire" if plain.startswith(VAMPIRES) else "mortal" if plain.startswith(MORTALS) else ""
    if not (kind or found):
        return kinds.ask("v20da", SOURCE, name, splat)
    builder = kinds.begin("v20da", kind or found, splat, rested=True)
    _put_traits(builder, reader)
    _put_state(builder, reader)
    builder.open_ledger(earned=reader.number("exp_total"), left=reader.number("exp_current"))
    about = (reader.prose("history"), reader.prose("notes"), reader.prose("appearance_description"))
    return builder.build(SOURCE, name, reader, "\n\n".join(filter(None, about)))


def _put_traits(builder: Builder, reader: Reader) -> None:
    for group, names in (
        ("attributes", ATTRIBUTES),
        ("abilities", tuple(ABILITIES)),
        ("disciplines", DISCIPLINES),
        ("backgrounds", BACKGROUNDS),
        ("virtues", tuple(VIRTUES)),
    ):
        for name in names:
            places = (f"{group}.{name}", f"{group}.{name.replace('_', '')}")
            plain = () if name in ("generation",) else (name, name.replace("_", ""))
            if group == "disciplines" and name == "presence":
                plain = ()
            builder.put(f"{group}.{name}", reader.number(*places, *plain))
    rows = []
    for group, kind in GROUPS.items():
        for row in reader.rows(group):
            at = f"{group}.{row}"
            name, dots = reader.text(f"{at}.name"), reader.number(f"{at}.value", f"{at}.level", f"{at}.dots") or 0
            key = name.lower().replace(" ", "_").replace("-", "_")
            if key in builder.sheet.get(group, {}):
                builder.put(f"{group}.{key}", dots)
            else:
                rows.append((name, kind, dots))
    put_own(builder, rows)


def _put_state(builder: Builder, reader: Reader) -> None:
    """Clan, Road, Willpower, blood and wounds."""
    generation = reader.number("generation")
    put_clan(builder, reader.text("clan"))
    put_nature(builder, reader.text("nature"), reader.text("demeanor"))
    builder.put("concept", reader.text("concept") or None)
    builder.put("road", reader.number("morality_value"))
    builder.put("road_name", reader.text("morality_name") or None)
    rating = reader.number("willpower_total")
    left = reader.number("willpower_current")
    builder.put("willpower", rating)
    builder.put("willpower_points", rating if left is None else left)
    put_pool(builder, generation, reader.number("blood_total"), reader.number("blood_current"))
    put_harm(builder, {kind: reader.number(f"health_{kind}") or 0 for kind in ("bashing", "lethal", "aggravated")})
    if (boxes := reader.number("health_total")) and boxes != 7:
        builder.leave(_("Health"), _("%(count)d health boxes") % {"count": boxes})
