"""The sheet of a character: what is written on paper, with its JSON form given by the codec."""

from dataclasses import dataclass, fields

from rules.exalted3e.health import STANDARD_LEVELS, Health
from rules.powers import Power

ARCHETYPES = {
    "solar": "Solar",
    "dragon_blooded": "Dragon-Blooded",
    "lunar": "Lunar",
    "sidereal": "Sidereal",
    "abyssal": "Abyssal",
    "infernal": "Infernal",
    "alchemical": "Alchemical",
    "mortal": "Mortal",
    "quick": "Quick character",
    "group": "Battle group",
}
READY_MADE = ("quick", "group")
"""Those whose numbers are ready ones."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """The nine Attributes (3E-026)."""

    strength: int = 2
    dexterity: int = 2
    stamina: int = 2
    charisma: int = 2
    manipulation: int = 2
    appearance: int = 2
    perception: int = 2
    intelligence: int = 2
    wits: int = 2


@dataclass(frozen=True, slots=True)
class Abilities:
    """The Abilities (3E-027)."""

    archery: int = 0
    athletics: int = 0
    awareness: int = 0
    brawl: int = 0
    bureaucracy: int = 0
    craft: int = 0
    dodge: int = 0
    integrity: int = 0
    investigation: int = 0
    larceny: int = 0
    linguistics: int = 0
    lore: int = 0
    martial_arts: int = 0
    medicine: int = 0
    melee: int = 0
    occult: int = 0
    performance: int = 0
    presence: int = 0
    resistance: int = 0
    ride: int = 0
    sail: int = 0
    socialize: int = 0
    stealth: int = 0
    survival: int = 0
    thrown: int = 0
    war: int = 0


@dataclass(frozen=True, slots=True)
class Specialty:
    """A specialty; `always` ones count in the static values of their Ability (3E-011, 3E-133)."""

    ability: str = ""
    name: str = ""
    always: bool = False


@dataclass(frozen=True, slots=True)
class OwnMerit:
    """A Merit beside the book's list, 1 to 5 dots (3E-037)."""

    name: str = ""
    dots: int = 1


@dataclass(frozen=True, slots=True)
class Intimacy:
    """A Tie or Principle (3E-323)."""

    text: str = ""
    kind: str = "tie"
    intensity: str = "minor"


@dataclass(frozen=True, slots=True)
class Willpower:
    """Permanent rating and what is left (3E-028)."""

    rating: int = 3
    current: int = 3


@dataclass(frozen=True, slots=True)
class Motes:
    """Motes left in each pool, and those committed from the peripheral one."""

    personal: int = 0
    peripheral: int = 0
    committed: int = 0


@dataclass(frozen=True, slots=True)
class HealthBoxes:
    """Extra levels of Ox-Body and the like by penalty, and the marks from left to right: a, l, b."""

    extra_0: int = 0
    extra_1: int = 0
    extra_2: int = 0
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Craft:
    """Craft experience (3E-358)."""

    silver: int = 0
    gold: int = 0
    white: int = 0


@dataclass(frozen=True, slots=True)
class Quick:
    """The ready numbers of a quick character, or of one member of a battle group."""

    join_battle: int = 5
    attack: str = "Sword"
    reach: str = "melee"
    withering: int = 7
    decisive: int = 5
    damage: int = 11
    overwhelming: int = 1
    damage_type: str = "lethal"
    parry: int = 3
    evasion: int = 2
    soak: int = 5
    hardness: int = 0
    movement: int = 4
    disengage: int = 4
    resolve: int = 2
    guile: int = 2
    senses: int = 4
    stealth: int = 3
    grapple: int = 4
    resistance: int = 4
    command: int = 3
    influence: int = 4


@dataclass(frozen=True, slots=True)
class GroupTraits:
    """What makes a battle group (3E-306 to 3E-309)."""

    size: int = 2
    might: int = 0
    drill: str = "average"
    perfect_morale: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character of any archetype. Weapons and Merits are keys, such as "artifact_sword" and "giant_4".

    `own_weapons`: rows as `gear.read_weapons` reads them. Specialties, Merits of one's own and Intimacies end in
    empty rows to write in.
    `powers`: in their owner's words, as `POWERS` understands them, `powers_spent` the keys of those that the scene has
    used up; `charms`: those that are text alone.
    """

    archetype: str = "mortal"
    caste: str = ""
    concept: str = ""
    notes: str = ""
    extra: bool = False
    attributes: Attributes = Attributes()
    abilities: Abilities = Abilities()
    favored: tuple[str, ...] = ()
    specialties: tuple[Specialty, ...] = ()
    merits: tuple[str, ...] = ()
    own_merits: tuple[OwnMerit, ...] = ()
    intimacies: tuple[Intimacy, ...] = ()
    charms: str = ""
    essence: int = 1
    willpower: Willpower = Willpower()
    motes: Motes = Motes()
    anima: int = 0
    health: HealthBoxes = HealthBoxes()
    weapons: tuple[str, ...] = ()
    own_weapons: str = ""
    armor: str = "none"
    mounted: bool = False
    mount_speed: int = 0
    craft: Craft = Craft()
    quick: Quick = Quick()
    group: GroupTraits = GroupTraits()
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether its numbers are ready ones."""
        return self.archetype in READY_MADE

    @property
    def levels(self) -> tuple[int, ...]:
        """The penalties of its health levels (3E-262); an extra has three."""
        if self.extra:
            return (0, 2, STANDARD_LEVELS[-1])
        more = [0] * self.health.extra_0 + [1] * self.health.extra_1 + [2] * self.health.extra_2
        giant = [0] if "giant_4" in self.merits else []
        return tuple(sorted((*STANDARD_LEVELS, *more, *giant)))

    @property
    def track(self) -> Health:
        """The Health Track with its marks."""
        marks = self.health.marks
        return Health(self.levels, marks.count("b"), marks.count("l"), marks.count("a"))

    def attribute(self, name: str) -> int:
        """An Attribute's rating."""
        return int(getattr(self.attributes, name))

    def ability(self, name: str) -> int:
        """An Ability's rating."""
        return int(getattr(self.abilities, name))

    def has_merit(self, name: str) -> int:
        """The dots of a Merit, 0 for none."""
        found = [int(key.rpartition("_")[2]) for key in self.merits if key.rpartition("_")[0] == name]
        return max(found, default=0)

    def specialty(self, ability: str, always: bool = False) -> str:
        """The name of a specialty of the Ability ("" for none); with `always` one that counts in static values."""
        return next(
            (s.name or "specialty" for s in self.specialties if s.ability == ability and (s.always or not always)), ""
        )


def names_of(cls: type[Attributes] | type[Abilities] | type[Quick]) -> tuple[str, ...]:
    """The field names of a block of traits."""
    return tuple(item.name for item in fields(cls))
