"""Ready-made characters to start from, and the sheets of this game, for campaigns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.exalted2e.sheet.arms import list_arms
from rules.exalted2e.sheet.creation import hold_against_budget
from rules.exalted2e.sheet.derived import derived
from rules.exalted2e.sheet.layout import PARTS
from rules.exalted2e.sheet.model import Abilities, Attributes, Sheet, Virtues
from rules.exalted2e.sheet.parse import mote_capacity, parse
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.traits import ABILITIES, CASTES, Caste, label
from rules.sheets import SheetRules
from rules.text import Text

EXTRA_BOXES = 3

_CASTES: Final[Mapping[str, Caste]] = {caste: caste for caste in CASTES if caste}
_EVERYONE = Attributes(2, 2, 2, 2, 2, 2, 2, 2, 2)
_SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "heroic_mortal": {
        "being": "heroic_mortal",
        "attributes": Attributes(3, 3, 3, 2, 2, 2, 3, 2, 3),
        "abilities": Abilities(melee=3, athletics=2, awareness=2, dodge=2, resistance=2, survival=1),
        "virtues": Virtues(2, 2, 2, 3),
        "weapons": ("straight_sword",),
        "armor": ("breastplate",),
    },
    "soldier": {
        "being": "mortal",
        "attributes": replace(_EVERYONE, strength=3, stamina=3),
        "abilities": Abilities(melee=2, dodge=1, awareness=1, resistance=1, war=1),
        "virtues": Virtues(1, 2, 2, 2),
        "willpower": 4,
        "weapons": ("spear",),
        "armor": ("buff_jacket",),
        "shield": "target",
    },
    "extra": {
        "being": "extra",
        "track": "extra",
        "health": "." * EXTRA_BOXES,
        "attributes": _EVERYONE,
        "abilities": Abilities(melee=2, dodge=1, awareness=1),
        "willpower": 3,
        "weapons": ("chopping_sword",),
    },
    "spirit": {
        "being": "spirit",
        "splat": "spirit",
        "essence": 3,
        "attributes": Attributes(4, 3, 4, 3, 3, 3, 3, 3, 3),
        "abilities": Abilities(martial_arts=3, awareness=3, dodge=3, occult=3, presence=3, integrity=2),
        "virtues": Virtues(2, 3, 2, 3),
        "willpower": 7,
    },
}


def _make(archetype: str) -> Sheet:
    """Return the sheet of an archetype, rested and unhurt."""
    sheet = Sheet(**_SHARED[archetype]) if archetype in _SHARED else _solar(_CASTES[archetype])
    personal, peripheral = mote_capacity(sheet)
    return replace(sheet, willpower_points=sheet.willpower, personal=personal, peripheral=peripheral)


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as an extra: three boxes and no Essence pool (2E-480)."""
    return replace(
        sheet,
        being="extra",
        splat="mortal",
        caste="",
        essence=1,
        awakened=False,
        track="extra",
        health="." * EXTRA_BOXES,
        dying=0,
        unconscious=False,
        healing=(),
        personal=0,
        personal_committed=0,
        personal_bonus=0,
        peripheral=0,
        peripheral_committed=0,
        peripheral_bonus=0,
        powers=(),
    )


def _solar(caste: Caste) -> Sheet:
    dots = dict.fromkeys(ABILITIES[caste], 3) | {"athletics": 2, "awareness": 2, "dodge": 3, "melee": 3}
    physical = caste in ("dawn", "night")
    attributes = Attributes(3, 4, 3, 2, 2, 2, 3, 2, 4) if physical else Attributes(2, 3, 3, 3, 3, 2, 3, 4, 3)
    return Sheet(
        being="exalt",
        splat="solar",
        caste=caste,
        attributes=attributes,
        abilities=Abilities(**dots),
        virtues=Virtues(2, 3, 2, 3),
        willpower=6,
        essence=2,
        weapons=("slashing_sword",),
        armor=("chain_shirt",),
    )


SHEETS = SheetRules(
    {
        **{caste: Text("Solar, {name} Caste", name=label(caste)) for caste in _CASTES},
        "heroic_mortal": Text("Heroic mortal"),
        "soldier": Text("Soldier"),
        "extra": Text("Extra"),
        "spirit": Text("Spirit"),
    },
    _make, parse, PARTS, derived, _make_extra, hold_against_budget, list_arms, POWERS,
    is_extra=lambda sheet: bool(sheet.being == "extra"),
)  # fmt: skip
