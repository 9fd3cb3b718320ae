"""The sections of a sheet's page, in the order of the printed sheet."""

from collections.abc import Iterator

from rules.battle import Choice
from rules.sheets import ATTRIBUTE_TITLES, Part, Trait, list_places, make_marks, steps
from rules.sheets.steps import Step
from rules.text import Text, word
from rules.view import signed
from rules.wod2004.health import PENALTIES
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import ATTRIBUTES, SKILL_GROUPS, SKILLS
from rules.wounds import CAPITALS


def _health(sheet: Sheet) -> Iterator[Trait]:
    boxes, points = derived.health(sheet).total, derived.willpower(sheet).total
    health = derived.boxes_of(sheet.health, boxes)[:boxes]
    under = tuple(_penalty(place, boxes) for place in range(boxes))
    marks = make_marks(CAPITALS, ".")
    yield Trait("health", Text("Health"), "track", health, 0, boxes, choices=marks, rule="WD-170", under=under)
    yield Trait(
        "willpower_points", Text("Willpower"), "number", sheet.willpower_points, 0, points, rule="WD-059", full=points
    )
    hands = (Choice(weapon.key, word(weapon.name)) for weapon in sheet.arms() if not weapon.natural)
    yield Trait(
        "in_hand",
        Text("In hand"),
        "choice",
        sheet.in_hand,
        choices=(Choice("", Text("Nothing")), *hands),
        rule="WD-166",
    )


def _penalty(place: int, boxes: int) -> str:
    """Return the penalty under a box; only the last three boxes have one (WD-174)."""
    from_end = boxes - 1 - place
    return signed(PENALTIES[from_end]) if from_end < len(PENALTIES) else ""


def _fuel(sheet: Sheet) -> tuple[str, ...]:
    return ("fuel",) if _is_supernatural(sheet) else ()


def _is_supernatural(sheet: Sheet) -> bool:
    return sheet.being == "supernatural"


def _skills(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places of each Skill and its Specialties."""
    return tuple(key for name in names for key in (f"skills.{name}", f"specialties.{name}"))


SKILL_STEP = Step("skills", Text("Skills"), 20)
PARTS = (
    Part(Text("Person"), ("concept", "being", "virtue", "vice", "extra"), step=steps.WHO),
    *(
        Part(ATTRIBUTE_TITLES[key], list_places("attributes", names), step=steps.ATTRIBUTES)
        for key, names in ATTRIBUTES.items()
    ),
    *(Part(SKILL_GROUPS[key], _skills(names), step=SKILL_STEP) for key, names in SKILLS.items()),
    Part(Text("Merits"), ("merits", "flaws"), step=steps.ADVANTAGES),
    Part(
        Text("Advantages"),
        (
            "morality",
            "derangements",
            "size",
            "species_factor",
            "willpower_lost",
            "health_bonus",
            "defense_bonus",
            "initiative_bonus",
            "speed_bonus",
        ),
        step=steps.ADVANTAGES,
    ),
    Part(
        Text("Supernatural"),
        ("power_name", "power", "fuel_name", "fuel_maximum"),
        when=_is_supernatural,
        step=steps.ADVANTAGES,
    ),
    Part(Text("Equipment"), ("weapons", "own_weapons", "armor", "own_armor", "tools"), step=steps.EQUIPMENT),
    Part(Text("Notes"), ("notes",), step=steps.STORY),
    Part(Text("Now"), (_health, _fuel, "powers_spent", "fate", "conditions"), scene=True),
)
"""The sections of the page."""
