"""New sheets to start from, the character as one of a crowd, and the rules of this game's sheets."""

from dataclasses import replace

from rules.sheets import SheetRules
from rules.text import Text
from rules.v20da.health.blood import blood_maximum
from rules.v20da.sheet.arms import list_arms
from rules.v20da.sheet.creation import hold_against_budget
from rules.v20da.sheet.derived import derived
from rules.v20da.sheet.layout import PARTS
from rules.v20da.sheet.model import Sheet, parse
from rules.v20da.sheet.powers import POWERS
from rules.v20da.traits import ATTRIBUTES, VIRTUES

_VIRTUES = dict.fromkeys(VIRTUES, 3)
_EVEN = dict.fromkeys(ATTRIBUTES, 2)

_SHEETS = {
    "vampire": Sheet(
        being="vampire", generation=12, attributes=_EVEN, virtues=_VIRTUES, road=6, blood=blood_maximum(12)
    ),
    "knight": Sheet(
        being="vampire",
        concept="Knight",
        clan="Ventrue",
        generation=10,
        attributes={**_EVEN, "strength": 3, "dexterity": 3, "stamina": 3, "wits": 3},
        abilities={"alertness": 2, "athletics": 2, "brawl": 2, "leadership": 1, "melee": 4, "ride": 2},
        specialties={"melee": "broadswords"},
        disciplines={"dominate": 1, "fortitude": 1, "presence": 1},
        clan_disciplines=("dominate", "fortitude", "presence"),
        virtues=_VIRTUES,
        road=6,
        willpower=5,
        willpower_points=5,
        blood=blood_maximum(10),
        weapons=("broadsword", "stake"),
        armor=3,
    ),
    "mortal": Sheet(attributes=_EVEN, virtues=_VIRTUES, road=6, blood=10),
    "guard": Sheet(
        concept="Man-at-arms",
        attributes={**_EVEN, "strength": 3, "stamina": 3},
        abilities={"alertness": 1, "archery": 2, "athletics": 1, "brawl": 2, "melee": 2},
        virtues=_VIRTUES,
        road=6,
        blood=10,
        weapons=("spear", "crossbow"),
        armor=2,
    ),
}


def _make(archetype: str) -> Sheet:
    """Return a new character of this archetype."""
    return _SHEETS[archetype]


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as one of a crowd. The book has no rules for such people."""
    return replace(sheet, extra=True, willpower_points=0)


SHEETS = SheetRules(
    {
        "vampire": Text("Vampire"),
        "knight": Text("Knight of the blood"),
        "mortal": Text("Mortal"),
        "guard": Text("Man-at-arms"),
    },
    _make, parse, PARTS, derived, _make_extra, hold_against_budget, list_arms, POWERS,
)  # fmt: skip
