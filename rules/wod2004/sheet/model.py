"""The sheet. Its JSON is `codec.encode(sheet)`; `parse` is the only way back."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from rules.battle import Choice
from rules.powers import Power
from rules.sheets import choice, dots, flag, group, has_no_controls, items, label, name_choices, number, text
from rules.sheets.conditions import conditions
from rules.sheets.fate import fate
from rules.text import Text, join, word
from rules.wod2004.sheet.equipment import (
    ARMORS,
    NATURAL,
    WEAPONS,
    Armor,
    Tool,
    Weapon,
    parse_armor,
    parse_tools,
    parse_weapons,
)
from rules.wod2004.traits import (
    ALL_ATTRIBUTES,
    ALL_SKILLS,
    FIRST_MORALITY,
    HUMAN_SIZE,
    MAX_SKILL,
    MAX_TRAIT,
    SPECIES_FACTOR,
    VICES,
    VIRTUES,
)

MAX_TEXT = 2000
MAX_LINE = 200
MAX_CARRIED = 20
_text = partial(text, high=MAX_TEXT, chars=has_no_controls)
_line = partial(text, high=MAX_LINE, chars=has_no_controls)
_WEAPONS = tuple(
    Choice(weapon.key, word(weapon.name), weapon.figures) for weapon in WEAPONS.values() if not weapon.natural
)
_ARMORS = tuple(
    Choice(suit.key, word(suit.name), join("/", (str(suit.general), str(suit.ballistic)))) for suit in ARMORS.values()
)


Virtue = Literal["", "charity", "faith", "fortitude", "hope", "justice", "prudence", "temperance"]
Vice = Literal["", "envy", "gluttony", "greed", "lust", "pride", "sloth", "wrath"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character's traits and figures; the name is kept by the campaign.

    `merits`: as "Quick Draw 1, Resources 3". `willpower_lost`: dots sacrificed; `willpower_points`: points left.
    `power` and `fuel`: the trait and the pool of a supernatural template, with names of the player's choice.
    `*_bonus`: what Merits or powers add to derived values. `health`: one mark per box, "." B L A, worst first.
    `weapons`, `armor`, `in_hand`: keys of the tables; `own_*`, `tools`: rows as `equipment` reads them. `extra`:
    nameless.
    `powers`: as `POWERS` understands them; `powers_spent`: keys of those that the scene has used up.
    `fate`: what lasts in addition to the boxes; `derived.find_fate` says what counts.
    """

    being: Literal["mortal", "supernatural"] = choice(
        Text("Creature type"), name_choices(("mortal", "supernatural")), "mortal"
    )
    extra: bool = flag(Text("Nameless extra"), rule="WD-225")
    concept: str = _line(Text("Concept"))
    virtue: Virtue = choice(Text("Virtue"), name_choices(("", *VIRTUES)), rule="WD-058")
    vice: Vice = choice(Text("Vice"), name_choices(("", *VICES)), rule="WD-058")
    attributes: Mapping[str, int] = group(dict.fromkeys(ALL_ATTRIBUTES, 1), 0, MAX_TRAIT, rule="WD-001")
    skills: Mapping[str, int] = group(dict.fromkeys(ALL_SKILLS, 0), 0, MAX_SKILL, rule="WD-003")
    specialties: Mapping[str, str] = group(
        dict.fromkeys(ALL_SKILLS, ""),
        0,
        MAX_LINE,
        kind="text",
        chars=has_no_controls,
        rule="WD-007",
        label=lambda skill: Text("{skill} Specialties", skill=label(skill)),
    )
    merits: str = _text(Text("Merits"), help=Text("Such as: Quick Draw 1, Resources 3."))
    flaws: str = _text(Text("Flaws"))
    morality: int = dots(Text("Morality"), 0, MAX_TRAIT, FIRST_MORALITY, rule="WD-014")
    derangements: str = _text(Text("Derangements"))
    willpower_lost: int = number(Text("Willpower sacrificed"), 0, MAX_TRAIT)
    willpower_points: int = 2
    size: int = number(Text("Size"), 1, 30, HUMAN_SIZE, rule="WD-008")
    species_factor: int = number(Text("Species factor"), 0, 30, SPECIES_FACTOR, rule="WD-013")
    health: str = ""
    health_bonus: int = number(Text("Health from Merits"), -20, 20)
    defense_bonus: int = number(Text("Defense from Merits"), -20, 20)
    initiative_bonus: int = number(Text("Initiative from Merits"), -20, 20)
    speed_bonus: int = number(Text("Speed from Merits"), -20, 20)
    power_name: str = _line(Text("Name of the power trait"))
    power: int = dots(lambda sheet: word(sheet.power_name or "Power"), 0, MAX_TRAIT)
    fuel_name: str = _line(Text("Name of the pool"))
    fuel: int = number(
        lambda sheet: word(sheet.fuel_name or "Pool"),
        0,
        lambda sheet: int(sheet.fuel_maximum),
        full=lambda sheet: int(sheet.fuel_maximum),
    )
    fuel_maximum: int = number(lambda sheet: Text("Maximum {name}", name=word(sheet.fuel_name or "Pool")), 0, 200)
    weapons: tuple[str, ...] = items(Text("Weapons"), _WEAPONS, loose=True, rule="WD-181", keeper="player")
    own_weapons: str = _text(
        Text("Custom weapons"),
        help=Text("One per line, such as: Dagger: weaponry, 2L, AP 1. A name alone is improvised."),
        keeper="player",
    )
    in_hand: str = ""
    armor: str = choice(Text("Armor"), (Choice("", Text("None")), *_ARMORS), rule="WD-203", keeper="player")
    own_armor: str = _text(
        Text("Your own armor"), help=Text("Such as: Coat: 2/1, Def -1, Speed -1, bulletproof."), keeper="player"
    )
    tools: str = _text(Text("Tools and gear"), help=Text("One per line, such as: Lockpicks +2."), rule="WD-045")
    notes: str = _text(Text("Notes"), keeper="player")
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()
    fate: str = fate("unconscious", "dying", "dead")
    conditions: str = conditions()

    def attribute(self, name: str) -> int:
        """Return the dots of an Attribute."""
        return self.attributes[name]

    def skill(self, name: str) -> int:
        """Return the dots of a Skill."""
        return self.skills[name]

    def arms(self) -> tuple[Weapon, ...]:
        """Return every weapon carried, and the natural ones."""
        carried = tuple(WEAPONS[key] for key in dict.fromkeys(self.weapons) if not WEAPONS[key].natural)
        return (*carried, *parse_weapons(self.own_weapons), *NATURAL)

    def gear(self) -> tuple[Tool, ...]:
        """Return the tools with their dice (WD-045)."""
        return parse_tools(self.tools)

    def suit(self) -> Armor:
        """Return the armor worn; an own row goes before the table's."""
        return parse_armor(self.own_armor) if self.own_armor.strip() else ARMORS.get(self.armor, parse_armor(""))
