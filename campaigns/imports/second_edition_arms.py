"""Weapons and armor of the Second Edition as rows of the character's own, out of figures or of totals."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.sheet_lists import fill_lines

WIELDED = ("archery", "martial_arts", "melee", "thrown")
BARE = re.compile(r"\b(?:punch|kick|claws?|bite|clinch|fists?|tail|hoof|hooves|gore|talons?)\b", re.IGNORECASE)
TAGS = (
    *(("two", "2"), ("reach", "R"), ("pierc", "P"), ("overwhelm", "O"), ("thrown", "T"), ("clinch", "C")),
    *(("disarm", "D"), ("lance", "L"), ("flame", "F"), ("natural", "N"), ("martial", "M"), ("single", "S")),
)
"""How people begin the names of weapon tags, and the letters of the tables."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An attack as a source prints it.

    `total_accuracy`, `total_damage`: the traits are in these figures. `parry` is a Parry DV, which has them in it;
    `defense` is the weapon's own figure.
    """

    name: str
    speed: int
    accuracy: int
    damage: int
    kind: str
    ability: str = ""
    total_accuracy: bool = False
    total_damage: bool = False
    parry: int | None = None
    defense: int | None = None
    rate: int | None = None
    minimum: int | None = None
    range: int | None = None
    strength: int | None = None
    tags: tuple[str, ...] = ()


def put_arms(builder: Builder, arms: Iterable[Arm]) -> None:
    """Attacks as weapons of their own, each in a line that the sheet reads. The traits stand on the sheet already.

    Tags that the rules do not know go into the notes.
    """
    arms = list(arms)
    fill_lines(builder, "own_weapons", _("Weapons"), [write_arm(builder, arm) for arm in arms])
    for arm in arms:
        unknown = [tag.strip() for tag in arm.tags if tag.strip() and not _tag(tag)]
        builder.leave(_("Weapons"), f"{arm.name}: Tags {', '.join(unknown)}" if unknown else "")


def write_arm(builder: Builder, arm: Arm) -> str:
    """A weapon of the character's own: of a total, the traits are taken off."""
    ability = _find_ability(builder, arm)
    ready = builder.sheet["ready"]
    base = (
        int(ready["combat"])
        if ready["used"]
        else int(builder.sheet["attributes"]["dexterity"] + builder.sheet["abilities"][ability])
    )
    accuracy = arm.accuracy - (base if arm.total_accuracy else 0)
    damage = str(arm.damage) if arm.total_damage else f"{arm.damage:+d}"
    parts = [f"Speed {arm.speed}", f"Accuracy {accuracy:+d}", f"Damage {damage}{arm.kind.upper()}"]
    defense = arm.defense if arm.parry is None else 2 * arm.parry - base
    if ready["used"] and not arm.range:
        defense = 0  # the Parry DV is a ready number: the weapon only says that it can parry
    parts += [] if defense is None else [f"Defense {defense:+d}"]
    figures = {"Rate": arm.rate, "Minimum": arm.minimum, "Range": arm.range, "Strength": arm.strength}
    parts += [f"{word} {value}" for word, value in figures.items() if value]
    letters = dict.fromkeys(letter for tag in arm.tags if (letter := _tag(tag)))
    parts += [f"Tags {' '.join(letters)}"] if letters else []
    name = re.sub(r"[():;\n]+", " ", arm.name).strip()[:40] or "Attack"
    return f"{name} ({ability.replace('_', ' ').title()}): {', '.join(parts)}"


def write_armor(name: str, soak: tuple[int, int], hardness: int, mobility: int, fatigue: int, attune: int) -> str:
    """A suit of armor of the character's own; `soak` is lethal and bashing, penalties are positive."""
    parts = [f"Soak {soak[0]}L/{soak[1]}B"]
    parts += [f"Hardness {hardness}L/{hardness}B"] if hardness else []
    figures = {"Mobility": mobility, "Fatigue": fatigue, "Attune": attune}
    parts += [f"{word} {value}" for word, value in figures.items() if value]
    return f"{re.sub(r'[():;,]+', ' ', name).strip()[:40]}: {', '.join(parts)}"


def _find_ability(builder: Builder, arm: Arm) -> str:
    """The Ability that wields it: the one said, else the one that fits and is better."""
    letters = [_tag(tag) for tag in arm.tags]
    if (key := arm.ability.strip().lower().replace(" ", "_")) in WIELDED:
        return key
    if BARE.search(arm.name) or "N" in letters or "C" in letters:
        return "martial_arts"
    if "T" in letters:
        return "thrown"
    fit = ("archery", "thrown") if arm.range else ("melee", "martial_arts")
    return max(fit, key=lambda key: int(builder.sheet["abilities"][key])) if arm.total_accuracy else fit[0]


def _tag(word: str) -> str:
    plain = word.strip()
    if len(plain) == 1:
        return plain.upper() if plain.upper() in {letter for _begin, letter in TAGS} else ""
    return next((letter for begin, letter in TAGS if plain.lower().startswith(begin)), "")
