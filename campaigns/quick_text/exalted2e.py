"""Exalted, Second Edition: traits as the books print them, attacks with their totals, what follows compared."""

import re
from typing import Final

from campaigns.imports.draft import Builder, Moved
from campaigns.imports.second_edition import ABILITIES, ATTRIBUTES, CASTES, VIRTUES, choose_archetype, clear
from campaigns.quick_text.reading import Text
from rules import get_system

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
ATTACK: Final = (
    r"^ ?(?P<name>[^\n:\x1f()]{2,50}?) ?(?:\((?P<ability>[a-z ]{1,40})\))? ?:"
    r" ?speed ?(?P<speed>\d{1,2}),?"
    r" ?accuracy ?(?P<accuracy>[+-]?\d{1,2}),?"
    r" ?damage ?(?P<damage>[+-]?\d{1,2}) ?(?P<type>[BLA])"
    r"(?P<rest>[^\n\x1f]*)"
)
COMPARED: Final = ("Join Battle", "Dodge DV", "Dodge MDV", "Parry MDV")
BARE: Final = re.compile(r"punch|kick|claw|bite|clinch|fist|tail|hoof", re.IGNORECASE)


def read(text: Text) -> Builder:
    """Take what is known out of the text."""
    builder = _begin(text)
    clear(builder)
    attributes = {name: text.number(name, ABBREVIATED[name]) for name in ATTRIBUTES}
    for name, value in attributes.items():
        builder.put(f"attributes.{name}", value)
    attacks = text.take_all(ATTACK, re.IGNORECASE | re.MULTILINE)
    _put_abilities(builder, text)
    for name in VIRTUES:
        builder.put(f"virtues.{name}", text.number(name))
    for name in builder.sheet["backgrounds"]:
        builder.put(f"backgrounds.{name}", text.number(name))
    for name in ("motivation", "intimacies"):
        builder.put(name, text.line(name) or None)
    _put_pools(builder, text)
    builder.settle()
    _put_arms(builder, text, attacks)
    builder.settle()
    _compare(builder, text)
    return builder


def _begin(text: Text) -> Builder:
    caste = text.mentions(rf"\b({'|'.join(CASTES)})\b(?: caste)?")
    if caste:
        return Builder("exalted2e", choose_archetype("solar", caste.split()[0]), rested=True)
    if text.mentions(r"\bextras?\b"):
        return Builder("exalted2e", "extra", rested=True)
    if text.mentions(r"\b(?:spirit|god|demon|elemental)\b"):
        return Builder("exalted2e", "spirit", rested=True)
    return Builder("exalted2e", "heroic_mortal" if text.mentions(r"\bheroic\b(?: mortal)?") else "soldier", rested=True)


def _put_abilities(builder: Builder, text: Text) -> None:
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


def _put_pools(builder: Builder, text: Text) -> None:
    builder.put("essence", text.number("Essence"))
    willpower = text.number("Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower)
    for name in ("personal", "peripheral"):
        builder.put(name, text.number(f"{name} Essence", f"{name} motes", name))
    health = text.take(r"health(?: levels)? ?:? ?(?P<levels>-\d[^\n\x1f;]{0,300}?incap\w*)")
    if health:
        levels = [
            f"-{penalty}"
            for penalty, times in re.findall(r"-(\d)(?: ?[x×] ?(\d{1,2}))?", health["levels"])
            for _ in range(min(int(times or 1), 30))
        ]
        builder.put("track", " ".join([*levels, "I"]))
        builder.put("health", "." * (len(levels) + 1))


def _put_arms(builder: Builder, text: Text, attacks: list[re.Match[str]]) -> None:
    rows = [_attack_row(builder, attack) for attack in attacks]
    builder.put("own_weapons", "\n".join(rows) or None)
    sheets = get_system("exalted2e").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    choices = {trait.key: trait.choices for section in layout for trait in section.traits}
    for place in ("weapons", "armor"):
        named = text.take_known([(choice.value, choice.label) for choice in choices[place]])
        builder.put(place, named or None)


def _attack_row(builder: Builder, attack: re.Match[str]) -> str:
    """The attack as a weapon of one's own: what stands without a sign is a total, from which the traits are taken."""
    rest, name = attack["rest"], attack["name"].strip()
    ability = _ability(builder, name, attack["ability"] or "", rest)
    base = builder.sheet["attributes"]["dexterity"] + builder.sheet["abilities"][ability]
    accuracy = int(attack["accuracy"]) - (0 if attack["accuracy"][0] in "+-" else base)
    told = [f"Speed {attack['speed']}", f"Accuracy {accuracy:+d}", f"Damage {attack['damage']}{attack['type'].upper()}"]
    parry = re.search(r"parry(?: dv)? ?(\d{1,2})", rest, re.IGNORECASE)
    defense = re.search(r"defen[sc]e ?([+-]?\d{1,2})", rest, re.IGNORECASE)
    if parry:
        told.append(f"Defense {2 * int(parry[1]) - base:+d}")
    elif defense:
        told.append(f"Defense {int(defense[1]):+d}")
    for word in ("Rate", "Range", "Minimum"):
        found = re.search(rf"{word} ?(\d{{1,3}})", rest, re.IGNORECASE)
        if found:
            told.append(f"{word} {found[1]}")
    return f"{name[:40]} ({ability.replace('_', ' ').title()}): {', '.join(told)}"


def _ability(builder: Builder, name: str, said: str, rest: str) -> str:
    known = ("archery", "martial_arts", "melee", "thrown")
    if (key := said.strip().lower().replace(" ", "_")) in known:
        return key
    if BARE.search(name):
        return "martial_arts"
    far = re.search(r"\brange\b", rest, re.IGNORECASE)
    fit = ("archery", "thrown") if far else ("melee", "martial_arts")
    return max(fit, key=lambda key: builder.sheet["abilities"][key])


def _compare(builder: Builder, text: Text) -> None:
    """What the text says of values that follow from the traits: it is right, or what follows is told."""
    sheets = get_system("exalted2e").sheets
    derived = {value.title: value.total for value in sheets.derived(sheets.parse(builder.sheet))}
    for title in COMPARED:
        said = text.number(title)
        if said is not None and said != derived[title]:
            builder.changed.append(Moved(title, str(said), str(derived[title]), "It follows from the traits."))
        elif said is not None:
            builder.kept.append(f"{title} {said}")
    soak = text.take(r"soak ?:? ?(?P<lethal>\d{1,2})L ?/ ?(?P<bashing>\d{1,2})B")
    for kind in ("lethal", "bashing") if soak else ():
        beyond = int(soak[kind]) - derived[f"Soak, {kind}"] if soak else 0
        builder.put(f"soak_{kind}", beyond if beyond > 0 else None)
        if beyond <= 0:
            builder.kept.append(f"Soak, {kind} {derived[f'Soak, {kind}']}")
