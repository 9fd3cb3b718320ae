"""Vampire: the Dark Ages: traits as the books print them."""

from typing import Final

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.draft import Moved
from campaigns.imports.kinds import Found
from campaigns.language import tell
from campaigns.quick_text.reading import QuickText
from rules import get_system
from rules.text import Text

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
    r"angel|hunter|mummy|animal|beast)s?\b"
)
"""What people call beings. What the game does not know of these is asked."""
VAMPIRES: Final = ("vampire", "cainite", "kindred")
GENERATION: Final = r"(?P<a>\d{1,2})(?:st|nd|rd|th) generation|generation ?:? ?(?P<b>\d{1,2})"
SHARED_NAMES: Final = {"generation"}
"""Backgrounds that the text would name for something else."""


def find_kind(text: QuickText) -> Found:
    """A vampire has a clan, a generation, Disciplines or a blood pool; what says nothing of these is a mortal."""
    word, is_sure = text.find_kind(WORDS)
    if word and is_sure:
        return Found("vampire" if word.startswith(VAMPIRES) else "mortal" if word.startswith("mortal") else "", word)
    if text.has(rf"\bclan ?:|{GENERATION}|\bdisciplines?\b|\bblood pool\b"):
        return Found("vampire", word)
    if any(text.has_number(name) for name in get_system("v20da").sheets.blank("vampire")["disciplines"]):
        return Found("vampire", word)
    return Found("", word) if word else Found("mortal", is_assumed=True)


def read(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    _put_blood(builder, text)
    for name in builder.sheet["attributes"]:
        builder.put(f"attributes.{name}", text.number(name, name[:3]))
    for name in builder.sheet["abilities"]:
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"abilities.{name}", found[0])
            builder.put(f"specialties.{name}", found[1] or None)
    for group in ("disciplines", "backgrounds"):
        for name in builder.sheet[group]:
            if name not in SHARED_NAMES:
                builder.put(f"{group}.{name}", text.number(name.replace("_", " ")))
    _put_virtues(builder, text)
    _put_arms(builder, text)


def _put_blood(builder: Builder, text: QuickText) -> None:
    """Clan and generation of a vampire."""
    generation = text.take(rf"{GENERATION}")
    clan = text.line_word("Clan").title()
    builder.put("clan", clan or None)
    builder.put("concept", text.line("Concept") or None)
    if generation:
        builder.put("generation", int(generation["a"] or generation["b"]))


def _put_virtues(builder: Builder, text: QuickText) -> None:
    for other, name, flag in (("Conviction", "conscience", "conviction"), ("Instinct", "self_control", "instinct")):
        found = text.number(other)
        if found is not None:
            builder.put(flag, True)
            builder.put(f"virtues.{name}", found)
    for name in ("conscience", "self-control", "courage"):
        builder.put(f"virtues.{name.replace('-', '_')}", text.number(name))
    road = text.take(r"\b(?P<name>road(?: of (?:the )?\w{1,40})?|humanity|via \w{1,40}) ?:? ?(?P<n>\d{1,2})\b")
    if road:
        builder.put("road", int(road["n"]))
        builder.put("road_name", road["name"].strip() if " " in road["name"] else None)
    willpower = text.number("Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower)
    builder.put("blood", text.number("Blood Pool", "Blood"))


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
        why = _("It follows from the traits.")
        builder.changed.append(Moved(Text("Initiative"), str(said), str(derived["Initiative"]), why))
    elif said is not None:
        builder.kept.append(f"{tell(Text('Initiative'))} {said}")
