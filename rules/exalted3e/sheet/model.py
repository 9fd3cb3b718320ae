"""The sheet of a character: what is written on paper, with its JSON form given by the codec."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial

from rules.battle import Choice
from rules.exalted3e.health import INCAPACITATED, STANDARD_LEVELS, Health
from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.gear import OWN_HELP, armor_keys, find_weapon, weapon_keys
from rules.exalted3e.traits import ABILITIES, ANIMA, DAMAGE_TYPES, INTENSITIES, MERITS, TABLES, label
from rules.powers import Power
from rules.sheets import (
    choice,
    dots,
    flag,
    has_printable_lines,
    items,
    make_marks,
    name_choices,
    number,
    rows,
    text,
    track,
)
from rules.sheets import group as grouped
from rules.text import EMPTY, Text, word
from rules.view import signed

MAX_TEXT = 4000
MAX_NAME = 60
MAX_ITEMS = 30
MAX_MOTES = 500
MAX_LEVELS = 20
MAX_CRAFT = 100_000
MAX_QUICK = 40
MARKS = make_marks("", "b", "l", "a")
"""The marks of a health box."""
ARCHETYPES = {
    "solar": Text("Solar"),
    "dragon_blooded": Text("Dragon-Blooded"),
    "lunar": Text("Lunar"),
    "sidereal": Text("Sidereal"),
    "abyssal": Text("Abyssal"),
    "infernal": Text("Infernal"),
    "alchemical": Text("Alchemical"),
    "mortal": Text("Mortal"),
    "quick": Text("Quick character"),
    "group": Text("Battle group"),
}
READY_MADE = ("quick", "group")
"""Archetypes whose numbers are written on the sheet, not worked out."""
ANIMA_LEVELS = tuple(Choice(str(level), word(name)) for level, name in enumerate(ANIMA))
_text = partial(text, high=MAX_TEXT, chars=has_printable_lines)
_line = partial(_text, page=(0, 200))


@cache
def merit_keys() -> dict[str, Text]:
    """Return the name of every Merit with its dots, by its key: "giant_4"."""
    return {
        f"{name}_{dots}": Text("{name} {n}", name=word(label(name)), n=dots)
        for name, rows in MERITS.items()
        for dots in rows
    }


def choose(names: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return the choices among these names, by their keys."""
    return tuple(Choice(key, word(name)) for key, name in names.items())


@cache
def _weapons() -> tuple[Choice, ...]:
    return tuple(Choice(key, word(name), find_weapon(key).figures) for key, name in weapon_keys().items())


def _penalties(sheet: "Sheet") -> tuple[str, ...]:
    return tuple("I" if level == INCAPACITATED else signed(-level) for level in sheet.levels)


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

    ability: str = choice(Text("Ability"), name_choices(("", *ABILITIES)))
    name: str = _line(Text("Specialty"))
    always: bool = flag(Text("Counts in static values"), rule="3E-133")


@dataclass(frozen=True, slots=True)
class OwnMerit:
    """A Merit beside the book's list, 1 to 5 dots (3E-037)."""

    name: str = _line(Text("Merit of your own"))
    dots: int = dots(Text("Dots"), 1, 5, 1, rule="3E-037")


@dataclass(frozen=True, slots=True)
class Intimacy:
    """A Tie or Principle (3E-323)."""

    text: str = _line(Text("Intimacy"))
    kind: str = choice(Text("Kind"), name_choices(("tie", "principle")), "tie", rule="3E-323")
    intensity: str = choice(Text("Intensity"), name_choices(INTENSITIES), "minor")


@dataclass(frozen=True, slots=True)
class Willpower:
    """The permanent rating and what is left of it (3E-028)."""

    rating: int = dots(Text("Willpower"), 0, 10, 3, rule="3E-028")
    current: int = number(Text("Willpower left"), 0, 10, 3, full=lambda sheet: int(sheet.willpower.rating), rule="3E-017")


@dataclass(frozen=True, slots=True)
class Motes:
    """The motes left in each pool, and those committed from the peripheral one."""

    personal: int = number(Text("Personal motes"), 0, MAX_MOTES, full=lambda sheet: sheet.full_motes[0], rule="3E-339")
    peripheral: int = number(Text("Peripheral motes"), 0, MAX_MOTES, full=lambda sheet: sheet.full_motes[1], rule="3E-339")
    committed: int = number(Text("Committed motes"), 0, MAX_MOTES, rule="3E-341")


@dataclass(frozen=True, slots=True)
class HealthBoxes:
    """Extra levels of Ox-Body and the like by penalty, and the marks from left to right: a, l, b."""

    extra_0: int = number(Text("Extra −0 levels"), 0, MAX_LEVELS, rule="3E-262")
    extra_1: int = number(Text("Extra −1 levels"), 0, MAX_LEVELS, rule="3E-262")
    extra_2: int = number(Text("Extra −2 levels"), 0, MAX_LEVELS, rule="3E-262")
    marks: str = track(Text("Health"), lambda sheet: len(sheet.levels), MARKS, _penalties, rule="3E-262")


@dataclass(frozen=True, slots=True)
class Craft:
    """Craft experience (3E-358)."""

    silver: int = number(Text("Silver craft points"), 0, MAX_CRAFT, rule="3E-358")
    gold: int = number(Text("Gold craft points"), 0, MAX_CRAFT, rule="3E-358")
    white: int = number(Text("White craft points"), 0, MAX_CRAFT, rule="3E-358")


@dataclass(frozen=True, slots=True)
class Quick:
    """The ready numbers of a quick character, or of one member of a battle group."""

    join_battle: int = 5
    attack: str = _text(EMPTY, high=MAX_NAME, default="Sword")
    reach: str = choice(EMPTY, name_choices(("melee", "thrown", "archery")), "melee")
    withering: int = 7
    decisive: int = 5
    damage: int = 11
    overwhelming: int = 1
    damage_type: str = choice(EMPTY, name_choices(DAMAGE_TYPES), "lethal")
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

    size: int = dots(Text("Size"), 0, 5, 2, rule="3E-306")
    might: int = dots(Text("Might"), 0, 3, rule="3E-308")
    drill: str = choice(Text("Drill"), name_choices(("poor", "average", "elite")), "average", rule="3E-307")
    perfect_morale: bool = flag(Text("Perfect morale"), rule="3E-319")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character of any archetype. Weapons and Merits are keys, such as "artifact_sword" and "giant_4".

    `own_weapons`: lines as `gear.read_weapons` reads them. Specialties, own Merits and Intimacies end in empty rows to
    write in. `powers`: as `POWERS` understands them; `powers_spent`: the keys of those that the scene has used up;
    `charms`: Charms and spells that are text alone.
    """

    archetype: str = choice(Text("Being"), choose(ARCHETYPES), "mortal")
    caste: str = _line(Text("Caste or Aspect"))
    concept: str = _line(Text("Concept"))
    notes: str = _text(Text("Notes"))
    extra: bool = False
    attributes: Attributes = grouped(Attributes, 0, 10, page=(0, 5), rule="3E-026")
    abilities: Abilities = grouped(Abilities, 0, 10, page=(0, 5), rule="3E-027")
    favored: tuple[str, ...] = items(Text("Caste and Favored"), name_choices(ABILITIES), MAX_ITEMS)
    specialties: tuple[Specialty, ...] = rows(Specialty, MAX_ITEMS)
    merits: tuple[str, ...] = items(Text("Merits"), choose(merit_keys()), MAX_ITEMS)
    own_merits: tuple[OwnMerit, ...] = rows(OwnMerit, MAX_ITEMS)
    intimacies: tuple[Intimacy, ...] = rows(Intimacy, MAX_ITEMS)
    charms: str = _text(Text("Charms and spells"))
    essence: int = dots(Text("Essence"), 1, 10, 1, rule="3E-028")
    willpower: Willpower = grouped(Willpower)
    motes: Motes = grouped(Motes)
    anima: int = number(Text("Anima"), 0, 3, words=ANIMA_LEVELS, rule="3E-342")
    health: HealthBoxes = grouped(HealthBoxes)
    weapons: tuple[str, ...] = items(Text("Weapons"), _weapons(), MAX_ITEMS, rule="3E-241")
    own_weapons: str = _text(Text("Weapons of your own"), page=(0, 2000), help=OWN_HELP, rule="3E-241")
    armor: str = choice(Text("Armor"), choose(armor_keys()), "none", rule="3E-247")
    mounted: bool = flag(Text("Mounted"), rule="3E-300")
    mount_speed: int = number(Text("Speed of the mount"), 0, 10, rule="3E-301")
    craft: Craft = grouped(Craft)
    quick: Quick = grouped(Quick, 0, MAX_QUICK, kind="number")
    group: GroupTraits = grouped(GroupTraits)
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether its numbers are written on the sheet."""
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

    @property
    def full_motes(self) -> tuple[int, int]:
        """The Personal and Peripheral pools when full (3E-339)."""
        return motes_of(self.archetype, self.essence, TABLES["pools"])

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
