"""Lot-Casting Atemi (Exalted, Third Edition): its characters, quick characters and battle groups, as JSON has them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import kinds
from campaigns.imports.builder import Builder
from campaigns.imports.costs import make_power
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.third_edition import (
    ABILITIES,
    ATTRIBUTES,
    INTENSITIES,
    derive,
    find_kind,
    put_charms,
    put_favored,
    put_health,
    put_intimacies,
    put_levels,
    put_merits,
    put_specialties,
)
from campaigns.imports.third_edition_arms import Arm, put_armor, put_arms
from rules.battle import Json

SOURCE = "Lot-Casting Atemi"
NOISE = (
    *("id", "created_at", "updated_at", "portrait_link", "user_id", "player_id", "chronicle_id", "slug", "sorting"),
    *("in_combat", "initiative", "has_acted", "onslaught", "sorting_order", "public", "hidden", "anima_display"),
    *("sort_order", "chronicle_sorting", "chronicle_sort_order", "pinned", "character_id", "active_loadout"),
    *("loadouts", "categories"),
    *("excellencies_for", "excellency", "overrides", "base_pool_overrides", "active_form", "houserules", "ref"),
    *("qc_attackable_id", "qc_attackable_type", "qc_id", "is_sorcerer", "is_necromancer", "aspect", "type"),
    *("xp_spent", "xp_solar_spent", "character_type", "sorcerer_id", "sorcerer_type", "merit_cat", "player_id"),
)
CHARMS = (
    "charms",
    "martial_arts_charms",
    "evocations",
    "spirit_charms",
    "ability_charms",
    "attribute_charms",
    "essence_charms",
    "qc_charms",
)
POOLS = ("personal", "peripheral")


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters: it names every trait with a prefix."""
    return "attr_strength" in data and "abil_archery" in data


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the download."""
    reader = Reader(data, NOISE)
    name, theirs = reader.text("name"), reader.text("exalt_type")
    caste = reader.text("caste", "aspect")
    said = kinds.name_said(theirs, caste)
    kind = kind or find_kind(theirs)
    if not kind:
        return kinds.ask("exalted3e", SOURCE, name, said)
    builder = kinds.begin("exalted3e", kind, said, rested=True)
    builder.put("caste", caste.title() or None)
    _put_traits(builder, reader)
    put_shared(builder, reader)
    _put_gear(builder, reader)
    put_charms(builder, parse_charms(reader))
    limit, trigger = reader.number("limit") or 0, reader.text("limit_trigger")
    builder.leave(_("Limit"), f"{limit or ''} {trigger}".strip())
    _put_experience(builder, reader)
    parts = (reader.prose("description"), reader.prose("notes"), reader.prose("equipment"))
    return builder.build(SOURCE, name, reader, "\n\n".join(filter(None, parts)))


def put_shared(builder: Builder, reader: Reader) -> None:
    """What characters and quick characters have alike."""
    builder.put("essence", reader.number("essence"))
    builder.put("willpower.rating", reader.number("willpower_permanent"))
    builder.put("willpower.current", reader.number("willpower_temporary"))
    builder.put("anima", reader.number("anima_level"))
    committed = [f"motes_committed.{row}" for row in reader.rows("motes_committed")]
    builder.put("motes.committed", sum(reader.number(f"{at}.motes") or 0 for at in committed) or None)
    for at in committed:
        pool, motes = reader.text(f"{at}.pool"), reader.peek_number(f"{at}.motes")
        builder.leave(_("Motes"), f"{reader.text(f'{at}.label')}: {motes} {pool}")
        reader.ignore(at)
    for pool in POOLS:
        builder.put(f"motes.{pool}", reader.number(f"motes_{pool}_current"))
    levels = {penalty: reader.number(f"health_level_{penalty}s") for penalty in (0, 1, 2, 4)}
    put_levels(builder, levels)
    if reader.peek_number("health_level_incap") == 1:
        reader.ignore("health_level_incap")
    put_health(builder, *(reader.number(f"damage_{kind}") or 0 for kind in ("bashing", "lethal", "aggravated")))
    put_intimacies(builder, _list_intimacies(reader))


def parse_charms(reader: Reader) -> list[dict[str, Json]]:
    """Charms of every list, and spells."""
    found = []
    for path in CHARMS:
        for at in _each(reader, path):
            extra = reader.text(f"{at}.style", f"{at}.artifact_name", f"{at}.ability")
            timing, cost = reader.text(f"{at}.timing"), reader.text(f"{at}.cost")
            duration, keywords = reader.text(f"{at}.duration"), ", ".join(reader.words(f"{at}.keywords"))
            details = [
                part for part in (extra, cost, timing, duration, keywords) if part not in ("", "none", "0m", "-")
            ]
            text = "\n".join(filter(None, (reader.text(f"{at}.summary"), reader.text(f"{at}.body"))))
            row = make_power(reader.text(f"{at}.name"), cost, timing, details, text)
            plain = {"name": row["name"], "told": ", ".join(dict.fromkeys(details)), "text": text}
            found.append(row if "timing" in row else plain)
            reader.ignore(at)
    for at in _each(reader, "spells"):
        parts = [reader.text(f"{at}.{key}") for key in ("circle", "cost", "duration")]
        parts += ["control spell"] if reader.flag(f"{at}.control") else []
        row = {"name": reader.text(f"{at}.name"), "told": ", ".join(filter(None, parts))}
        found.append({**row, "text": reader.prose(f"{at}.body")})
        reader.ignore(at)
    return found


def _put_traits(builder: Builder, reader: Reader) -> None:
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"attr_{name}"))
    for name in ABILITIES:
        builder.put(f"abilities.{name}", reader.number(f"abil_{name}"))
    for name, word in (("craft", "craft"), ("martial_arts", "style")):
        rows = [
            (reader.text(f"{at}.{word}"), reader.number(f"{at}.rating") or 0) for at in _each(reader, f"abil_{name}")
        ]
        builder.put(f"abilities.{name}", max((dots for _name, dots in rows), default=None))
        builder.leave(name.replace("_", " ").title(), ", ".join(f"{said} {dots}" for said, dots in rows if said))
    for metal in ("silver", "gold", "white"):
        builder.put(f"craft.{metal}", reader.number(f"xp_craft_{metal}"))
    put_favored(builder, [*reader.words("caste_abilities"), *reader.words("favored_abilities")])
    put_specialties(
        builder, [(reader.text(f"{at}.ability"), reader.text(f"{at}.context")) for at in _each(reader, "specialties")]
    )
    merits = []
    for at in _each(reader, "merits"):
        name, label = reader.text(f"{at}.merit_name"), reader.text(f"{at}.label")
        merits += [(name or label, reader.number(f"{at}.rating") or 0)] if name or label else []
        words = ". ".join(filter(None, (label if name else "", reader.prose(f"{at}.description"))))
        builder.leave(_("Merits"), f"{name or label}: {words}" if words else "")
        reader.ignore(at)
    put_merits(builder, merits)


def _put_gear(builder: Builder, reader: Reader) -> None:
    arms = []
    for at in _each(reader, "weapons"):
        name = reader.text(f"{at}.name")
        arms.append(
            Arm(
                name,
                reader.text(f"{at}.weight"),
                reader.text(f"{at}.ability"),
                tuple(reader.words(f"{at}.tags")),
                reader.flag(f"{at}.is_artifact"),
            )
        )
        reader.ignore(f"{at}.attr", f"{at}.damage_attr")
    put_arms(builder, arms)
    armor = (reader.text("armor_name"), reader.text("armor_weight"), reader.flag("armor_is_artifact"), True)
    put_armor(builder, [armor] if armor[1] not in ("", "unarmored") else [])
    builder.leave(_("Armor"), ", ".join(reader.words("armor_tags")))


def _put_experience(builder: Builder, reader: Reader) -> None:
    """What is left of the total after everything that the log has spent."""
    for purse, total, log in (("experience", "xp_total", "xp_log"), ("solar", "xp_solar_total", "xp_log_solar")):
        earned = reader.number(total) or 0
        spent = 0
        for at in _each(reader, log):
            points = reader.number(f"{at}.points") or 0
            spent += points
            builder.leave(_("Experience"), f"{-points:+d} {reader.text(f'{at}.label')}".strip())
            reader.ignore(at)
        builder.earned[purse] = earned - spent
        builder.leave(_("Experience"), _("%(points)d points in all") % {"points": earned} if earned else "")
    builder.settle()
    derived = derive(builder)
    for pool in POOLS:
        most = reader.peek_number(f"motes_{pool}_total")
        if most in (0, derived.get(f"{pool.title()} motes")):
            reader.ignore(f"motes_{pool}_total")


def _list_intimacies(reader: Reader) -> Iterable[tuple[str, str, str]]:
    for rows, kind in (("ties", "tie"), ("principles", "principle")):
        for at in _each(reader, rows):
            rating = min(3, max(0, reader.number(f"{at}.rating") or 0))
            yield reader.text(f"{at}.subject"), kind, INTENSITIES[rating]


def _each(reader: Reader, path: str) -> list[str]:
    return [f"{path}.{row}" for row in reader.rows(path)]
