"""The sheet itself. Its JSON form is `codec.encode(sheet)`; `parse` is the only way in."""

from dataclasses import dataclass, field

from rules.exalted2e.health.track import Health
from rules.exalted2e.sheet.equipment import Armor, Shield, Weapon, carried, shield_of, worn
from rules.exalted2e.sheet.rows import Intimacy, OwnBackground, Specialty
from rules.exalted2e.traits import Being, Caste, Splat
from rules.powers import Power


@dataclass(frozen=True, slots=True)
class Attributes:
    """The nine Attributes, 0 to 10; 1 is below average, 5 the human peak (2E-021)."""

    strength: int = 1
    dexterity: int = 1
    stamina: int = 1
    charisma: int = 1
    manipulation: int = 1
    appearance: int = 1
    perception: int = 1
    intelligence: int = 1
    wits: int = 1


@dataclass(frozen=True, slots=True)
class Abilities:
    """The twenty-five Abilities, 0 (untrained) to 5, or more by magic (2E-022)."""

    archery: int = 0
    martial_arts: int = 0
    melee: int = 0
    thrown: int = 0
    war: int = 0
    integrity: int = 0
    performance: int = 0
    presence: int = 0
    resistance: int = 0
    survival: int = 0
    craft: int = 0
    investigation: int = 0
    lore: int = 0
    medicine: int = 0
    occult: int = 0
    athletics: int = 0
    awareness: int = 0
    dodge: int = 0
    larceny: int = 0
    stealth: int = 0
    bureaucracy: int = 0
    linguistics: int = 0
    ride: int = 0
    sail: int = 0
    socialize: int = 0


@dataclass(frozen=True, slots=True)
class Virtues:
    """The four Virtues, 1 to 5 (2E-024); also used for the channels spent of each in this story, 0 to its rating."""

    compassion: int = 1
    conviction: int = 1
    temperance: int = 1
    valor: int = 1


@dataclass(frozen=True, slots=True)
class Backgrounds:
    """Backgrounds, 1 to 5, or 0 where not possessed (2E-027)."""

    allies: int = 0
    artifact: int = 0
    backing: int = 0
    contacts: int = 0
    cult: int = 0
    familiar: int = 0
    followers: int = 0
    influence: int = 0
    manse: int = 0
    mentor: int = 0
    resources: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character in figures; her name belongs to the campaign's record.

    `favored`: favored Abilities beside those of the caste. `specialties`, `intimacies`,
    `own_backgrounds`: rows as `rows` has them.
    `willpower` is permanent, `willpower_points` what is left. `channels`: Virtue channels spent this story.
    `personal` and `peripheral` are the motes left, the `committed` ones are not refilled until released; `*_bonus`
    is what the pools of another kind of character hold beyond (or short of) the Solar formula.
    `awakened`: a mortal with an Essence pool. `track`: standard, extra, or levels such as "-0 -1 -1 -2 -2 -2 -4 I".
    `health`: one mark per box, "." B L A, left to right. `dying`: Dying levels filled. `healing`: progress of boxes
    as (box from 0, share healed, of how much). `fatigue`: its internal penalty. `weapons`, `armor`, `shield`: keys of
    the tables; `own_weapons`, `own_armor`: rows as `equipment.read_weapons` and `read_armors` read them.
    `soak_*` and `hardness_*`: natural ones beyond the rules' own, from Charms or mutations.
    `powers`: in their owner's words, as `POWERS` understands them; `powers_spent`: keys of those that the scene has
    used up.
    """

    being: Being = "mortal"
    splat: Splat = "mortal"
    caste: Caste = ""
    favored: tuple[str, ...] = ()
    attributes: Attributes = field(default_factory=Attributes)
    abilities: Abilities = field(default_factory=Abilities)
    specialties: tuple[Specialty, ...] = ()
    virtues: Virtues = field(default_factory=Virtues)
    channels: Virtues = field(default_factory=lambda: Virtues(0, 0, 0, 0))
    willpower: int = 5
    willpower_points: int = 5
    essence: int = 1
    awakened: bool = False
    personal: int = 0
    personal_committed: int = 0
    personal_bonus: int = 0
    peripheral: int = 0
    peripheral_committed: int = 0
    peripheral_bonus: int = 0
    track: str = "standard"
    health: str = "......."
    dying: int = 0
    unconscious: bool = False
    healing: tuple[tuple[int, int, int], ...] = ()
    fatigue: int = 0
    weapons: tuple[str, ...] = ()
    own_weapons: str = ""
    armor: tuple[str, ...] = ()
    own_armor: str = ""
    shield: str = ""
    tough: bool = False
    soak_bashing: int = 0
    soak_lethal: int = 0
    soak_aggravated: int = 0
    hardness_bashing: int = 0
    hardness_lethal: int = 0
    motivation: str = ""
    intimacies: tuple[Intimacy, ...] = ()
    backgrounds: Backgrounds = field(default_factory=Backgrounds)
    own_backgrounds: tuple[OwnBackground, ...] = ()
    notes: str = ""
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()

    def attribute(self, name: str) -> int:
        """Dots of the Attribute of this key."""
        dots: int = getattr(self.attributes, name)
        return dots

    def ability(self, name: str) -> int:
        """Dots of the Ability of this key."""
        dots: int = getattr(self.abilities, name)
        return dots

    def virtue(self, name: str) -> int:
        """Dots of the Virtue of this key."""
        dots: int = getattr(self.virtues, name)
        return dots

    def arms(self) -> tuple[Weapon, ...]:
        """Every weapon at hand, the bare body last."""
        return carried(self.weapons, self.own_weapons)

    def suits(self) -> tuple[Armor, ...]:
        """Every suit of armor worn."""
        return worn(self.armor, self.own_armor)

    def held_shield(self) -> Shield | None:
        """The shield on the arm."""
        return shield_of(self.shield)

    def body(self) -> Health:
        """The health track with its marks."""
        return Health(
            self.track,
            self.health,
            self.attributes.stamina,
            self.being == "extra",
            self.dying,
            unconscious=self.unconscious,
            healing=self.healing,
        )

    def mobility(self) -> int:
        """The mobility penalty of all that is worn and carried, as a positive number (2E-344, 2E-473)."""
        shield = self.held_shield()
        return max((suit.mobility for suit in self.suits()), default=0) + (shield.mobility if shield else 0)
