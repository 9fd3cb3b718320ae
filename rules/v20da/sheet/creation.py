"""A new character by the budget of the book (V20-008, 009, 012). Freebies pay for what is above it."""

from collections.abc import Mapping
from typing import Final

from rules.creation import Bonus, Creation, Line, share_out
from rules.sheets import ATTRIBUTE_GROUPS, ATTRIBUTE_TITLES, label, steps
from rules.sheets.steps import Step
from rules.text import EMPTY, Text, join
from rules.v20da.options import Options
from rules.v20da.sheet.layout import DISCIPLINE_STEP
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import CATEGORY_TITLES, CREATION

RULE: Final = "V20-012"
PRICES: Final[Mapping[str, int]] = CREATION["prices"]
NOTE: Final = Text(
    "Extra dots cost freebie points: {prices}.",
    prices=join(", ", (Text("{name} {n}", name=label(kind), n=price) for kind, price in PRICES.items())),
)


def hold_against_budget(sheet: Sheet, options: Options) -> Creation:
    """Compare the sheet with the budget.

    Attributes and Virtues have one dot free. The largest group has the largest share.
    """
    if sheet.extra:
        return Creation(note=Text("An extra has no budget."))
    disciplines = options.disciplines if sheet.is_vampire else 0
    lines = (
        *share_out(
            ATTRIBUTE_TITLES,
            _attributes(sheet),
            CREATION["attributes"],
            RULE,
            PRICES["attribute"],
            step=steps.ATTRIBUTES.key,
        ),
        *share_out(
            CATEGORY_TITLES, _abilities(sheet), CREATION["abilities"], RULE, PRICES["ability"], step=steps.ABILITIES.key
        ),
        _line(
            Text("Backgrounds"),
            sum(sheet.backgrounds.values()),
            CREATION["backgrounds"],
            "background",
            steps.BACKGROUNDS,
        ),
        _line(
            Text("Virtues"),
            sum(dots - 1 for dots in sheet.virtues.values()),
            CREATION["virtues"],
            "virtue",
            steps.ADVANTAGES,
        ),
        _line(Text("Disciplines"), sum(sheet.disciplines.values()), disciplines, "discipline", DISCIPLINE_STEP),
        _line(Text("Road"), sheet.road, starting_road(sheet), "road", steps.ADVANTAGES, "V20-008"),
        _line(Text("Willpower"), sheet.willpower, starting_willpower(sheet), "willpower", steps.ADVANTAGES, "V20-009"),
    )
    note = join(" ", (NOTE, _remind_of_generation(sheet)))
    return Creation(lines, Bonus(Text("Freebie points"), CREATION["freebies"], RULE), note=note)


def _remind_of_generation(sheet: Sheet) -> Text:
    """Return a reminder if the Background has dots and the field is still what a new vampire has.

    The sources do not say which generation the dots make.
    """
    dots = sheet.backgrounds.get("generation", 0)
    if not (sheet.is_vampire and dots and sheet.generation == Sheet().generation):
        return EMPTY
    return Text(
        "The Background Generation has {dots}, but the field Generation is still {generation}: lower it to match.",
        dots=dots,
        generation=sheet.generation,
    )


def starting_road(sheet: Sheet) -> int:
    """Return the starting Road: the sum of the first two Virtues (V20-008)."""
    return sheet.virtues.get("conscience", 1) + sheet.virtues.get("self_control", 1)


def starting_willpower(sheet: Sheet) -> int:
    """Return the starting Willpower: Courage (V20-009)."""
    return sheet.virtues.get("courage", 1)


def _attributes(sheet: Sheet) -> dict[str, int]:
    groups = ATTRIBUTE_GROUPS.items()
    return {group: sum(max(0, sheet.dots(key) - 1) for key in keys) for group, keys in groups}


def _abilities(sheet: Sheet) -> dict[str, int]:
    spent: dict[str, int] = dict.fromkeys(CATEGORY_TITLES, 0)
    for key, dots in sheet.abilities.items():
        spent[sheet.category(key)] += dots
    return spent


def _line(title: Text, spent: int, dots: int, kind: str, step: Step, rule: str = RULE) -> Line:
    return Line(title, spent, rule, dots, dots, PRICES[kind], step.key)
