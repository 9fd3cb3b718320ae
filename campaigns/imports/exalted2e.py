"""An actor of Foundry's `exalted2e` (Exalted, Second Edition): a character, or an npc of the simple kind."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import exalted2e_items, foundry, kinds, second_edition_quick
from campaigns.imports.builder import Builder
from campaigns.imports.castes import find_caste
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import (
    ABILITIES,
    ATTRIBUTES,
    IN_PARAGRAPH,
    STANDARD,
    VIRTUES,
    compare,
    derive,
    find_kind,
    name_caste,
    parse_attack,
    put_favored,
    put_health,
    put_soak,
)
from campaigns.imports.second_edition_arms import Arm, put_arms
from campaigns.imports.sheet_lists import fill_list
from rules.battle import Json
from rules.text import Text

SOURCE = "Foundry, exalted2e"
PLAIN = ("character", "npc", "hero")
"""Actor types that do not say what kind of being it is."""
COMBAT = {"Join Battle": "joinBattle", "Dodge DV": "dodgeDV", "Dodge MDV": "dodgeMDV", "Parry MDV": "parryMDV"}
LEVELS = {"zero": 0, "one": 1, "two": 2, "four": 4}


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its characters."""
    return foundry.is_actor(data, "exalted2e")


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the export."""
    reader = foundry.open_actor(data)
    name, actor = reader.text("name"), reader.text("type").lower()
    theirs = reader.text("system.exaltType", "system.npcType") or ("" if actor in PLAIN else actor)
    caste, is_extra = reader.text("system.caste"), reader.flag("system.isExtra")
    said = kinds.name_said(theirs, "" if caste == "none" else caste, "extra" if is_extra else "")
    if second_edition_quick.is_ready(reader):
        return second_edition_quick.parse(reader, SOURCE, said, _list_attacks(reader))
    described = _find_described_caste(reader, theirs)
    said = kinds.name_said(said, described)
    kind = kind or ("" if described or (actor == "npc" and theirs == "mortal") else find_kind(theirs, caste))
    if not kind:
        return kinds.ask("exalted2e", SOURCE, name, said)
    builder = kinds.begin("exalted2e", kind, said, rested=True)
    name_caste(builder, caste)
    _put_traits(builder, reader)
    exalted2e_items.put_described(builder, reader.prose_of("system.biography"))
    exalted2e_items.put_items(builder, reader)
    builder.settle()
    _put_pools(builder, reader)
    _put_combat(builder, reader)
    _put_experience(builder, reader)
    parts = (reader.text("system.concept"), *(reader.prose(f"system.{part}") for part in ("biography", "notes")))
    return builder.build(SOURCE, name, reader, "\n\n".join(filter(None, parts)))


def _find_described_caste(reader: Reader, theirs: str) -> str:
    """The caste that the words about the character name, where it is another being's than the file says."""
    found = re.search(r"\b(?:Caste|Aspect):\W{0,6}(\w{2,20})", reader.prose_of("system.biography"))
    caste, owner = find_caste(found[1]) if found else ("", "")
    return caste.title() if caste and owner != find_kind(theirs) else ""


def _put_traits(builder: Builder, reader: Reader) -> None:
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", reader.number(f"system.attributes.{name}.value", f"system.attributes.{name}"))
        reader.ignore(f"system.attributes.{name}")
    favored = set()
    specialties: list[dict[str, Json]] = []
    for name in ABILITIES:
        at = _find_ability(reader, name)
        builder.put(f"abilities.{name}", reader.number(f"{at}.value", at))
        is_caste = reader.flag(f"{at}.caste")
        if reader.flag(f"{at}.favored") or (is_caste and builder.sheet["splat"] != "solar"):
            favored.add(name)
        specialties += _list_specialties(reader, name, f"{at}.specialties")
    put_favored(builder, favored)
    fill_list(builder, "specialties", [*specialties, *_list_old_specialties(reader)])
    for name in VIRTUES:
        at = f"system.virtues.{name}"
        dots, current = reader.number(f"{at}.value", at), reader.number(f"{at}.current")
        builder.put(f"virtues.{name}", dots or current)
        spent = dots - current if dots and current is not None else int(reader.flag(f"{at}.channeled"))
        builder.put(f"channels.{name}", spent if spent > 0 else None)
        reader.ignore(at)
    builder.put("essence", reader.number("system.essence.value", "system.essence.current"))
    reader.ignore("system.essence", "system.slots")
    rating = reader.number("system.willpower.current")  # the first versions have the rating here, and its limit as max
    builder.put("willpower", rating or reader.number("system.willpower.max"))
    builder.put("willpower_points", reader.number("system.willpower.value") if rating is None else rating)
    reader.ignore("system.willpower")
    builder.put("motivation", reader.prose("system.motivation") or None)


def _find_ability(reader: Reader, name: str) -> str:
    """Where an Ability stands: versions write `martialArts` or `martialarts`."""
    plain = name.replace("_", "")
    camel = re.sub("_(.)", lambda match: match[1].upper(), name)
    return f"system.abilities.{camel if reader.has(f'system.abilities.{camel}') else plain}"


def _list_specialties(reader: Reader, ability: str, at: str) -> list[dict[str, Json]]:
    """An Ability's list of names with one to three dots."""
    rows = [f"{at}.{row}" for row in reader.rows(at)]
    return [
        {"ability": ability, "name": reader.text(f"{row}.name"), "dots": reader.number(f"{row}.value") or 1}
        for row in rows
    ]


def _list_old_specialties(reader: Reader) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    for row in reader.rows("system.specialties"):
        at = f"system.specialties.{row}"
        said, ability = reader.text(f"{at}.label", f"{at}.name"), reader.text(f"{at}.parentAbility").lower()
        key = next((name for name in ABILITIES if name.replace("_", "") == ability.replace("_", "")), "")
        found.append({"ability": key, "name": said, "dots": reader.number(f"{at}.value") or 1})
        reader.ignore(at)
    return found


def _put_pools(builder: Builder, reader: Reader) -> None:
    """Motes: what a pool holds beyond the sheet's formula is a bonus. A pool of nought was never filled in."""
    derived = derive(builder)
    for pool in ("personal", "peripheral"):
        at = f"system.motes.{pool}" if reader.has(f"system.motes.{pool}") else f"system.{pool}"
        most, left = reader.number(f"{at}.max"), reader.number(f"{at}.value")
        committed = reader.number(f"{at}.committed")
        reader.ignore(f"{at}.bonus", f"{at}.current")
        if not most:
            continue
        beyond = most - derived.get(f"{pool.title()} motes", 0)
        builder.put(f"{pool}_bonus", beyond or None)
        builder.settle()
        builder.put(f"{pool}_committed", committed or None)
        builder.put(pool, left)
    if motes := reader.number("system.motes.max"):
        builder.leave(_("Motes"), f"{reader.number('system.motes.value') or 0}/{motes}")


def _put_combat(builder: Builder, reader: Reader) -> None:
    """Health, attacks and the ready numbers of an npc."""
    at, counts = "system.health", dict(STANDARD)
    for name, penalty in LEVELS.items():
        counts[penalty] += reader.number(f"{at}.bonus.{name}") or 0
        said = reader.number(f"{at}.levels.{name}")
        counts[penalty] = said if said is not None else counts[penalty]
    marks = (("A", "aggravated"), ("L", "lethal"), ("B", "bashing"))
    harm = "".join(mark * min(reader.number(f"{at}.{kind}") or 0, 60) for mark, kind in marks)
    put_health(builder, {} if counts == STANDARD else counts, harm)
    boxes = reader.number(f"{at}.totalBoxes")
    if boxes and boxes != len(builder.sheet["health"]):
        why = _("The source has %(said)d health boxes, the sheet %(boxes)d.")
        usual = len(builder.sheet["health"])
        builder.record_change(Text("Health levels"), boxes, usual, why % {"said": boxes, "boxes": usual})
        builder.leave(_("Combat"), _("%(count)d health boxes") % {"count": boxes})
    put_arms(builder, _list_attacks(reader))
    compare(builder, {title: reader.number(f"system.combat.{theirs}") for title, theirs in COMBAT.items()})
    places = {
        kind: (f"system.combat.soak.{kind}", f"system.soak.{kind}") for kind in ("bashing", "lethal", "aggravated")
    }
    put_soak(builder, {kind: reader.number(*paths) or None for kind, paths in places.items()})
    hardness = reader.number("system.combat.hardness")
    for kind in ("bashing", "lethal"):
        builder.put(f"hardness_{kind}", hardness or None)


def _list_attacks(reader: Reader) -> list[Arm]:
    """The attacks of an npc: from its list, or from its notes, where older ones print them in totals."""
    found = []
    for row in reader.rows("system.attacks"):
        at = f"system.attacks.{row}"
        damage = re.fullmatch(r"\s*(\d{1,2})\s*([BLA])?.*", reader.text(f"{at}.damage"), re.IGNORECASE)
        numbers = {key: reader.number(f"{at}.{key}") for key in ("pool", "speed", "rate", "parryDV", "range")}
        if damage:
            parry = numbers["parryDV"] if (numbers["parryDV"] or 0) > 0 else None
            found.append(
                Arm(
                    reader.text(f"{at}.name"),
                    numbers["speed"] or 5,
                    numbers["pool"] or 0,
                    int(damage[1]),
                    damage[2] or "L",
                    total_accuracy=True,
                    total_damage=True,
                    parry=parry,
                    rate=numbers["rate"],
                    range=numbers["range"],
                )
            )
    for place in ("system.notes", "system.biography"):
        words = reader.prose_of(place).replace("*", "")
        found = found or [parse_attack(match) for match in re.finditer(IN_PARAGRAPH, words)]
    return found


def _put_experience(builder: Builder, reader: Reader) -> None:
    unspent = reader.number("system.experience.value", "system.experience.current")
    total = reader.number("system.experience.total")
    builder.earned["experience"] = unspent or 0
    if total:
        builder.open_ledger(earned=total, left=unspent)
