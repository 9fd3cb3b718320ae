"""Weapons and armor of the Third Edition as rows of their own: a class, a form and tags (3E-241 to 3E-260)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.sheet_lists import fill_lines
from rules.exalted3e.sheet.gear import WEAPON_NAMES, find_armor, find_weapon, name_tag
from rules.text import Text

CLASSES = ("light", "medium", "heavy")
FORMS = ("melee", "archery", "thrown", "flame", "siege")
BODILY = ("martial_arts", "brawl")
"""Abilities of weapons that are wielded like the body."""
TAGS = frozenset(tag for key in WEAPON_NAMES for tag in find_weapon(key).tags)
SILENT = frozenset({*CLASSES, *FORMS, "lethal", "bashing", "artifact", "short", "long", "close", "extreme", *BODILY})
"""Tags that the row says in another way."""
DEFENSELESS = Text("The file does not say how heavy it is.")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as a source has it; `figures` are its accuracy and damage, where it names them."""

    name: str
    weight: str = ""
    ability: str = ""
    tags: tuple[str, ...] = ()
    is_artifact: bool = False
    figures: tuple[int | None, int | None] = (None, None)


def put_arms(builder: Builder, arms: Sequence[Arm]) -> None:
    """Weapons as rows of the character's own. The body's own blows are on every sheet."""
    said = [arm for arm in arms if arm.name and not re.match(r"unarmed\b", arm.name, re.IGNORECASE)]
    fill_lines(builder, "own_weapons", _("Weapons"), [_write(builder, arm) for arm in said])
    for arm in said:
        strange = [tag for tag in map(_plain, arm.tags) if tag not in TAGS | SILENT]
        builder.leave(_("Weapons"), f"{arm.name}: {', '.join(strange).replace('_', ' ')}" if strange else "")


def put_armor(builder: Builder, suits: Iterable[tuple[str, str, bool, bool]]) -> None:
    """The first suit that is worn, by name, weight, whether it is an artifact and whether it is worn."""
    taken = False
    for name, weight, is_artifact, is_worn in suits:
        plain = weight.strip().lower()
        if plain in CLASSES and is_worn and not taken:
            taken = True
            key = f"artifact_{plain}" if is_artifact else plain
            builder.put("armor", key)
            builder.leave(_("Armor"), name if name.lower() != find_armor(key).name.lower() else "")
        elif plain not in ("", "none", "unarmored") or name:
            builder.leave(_("Armor"), ", ".join(filter(None, (name, plain if plain in CLASSES else ""))))


def _write(builder: Builder, arm: Arm) -> str:
    tags = list(dict.fromkeys(map(_plain, arm.tags)))
    ability = next(
        (
            ability_name
            for ability_name in BODILY
            if _plain(arm.ability).startswith(ability_name) or ability_name in tags
        ),
        _plain(arm.ability),
    )
    form = next((form for form in FORMS if form in (ability, *tags)), "melee")
    form = ability if ability in FORMS else form
    is_artifact = arm.is_artifact or "artifact" in tags or _is_artifact(arm)
    parts = ["artifact"] if is_artifact else []
    parts += [_weigh(builder, arm), form, "bashing" if "bashing" in tags else "lethal"]
    parts += [ability.replace("_", " ")] if ability in BODILY else []
    parts += [name_tag(tag) for tag in tags if tag in TAGS]
    name = re.sub(r"[:\n]+", " ", arm.name).strip()[:60]
    return f"{name}: {', '.join(parts)}"


def _weigh(builder: Builder, arm: Arm) -> str:
    """The class that a weapon names, else the one that its figures belong to."""
    plain = arm.weight.strip().lower()
    if plain in CLASSES:
        return plain
    _accuracy, damage = arm.figures
    known = {7: "light", 9: "medium", 11: "heavy", 10: "light", 12: "medium", 14: "heavy"}
    if damage not in known:
        builder.record_change(arm.name, plain or _("nothing"), "medium", DEFENSELESS)
    return known.get(damage or 0, "medium")


def _is_artifact(arm: Arm) -> bool:
    """Whether figures are those of an artifact: they are higher by one and by three."""
    return arm.figures[1] in (10, 12, 14)


def _plain(word: str) -> str:
    return re.sub(r"[^a-z]+", "_", word.strip().lower()).strip("_")
