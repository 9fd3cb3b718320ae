"""The items of an actor of Foundry's `exalted2e`: gear, Charms, spells, Backgrounds, Intimacies."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.costs import make_power
from campaigns.imports.foundry import list_items
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import put_backgrounds
from campaigns.imports.second_edition_arms import Arm, put_arms, write_armor
from campaigns.imports.sheet_lists import fill_lines, fill_list, fill_powers
from rules.battle import Json

POWERS = ("charm", "spell", "knack", "anima-power", "animapower", "combo", "procedure")
UNITS: Mapping[str, str] = {
    "motes": "m",
    "willpower": "wp",
    "bashingHealth": "bhl",
    "lethalHealth": "lhl",
    "aggravatedHealth": "ahl",
    "bhl": "bhl",
    "lhl": "lhl",
    "ahl": "ahl",
}


def put_items(builder: Builder, reader: Reader) -> None:
    """Everything among the items that the sheet has a place for."""
    intimacies: list[dict[str, Json]] = []
    backgrounds, powers, arms, suits = [], [], [], []
    for at, kind, name in list_items(reader):
        if kind == "intimacy":
            intimacies.append({"text": name})
        elif kind == "background":
            dots = reader.number(f"{at}.system.value", f"{at}.system.rating") or 1
            backgrounds.append((name, dots, reader.prose(f"{at}.system.description")))
        elif kind in POWERS:
            powers.append(_parse_power(reader, at, name))
        elif kind == "weapon":
            arms.append(_parse_weapon(reader, at, name))
            builder.leave(_("Weapons"), _describe(reader, at, name))
        elif kind == "armor":
            suits.append((reader.peek_flag(f"{at}.system.equipped"), _parse_armor(reader, at, name)))
            builder.leave(_("Armor"), _describe(reader, at, name))
        else:
            continue
        reader.ignore(at)
    fill_list(builder, "intimacies", intimacies)
    put_backgrounds(builder, backgrounds)
    fill_powers(builder, powers)
    builder.settle()
    put_arms(builder, arms)
    fill_lines(builder, "own_armor", _("Armor"), [line for worn, line in suits if worn is not False])
    for worn, line in suits:
        builder.leave(_("Armor"), line if worn is False else "")


def put_described(builder: Builder, words: str) -> None:
    """What stands under headings in the words about a character: Motivation, Backgrounds, powers."""
    plain = words.replace("*", "")
    motivation = re.search(r"\bMotivation: ?([^.\n]{2,300})", plain)
    builder.put("motivation", motivation[1].strip() if motivation else None)
    line = re.search(r"\bBackgrounds: ?([^\n]{2,600})", plain)
    found = re.finditer(r"([^\d,;]{2,60}?) (\d)(?=[,;.]|\s*$)", line[1]) if line else ()
    put_backgrounds(builder, [(match[1].strip(), int(match[2]), "") for match in found])
    powers = re.search(r"(?:^|\n)(?:Powers|Charms):?\s*\n+([^\n]{2,2000})", plain)
    fill_powers(builder, [{"name": name.strip()} for name in re.split(r"[,;]", powers[1])] if powers else ())


def _describe(reader: Reader, at: str, name: str) -> str:
    words = reader.prose(f"{at}.system.description")
    return f"{name}: {words}" if words else ""


def _parse_power(reader: Reader, at: str, name: str) -> dict[str, Json]:
    inside = f"{at}.system"
    points = {unit: reader.number(f"{inside}.cost.{key}") for key, unit in UNITS.items()}
    cost = reader.text(f"{inside}.cost.formula", f"{inside}.cost") or ", ".join(
        f"{number}{unit}" for unit, number in points.items() if number
    )
    timing = reader.text(f"{inside}.charmType", f"{inside}.type")
    duration, keywords = reader.text(f"{inside}.duration"), ", ".join(reader.words(f"{inside}.keywords"))
    details = (cost, timing, duration, keywords)
    return make_power(name, cost, timing, details, reader.text(f"{inside}.description"))


def _parse_weapon(reader: Reader, at: str, name: str) -> Arm:
    inside = f"{at}.system"
    figures = {
        key: reader.number(f"{inside}.{key}")
        for key in ("speed", "accuracy", "damage", "defense", "rate", "range", "minStrength", "overwhelming")
    }
    tags = tuple(reader.words(f"{inside}.tags"))
    is_far = bool(figures["range"])
    return Arm(
        name,
        figures["speed"] or 5,
        figures["accuracy"] or 0,
        figures["damage"] or 0,
        (reader.text(f"{inside}.damageType") or "lethal")[:1],
        defense=None if is_far else figures["defense"],
        rate=figures["rate"],
        minimum=figures["overwhelming"] if (figures["overwhelming"] or 0) > 1 else None,
        range=figures["range"],
        strength=figures["minStrength"],
        tags=tags,
    )


def _parse_armor(reader: Reader, at: str, name: str) -> str:
    inside = f"{at}.system"
    soak = tuple(reader.number(f"{inside}.soak.{kind}") or 0 for kind in ("lethal", "bashing"))
    figures = [
        abs(reader.number(f"{inside}.{key}") or 0)
        for key in ("hardness", "mobilityPenalty", "fatiguePenalty", "attunementCost")
    ]
    return write_armor(name, (soak[0], soak[1]), figures[0], figures[1], figures[2], figures[3])
