"""Exalted, Third Edition: quick characters and battle groups in ready numbers, or a full sheet of traits."""

import re
from typing import Final

from django.utils.translation import gettext as _

from campaigns.imports import castes
from campaigns.imports.builder import Builder
from campaigns.imports.kinds import KindGuess
from campaigns.imports.sheet_lists import choices_of
from campaigns.imports.third_edition import (
    ALL_ABILITIES,
    ATTRIBUTES,
    QUICK,
    STANDARD,
    put_intimacies,
    put_levels,
    put_specialties,
)
from campaigns.imports.third_edition import find_kind as kind_of
from campaigns.quick_text.exalted3e_quick import parse_numbers
from campaigns.quick_text.experience import put_experience
from campaigns.quick_text.reading import GEAR, QuickText

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
READY: Final = r"\b(?:join battle|evasion|parry|combat movement|soak ?/? ?(?:hardness)?|resolve|guile) ?[:=]? ?\d"
"""Numbers that a text of a quick character has, and one of traits may lack."""
INTIMACY_AFTER: Final = (
    r"(?:^|(?<=[;:),\n\x1f]))(?P<text>[^;:\n\x1f()]{2,200}?) ?"
    r"\((?P<intensity>defining|major|minor)(?: (?P<kind>principle|tie))?\b"
    r"[^()\n\x1f]{0,60}\)"
)
INTIMACY_BEFORE: Final = (
    r"(?P<intensity>defining|major|minor) (?P<kind>principle|tie) ?:? ?"
    r"(?P<text>[^;\n\x1f]{1,300}?)(?=,? (?:defining|major|minor) (?:principle|tie)\b|[;\n\x1f]|$)"
)
"""Both ways in which people write Intimacies: "Loyalty to the Guild (Major Tie)", "Major Tie: My company"."""
ATTRIBUTES_SHORT: Final = tuple(name[:3] for name in ATTRIBUTES)


def list_traits() -> list[tuple[str, tuple[str, ...]]]:
    """Every trait that a text may rate: its place on the sheet, and its names."""
    return [
        *((f"attributes.{name}", (name, name[:3])) for name in ATTRIBUTES),
        *((f"abilities.{name}", (name.replace("_", " "),)) for name in ALL_ABILITIES),
        ("essence", ("Essence",)),
        ("willpower.rating", ("Willpower",)),
    ]


def find_kind(text: QuickText) -> KindGuess:
    """What kind of being this is: ready numbers are a quick character's, or a battle group's."""
    if not _has_traits(text):
        is_group = text.has(r"\bbattle group\b") or text.has(r"\bdrill\b") or text.has(r"\bsize ?:? ?\d")
        return KindGuess("group" if is_group else "quick")
    said = text.line(*castes.LABELS, at_start=True)
    if not said and (beside := text.take(castes.BESIDE)):
        said = beside["a"].title()
    text.caste = said
    caste, owner = castes.find_caste(said)
    word, is_sure = text.find_kind(WORDS)
    if said and not word:
        found = re.search(WORDS, said, re.IGNORECASE)
        word, is_sure = (found.group().lower(), True) if found else ("", False)
    if word and is_sure:
        return KindGuess(kind_of(word.removesuffix("s")), word)
    if caste:
        return KindGuess(owner, caste)
    if word or said:
        return KindGuess("", word or said.lower())
    has_essence = text.has(r"\bessence ?[:=]? ?(?:[2-9]|10)") or text.has(r"\b(?:peripheral|personal)\b")
    return KindGuess("") if has_essence else KindGuess("mortal", is_assumed=True)


def parse(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    if builder.sheet["archetype"] in QUICK:
        parse_numbers(text, builder)
    else:
        _parse_traits(text, builder)
    _put_shared(builder, text)


def _has_traits(text: QuickText) -> bool:
    """Whether a text has traits: most Attributes, or any trait and no ready numbers."""
    rated = sum(text.has_number(name) or text.has(rf"\b{name} ?[:=]? ?\d") for name in ATTRIBUTES)
    if rated > len(ATTRIBUTES) // 2:
        return True
    others = (name.replace("_", " ") for name in (*ALL_ABILITIES, *ATTRIBUTES_SHORT))
    return not text.has(READY) and (rated > 0 or any(map(text.has_number, others)))


def _parse_traits(text: QuickText, builder: Builder) -> None:
    specialties: list[tuple[str, str]] = []
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", text.number(name, name[:3]))
    for name in ALL_ABILITIES:
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"abilities.{name}", found.number)
            specialties += [(name, word.strip()) for word in found.after.split(",") if word.strip()]
            if found.before:
                builder.leave(_("Abilities"), f"{name.replace('_', ' ').title()} ({found.before}) {found.number}")
    put_specialties(builder, specialties)
    _put_arms(builder, text)


def _put_arms(builder: Builder, text: QuickText) -> None:
    """Gear that stands under its heading."""

    def take(part: QuickText) -> None:
        armor = part.take(r"(?P<artifact>artifact )?(?P<class>light|medium|heavy)(?= armou?r| |$)(?: armou?r)?")
        if armor:
            key = armor["class"].lower()
            builder.put("armor", f"artifact_{key}" if armor["artifact"] else key)

    known = [(key, label) for label, key in choices_of(builder, "weapons").items()]
    builder.put("weapons", text.take_known(known) or None)
    text.take_under(GEAR, take)


def _put_shared(builder: Builder, text: QuickText) -> None:
    put_experience(builder, text)
    builder.put("essence", text.number("Essence"))
    left, willpower = text.pair("Willpower")
    builder.put("willpower.rating", willpower)
    builder.put("willpower.current", willpower if left is None else left)
    builder.put("motes.personal", text.number("Personal Motes", "Personal", "Motes", "Essence Pool"))
    builder.put("motes.peripheral", text.number("Peripheral Motes", "Peripheral"))
    builder.put("caste", text.caste or text.line(*castes.LABELS) or None)
    builder.put("concept", text.line("Concept") or None)
    _put_health(builder, text)
    found = [*text.take_all(INTIMACY_AFTER), *text.take_all(INTIMACY_BEFORE)]
    said = [(_tidy(row["text"]), (row["kind"] or "tie").lower(), row["intensity"].lower()) for row in found]
    text.take(r"\bintimacies\b ?:?")
    put_intimacies(builder, said)
    builder.assumed += [
        (_("Kind of Intimacy"), f"{_tidy(row['text'])}: {_('Tie')}") for row in found if not row["kind"]
    ]


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
