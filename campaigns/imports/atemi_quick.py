"""Lot-Casting Atemi's quick characters and battle groups: ready numbers, each an extra of ours."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from campaigns.imports import kinds
from campaigns.imports.atemi import NOISE, SOURCE, parse_charms, put_shared
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.sheet_lists import fill_lines
from campaigns.imports.third_edition import (
    DRILLS,
    REACHES,
    Strike,
    put_actions,
    put_attack,
    put_charms,
    put_strikes,
)
from rules.wounds import HARMS

NUMBERS = ("join_battle", "parry", "evasion", "soak", "hardness", "movement", "resolve", "guile", "senses")


def is_theirs(data: Mapping[str, Any]) -> bool:
    """Whether this is one of its quick characters or battle groups."""
    return {"join_battle", "evasion", "parry", "soak"} <= data.keys() and "attr_strength" not in data


def parse(data: Mapping[str, Any], kind: str = "") -> Draft | Question:
    """Read the download."""
    reader = Reader(data, NOISE)
    is_group = "drill" in data or "magnitude" in data
    builder = kinds.begin("exalted3e", "group" if is_group else "quick", rested=True)
    for name in NUMBERS:
        builder.put(f"quick.{name}", reader.number(name))
    gambit, control = reader.number("grapple"), reader.number("grapple_control")
    builder.put("quick.grapple", control or gambit)
    builder.leave(_("Actions"), f"Grapple {gambit}" if gambit and control else "")
    put_shared(builder, reader)
    _put_attacks(builder, reader)
    rows = [f"actions.{row}" for row in reader.rows("actions")]
    actions = [(reader.text(f"{at}.action"), reader.number(f"{at}.pool") or 0) for at in rows]
    for at in rows:
        reader.ignore(at)
    others = (("Feats of Strength", "feats_of_strength"), ("Shape sorcery", "shape_sorcery"), ("Strength", "strength"))
    put_actions(builder, [*actions, *((name, dice) for name, key in others if (dice := reader.number(key)))])
    put_charms(builder, parse_charms(reader))
    if is_group:
        _put_group(builder, reader)
    builder.leave(_("Armor"), reader.text("armor_name"))
    _put_merits(builder, reader)
    about = "\n\n".join(filter(None, (reader.prose("description"), reader.prose("notes"))))
    return replace(builder.build(SOURCE, reader.text("name"), reader, about), extra=True)


def _put_attacks(builder: Builder, reader: Reader) -> None:
    """The attacks, each with its own figures; tags that the sheet has no place for go into the notes."""
    others: list[Strike] = []
    for number, row in enumerate(reader.rows("qc_attacks")):
        at = f"qc_attacks.{row}"
        name, tags = reader.text(f"{at}.name"), (*reader.words(f"{at}.tags"), reader.text(f"{at}.range"))
        dice, damage, least = (reader.number(f"{at}.{key}") for key in ("pool", "damage", "overwhelming"))
        if number == 0:
            put_attack(builder, name, dice, None, tags)
            builder.put("quick.damage", damage)
            builder.put("quick.overwhelming", least)
        else:
            others.append(Strike(name or _("Attack"), dice or 0, damage, least, None, tags))
        words = ", ".join(tag for tag in tags if tag and tag not in HARMS and tag not in REACHES)
        builder.leave(_("Attacks"), f"{name}: {words}" if words else "")
        reader.ignore(at)
    put_strikes(builder, others)


def _put_merits(builder: Builder, reader: Reader) -> None:
    """Merits, one a line, with what they do."""
    found = [f"qc_merits.{row}" for row in reader.rows("qc_merits")]
    said = [(reader.text(f"{at}.name"), reader.prose(f"{at}.body")) for at in found]
    fill_lines(builder, "quick_merits", _("Merits"), [": ".join(filter(None, words)) for words in said if any(words)])


def _put_group(builder: Builder, reader: Reader) -> None:
    builder.put("group.size", reader.number("size"))
    builder.put("group.might", reader.number("might"))
    drill = reader.number("drill")
    builder.put("group.drill", DRILLS[min(2, max(0, drill))] if drill is not None else None)
    builder.put("group.perfect_morale", reader.flag("perfect_morale") or None)
    usual = 7  # boxes that everybody has
    if reader.peek_number("health_levels") == usual:
        reader.ignore("health_levels")
