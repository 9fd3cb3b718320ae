"""A new character by the budget of the book (V20-008, V20-009, V20-012); Freebies pay for what is above it."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.creation import Bonus, Creation, Line, share_out
from rules.v20da.options import Options
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import ATTRIBUTE_GROUPS, CREATION

RULE: Final = "V20-012"
PRICES: Final[Mapping[str, int]] = CREATION["prices"]
NOTE: Final = "Dots above the budget are paid with Freebies: " + ", ".join(
    f"{name.title()} {price}" for name, price in PRICES.items()
)
ABILITIES: Final = {"talent": "Talents", "skill": "Skills", "knowledge": "Knowledges"}


def hold_against_budget(sheet: Sheet, options: Options) -> Creation:
    """The sheet against the budget: Attributes and Virtues have one dot free, the largest group the largest share."""
    if sheet.extra:
        return Creation(note="One of a crowd has no budget.")
    disciplines = options.disciplines if sheet.is_vampire else 0
    lines = (
        *_shares(_attributes(sheet), CREATION["attributes"], "attribute"),
        *_shares(_abilities(sheet), CREATION["abilities"], "ability"),
        _line("Backgrounds", sum(sheet.backgrounds.values()), CREATION["backgrounds"], "background"),
        _line("Virtues", sum(dots - 1 for dots in sheet.virtues.values()), CREATION["virtues"], "virtue"),
        _line("Disciplines", sum(sheet.disciplines.values()), disciplines, "discipline"),
        _line("Road", sheet.road, starting_road(sheet), "road", "V20-008"),
        _line("Willpower", sheet.willpower, starting_willpower(sheet), "willpower", "V20-009"),
    )
    return Creation(lines, Bonus("Freebies", CREATION["freebies"], RULE), note=f"{NOTE}.")


def starting_road(sheet: Sheet) -> int:
    """Road starts as the sum of the first two Virtues (V20-008)."""
    return sheet.virtues.get("conscience", 1) + sheet.virtues.get("self_control", 1)


def starting_willpower(sheet: Sheet) -> int:
    """Willpower starts at Courage (V20-009)."""
    return sheet.virtues.get("courage", 1)


def _attributes(sheet: Sheet) -> dict[str, int]:
    return {
        f"{group.title()} Attributes": sum(max(0, sheet.dots(key) - 1) for key in keys)
        for group, keys in ATTRIBUTE_GROUPS.items()
    }


def _abilities(sheet: Sheet) -> dict[str, int]:
    spent = dict.fromkeys(ABILITIES.values(), 0)
    for key, dots in sheet.abilities.items():
        spent[ABILITIES[sheet.category(key)]] += dots
    return spent


def _shares(spent: dict[str, int], shares: list[int], kind: str) -> Iterator[Line]:
    for title, share in share_out(spent, shares).items():
        yield _line(title, spent[title], share, kind)


def _line(title: str, spent: int, dots: int, kind: str, rule: str = RULE) -> Line:
    return Line(title, spent, dots, dots, rule, PRICES[kind])
