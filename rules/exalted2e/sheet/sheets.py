"""Ready-made characters to start from, and the sheets of this game, for campaigns."""

from dataclasses import replace
from typing import Final

from rules.exalted2e.sheet.arms import list_arms
from rules.exalted2e.sheet.creation import hold_against_budget
from rules.exalted2e.sheet.derived import derived, fight
from rules.exalted2e.sheet.layout import PARTS
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import complete_change, find_fate, mote_capacity, parse
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.traits import CASTES, label
from rules.sheets import SheetRules
from rules.sheets.cards import parse_cards, pick_traits
from rules.tables import load_table
from rules.text import Text

_EXTRA_BOXES: Final = "..."
_BLANK: Final = Sheet()
_LOST: Final = (
    "splat",
    "caste",
    "essence",
    "awakened",
    "dying",
    "unconscious",
    "healing",
    "personal",
    "personal_committed",
    "personal_bonus",
    "peripheral",
    "peripheral_committed",
    "peripheral_bonus",
    "powers",
)
"""What a character that is made an extra no longer has."""
_ROWS: Final = load_table("exalted2e", "archetypes")


def _make(archetype: str) -> Sheet:
    """Return the sheet of an archetype, rested and unhurt."""
    sheet = parse(pick_traits(_ROWS[archetype]))
    personal, peripheral = mote_capacity(sheet)
    return replace(sheet, willpower_points=sheet.willpower, personal=personal, peripheral=peripheral)


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as an extra: three boxes and no Essence pool (2E-480)."""
    blank = {key: getattr(_BLANK, key) for key in _LOST}
    return replace(sheet, **blank, being="extra", track="extra", health=_EXTRA_BOXES)


SHEETS = SheetRules(
    {
        **{caste: Text("Solar, {name} Caste", name=label(caste)) for caste in CASTES if caste},
        "heroic_mortal": Text("Heroic mortal"),
        "soldier": Text("Soldier"),
        "extra": Text("Extra"),
        "spirit": Text("Spirit"),
        "quick": Text("Quick character"),
    },
    _make,
    parse,
    PARTS,
    derived,
    _make_extra,
    hold_against_budget,
    list_arms,
    POWERS,
    is_extra=lambda sheet: bool(sheet.being == "extra"),
    foe="extra",
    adversary="heroic_mortal",
    find_fate=find_fate,
    complete_change=complete_change,
    fight=fight,
    cards=parse_cards(_ROWS),
)
