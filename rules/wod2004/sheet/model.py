"""The sheet itself. Its JSON form is `codec.encode(sheet)`; `parse` is the only way in."""

from dataclasses import dataclass, field
from typing import Literal

from rules.powers import Power
from rules.wod2004.sheet.equipment import ARMORS, NATURAL, WEAPONS, Armor, Weapon, read_armor, read_weapons
from rules.wod2004.traits import FIRST_MORALITY, HUMAN_SIZE, SPECIES_FACTOR

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
    """A character in figures; the name belongs to the campaign's record.

    `merits`: as "Quick Draw 1, Resources 3". `willpower_lost`: dots sacrificed; `willpower_points`: what is left.
    `power` and `fuel`: the supernatural template's own trait and its pool, under the names that the table gives them.
    `*_bonus`: what Merits or powers add to derived values. `health`: one mark per box, "." B L A, worst first.
    `weapons`, `armor`, `in_hand`: keys of the tables; `own_*`: rows as `equipment` reads them. `extra`: nameless.
    `powers`: in their owner's words, as `POWERS` understands them; `powers_spent`: keys of those that the scene has
    used up.
    """

    being: Literal["mortal", "supernatural"] = "mortal"
    extra: bool = False
    concept: str = ""
    virtue: Virtue = ""
    vice: Vice = ""
    attributes: Attributes = field(default_factory=Attributes)
    skills: Skills = field(default_factory=Skills)
    specialties: Specialties = field(default_factory=Specialties)
    merits: str = ""
    flaws: str = ""
    morality: int = FIRST_MORALITY
    derangements: str = ""
    willpower_lost: int = 0
    willpower_points: int = 2
    size: int = HUMAN_SIZE
    species_factor: int = SPECIES_FACTOR
    health: str = ""
    health_bonus: int = 0
    defense_bonus: int = 0
    initiative_bonus: int = 0
    speed_bonus: int = 0
    power_name: str = ""
    power: int = 0
    fuel_name: str = ""
    fuel: int = 0
    fuel_maximum: int = 0
    weapons: tuple[str, ...] = ()
    own_weapons: str = ""
    in_hand: str = ""
    armor: str = ""
    own_armor: str = ""
    notes: str = ""
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()

    def attribute(self, name: str) -> int:
        """Dots of the Attribute of this key."""
        dots: int = getattr(self.attributes, name)
        return dots

    def skill(self, name: str) -> int:
        """Dots of the Skill of this key."""
        dots: int = getattr(self.skills, name)
        return dots

    def arms(self) -> tuple[Weapon, ...]:
        """Every weapon carried, and what is always at hand."""
        carried = tuple(WEAPONS[key] for key in dict.fromkeys(self.weapons) if not WEAPONS[key].natural)
        return (*carried, *read_weapons(self.own_weapons), *NATURAL)

    def suit(self) -> Armor:
        """The armor worn; one's own goes before the table's."""
        return read_armor(self.own_armor) if self.own_armor.strip() else ARMORS.get(self.armor, read_armor(""))
