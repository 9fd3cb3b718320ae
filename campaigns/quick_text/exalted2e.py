"""Exalted, Second Edition: traits as the books print them, attacks with their totals, what follows compared."""

import re
from collections import Counter
from typing import Final

from campaigns.imports.builder import Builder
from campaigns.imports.kinds import Found, name_said
from campaigns.imports.second_edition import (
    ABILITIES,
    ATTACK,
    ATTRIBUTES,
    CASTES,
    VIRTUES,
    compare,
    put_health,
    put_soak,
    read_attack,
)
from campaigns.imports.second_edition import find_kind as kinds_of
from campaigns.imports.second_edition_arms import put_arms
from campaigns.imports.sheet_lists import choices_of
from campaigns.quick_text.reading import DOTS, QuickText

EXAMPLE: Final = """Toll guard
Motivation: Live to see the pay chest
Attributes: Strength 3, Dexterity 3, Stamina 2, Charisma 2, Manipulation 2, Appearance 2,
Perception 3, Intelligence 2, Wits 2
Virtues: Compassion 1, Conviction 2, Temperance 2, Valor 3
Abilities: Archery 1, Awareness 2, Dodge 2, Melee 3 (Spears +1), Resistance 1
Backgrounds: Backing 1
Attacks:
Boat hook: Speed 5, Accuracy 7, Damage 6L, Parry DV 3, Rate 2
Armor: Buff jacket
Willpower: 5; Essence: 1; Health Levels: -0/-1/-1/-2/-2/-4/Incap
Dodge DV 2; Join Battle 4"""
ABBREVIATED: Final = {name: name[:3] for name in ATTRIBUTES}
HEALTH: Final = (
    r"health(?: levels)? ?:? ?(?P<levels>-\d(?: ?[x×] ?\d{1,2})?(?:[ /,]{1,3}-\d(?: ?[x×] ?\d{1,2})?){0,60})"
    r"[ /,]{0,3}(?:incap\w{0,12}|I\b)?"
)
COMPARED: Final = ("Join Battle", "Dodge DV", "Dodge MDV", "Parry MDV")
WORDS: Final = (
    r"\b(?:solar|lunar|sidereal|dragon.?blooded|terrestrial|abyssal|infernal|alchemical|half.caste|god.blooded|ghost|"
    r"zombie|undead|demon|spirit|god|goddess|elemental|fair folk|raksha|beast|animal|dragon king|jadeborn|"
    r"heroic mortal|mortal|extra)s?\b"
)
"""What people call beings. What the game does not know of these is asked."""


def find_kind(text: QuickText) -> Found:
    """What kind of being this is. What says nothing, and has no Essence beyond a mortal's, is taken for a soldier."""
    known = "|".join(CASTES)
    found = text.take(rf"\b(?P<a>{known}) caste\b|\bcaste ?: ?(?P<b>{known})\b")
    caste = (found["a"] or found["b"]).lower() if found else ""
    word, is_sure = text.find_kind(WORDS)
    said = name_said(word, caste)
    if caste and (not word or word.startswith("solar") or not is_sure):
        return Found(caste, said)
    if word:
        plain = word if word.endswith("ss") else word.removesuffix("s")
        return Found(kinds_of(plain) if is_sure and plain != "mortal" else "", said)
    essence = text.has(rf"\bessence ?:? ?(?:[2-9]|10|[{DOTS}]{{2}})") or text.has(r"\b(?:peripheral|personal) ?:? ?\d")
    return Found("", "") if essence else Found("soldier", is_assumed=True)


def read(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", text.number(name, ABBREVIATED[name]))
    attacks = [read_attack(match) for match in text.take_all(ATTACK, re.IGNORECASE | re.MULTILINE)]
    _put_abilities(builder, text)
    for name in VIRTUES:
        builder.put(f"virtues.{name}", text.number(name))
    for name in builder.sheet["backgrounds"]:
        builder.put(f"backgrounds.{name}", text.number(name))
    for name in ("motivation", "intimacies"):
        builder.put(name, text.line(name) or None)
    _put_pools(builder, text)
    builder.settle()
    put_arms(builder, attacks)
    for place in ("weapons", "armor"):
        known = [(key, label) for label, key in choices_of(builder, place).items()]
        builder.put(place, text.take_known(known) or None)
    builder.settle()
    compare(builder, {title: text.number(title) for title in COMPARED})
    soak = text.take(r"soak ?:? ?(?P<lethal>\d{1,2})L ?/ ?(?P<bashing>\d{1,2})B")
    put_soak(builder, {kind: int(soak[kind]) for kind in ("lethal", "bashing")} if soak else {})


def _put_abilities(builder: Builder, text: QuickText) -> None:
    told: list[str] = []
    for name in ABILITIES:
        found = text.rated(name.replace("_", " "))
        if not found:
            continue
        builder.put(f"abilities.{name}", found[0])
        words = re.sub(r"\+", "", found[1])
        if words.strip():
            told.append(f"{name.replace('_', ' ').title()}: {words.strip()}")
    builder.put("specialties", "; ".join(told) or None)


def _put_pools(builder: Builder, text: QuickText) -> None:
    builder.put("essence", text.number("Essence"))
    willpower = text.number("Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower)
    for name in ("personal", "peripheral"):
        builder.put(name, text.number(f"{name} Essence", f"{name} motes", name))
    health = text.take(HEALTH)
    if health:
        levels: Counter[int] = Counter()
        for penalty, times in re.findall(r"-(\d)(?: ?[x×] ?(\d{1,2}))?", health["levels"]):
            levels[int(penalty)] += int(times or 1)
        put_health(builder, levels)
