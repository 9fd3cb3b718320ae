"""The sheet. Its JSON is `codec.encode(sheet)`; `parse` is the only way back."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from rules.battle import Choice
from rules.powers import Power
from rules.sheets import choice, dots, flag, group, has_no_controls, items, label, name_choices, number, text
from rules.text import Text, join, word
from rules.wod2004.sheet.equipment import ARMORS, NATURAL, WEAPONS, Armor, Weapon, read_armor, read_weapons
from rules.wod2004.traits import FIRST_MORALITY, HUMAN_SIZE, MAX_SKILL, MAX_TRAIT, SPECIES_FACTOR, VICES, VIRTUES

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
class Attributes:
    """The nine Attributes, 1 to 5 for ordinary people, stored 0 to 10 (WD-001, WD-002)."""

    intelligence: int = 1
    wits: int = 1
    resolve: int = 1
    strength: int = 1
    dexterity: int = 1
    stamina: int = 1
    presence: int = 1
    manipulation: int = 1
    composure: int = 1


@dataclass(frozen=True, slots=True)
class Skills:
    """The twenty-four Skills, 0 to 5 for ordinary people (WD-003, WD-004)."""

    academics: int = 0
    computer: int = 0
    crafts: int = 0
    investigation: int = 0
    medicine: int = 0
    occult: int = 0
    politics: int = 0
    science: int = 0
    athletics: int = 0
    brawl: int = 0
    drive: int = 0
    firearms: int = 0
    larceny: int = 0
    stealth: int = 0
    survival: int = 0
    weaponry: int = 0
    animal_ken: int = 0
    empathy: int = 0
    expression: int = 0
    intimidation: int = 0
    persuasion: int = 0
    socialize: int = 0
    streetwise: int = 0
    subterfuge: int = 0


@dataclass(frozen=True, slots=True)
class Specialties:
    """Specialties per Skill, as "Pistols, Rifles" (WD-007)."""

    academics: str = ""
    computer: str = ""
    crafts: str = ""
    investigation: str = ""
    medicine: str = ""
    occult: str = ""
    politics: str = ""
    science: str = ""
    athletics: str = ""
    brawl: str = ""
    drive: str = ""
    firearms: str = ""
    larceny: str = ""
    stealth: str = ""
    survival: str = ""
    weaponry: str = ""
    animal_ken: str = ""
    empathy: str = ""
    expression: str = ""
    intimidation: str = ""
    persuasion: str = ""
    socialize: str = ""
    streetwise: str = ""
    subterfuge: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character's traits and figures; the name is kept by the campaign.

    `merits`: as "Quick Draw 1, Resources 3". `willpower_lost`: dots sacrificed; `willpower_points`: points left.
    `power` and `fuel`: the trait and the pool of a supernatural template, with names of the player's choice.
    `*_bonus`: what Merits or powers add to derived values. `health`: one mark per box, "." B L A, worst first.
    `weapons`, `armor`, `in_hand`: keys of the tables; `own_*`: rows as `equipment` reads them. `extra`: nameless.
    `powers`: as `POWERS` understands them; `powers_spent`: keys of those that the scene has used up.
    """

    being: Literal["mortal", "supernatural"] = choice(Text("Being"), name_choices(("mortal", "supernatural")), "mortal")
    extra: bool = flag(Text("Nameless extra"), rule="WD-225")
    concept: str = _line(Text("Concept"))
    virtue: Virtue = choice(Text("Virtue"), name_choices(("", *VIRTUES)), rule="WD-058")
    vice: Vice = choice(Text("Vice"), name_choices(("", *VICES)), rule="WD-058")
    attributes: Attributes = group(Attributes, 0, MAX_TRAIT, rule="WD-001")
    skills: Skills = group(Skills, 0, MAX_SKILL, rule="WD-003")
    specialties: Specialties = group(
        Specialties, 0, MAX_LINE, kind="text", chars=has_no_controls, rule="WD-007",
        label=lambda skill: Text("{skill} Specialties", skill=label(skill)),
    )  # fmt: skip
    merits: str = _text(Text("Merits"), help=Text("As Quick Draw 1, Resources 3."))
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
    fuel_name: str = _line(Text("Name of its pool"))
    fuel: int = number(
        lambda sheet: word(sheet.fuel_name or "Pool"), 0, lambda sheet: int(sheet.fuel_maximum),
        full=lambda sheet: int(sheet.fuel_maximum),
    )  # fmt: skip
    fuel_maximum: int = number(lambda sheet: Text("{name}, at most", name=word(sheet.fuel_name or "Pool")), 0, 200)
    weapons: tuple[str, ...] = items(Text("Weapons"), _WEAPONS, loose=True, rule="WD-181")
    own_weapons: str = _text(
        Text("Weapons of one's own"),
        help=Text("One a line, as Dagger: weaponry, 2L, AP 1. A name alone is improvised."),
    )
    in_hand: str = ""
    armor: str = choice(Text("Armor"), (Choice("", Text("None")), *_ARMORS), rule="WD-203")
    own_armor: str = _text(Text("Armor of one's own"), help=Text("As Coat: 2/1, Def -1, Speed -1, bulletproof."))
    notes: str = _text(Text("Notes"))
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()

    def attribute(self, name: str) -> int:
        """Return the dots of an Attribute."""
        return int(getattr(self.attributes, name))

    def skill(self, name: str) -> int:
        """Return the dots of a Skill."""
        return int(getattr(self.skills, name))

    def arms(self) -> tuple[Weapon, ...]:
        """Return every weapon carried, and the natural ones."""
        carried = tuple(WEAPONS[key] for key in dict.fromkeys(self.weapons) if not WEAPONS[key].natural)
        return (*carried, *read_weapons(self.own_weapons), *NATURAL)

    def suit(self) -> Armor:
        """Return the armor worn; one's own goes before the table's."""
        return read_armor(self.own_armor) if self.own_armor.strip() else ARMORS.get(self.armor, read_armor(""))
