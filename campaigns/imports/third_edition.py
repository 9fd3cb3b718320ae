"""What the foreign files of Exalted, Third Edition have in common: where it stands on our sheet."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.sheet_lists import choices_of, fill_lines, fill_list, fill_powers
from rules import get_system
from rules.battle import Json
from rules.text import Text
from rules.wounds import HARMS

ATTRIBUTES = (
    *("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence"),
    "wits",
)
ABILITIES = (
    *("archery", "athletics", "awareness", "brawl", "bureaucracy", "dodge", "integrity", "investigation", "larceny"),
    *("linguistics", "lore", "medicine", "melee", "occult", "performance", "presence", "resistance", "ride", "sail"),
    *("socialize", "stealth", "survival", "thrown", "war"),
)
ALL_ABILITIES = (*ABILITIES, "craft", "martial_arts")
KINDS = (
    (r"^solars?\b", "solar"),
    (r"dragon.?blood|^terrestrial", "dragon_blooded"),
    (r"^lunars?\b", "lunar"),
    (r"^sidereals?\b", "sidereal"),
    (r"^abyssals?\b", "abyssal"),
    (r"^infernals?\b", "infernal"),
    (r"^alchemicals?\b", "alchemical"),
    (r"^mortals?$", "mortal"),
)
"""How people write the kinds of Exalted, and ours."""
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "join_battle": ("Join Battle",),
    "parry": ("Parry",),
    "evasion": ("Evasion",),
    "resolve": ("Resolve",),
    "guile": ("Guile",),
    "movement": ("Combat Movement", "Movement", "Rush"),
    "disengage": ("Disengage",),
    "senses": ("Senses", "Awareness", "Perception"),
    "stealth": ("Stealth", "Sneak", "Hide"),
    "grapple": ("Grapple", "Grapple Control", "Clinch"),
    "resistance": (
        "Resist Poison and Disease",
        "Resist Disease and Poison",
        "Resist Poison/Disease",
        "Resist Disease/Poison",
        "Resist Poison",
        "Resistance",
    ),
    "command": ("Command",),
    "influence": ("Social Influence", "Influence", "Persuade", "Threaten"),
}
"""The ready numbers of a quick character, and how people write them."""
MAX_MERIT_NAME = 60
INTENSITIES = {0: "minor", 1: "minor", 2: "major", 3: "defining"}
QUICK = ("quick", "group")
"""Kinds whose sheets have ready numbers, and no Charms beside powers."""
REACHES = {"archery": "archery", "thrown": "thrown", "melee": "melee", "close": "melee", "brawl": "melee"}
"""What tags say of an attack's reach."""
DRILLS = ("poor", "average", "elite")
STANDARD = {0: 1, 1: 2, 2: 2}
"""How many health levels of each penalty everybody has; the sheet counts what is beyond."""
NO_DECISIVE = Text("No decisive attack pool given: using withering minus 2, a medium weapon’s Accuracy.")


def find_kind(kind: str) -> str:
    """The archetype of an exalt type as people write it: "Dragon-Blooded", "Solar (Dawn)", "mortal". Or nothing."""
    written = kind.strip().lower()
    return next((ours for pattern, ours in KINDS if re.search(pattern, written)), "")


def put_health(builder: Builder, bashing: int, lethal: int, aggravated: int) -> None:
    """Damage in the marks of the track, the worst first."""
    marks = "a" * min(aggravated, 60) + "l" * min(lethal, 60) + "b" * min(bashing, 60)
    builder.put("health.marks", marks or None)


def put_levels(builder: Builder, levels: Mapping[int, int | None]) -> None:
    """Health levels by penalty: those beyond what everybody has stand on the sheet."""
    for penalty, count in levels.items():
        usual = STANDARD.get(penalty, 1)
        if count is None:
            continue
        if penalty in STANDARD and count >= usual:
            builder.put(f"health.extra_{penalty}", count - usual)
        elif count != usual:
            builder.record_change(
                Text("-{penalty} levels", penalty=penalty), count, usual, Text("Use standard levels for everyone.")
            )
            builder.leave(_("Health"), _("-%(penalty)d levels: %(count)d") % {"penalty": penalty, "count": count})


def put_specialties(builder: Builder, said: Iterable[tuple[str, str]]) -> None:
    """Specialties, Ability and name, in the places that the sheet has for them."""
    fill_list(builder, "specialties", [{"ability": make_key(ability), "name": name} for ability, name in said])


def put_intimacies(builder: Builder, said: Iterable[tuple[str, str, str]]) -> None:
    """Ties and Principles: words, kind, intensity."""
    fill_list(
        builder, "intimacies", [{"text": text, "kind": kind, "intensity": intensity} for text, kind, intensity in said]
    )


def put_favored(builder: Builder, favored: Iterable[str]) -> None:
    """Caste and favored Abilities."""
    said = set(map(make_key, favored))
    builder.put("favored", [name for name in sorted(ALL_ABILITIES) if name in said] or None)


def put_charms(builder: Builder, rows: Sequence[dict[str, Json]]) -> None:
    """Charms that are used as powers of the sheet; those without a timing, and spells, by their names and costs."""
    fill_powers(builder, [row for row in rows if "timing" in row])
    plain = [row for row in rows if "timing" not in row and row["name"]]
    lines = [f"{row['name']} ({row['told']})" if row.get("told") else str(row["name"]) for row in plain]
    if builder.sheet["archetype"] in QUICK:
        for line in lines:
            builder.leave(_("Charms"), line)
    else:
        fill_lines(builder, "charms", _("Charms"), lines)
    for row in plain:
        builder.leave(_("Charms"), f"{row['name']}: {row['text']}" if row.get("text") else "")


def put_merits(builder: Builder, said: Sequence[tuple[str, int]]) -> None:
    """Merits by name and dots: those of the sheet's list in their place, the others as Merits of their own."""
    known = choices_of(builder, "merits")
    keys = [known.get(name.lower()) or known.get(f"{name.lower()} {dots}") for name, dots in said]
    own: list[dict[str, Json]] = [
        {"name": _fit_merit(builder, name), "dots": dots}
        for key, (name, dots) in zip(keys, said, strict=True)
        if key is None
    ]
    builder.put("merits", list(dict.fromkeys(key for key in keys if key)) or None)
    fill_list(builder, "own_merits", own)


def put_actions(builder: Builder, said: Iterable[tuple[str, int]]) -> None:
    """A quick character's actions by name and dice; those that the sheet has no number for are rows of their own."""
    known = {word.lower(): key for key, words in NUMBERS.items() for word in words}
    taken: set[str] = set()
    others: list[dict[str, Json]] = []
    for name, dice in said:
        key = known.get(name.strip().lower(), "")
        if key and key not in taken:
            taken.add(key)
            builder.put(f"quick.{key}", dice)
        else:
            others.append({"name": name.strip(), "dice": dice})
    fill_list(builder, "quick_actions", others)


@dataclass(frozen=True, slots=True)
class Strike:
    """A further attack of a quick character, as a source has it."""

    name: str
    dice: int
    damage: int | None = None
    overwhelming: int | None = None
    decisive: int | None = None
    tags: tuple[str, ...] = ()


def put_strikes(builder: Builder, strikes: Sequence[Strike]) -> None:
    """The attacks beside the first. Assumed dice for decisive attacks are reported."""
    rows: list[dict[str, Json]] = []
    for strike in strikes:
        decisive = max(0, strike.dice - 2) if strike.decisive is None else strike.decisive
        if strike.decisive is None:
            builder.record_change(Text("{w}: decisive attack", w=strike.name), _("nothing"), decisive, NO_DECISIVE)
        plain = [make_key(tag) for tag in strike.tags]
        row = {
            "name": strike.name,
            "withering": strike.dice,
            "decisive": decisive,
            "damage": strike.damage,
            "overwhelming": 1 if strike.overwhelming is None else strike.overwhelming,
            "damage_type": next((kind for kind in HARMS if kind in plain), None),
            "reach": _find_reach(strike.name, plain),
        }
        rows.append({name: value for name, value in row.items() if value is not None})
    fill_list(builder, "quick_attacks", rows)


def put_attack(builder: Builder, name: str, dice: int | None, decisive: int | None, tags: Iterable[str] = ()) -> None:
    """A quick character's attack. `tags` say its reach and damage. Assumed dice for decisive attacks are reported."""
    plain = [make_key(tag) for tag in tags]
    builder.put("quick.damage_type", next((kind for kind in HARMS if kind in plain), None))
    builder.put("quick.reach", _find_reach(name, plain))
    builder.put("quick.attack", name or None)
    builder.put("quick.withering", dice)
    builder.put("quick.decisive", decisive)
    if dice is not None and decisive is None:
        fewer = max(0, dice - 2)
        builder.put("quick.decisive", fewer)
        builder.record_change(Text("Decisive"), _("nothing"), fewer, NO_DECISIVE)


def _find_reach(name: str, tags: Sequence[str]) -> str | None:
    """Return the reach that the name of an attack says, or its tags."""
    if re.search(r"bow|archery|sling", name, re.IGNORECASE):
        return "archery"
    if re.search(r"thrown|javelin|shuriken", name, re.IGNORECASE):
        return "thrown"
    return next((REACHES[tag] for tag in tags if tag in REACHES), None)


def derive(builder: Builder) -> dict[str, int]:
    """The values that follow from the sheet, by their titles."""
    sheets = get_system("exalted3e").sheets
    return {value.title: value.total for value in sheets.derived(sheets.parse(builder.sheet))}


def make_key(words: str) -> str:
    """The key of an Ability as people write it: `martial_arts` of "martialarts" or "Martial Arts"."""
    plain = re.sub(r"[^a-z]+", "_", words.strip().lower()).strip("_")
    return "martial_arts" if plain == "martialarts" else plain


def _fit_merit(builder: Builder, name: str) -> str:
    """The name of a Merit of the character's own, as much of it as the sheet holds."""
    short = name[:MAX_MERIT_NAME].strip()
    if short != name:
        why = _("A Merit’s name can be at most %(most)d characters.") % {"most": MAX_MERIT_NAME}
        builder.record_change(builder.title_of("own_merits"), name, short, why)
        builder.leave(_("Merits"), name)
    return short
