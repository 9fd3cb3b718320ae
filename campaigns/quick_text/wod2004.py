"""World of Darkness: Attributes and Skills as the books print them; what follows is put right by its bonus."""

import re
from typing import Final

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from campaigns.imports.kinds import KindGuess
from campaigns.quick_text.experience import put_experience
from campaigns.quick_text.reading import QuickText
from rules import get_system
from rules.text import word
from rules.wod2004.traits import ALL_SKILLS

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
SPELLED: Final = {
    "socialize": ("socialize", "socialise"),
    "defense": ("defense", "defence"),
    "health": ("health", "hp"),
}
"""Other spellings of some names."""
MORTALS: Final = r"(?:mortals?|humans?|ordinary person|extra)"
BEINGS: Final = r"(?:vampire|werewolf|mage|changeling|promethean|ghost|spirit|supernatural|sin-eater|demon)"
SPECIES: Final = rf"\b{BEINGS}\b"
MERIT: Final = (
    r"(?P<name>[^\W\d_][^,;:()\d\n\x1f]{1,50}?) ?(?:\((?! ?\d+ ?\))(?P<remark>[^()\n\x1f]{1,60})\))? ?:? ?"
    r"\(?(?P<dots>\d{1,2})?\)?(?: ?\((?P<behind>[^()\n\x1f]{1,60})\))?(?P<words>:[^\n\x1f]*)?(?=[ ]?[,;.\n\x1f]|[ ]?$)"
)


def list_traits() -> list[tuple[str, tuple[str, ...]]]:
    """Every trait that a text may rate: its place on the sheet, and its names."""
    skills = ALL_SKILLS
    return [
        *((f"attributes.{name}", (name, short)) for name, short in ABBREVIATED.items()),
        *((f"skills.{name}", SPELLED.get(name, (name.replace("_", " "),))) for name in skills),
        ("morality", ("Morality",)),
        ("size", ("Size",)),
    ]


def find_kind(text: QuickText) -> KindGuess:
    """A mortal, or a supernatural being; a text that only mentions one does not say which."""
    kind, is_sure = text.find_kind(rf"\b(?:{MORTALS}|{BEINGS})\b")
    if not is_sure and (not kind or re.fullmatch(MORTALS, kind)):
        found = re.search(SPECIES, f"{text.name}\n{text.rest}", re.IGNORECASE)
        kind = found.group().lower() if found else ""
    if not kind:
        return KindGuess("mortal", is_assumed=True)
    if is_sure:
        return KindGuess("mortal" if re.fullmatch(MORTALS, kind) else "supernatural", kind)
    return KindGuess("", kind)


def parse(text: QuickText, builder: Builder) -> None:
    """Take what is known out of the text."""
    put_experience(builder, text)
    for name, short in ABBREVIATED.items():
        builder.put(f"attributes.{name}", text.number(name, short))
    for name in builder.sheet["skills"]:
        found = text.rated(*SPELLED.get(name, (name.replace("_", " "),)))
        if found:
            builder.put(f"skills.{name}", found.number)
            builder.put(f"specialties.{name}", ", ".join(filter(None, (found.before, found.after))) or None)
    for name in ("virtue", "vice"):
        builder.put(name, text.line_word(name) or None)
    builder.put("concept", text.line("Concept") or None)
    builder.put("merits", _take_merits(text, builder) or None)
    builder.put("flaws", text.line("Flaws", "Flaw") or None)
    builder.put("morality", text.number("Morality", "Humanity", "Harmony", "Wisdom"))
    builder.put("size", text.number("Size"))
    builder.settle()
    _put_following(builder, text)
    _put_arms(builder, text)


def _take_merits(text: QuickText, builder: Builder) -> str:
    """Merits as the sheet writes them, "Allies (City Hall) 2", from a line or from the lines below a heading."""
    found: list[str] = []

    def take(part: QuickText) -> None:
        for match in part.take_all(MERIT):
            name, remark = match["name"].strip(), match["remark"] or match["behind"]
            named = re.sub(r"[,;]", " and", f"{name} ({remark})" if remark else name)
            found.append(f"{named} {match['dots']}" if match["dots"] else named)
            if match["words"]:
                builder.leave(_("Merits"), f"{name}{match['words']}")

    text.take_under("merits?", take)
    return ", ".join(found)


def _put_following(builder: Builder, text: QuickText) -> None:
    """Values that follow from the traits: where the text differs, the difference is a bonus."""
    sheets = get_system("wod2004").sheets
    derived = {str(value.title): value.total for value in sheets.derived(sheets.parse(builder.sheet))}
    for name in FOLLOWING:
        said = text.number(*SPELLED.get(name, (name,)))
        beyond = said - derived[name.title()] if said is not None else 0
        builder.put(f"{name}_bonus", beyond or None)
        if said is not None and not beyond:
            builder.kept.append(f"{translate(word(name.title()))} {said}")
    left, willpower = text.pair("Willpower")
    if willpower is not None:
        builder.put("willpower_lost", derived["Willpower"] - willpower or None)
        builder.put("willpower_points", willpower if left is None else left)
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
