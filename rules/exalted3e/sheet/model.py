"""The sheet of a character: what is written on paper, with its JSON form given by the codec."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Choice
from rules.exalted3e.health import STANDARD_LEVELS, Health
from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.blocks import (
    MAX_QUICK,
    Craft,
    GroupTraits,
    HealthBoxes,
    Intimacy,
    Motes,
    OwnMerit,
    Quick,
    QuickAction,
    QuickAttack,
    Specialty,
    Willpower,
    write_line,
    write_text,
)
from rules.exalted3e.sheet.gear import ARMOR_NAMES, OWN_HELP, WEAPON_NAMES, find_weapon
from rules.exalted3e.traits import ABILITIES, ANIMA, ATTRIBUTES, MERITS, TABLES, label
from rules.powers import Power
from rules.sheets import choice, choose, dots, flag, items, name_choices, number, rows
from rules.sheets import group as grouped
from rules.sheets.conditions import conditions
from rules.sheets.fate import fate
from rules.text import Text, word

MAX_ITEMS = 30
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


MERIT_NAMES = {
    f"{name}_{dots}": Text("{name} {n}", name=word(label(name)), n=dots)
    for name, rated in MERITS.items()
    for dots in rated
}
"""The name of every Merit with its dots, by its key: "giant_4"."""


_WEAPONS = tuple(Choice(key, word(name), find_weapon(key).figures) for key, name in WEAPON_NAMES.items())


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character of any archetype. Weapons and Merits are keys, such as "artifact_sword" and "giant_4".

    `own_weapons`: lines as `gear.parse_weapons` parses them. `quick_merits`: as a quick character's block names them.
    Specialties, own Merits and Intimacies end in empty rows to write in. `powers`: as `POWERS` understands them;
    `powers_spent`: the keys of those that the scene has used up; `charms`: Charms and spells that are text alone.
    `fate`: what lasts in addition to the boxes; `derived.find_fate` says what counts.
    """

    archetype: str = choice(Text("Creature type"), choose(ARCHETYPES), "mortal")
    caste: str = write_line(Text("Caste or Aspect"))
    concept: str = write_line(Text("Concept"))
    notes: str = write_text(Text("Notes"), keeper="player")
    extra: bool = False
    attributes: Mapping[str, int] = grouped(dict.fromkeys(ATTRIBUTES, 2), 0, 10, page=(0, 5), rule="3E-026")
    abilities: Mapping[str, int] = grouped(dict.fromkeys(ABILITIES, 0), 0, 10, page=(0, 5), rule="3E-027")
    favored: tuple[str, ...] = items(Text("Caste and Favored"), name_choices(ABILITIES), MAX_ITEMS)
    specialties: tuple[Specialty, ...] = rows(Specialty, MAX_ITEMS)
    merits: tuple[str, ...] = items(Text("Merits"), choose(MERIT_NAMES), MAX_ITEMS)
    own_merits: tuple[OwnMerit, ...] = rows(OwnMerit, MAX_ITEMS)
    intimacies: tuple[Intimacy, ...] = rows(Intimacy, MAX_ITEMS, keeper="player")
    charms: str = write_text(Text("Charms and spells"), keeper="asked")
    essence: int = dots(Text("Essence"), 1, 10, 1, rule="3E-028")
    willpower: Willpower = grouped(Willpower)
    motes: Motes = grouped(Motes)
    anima: int = number(Text("Anima"), 0, 3, choices=ANIMA_LEVELS, rule="3E-342")
    health: HealthBoxes = grouped(HealthBoxes)
    weapons: tuple[str, ...] = items(Text("Weapons"), _WEAPONS, MAX_ITEMS, rule="3E-241", keeper="player")
    own_weapons: str = write_text(Text("Custom weapons"), page=(0, 2000), help=OWN_HELP, rule="3E-241", keeper="player")
    armor: str = choice(Text("Armor"), choose(ARMOR_NAMES), "none", rule="3E-247", keeper="player")
    mounted: bool = flag(Text("Mounted"), rule="3E-300", keeper="player")
    mount_speed: int = number(Text("Speed of the mount"), 0, 10, rule="3E-301", keeper="player")
    craft: Craft = grouped(Craft)
    quick: Quick = grouped(Quick, 0, MAX_QUICK, kind="number")
    quick_attacks: tuple[QuickAttack, ...] = rows(QuickAttack, MAX_ITEMS)
    quick_actions: tuple[QuickAction, ...] = rows(QuickAction, MAX_ITEMS)
    quick_merits: str = write_text(Text("Merits"), page=(0, 2000), rule="3E-037")
    group: GroupTraits = grouped(GroupTraits)
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()
    fate: str = fate("unconscious", "dying", "dead")
    conditions: str = conditions()

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
        return self.attributes[name]

    def ability(self, name: str) -> int:
        """An Ability's rating."""
        return self.abilities[name]

    def has_merit(self, name: str) -> int:
        """The dots of a Merit, 0 for none."""
        found = [int(key.rpartition("_")[2]) for key in self.merits if key.rpartition("_")[0] == name]
        return max(found, default=0)

    def specialty(self, ability: str, always: bool = False) -> str:
        """The name of a specialty of the Ability ("" for none); with `always` one that counts in static values."""
        return next(
            (s.name or "specialty" for s in self.specialties if s.ability == ability and (s.always or not always)), ""
        )
