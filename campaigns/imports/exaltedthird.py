"""An actor of Foundry's `exaltedthird` (Exalted, Third Edition): a character, or an npc in ready numbers."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import exaltedthird_items, foundry, kinds
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.third_edition import (
    ALL_ABILITIES,
    ATTRIBUTES,
    DRILLS,
    derive,
    find_kind,
    put_favored,
    put_health,
    put_levels,
)
from rules.raising import GENERAL
from rules.wounds import HARMS

SOURCE = "Foundry, exaltedthird"
LEVELS = {"zero": 0, "one": 1, "two": 2, "four": 4}
DERIVED = ("evasion", "parry", "soak", "armoredsoak", "naturalsoak", "hardness", "resolve", "guile")
"""Values of a character that Foundry works out again whenever it opens one."""
NOISE = (
    *("baseinitiative", "crashbonus", "recovery", "color", "animacolor", "initiativeiconcolor", "initiativeicon"),
    *("slots", "cargo", "shieldinitiative", "effectivestrength", "level", "levels", "upgrade", "glorymotecap"),
    *("diceroller", "modes", "restore", "triggers", "endtrigger", "penalty", "penaltymod"),
)
POOLS = {
    "command": "command",
    "grapple": "grapple",
    "joinbattle": "join_battle",
    "movement": "movement",
    "resistance": "resistance",
    "social": "influence",
}
NUMBERS = ("evasion", "parry", "soak", "hardness", "resolve", "guile")


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "exaltedthird")


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the export."""
    reader = foundry.open_actor(data)
    reader.silence(NOISE)
    name, is_npc = reader.text("name"), reader.text("type").lower() == "npc"
    theirs, caste = reader.text("system.details.exalt"), reader.text("system.details.caste")
    creature = reader.text("system.creaturetype")
    said = kinds.name_said(*(word for word in (creature, theirs, caste) if word.lower() != "other"))
    if is_npc:
        kind = "group" if reader.flag("system.battlegroup") else "quick"
        builder = kinds.begin("exalted3e", kind, rested=True)
        builder.put("concept", said or None)
        _put_numbers(builder, reader)
    else:
        kind = kind or find_kind(theirs)
        if not kind:
            return kinds.ask("exalted3e", SOURCE, name, said or theirs)
        builder = kinds.begin("exalted3e", kind, said, rested=True)
        _put_traits(builder, reader)
    builder.put("caste", caste.title() or None)
    _put_shared(builder, reader)
    exaltedthird_items.put_items(builder, reader)
    if not is_npc:
        _put_growth(builder, reader)
    about = "\n\n".join(filter(None, map(reader.prose, ("system.biography", "system.details.notes", "system.notes"))))
    return builder.build(SOURCE, name, reader, about)


def _put_traits(builder: Builder, reader: Reader) -> None:
    favored = []
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"system.attributes.{name}.value"))
        reader.ignore(f"system.attributes.{name}.type")
    for name in ALL_ABILITIES:
        at = f"system.abilities.{name.replace('_', '')}"
        at = at if reader.has(at) else f"system.abilities.{name}"
        builder.put(f"abilities.{name}", reader.number(f"{at}.value", at))
        favored += [name] if reader.flag(f"{at}.favored") | reader.flag(f"{at}.caste") else []
    put_favored(builder, favored)
    reader.ignore(*(f"system.{name}" for name in DERIVED))


def _put_numbers(builder: Builder, reader: Reader) -> None:
    """An npc's ready numbers; of a battle group also size, Might and drill."""
    for theirs, ours in POOLS.items():
        builder.put(f"quick.{ours}", reader.number(f"system.pools.{theirs}.value", f"system.pools.{theirs}"))
    for name in NUMBERS:
        builder.put(f"quick.{name}", reader.number(f"system.{name}.value", f"system.{name}"))
    reader.ignore("system.armoredsoak", "system.naturalsoak", "system.attributes", "system.abilities")
    if builder.sheet["archetype"] != "group":
        reader.ignore("system.size", "system.drill", "system.might")
        return
    builder.put("group.size", reader.number("system.size.value"))
    builder.put("group.might", reader.number("system.might.value"))
    drill = reader.number("system.drill.value")
    builder.put("group.drill", DRILLS[min(2, max(0, drill))] if drill is not None else None)


def _put_shared(builder: Builder, reader: Reader) -> None:
    builder.put("essence", reader.number("system.essence.value"))
    builder.put("willpower.rating", reader.number("system.willpower.max"))
    builder.put("willpower.current", reader.number("system.willpower.value"))
    reader.ignore("system.essence", "system.anima.max")
    for pool in ("personal", "peripheral"):
        builder.put(f"motes.{pool}", reader.number(f"system.motes.{pool}.value"))
    committed = [reader.number(f"system.motes.{pool}.committed") or 0 for pool in ("personal", "peripheral")]
    builder.put("motes.committed", sum(committed) or None)
    builder.put("anima", reader.number("system.anima.value"))
    at = "system.health"
    put_levels(builder, {penalty: reader.number(f"{at}.levels.{name}.value") for name, penalty in LEVELS.items()})
    reader.ignore(
        *(f"{at}.levels.{name}" for name in (*LEVELS, "inc")),
        *(f"{at}.{name}" for name in ("value", "max", "min", "penalty")),
    )
    put_health(builder, *(reader.number(f"{at}.{kind}") or 0 for kind in HARMS))
    builder.put("mounted", reader.flag("system.mount.mounted") or None)
    builder.put("mount_speed", reader.number("system.mount.speedbonus.value") or None)
    for name in ("temp", "three"):
        count = reader.number(f"{at}.levels.{name}.value")
        builder.leave(_("Health"), f"{name.title()}: {count}" if count else "")
    limit, trigger = reader.number("system.limit.value"), reader.text("system.limit.trigger")
    builder.leave(_("Limit"), " ".join(filter(None, (str(limit) if limit else "", trigger))))
    reader.ignore("system.limit")
    if reader.peek("system.sizecategory") == "standard":
        reader.ignore("system.sizecategory")


def _put_growth(builder: Builder, reader: Reader) -> None:
    """Experience, craft points, and the sizes of the pools where they are not the usual ones."""
    for metal in ("silver", "gold", "white"):
        at = f"system.craft.experience.{metal}"
        builder.put(f"craft.{metal}", reader.number(f"{at}.value", at))
    reader.ignore("system.craft.slots")
    for purse, theirs in (("experience", "standard"), ("solar", "exalt")):
        builder.earned[purse] = reader.number(f"system.experience.{theirs}.value") or 0
        total = reader.number(f"system.experience.{theirs}.total")
        if total and purse == GENERAL:
            builder.open_ledger(earned=total, left=builder.earned[purse])
        elif total:
            builder.leave(_("Experience"), _("%(points)d points in all") % {"points": total})
    builder.settle()
    derived = derive(builder)
    for pool in ("personal", "peripheral"):
        at = f"system.motes.{pool}.max"
        if reader.peek_number(at) == derived.get(f"{pool.title()} motes"):
            reader.ignore(at)
