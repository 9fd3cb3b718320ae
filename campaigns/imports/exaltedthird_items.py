"""The items of an actor of Foundry's `exaltedthird`."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.costs import make_power
from campaigns.imports.foundry import list_items
from campaigns.imports.reader import Reader
from campaigns.imports.third_edition import (
    QUICK,
    REACHES,
    Strike,
    put_actions,
    put_attack,
    put_charms,
    put_intimacies,
    put_merits,
    put_specialties,
    put_strikes,
)
from campaigns.imports.third_edition_arms import Arm, put_armor, put_arms
from rules.battle import Json
from rules.wounds import HARMS

UNITS = (
    *(("motes", "m"), ("commitmotes", "m committed"), ("willpower", "wp"), ("initiative", "i"), ("anima", "anima")),
    *(("health", "hl"), ("xp", "xp"), ("silverxp", "sxp"), ("goldxp", "gxp"), ("whitexp", "wxp"), ("penumbra", "pen")),
)
HEADS = {
    "intimacy": "intimacies",
    "specialty": "specialties",
    "merit": "own_merits",
    "charm": "charms",
    "spell": "charms",
    "weapon": "weapons",
    "armor": "armor",
}
"""Under which list of the sheet further words of an item stand."""
Items = dict[str, list[tuple[str, str]]]
"""Where each item stands and its name, by its kind."""


def put_items(builder: Builder, reader: Reader) -> None:
    """Everything among the items that the sheet has a place for."""
    items: Items = {}
    for at, kind, name in list_items(reader):
        items.setdefault(kind, []).append((at, name))
    put_intimacies(builder, [_parse_intimacy(reader, at, name) for at, name in items.get("intimacy", [])])
    said = [(reader.text(f"{at}.system.ability"), name) for at, name in items.get("specialty", [])]
    put_specialties(builder, said)
    merits = [(name, reader.number(f"{at}.system.points") or 0) for at, name in items.get("merit", []) if name]
    put_merits(builder, merits)
    charms = [_parse_charm(reader, at, name) for at, name in items.get("charm", [])]
    charms += [_parse_spell(reader, at, name) for at, name in items.get("spell", [])]
    put_charms(builder, charms)
    if builder.sheet["archetype"] in QUICK:
        _put_ready(builder, reader, items)
    else:
        _put_gear(builder, reader, items)
        _put_styles(builder, reader, items)
    for kind in HEADS:
        for at, name in items.get(kind, []):
            _leave_words(builder, reader, kind, at, name)


def _parse_intimacy(reader: Reader, at: str, name: str) -> tuple[str, str, str]:
    kind, strength = (reader.text(f"{at}.system.{key}").lower() for key in ("intimacytype", "strength"))
    return name, kind if kind in ("tie", "principle") else "tie", strength or "minor"


def _parse_charm(reader: Reader, at: str, name: str) -> dict[str, Json]:
    inside = f"{at}.system"
    points = [(reader.number(f"{inside}.cost.{key}"), unit) for key, unit in UNITS]
    cost = reader.text(f"{inside}.costdisplay") or ", ".join(f"{number}{unit}" for number, unit in points if number)
    timing, duration = reader.text(f"{inside}.type"), reader.text(f"{inside}.duration")
    keywords = ", ".join(reader.words(f"{inside}.keywords"))
    ability = reader.text(f"{inside}.ability")
    said = dict.fromkeys((ability, cost, timing, duration, keywords))
    details = [part for part in said if part.lower() not in ("", "other")]
    words = "\n".join(filter(None, (reader.prose(f"{inside}.summary"), reader.prose(f"{inside}.description"))))
    row = make_power(name, cost, timing, details, words)
    return row if "timing" in row else {"name": name, "told": ", ".join(details), "text": words}


def _parse_spell(reader: Reader, at: str, name: str) -> dict[str, Json]:
    inside = f"{at}.system"
    cost, willpower = reader.number(f"{inside}.cost"), reader.number(f"{inside}.willpower")
    parts = [reader.text(f"{inside}.circle"), f"{cost}sm" if cost else "", f"{willpower}wp" if willpower else ""]
    parts += [reader.text(f"{inside}.duration"), "control spell" if reader.flag(f"{inside}.controlspell") else ""]
    words = "\n".join(filter(None, (reader.prose(f"{inside}.summary"), reader.prose(f"{inside}.description"))))
    return {"name": name, "told": ", ".join(filter(None, parts)), "text": words}


def _put_gear(builder: Builder, reader: Reader, items: Items) -> None:
    arms = []
    for at, name in items.get("weapon", []):
        inside = f"{at}.system"
        figures = (reader.number(f"{inside}.witheringaccuracy"), reader.number(f"{inside}.witheringdamage"))
        weight, ability = reader.text(f"{inside}.weighttype"), reader.text(f"{inside}.ability")
        is_artifact = bool(reader.number(f"{inside}.attunement"))
        arms.append(Arm(name, weight, ability, _parse_tags(reader, at, "weapontags"), is_artifact, figures))
    put_arms(builder, arms)
    suits = []
    for at, name in items.get("armor", []):
        inside = f"{at}.system"
        weight, tags = reader.text(f"{inside}.weighttype"), _parse_tags(reader, at, "armortags")
        is_artifact = bool(reader.number(f"{inside}.attunement")) or "artifact" in tags
        is_artifact = is_artifact or bool(reader.number(f"{inside}.hardness"))
        suits.append((name, weight, is_artifact, reader.peek_flag(f"{inside}.equipped") is not False))
    put_armor(builder, suits)


def _put_styles(builder: Builder, reader: Reader, items: Items) -> None:
    """Crafts, styles and Abilities of the character's own: the best stands on the sheet, all go into the notes."""
    for kinds, place in ((("craft",), "craft"), (("martialart",), "martial_arts"), (("customability",), "")):
        rows = [(at, name) for kind in kinds for at, name in items.get(kind, [])]
        rated = [(at, name, reader.number(f"{at}.system.points") or 0) for at, name in rows]
        for at, name, dots in rated:
            kind = reader.text(f"{at}.system.abilitytype").lower() if not place else ""
            ours = {"craft": "craft", "martialart": "martial_arts"}.get(kind, place)
            heading = ours.replace("_", " ").title() if ours else _("Abilities")
            builder.leave(heading, f"{name} {dots}")
            if ours and dots > builder.peek(f"abilities.{ours}"):
                builder.put(f"abilities.{ours}", dots)
            reader.ignore(at)


def _put_ready(builder: Builder, reader: Reader, items: Items) -> None:
    """The weapons of an npc are its attacks, in totals; actions are its pools."""
    others: list[Strike] = []
    for number, (at, name) in enumerate(items.get("weapon", [])):
        inside = f"{at}.system"
        dice, damage, least = (
            reader.number(f"{inside}.{key}") for key in ("witheringaccuracy", "witheringdamage", "overwhelming")
        )
        tags = _parse_tags(reader, at, "weapontags")
        if number == 0:
            put_attack(builder, name, dice, None, tags)
            builder.put("quick.damage", damage)
            builder.put("quick.overwhelming", least)
        else:
            others.append(Strike(name, dice or 0, damage, least, None, tags))
            words = ", ".join(tag for tag in tags if tag not in HARMS and tag not in REACHES)
            builder.leave(_("Attacks"), f"{name}: {words}" if words else "")
    put_strikes(builder, others)
    for _at, name in items.get("armor", []):
        builder.leave(_("Armor"), name)
    put_actions(builder, [(name, reader.number(f"{at}.system.value") or 0) for at, name in items.get("action", [])])
    for at, _name in items.get("action", []):
        reader.ignore(at)


def _parse_tags(reader: Reader, at: str, key: str) -> tuple[str, ...]:
    inside = f"{at}.system"
    found: Sequence[str] = (*reader.words(f"{inside}.tags"), *reader.words(f"{inside}.traits.{key}.value"))
    return tuple(found)


def _leave_words(builder: Builder, reader: Reader, kind: str, at: str, name: str) -> None:
    """What an item says in addition to what was taken of it."""
    words = reader.prose(f"{at}.system.description")
    builder.leave(builder.title_of(HEADS[kind]), f"{name}: {words}" if words and kind not in ("charm", "spell") else "")
    reader.ignore(at)
