"""World of Darkness: Attributes and Skills as the books print them; what follows is put right by its bonus."""

import re
from typing import Final

from campaigns.imports.builder import Builder
from campaigns.imports.kinds import Found
from campaigns.language import tell
from campaigns.quick_text.reading import QuickText
from rules import get_system
from rules.text import word

EXAMPLE: Final = """Night watchman
Virtue: Prudence; Vice: Sloth
Attributes: Intelligence 2, Wits 3, Resolve 2, Strength 3, Dexterity 2, Stamina 3,
Presence 2, Manipulation 2, Composure 3
Skills: Athletics 1, Brawl 2 (Grappling), Firearms 2, Investigation 1, Intimidation 2, Streetwise 2
Merits: Danger Sense 2, Allies 1
Willpower 5, Morality 7, Size 5
Initiative 5, Defense 2, Speed 10, Health 8
Weapons: Light pistol, Club"""
ABBREVIATED: Final = {
    "intelligence": "Int",
    "wits": "Wit",
    "resolve": "Res",
    "strength": "Str",
    "dexterity": "Dex",
    "stamina": "Sta",
    "presence": "Pre",
    "manipulation": "Man",
    "composure": "Com",
}
FOLLOWING: Final = ("initiative", "defense", "speed", "health")
SPECIES: Final = r"\b(vampire|werewolf|mage|changeling|promethean|ghost|spirit|supernatural)\b"


def find_kind(text: QuickText) -> Found:
    """A mortal, or a supernatural being; a text that only mentions one does not say which."""
    kind, is_sure = text.find_kind(SPECIES)
    if not kind:
        return Found("mortal", is_assumed=True)
    return Found("supernatural" if is_sure else "", kind)


def read(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    for name, short in ABBREVIATED.items():
        builder.put(f"attributes.{name}", text.number(name, short))
    for name in builder.sheet["skills"]:
        found = text.rated(name.replace("_", " "))
        if found:
            builder.put(f"skills.{name}", found[0])
            builder.put(f"specialties.{name}", found[1] or None)
    for name in ("virtue", "vice"):
        builder.put(name, text.line_word(name) or None)
    builder.put("concept", text.line("Concept") or None)
    builder.put("merits", _read_merits(text.line("Merits")) or None)
    builder.put("flaws", text.line("Flaws", "Flaw") or None)
    builder.put("morality", text.number("Morality", "Humanity", "Harmony", "Wisdom"))
    builder.put("size", text.number("Size"))
    builder.settle()
    _put_following(builder, text)
    _put_arms(builder, text)


def _read_merits(words: str) -> str:
    """As the sheet writes them: dots as numbers, without remarks in brackets."""
    plain = re.sub(r"\([^()]*\)", "", words)
    return re.sub(r"[●•]+", lambda dots: f" {len(dots.group())}", plain).strip()


def _put_following(builder: Builder, text: QuickText) -> None:
    """Values that follow from the traits: where the text differs, the difference is a bonus."""
    sheets = get_system("wod2004").sheets
    derived = {str(value.title): value.total for value in sheets.derived(sheets.parse(builder.sheet))}
    for name in FOLLOWING:
        said = text.number(name)
        beyond = said - derived[name.title()] if said is not None else 0
        builder.put(f"{name}_bonus", beyond or None)
        if said is not None and not beyond:
            builder.kept.append(f"{tell(word(name.title()))} {said}")
    willpower = text.number("Willpower")
    if willpower is not None:
        builder.put("willpower_lost", derived["Willpower"] - willpower or None)
        builder.put("willpower_points", willpower)
    builder.settle()
    parsed = sheets.parse(builder.sheet)
    boxes = next(value.total for value in sheets.derived(parsed) if value.title == "Health")
    builder.set("health", "." * boxes)
    if willpower is None:
        builder.set("willpower_points", next(v.total for v in sheets.derived(parsed) if v.title == "Willpower"))


def _put_arms(builder: Builder, text: QuickText) -> None:
    sheets = get_system("wod2004").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    choices = {trait.key: trait.choices for section in layout for trait in section.traits}
    weapons = text.take_known([(choice.value, choice.label) for choice in choices["weapons"]])
    armor = text.take_known([(choice.value, choice.label) for choice in choices["armor"] if choice.value])
    builder.put("weapons", weapons or None)
    builder.put("armor", armor[0] if armor else None)
