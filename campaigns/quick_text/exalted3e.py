"""Exalted, Third Edition: quick characters and battle groups in ready numbers, or a full sheet of traits."""

import re
from typing import Final

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.kinds import Found
from campaigns.imports.sheet_lists import choices_of
from campaigns.imports.third_edition import (
    ALL_ABILITIES,
    ATTRIBUTES,
    NUMBERS,
    QUICK,
    STANDARD,
    put_attack,
    put_intimacies,
    put_levels,
    put_specialties,
)
from campaigns.imports.third_edition import find_kind as kind_of
from campaigns.quick_text.reading import DOTS, QuickText

EXAMPLE: Final = """Bridge warden
Essence: 1; Willpower: 5; Join Battle: 8 dice
Health Levels: -0/-1x2/-2x2/-4/Incap.
Actions: Senses 5 dice, Stealth 3 dice, Feats of Strength: 5 dice, Social Influence 4 dice
Resolve 3, Guile 2
Attack (Spear): 11 dice (Damage 13L/2), Decisive 9 dice
Combat Movement: 5 dice, Disengage 6 dice
Evasion 3, Parry 5
Soak/Hardness: 6/0
Intimacies: Defining Principle: No one crosses unpaid; Major Tie: My company"""
WORDS: Final = (
    r"\b(?:solar|dragon.?blooded|terrestrial|lunar|sidereal|abyssal|infernal|alchemical|liminal|exigent|getimian|"
    r"ghost|demon|spirit|god|goddess|elemental|fair folk|raksha|beast|animal|mortal)s?\b"
)
"""What people call beings. What the game does not know of these is asked."""
ATTACK: Final = (
    r"(?<!decisive )(?:(?:withering|primary) )?attack ?(?:\((?P<name>[^()\n]{1,60})\) ?)?[:.]? ?"
    r"(?P<pool>\d{1,2}) ?(?:dice)?"
)
BEHIND: Final = (
    r"(?: ?\([^()\n\x1f]{0,120}\))?(?:,? ?decisive(?: attack)? ?:? ?\d{1,2}(?: dice)?)?(?:,? ?damage[^,;\n\x1f]{0,30})?"
    r"(?:,? ?(?:overwhelming|minimum) ?:? ?\d{1,2})?"
)
"""What belongs to an attack of several, behind its dice."""
ACCURACY: Final = r"(?:withering(?: (?:accuracy|attack))?|accuracy) ?:? ?(?P<pool>\d{1,2}) ?(?:dice)?"
DAMAGE: Final = r"damage ?:? ?(?P<damage>\d{1,2}) ?(?P<type>[BLA](?![a-z]))? ?(?:/ ?(?P<least>\d{1,2}))?"
INTIMACY_AFTER: Final = (
    r"(?:^|(?<=[;:)\n\x1f]))(?P<text>[^;:\n\x1f()]{2,200}?) ?"
    r"\((?P<intensity>defining|major|minor) (?P<kind>principle|tie)\b"
    r"[^()\n\x1f]{0,60}\)"
)
INTIMACY_BEFORE: Final = (
    r"(?P<intensity>defining|major|minor) (?P<kind>principle|tie) ?:? ?"
    r"(?P<text>[^;\n\x1f]{1,300}?)(?=,? (?:defining|major|minor) (?:principle|tie)\b|[;\n\x1f]|$)"
)
"""Both ways in which people write Intimacies: "Loyalty to the Guild (Major Tie)", "Major Tie: My company"."""
TYPES: Final = {"B": "bashing", "L": "lethal", "A": "aggravated"}


def find_kind(text: QuickText) -> Found:
    """What kind of being this is: ready numbers are a quick character's, or a battle group's."""
    if not _has_traits(text):
        is_group = text.has(r"\bbattle group\b") or text.has(r"\bdrill\b") or text.has(r"\bsize ?:? ?\d")
        return Found("group" if is_group else "quick")
    word, is_sure = text.find_kind(WORDS)
    if word:
        return Found(kind_of(word.removesuffix("s")) if is_sure else "", word)
    essence = text.has(rf"\bessence ?:? ?(?:[2-9]|10|[{DOTS}]{{2}})") or text.has(r"\b(?:peripheral|personal)\b")
    return Found("") if essence else Found("mortal", is_assumed=True)


def read(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    if builder.sheet["archetype"] in QUICK:
        _read_numbers(text, builder)
    else:
        _read_traits(text, builder)
    _put_shared(builder, text)


def _has_traits(text: QuickText) -> bool:
    return sum(map(text.has_number, ATTRIBUTES)) > len(ATTRIBUTES) // 2


def _read_traits(text: QuickText, builder: Builder) -> None:
    specialties: list[tuple[str, str]] = []
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", text.number(name))
    for name in ALL_ABILITIES:
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"abilities.{name}", found[0])
            specialties += [(name, word.strip()) for word in found[1].split(",") if word.strip()]
    put_specialties(builder, specialties)
    _put_arms(builder, text)


def _put_arms(builder: Builder, text: QuickText) -> None:
    armor = text.take(r"(?P<artifact>artifact )?(?P<class>light|medium|heavy) armou?r")
    if armor:
        key = armor["class"].lower()
        builder.put("armor", f"artifact_{key}" if armor["artifact"] else key)
    known = [(key, label) for label, key in choices_of(builder, "weapons").items()]
    builder.put("weapons", text.take_known(known) or None)


def _read_numbers(text: QuickText, builder: Builder) -> None:
    if builder.sheet["archetype"] == "group":
        _put_group(builder, text)
    _put_attacks(builder, text)
    pair = text.take(r"soak ?/ ?hardness ?:? ?(?P<soak>\d{1,2}) ?/ ?(?P<hardness>\d{1,2})")
    builder.put("quick.soak", int(pair["soak"]) if pair else text.number("Soak"))
    builder.put("quick.hardness", int(pair["hardness"]) if pair else text.number("Hardness"))
    for name, words in NUMBERS.items():
        builder.put(f"quick.{name}", text.number(*words))


def _put_attacks(builder: Builder, text: QuickText) -> None:
    """The first attack stands on the sheet; the others, each with its own figures, go into the notes."""
    for other in list(re.finditer(ATTACK + BEHIND, text.rest, re.IGNORECASE))[1:]:
        builder.leave(_("Attacks"), other.group().strip())
        text.take(re.escape(other.group()))
    decisive = text.number("Decisive Attack", "Decisive")
    attack = text.take(ATTACK) or text.take(ACCURACY)
    damage = text.take(DAMAGE)
    overwhelming = text.number("Overwhelming", "Minimum")
    name = (attack.groupdict().get("name") or "").strip() if attack else ""
    put_attack(builder, name, int(attack["pool"]) if attack else None, decisive)
    if damage:
        builder.put("quick.damage", int(damage["damage"]))
        builder.put("quick.damage_type", TYPES.get((damage["type"] or "").upper()))
        overwhelming = int(damage["least"]) if damage["least"] else overwhelming
    builder.put("quick.overwhelming", overwhelming)


def _put_group(builder: Builder, text: QuickText) -> None:
    text.take(r"\bbattle group\b")
    builder.put("group.size", text.number("Size"))
    builder.put("group.might", text.number("Might"))
    drill = text.take(r"(?:drill ?:? ?(?P<after>poor|average|elite))|(?:(?P<before>poor|average|elite) drill)")
    builder.put("group.drill", (drill["after"] or drill["before"]).lower() if drill else None)
    builder.put("group.perfect_morale", True if text.take(r"\bperfect morale\b") else None)
    text.number("Magnitude")


def _put_shared(builder: Builder, text: QuickText) -> None:
    builder.put("essence", text.number("Essence"))
    willpower = text.number("Willpower")
    builder.put("willpower.rating", willpower)
    builder.put("willpower.current", willpower)
    builder.put("motes.personal", text.number("Personal Motes", "Personal"))
    builder.put("motes.peripheral", text.number("Peripheral Motes", "Peripheral"))
    builder.put("caste", text.line("Caste", "Aspect") or None)
    builder.put("concept", text.line("Concept") or None)
    _put_health(builder, text)
    found = [*text.take_all(INTIMACY_AFTER), *text.take_all(INTIMACY_BEFORE)]
    said = [(_tidy(one["text"]), one["kind"].lower(), one["intensity"].lower()) for one in found]
    text.take(r"\bintimacies\b ?:?")
    put_intimacies(builder, said)


def _tidy(words: str) -> str:
    """An Intimacy without the heading and the commas around it."""
    return re.sub(r"^[ .,:;*-]*(?:intimacies ?:)? ?", "", words, flags=re.IGNORECASE).strip().rstrip(".,:")


def _put_health(builder: Builder, text: QuickText) -> None:
    """Levels beyond the standard ones, of "-0x3/-1x4/-2x2/-4/Incap."."""
    found = text.take(r"health(?: levels)? ?:? ?(?P<levels>-0[^\n\x1f;]{0,300}?incap\w*|-0[^\n\x1f;]*)")
    if not found:
        return
    counts = dict.fromkeys(STANDARD, 0)
    for penalty, times in re.findall(r"-([0124])(?: ?[x×] ?(\d{1,2}))?", found["levels"]):
        if int(penalty) in counts:
            counts[int(penalty)] += int(times or 1)
    put_levels(builder, counts)
