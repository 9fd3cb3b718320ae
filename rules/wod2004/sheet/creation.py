"""A new character by the budget of the book (WD-014, WD-015, WD-058)."""

from typing import Any, Final

from rules.creation import Creation, Line, share_out
from rules.sheets import ATTRIBUTE_TITLES, steps
from rules.text import Text
from rules.wod2004.sheet.layout import SKILL_STEP
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import merits, specialties
from rules.wod2004.traits import ALL_SKILLS, ATTRIBUTES, FIRST_MORALITY, SKILL_GROUPS, SKILLS

ATTRIBUTE_SHARES: Final = (5, 4, 3)
SKILL_SHARES: Final = (11, 7, 4)
SPECIALTIES: Final = 3
MERIT_DOTS: Final = 7
DEAR_DOT: Final = 5
"""The dot that costs two."""
RULE: Final = "WD-015"
COUNTED: Final = Text("The fifth dot counts as two.")
NOTE: Final = Text("The sources have no budget for a supernatural template.")


def hold_against_budget(sheet: Sheet, options: Any = None) -> Creation:
    """Compare the sheet with the budget. Each Attribute has one free dot; the largest group gets the largest share."""
    if sheet.extra:
        return Creation(note=Text("A nameless extra has no budget."))
    attributes = {
        group: sum(max(0, _cost(sheet.attribute(name)) - 1) for name in names) for group, names in ATTRIBUTES.items()
    }
    skills = {group: sum(_cost(sheet.skill(name)) for name in names) for group, names in SKILLS.items()}
    named = sum(len(specialties(sheet, name)) for name in ALL_SKILLS)
    merit_dots = sum(_cost(dots) for dots in merits(sheet.merits).values())
    lines = (
        *share_out(ATTRIBUTE_TITLES, attributes, ATTRIBUTE_SHARES, RULE, step=steps.ATTRIBUTES.key),
        *share_out(SKILL_GROUPS, skills, SKILL_SHARES, RULE, step=SKILL_STEP.key),
        Line(Text("Specialties"), named, RULE, SPECIALTIES, SPECIALTIES, step=SKILL_STEP.key),
        Line(Text("Merits"), merit_dots, RULE, MERIT_DOTS, MERIT_DOTS, step=steps.ADVANTAGES.key),
        Line(Text("Morality"), sheet.morality, "WD-014", FIRST_MORALITY, FIRST_MORALITY, step=steps.ADVANTAGES.key),
    )
    wants = {"virtue": Text("Choose a Virtue (WD-058)."), "vice": Text("Choose a Vice (WD-058).")}
    missing = tuple(sentence for key, sentence in wants.items() if not getattr(sheet, key))
    if sheet.being != "supernatural":
        return Creation(lines, wants=missing, counted=COUNTED)
    return Creation(
        (*lines, Line(Text("Power"), sheet.power, RULE, step=steps.ADVANTAGES.key)),
        wants=missing,
        note=NOTE,
        counted=COUNTED,
    )


def _cost(dots: int) -> int:
    return dots + (dots >= DEAR_DOT)
