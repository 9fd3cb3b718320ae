"""The sheet. Its JSON form is `codec.encode(sheet)`; `parse.parse` reads and checks it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Choice
from rules.exalted2e.health.track import Health, levels
from rules.exalted2e.sheet.equipment import (
    ARMOR_HELP,
    ARMORS,
    SHIELDS,
    WEAPON_HELP,
    WEAPONS,
    Armor,
    Shield,
    Weapon,
    carried,
    shield_of,
    worn,
)
from rules.exalted2e.sheet.ready import Ready
from rules.exalted2e.sheet.rows import MAX_BACKGROUND, Intimacy, OwnBackground, Specialty
from rules.exalted2e.sheet.unit import Unit
from rules.exalted2e.traits import (
    ALL_ABILITIES,
    ATTRIBUTES,
    BACKGROUNDS,
    BEINGS,
    FAVORS,
    MAX_TRAIT,
    MAX_VIRTUE,
    MAX_WILLPOWER,
    SPLATS,
    VIRTUES,
    Being,
    Caste,
    Splat,
    list_favorable,
    max_trait,
)
from rules.powers import Power
from rules.sheets import choice, dots, flag, group, items, label, make_marks, name_choices, number, rows, text
from rules.sheets import track as boxes
from rules.sheets.conditions import conditions
from rules.sheets.fate import fate
from rules.text import Text, word
from rules.view import signed
from rules.wounds import CAPITALS

MAX_TEXT = 2000
MAX_MOTES = 500
MAX_ROWS = 60
MAX_SOAK = 50


def _highest(sheet: "Sheet") -> int:
    return max_trait(sheet.being, sheet.essence)


def _penalties(sheet: "Sheet") -> tuple[str, ...]:
    return tuple("I" if level is None else signed(-level) for level in levels(sheet.track))


_WEAPONS = tuple(Choice(row.key, word(row.name), row.figures) for row in WEAPONS.values() if not row.is_natural)
_ARMORS = tuple(Choice(row.key, word(row.name), row.figures) for row in ARMORS.values())
_KINDS = tuple(Choice(key, Text("Dragon-Blooded") if key == "dragon_blooded" else label(key)) for key in SPLATS)
_SHIELDS = (Choice("", Text("None")), *(Choice(row.key, word(row.name)) for row in SHIELDS.values()))


def _castes(sheet: "Sheet") -> tuple[Choice, ...]:
    """Return the castes or aspects of this kind of Exalted, with the one that the sheet has."""
    return name_choices(dict.fromkeys(("", *FAVORS.get(sheet.splat, ()), sheet.caste)))


def _favorable(sheet: "Sheet") -> tuple[Choice, ...]:
    """Return what can be favored, with what the sheet has of other traits."""
    others = (key for key in sheet.favored if key in ATTRIBUTES or key in ALL_ABILITIES)
    return name_choices(dict.fromkeys((*list_favorable(sheet.splat), *others)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a character; the campaign keeps the name.

    `favored`: favored Abilities, of Lunars Attributes, in addition to those of the caste. `willpower` is permanent,
    `willpower_points` are left.
    `channels`: Virtue channels spent this story.
    `personal` and `peripheral` are the motes left; `committed` ones are not regained until released; `*_bonus` is the
    difference of the pools of another kind of character from the Solar formula.
    `awakened`: a mortal with an Essence pool. `track`: standard, extra, or levels such as "-0 -1 -1 -2 -2 -2 -4 I".
    `health`: one mark per box, "." B L A, left to right. `dying`: Dying levels filled. `fate`: what lasts
    next to them; `unconscious` follows it, and is what sheets had before it. `healing`: see `Health`. `fatigue`: its
    internal penalty. `weapons`, `armor`, `shield`: keys of the tables; `own_weapons`, `own_armor`: rows as
    `equipment.parse_weapons` and `parse_armors` parse them.
    `soak_*` and `hardness_*`: natural ones beyond the rules' own, from Charms or mutations.
    `ready`: the numbers of a quick character, which count in place of Attributes and Abilities.
    `powers`: see `sheet.powers.POWERS`; `powers_spent`: keys of those used up in this scene.
    """

    being: Being = choice(Text("Creature type"), name_choices(BEINGS), "mortal", rule="2E-043")
    splat: Splat = choice(Text("Kind"), _KINDS, "mortal", rule="2E-454")
    caste: Caste = choice(Text("Caste or aspect"), _castes, loose=True, rule="2E-720")
    favored: tuple[str, ...] = items(Text("Favored traits"), _favorable, rule="2E-721")
    attributes: Mapping[str, int] = group(dict.fromkeys(ATTRIBUTES, 1), 0, MAX_TRAIT, page=(0, _highest), rule="2E-020")
    abilities: Mapping[str, int] = group(
        dict.fromkeys(ALL_ABILITIES, 0), 0, MAX_TRAIT, page=(0, _highest), rule="2E-022"
    )
    specialties: tuple[Specialty, ...] = rows(Specialty, MAX_ROWS)
    virtues: Mapping[str, int] = group(dict.fromkeys(VIRTUES, 1), 1, MAX_VIRTUE, rule="2E-024")
    channels: Mapping[str, int] = group(dict.fromkeys(VIRTUES, 0), loose=True)
    willpower: int = dots(Text("Willpower"), 1, MAX_WILLPOWER, 5, rule="2E-025")
    willpower_points: int = number(
        Text("Willpower points"), 0, MAX_WILLPOWER, 5, full=lambda sheet: int(sheet.willpower), rule="2E-025"
    )
    essence: int = dots(Text("Essence"), 1, MAX_TRAIT, 1, rule="2E-026")
    awakened: bool = flag(Text("Awakened Essence"), help=Text("A mortal with an Essence pool"), rule="2E-033")
    personal: int = 0
    personal_committed: int = 0
    personal_bonus: int = number(Text("Extra personal motes"), -MAX_MOTES, MAX_MOTES, rule="2E-033")
    peripheral: int = 0
    peripheral_committed: int = 0
    peripheral_bonus: int = number(Text("Extra peripheral motes"), -MAX_MOTES, MAX_MOTES, rule="2E-033")
    hearthstone: int = number(
        Text("Rating of the attuned hearthstone"), 0, MAX_BACKGROUND, help=Text("0: none"), rule="2E-441"
    )
    track: str = text(
        Text("Health levels"),
        200,
        "standard",
        help=Text("standard, extra, or levels such as -0 -1 -1 -2 -2 -2 -4 I"),
        rule="2E-030",
    )
    health: str = boxes(
        Text("Health"), lambda sheet: len(sheet.health), make_marks(CAPITALS, "."), _penalties, ".......", rule="2E-400"
    )
    dying: int = number(Text("Dying levels filled"), 0, MAX_TRAIT, rule="2E-406")
    unconscious: bool = flag(Text("Unconscious"), rule="2E-404", keeper="storyteller")
    fate: str = fate("unconscious", "dying", "dead")
    healing: tuple[tuple[int, int, int], ...] = ()
    fatigue: int = number(Text("Fatigue"), 0, 20, help=Text("An internal penalty"), rule="2E-430")
    weapons: tuple[str, ...] = items(Text("Weapons"), _WEAPONS, loose=True, rule="2E-470", keeper="player")
    own_weapons: str = text(Text("Custom weapons"), MAX_TEXT, help=WEAPON_HELP, rule="2E-475", keeper="player")
    armor: tuple[str, ...] = items(Text("Armor"), _ARMORS, loose=True, rule="2E-471", keeper="player")
    own_armor: str = text(Text("Your own armor"), MAX_TEXT, help=ARMOR_HELP, rule="2E-475", keeper="player")
    shield: str = choice(Text("Shield"), _SHIELDS, loose=True, rule="2E-353", keeper="player")
    tough: bool = flag(Text("Can parry blades bare-handed"), rule="2E-339")
    soak_bashing: int = number(Text("Natural soak, bashing"), 0, MAX_SOAK, rule="2E-374")
    soak_lethal: int = number(Text("Natural soak, lethal"), 0, MAX_SOAK, rule="2E-374")
    soak_aggravated: int = number(Text("Natural soak, aggravated"), 0, MAX_SOAK, rule="2E-374")
    hardness_bashing: int = number(Text("Natural hardness, bashing"), 0, MAX_SOAK, rule="2E-372")
    hardness_lethal: int = number(Text("Natural hardness, lethal"), 0, MAX_SOAK, rule="2E-372")
    motivation: str = text(Text("Motivation"), MAX_TEXT, rule="2E-182")
    intimacies: tuple[Intimacy, ...] = rows(Intimacy, MAX_ROWS, keeper="player")
    backgrounds: Mapping[str, int] = group(dict.fromkeys(BACKGROUNDS, 0), 0, MAX_BACKGROUND, rule="2E-027")
    own_backgrounds: tuple[OwnBackground, ...] = rows(OwnBackground, MAX_ROWS)
    notes: str = text(Text("Notes"), MAX_TEXT, keeper="player")
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()
    conditions: str = conditions()
    unit: Unit = group(Unit, rule="2E-500")
    ready: Ready = group(Ready)

    def attribute(self, name: str) -> int:
        """Return the dots of an Attribute."""
        return self.attributes[name]

    def ability(self, name: str) -> int:
        """Return the dots of an Ability."""
        return self.abilities[name]

    def virtue(self, name: str) -> int:
        """Return the dots of a Virtue."""
        return self.virtues[name]

    def arms(self) -> tuple[Weapon, ...]:
        """Return every weapon at hand, the bare body last."""
        return carried(self.weapons, self.own_weapons)

    def suits(self) -> tuple[Armor, ...]:
        """Return every suit of armor worn."""
        return worn(self.armor, self.own_armor)

    def held_shield(self) -> Shield | None:
        """Return the shield, if any."""
        return shield_of(self.shield)

    def body(self) -> Health:
        """Return the health track with its marks."""
        return Health(
            self.track,
            self.health,
            self.attributes["stamina"],
            self.being == "extra",
            self.dying,
            self.fate == "dead",
            self.fate == "unconscious",
            healing=self.healing,
        )

    def mobility(self) -> int:
        """Return the mobility penalty of armor and shield, as a positive number (2E-344, 2E-473)."""
        shield = self.held_shield()
        return max((suit.mobility for suit in self.suits()), default=0) + (shield.mobility if shield else 0)
