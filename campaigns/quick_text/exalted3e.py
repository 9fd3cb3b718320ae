"""Exalted, Third Edition: quick characters and battle groups in ready numbers, or a full sheet of traits."""

import re
from typing import Final

from campaigns.imports.draft import Builder, Moved
from campaigns.imports.places import put_places
from campaigns.imports.third_edition import ABILITIES, ATTRIBUTES, choose_archetype
from campaigns.quick_text.reading import Text
from rules import get_system
from rules.battle import Json

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
NUMBERS: Final = {
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
    "resistance": ("Resist Poison and Disease", "Resist Disease and Poison", "Resist Poison", "Resistance"),
    "command": ("Command",),
    "influence": ("Social Influence", "Influence", "Persuade", "Threaten"),
}
STANDARD: Final = {0: 1, 1: 2, 2: 2}
"""How many levels of each penalty everybody has."""
ATTACK: Final = (
    r"(?:(?:withering|primary) )?attack ?(?:\((?P<name>[^()\n]{1,60})\) ?)?[:.]? ?"
    r"(?P<pool>\d{1,2}) ?(?:dice)?"
)
ACCURACY: Final = r"(?:withering(?: (?:accuracy|attack))?|accuracy) ?:? ?(?P<pool>\d{1,2}) ?(?:dice)?"
DAMAGE: Final = r"damage ?:? ?(?P<damage>\d{1,2}) ?(?P<type>[BLA](?![a-z]))? ?(?:/ ?(?P<least>\d{1,2}))?"
TYPES: Final = {"B": "bashing", "L": "lethal", "A": "aggravated"}


def read(text: Text) -> Builder:
    """Take what is known out of the text."""
    is_full = sum(map(text.has_number, ATTRIBUTES)) > len(ATTRIBUTES) // 2
    builder = _read_traits(text) if is_full else _read_numbers(text)
    _put_shared(builder, text)
    return builder


def _read_traits(text: Text) -> Builder:
    kind = text.mentions(r"\b(?:solar|dragon.blooded|lunar|sidereal|abyssal|infernal|alchemical)\b")
    builder = Builder("exalted3e", choose_archetype(kind or "mortal"), rested=True)
    specialties: list[dict[str, Json]] = []
    for name in ABILITIES:
        builder.set(f"abilities.{name}", 0)
    builder.set("weapons", [])
    builder.set("armor", "none")
    for name in ATTRIBUTES:
        builder.put(f"attributes.{name}", text.number(name))
    for name in (*ABILITIES, "brawl", "craft", "martial_arts"):
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"abilities.{name}", found[0])
            specialties += [{"ability": name, "name": word.strip()} for word in found[1].split(",") if word.strip()]
    put_places(builder, "specialties", specialties)
    _put_arms(builder, text)
    return builder


def _put_arms(builder: Builder, text: Text) -> None:
    armor = text.take(r"(?P<artifact>artifact )?(?P<class>light|medium|heavy) armou?r")
    key = armor["class"].lower() if armor else "none"
    builder.put("armor", f"artifact_{key}" if armor and armor["artifact"] else key)
    sheets = get_system("exalted3e").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    known = next(trait.choices for section in layout for trait in section.traits if trait.key == "weapons")
    builder.put("weapons", text.take_known([(choice.value, choice.label) for choice in known]) or None)


def _read_numbers(text: Text) -> Builder:
    is_group = text.has(r"\bbattle group\b") or text.has(r"\bdrill\b") or text.has(r"\bsize ?:? ?\d")
    builder = Builder("exalted3e", "group" if is_group else "quick", rested=True)
    if is_group:
        _put_group(builder, text)
    _put_attack(builder, text)
    pair = text.take(r"soak ?/ ?hardness ?:? ?(?P<soak>\d{1,2}) ?/ ?(?P<hardness>\d{1,2})")
    builder.put("quick.soak", int(pair["soak"]) if pair else text.number("Soak"))
    builder.put("quick.hardness", int(pair["hardness"]) if pair else text.number("Hardness"))
    for name, words in NUMBERS.items():
        builder.put(f"quick.{name}", text.number(*words))
    return builder


def _put_attack(builder: Builder, text: Text) -> None:
    decisive = text.number("Decisive Attack", "Decisive")
    attack = text.take(ATTACK) or text.take(ACCURACY)
    damage = text.take(DAMAGE)
    overwhelming = text.number("Overwhelming", "Minimum")
    name = (attack.groupdict().get("name") or "").strip() if attack else ""
    builder.put("quick.attack", name or None)
    builder.put("quick.withering", int(attack["pool"]) if attack else None)
    builder.put("quick.decisive", decisive)
    if attack and decisive is None:
        why = "The text names no dice for decisive attacks: withering less the weapon's Accuracy."
        builder.changed.append(Moved("Decisive", "unsaid", str(builder.sheet["quick"]["decisive"]), why))
    if damage:
        builder.put("quick.damage", int(damage["damage"]))
        builder.put("quick.damage_type", TYPES.get((damage["type"] or "").upper()))
        overwhelming = int(damage["least"]) if damage["least"] else overwhelming
    builder.put("quick.overwhelming", overwhelming)
    if re.search(r"bow|archery|sling", name, re.IGNORECASE):
        builder.put("quick.reach", "archery")
    elif re.search(r"thrown|javelin|shuriken", name, re.IGNORECASE):
        builder.put("quick.reach", "thrown")


def _put_group(builder: Builder, text: Text) -> None:
    text.take(r"\bbattle group\b")
    builder.put("group.size", text.number("Size"))
    builder.put("group.might", text.number("Might"))
    drill = text.take(r"(?:drill ?:? ?(?P<after>poor|average|elite))|(?:(?P<before>poor|average|elite) drill)")
    builder.put("group.drill", (drill["after"] or drill["before"]).lower() if drill else None)
    builder.put("group.perfect_morale", True if text.take(r"\bperfect morale\b") else None)
    text.number("Magnitude")


def _put_shared(builder: Builder, text: Text) -> None:
    builder.put("essence", text.number("Essence"))
    willpower = text.number("Willpower")
    builder.put("willpower.rating", willpower)
    builder.put("willpower.current", willpower)
    builder.put("motes.personal", text.number("Personal Motes", "Personal"))
    builder.put("motes.peripheral", text.number("Peripheral Motes", "Peripheral"))
    builder.put("caste", text.line("Caste", "Aspect") or None)
    builder.put("concept", text.line("Concept") or None)
    _put_health(builder, text)
    places: list[dict[str, Json]] = []
    shape = r"(?P<intensity>defining|major|minor) (?P<kind>principle|tie) ?:? ?(?P<text>[^;\n\x1f]+)"
    for found in text.take_all(shape):
        words = found["text"].strip().rstrip(".,")
        places.append({"text": words, "kind": found["kind"].lower(), "intensity": found["intensity"].lower()})
    text.take(r"\bintimacies\b ?:?")
    put_places(builder, "intimacies", places)


def _put_health(builder: Builder, text: Text) -> None:
    """Levels beyond the standard ones, of "-0x3/-1x4/-2x2/-4/Incap."."""
    found = text.take(r"health(?: levels)? ?:? ?(?P<levels>-0[^\n\x1f;]{0,300}?incap\w*|-0[^\n\x1f;]*)")
    if not found:
        return
    counts = dict.fromkeys(STANDARD, 0)
    for penalty, times in re.findall(r"-([0124])(?: ?[x×] ?(\d{1,2}))?", found["levels"]):
        if int(penalty) in counts:
            counts[int(penalty)] += int(times or 1)
    for penalty, standard in STANDARD.items():
        extra = counts[penalty] - standard
        if extra >= 0:
            builder.put(f"health.extra_{penalty}", extra)
        else:
            why = "Everybody has the standard levels."
            builder.changed.append(Moved(f"-{penalty} levels", str(counts[penalty]), str(standard), why))
