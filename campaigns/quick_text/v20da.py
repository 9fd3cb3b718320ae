"""Vampire: the Dark Ages: traits as the books print them."""

import re
from typing import Final

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from campaigns.imports.draft import AdjustedValue
from campaigns.imports.kinds import KindGuess
from campaigns.imports.v20_records import put_clan, put_harm, put_nature, put_own
from campaigns.quick_text.experience import put_experience
from campaigns.quick_text.reading import QuickText
from rules import get_system
from rules.text import Text
from rules.v20da.sheet.clans import CLANS
from rules.v20da.traits import ABILITIES, BACKGROUNDS, DISCIPLINES
from rules.v20da.traits import ATTRIBUTES as ALL_ATTRIBUTES

EXAMPLE: Final = """Ventrue steward
Clan: Ventrue; 9th Generation
Attributes: Strength 2, Dexterity 3, Stamina 3, Charisma 3, Manipulation 4, Appearance 2,
Perception 3, Intelligence 3, Wits 3
Abilities: Alertness 2, Etiquette 3, Leadership 2, Melee 3, Politics 2, Seneschal 4 (Tallies)
Disciplines: Dominate 2, Fortitude 2, Presence 1
Backgrounds: Domain 2, Retainers 3
Virtues: Conscience 3, Self-Control 4, Courage 3
Road of Kings 7, Willpower 6, Blood Pool 14
Weapons: Broadsword; Armor class 2"""
WORDS: Final = (
    r"\b(?:vampire|cainite|kindred|mortal|human|ghoul|werewolf|lupine|mage|magus|fae|fairy|ghost|wraith|demon|spirit|"
    r"angel|hunter|mummy|animal(?! ken)|beast)s?\b"
)
"""What people call beings. What the game does not know of these is asked."""
VAMPIRES: Final = ("vampire", "cainite", "kindred")
MORTALS: Final = ("mortal", "human")
GENERATION: Final = (
    r"(?P<a>\d{1,2})(?:st|nd|rd|th) gen(?:eration|\.)"
    r"|(?<!\w)gen(?:eration|\.)? ?[:=]? ?(?P<b>\d{1,2})(?:st|nd|rd|th)?\b"
)
ROAD: Final = r"\b(?P<name>(?:road|path)(?: of (?:the )?\w{1,40})?|humanity|via \w{1,40}) ?[:=]? ?(?P<n>\d{1,2})\b"
ROAD_NAMED: Final = (
    r"(?<!\w)(?:road|path|morality|via|road/path|path/road) ?[:=] ?(?P<name>[^\W\d_][^\d\n;,\x1f]{1,60}?)"
    r"(?:[ ,:(-]{1,4}(?P<n>\d{1,2})\)?(?!\d))?(?=[ ]?[;,.\n\x1f]|$)"
)
ROAD_VALUE: Final = (
    r"path_value",
    r"road_value",
    r"path[ _]?(?:rating|score)",
    r"road[ _]?(?:rating|score)",
    r"morality[ _]value",
)
GROUPS: Final = {
    r"talents": "talent",
    r"skills": "skill",
    r"knowledges?": "knowledge",
    r"disciplines?": "discipline",
    r"backgrounds?": "background",
}
"""Headings under which people write traits of their own, and what kind those are."""
OWN: Final = (
    r"(?P<name>[^\W\d_][^\d,;:|\n\x1f()]{1,38}?(?: ?\([^()\n\x1f]{1,40}\))?) ?:? ?(?P<dots>\d{1,2})(?!\d)"
    r"(?: ?\((?P<remark>[^()\n]{1,60})\))?"
)


def list_traits() -> list[tuple[str, tuple[str, ...]]]:
    """Every trait that a text may rate: its place on the sheet, and its names."""
    return [
        *((f"attributes.{name}", (name, name[:3])) for name in ALL_ATTRIBUTES),
        *((f"abilities.{name}", (name.replace("_", " "),)) for name in ABILITIES),
        *((f"disciplines.{name}", (name,)) for name in DISCIPLINES),
        *((f"virtues.{name}", (name.replace("_", "-"),)) for name in ("conscience", "self_control", "courage")),
        ("willpower", ("Willpower",)),
    ]


def find_kind(text: QuickText) -> KindGuess:
    """A vampire has a clan, a generation, Disciplines or a blood pool; what says nothing of these is a mortal."""
    word, is_sure = text.find_kind(WORDS)
    if word and is_sure:
        return KindGuess("vampire" if word.startswith(VAMPIRES) else "mortal" if word.startswith(MORTALS) else "", word)
    if text.has(rf"\bclan ?[:=]|{GENERATION}|\bdisciplines?\b|\bblood pool\b|\b(?:{'|'.join(CLANS)})\b"):
        return KindGuess("vampire", word)
    if any(text.has_number(name) for name in DISCIPLINES):
        return KindGuess("vampire", word)
    return KindGuess("", word) if word else KindGuess("mortal", is_assumed=True)


def parse(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    put_experience(builder, text)
    _put_blood(builder, text)
    _put_road(builder, text)
    put_nature(builder, text.line("Nature"), text.line("Demeanor", "Demeanour"))
    for name in ALL_ATTRIBUTES:
        found = text.rated(name, name[:3])
        builder.put(f"attributes.{name}", found.number if found else None)
        builder.put(f"specialties.{name}", found.after if found and found.after else None)
    _put_virtues(builder, text)
    _put_abilities(builder, text)
    for group, names in (("disciplines", DISCIPLINES), ("backgrounds", BACKGROUNDS)):
        for name in names:
            if name != "generation":
                builder.put(f"{group}.{name}", text.number(name.replace("_", " ")))
    _put_own(builder, text)
    _put_harm(builder, text)
    _put_arms(builder, text)


def _put_abilities(builder: Builder, text: QuickText) -> None:
    said: dict[str, str] = {}
    keys = {name.replace("_", " "): name for name in ABILITIES}

    def take(part: QuickText) -> None:
        pattern = rf"(?<!\w)(?P<ability>{'|'.join(keys)}) ?[:(] ?(?P<name>[^\d|;:()\n\x1f]{{2,60}})\)?(?=[ ]?[|;,\n]|$)"
        for match in part.take_all(pattern):
            key = keys[match["ability"].lower()]
            said[key] = f"{said.get(key, '')}, {match['name'].strip()}".strip(", ")

    text.take_under(r"specialt(?:y|ies)", take)
    for name in ABILITIES:
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"abilities.{name}", found.number)
            said[name] = ", ".join(filter(None, (said.get(name, ""), found.before, found.after)))
        builder.put(f"specialties.{name}", said.get(name) or None)


def _put_blood(builder: Builder, text: QuickText) -> None:
    """Clan and generation of a vampire, and the blood in it."""
    generation = text.take(GENERATION)
    clan = re.split(r"[;(]", text.line("Clan", "Clan/Bloodline", "Bloodline"))[0].strip()
    if not clan:
        found = re.search(rf"\b(?:{'|'.join(CLANS)})\b", f"{text.name}\n{text.rest[:300]}", re.IGNORECASE)
        clan = found.group().title() if found and builder.sheet["being"] == "vampire" else ""
    put_clan(builder, clan)
    builder.put("concept", text.line("Concept") or None)
    if generation:
        builder.put("generation", int(generation["a"] or generation["b"]))
    left, most = text.pair(
        "Current Blood Pool", "Maximum Blood Pool", "Blood Pool", "Bloodpool", "Blood points", "Blood"
    )
    builder.put("blood", most if left is None else left)


def _put_road(builder: Builder, text: QuickText) -> None:
    """The Road, with its name and rating in any of the ways of writing them."""
    value = next(
        filter(None, (text.take(rf"(?<!\w){name} ?[:=] ?(?P<n>\d{{1,2}})(?!\d)") for name in ROAD_VALUE)), None
    )
    named = text.take(ROAD_NAMED)
    plain = None if named and (named["n"] or value) else text.take(ROAD)
    name = named["name"].strip() if named else plain["name"].strip() if plain else ""
    said = named["n"] if named and named["n"] else value["n"] if value else plain["n"] if plain else None
    builder.put("road", int(said) if said else None)
    if name and name.lower() not in ("road", "path"):
        builder.put("road_name", _name_road(name))


def _name_road(name: str) -> str:
    """ "Chivalry" is the Road of Chivalry, "ROAD OF BONES" the Road of Bones."""
    words = name.title() if name.isupper() else name
    words = re.sub(r"\b(Of|The)\b", lambda match: match[1].lower(), words)
    has_kind = re.match(r"(?:road|path|via|humanity)\b", words, re.IGNORECASE)
    return words if has_kind else f"Road of {words}"


def _put_virtues(builder: Builder, text: QuickText) -> None:
    for other, name, flag in (("Conviction", "conscience", "conviction"), ("Instinct", "self_control", "instinct")):
        found = text.number(other)
        if found is not None:
            builder.put(flag, True)
            builder.put(f"virtues.{name}", found)
    for name in ("conscience", "self-control", "courage"):
        builder.put(f"virtues.{name.replace('-', '_')}", text.number(name))
    left, willpower = text.pair("Willpower main", "Permanent Willpower", "Willpower")
    current = text.number("Willpower current", "Current Willpower", "Temporary Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", next((n for n in (current, left, willpower) if n is not None), None))


def _put_own(builder: Builder, text: QuickText) -> None:
    """Traits that the sheet does not have, under the heading of their kind."""
    rows: list[tuple[str, str, int]] = []
    for heading, kind in GROUPS.items():

        def take(part: QuickText, kind: str = kind) -> None:
            rated = part.number("Generation") if kind == "background" else None
            builder.put("backgrounds.generation", rated)
            for match in part.take_all(OWN):
                rows.append((match["name"].strip(), kind, int(match["dots"])))
                if match["remark"]:
                    builder.leave(_("Specialties"), f"{match['name'].strip()}: {match['remark']}")

        text.take_under(heading, take)
    put_own(builder, rows)


def _put_harm(builder: Builder, text: QuickText) -> None:
    """Wounds by kind, as notes with fields have them."""
    names = {"aggravated": ("aggravated",), "lethal": ("lethal",), "bashing": ("bashing",)}
    put_harm(builder, {kind: text.number(*words) or 0 for kind, words in names.items()})


def _put_arms(builder: Builder, text: QuickText) -> None:
    sheets = get_system("v20da").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    choices = {trait.key: trait.choices for section in layout for trait in section.traits}
    armor = text.number("Armor class", "Armour class", "Armor", "Armour")
    builder.put("weapons", text.take_known([(choice.value, choice.label) for choice in choices["weapons"]]) or None)
    builder.put("armor", armor)
    builder.settle()
    derived = {str(value.title): value.total for value in sheets.derived(sheets.parse(builder.sheet))}
    said = text.number("Initiative")
    if said is not None and said != derived["Initiative"]:
        why = _("It is calculated from the traits.")
        builder.changed.append(AdjustedValue(Text("Initiative"), str(said), str(derived["Initiative"]), why))
    elif said is not None:
        builder.kept.append(f"{translate(Text('Initiative'))} {said}")
