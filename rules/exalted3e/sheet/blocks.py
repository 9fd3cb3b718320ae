"""The blocks of a sheet: the groups of traits and the rows that it is made of, each place declared once."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.exalted3e.health import INCAPACITATED
from rules.exalted3e.traits import ABILITIES, INTENSITIES
from rules.names import is_line, is_prose
from rules.sheets import choice, dots, flag, make_marks, name_choices, number, text, track
from rules.sheets.page import MAX_NAME
from rules.text import EMPTY, Text
from rules.view import signed
from rules.wounds import HARMS, SMALL

MAX_TEXT = 4000
MAX_MOTES = 500
MAX_LEVELS = 20
MAX_CRAFT = 100_000
MAX_QUICK = 40
FIRST_LETHAL = ("lethal", *(kind for kind in HARMS if kind != "lethal"))
"""The first choice is that of an empty row."""
write_text = partial(text, high=MAX_TEXT, chars=is_prose)
write_line = partial(write_text, page=(0, 200))


def _penalties(sheet: Any) -> tuple[str, ...]:
    return tuple("I" if level == INCAPACITATED else signed(-level) for level in sheet.levels)


@dataclass(frozen=True, slots=True)
class Specialty:
    """A specialty; `always` ones count in the static values of their Ability (3E-011, 3E-133)."""

    ability: str = choice(Text("Ability"), name_choices(("", *ABILITIES)))
    name: str = write_line(Text("Specialty"))
    always: bool = flag(Text("Counts in static values"), rule="3E-133")


@dataclass(frozen=True, slots=True)
class OwnMerit:
    """A Merit that is not in the book's list, 1 to 5 dots (3E-037)."""

    name: str = write_line(Text("Custom Merit"))
    dots: int = dots(Text("Dots"), 1, 5, 1, rule="3E-037")


@dataclass(frozen=True, slots=True)
class Intimacy:
    """A Tie or Principle (3E-323)."""

    text: str = write_line(Text("Intimacy"))
    kind: str = choice(Text("Kind"), name_choices(("tie", "principle")), "tie", rule="3E-323")
    intensity: str = choice(Text("Intensity"), name_choices(INTENSITIES), "minor")


@dataclass(frozen=True, slots=True)
class Willpower:
    """The permanent rating and what is left of it (3E-028)."""

    rating: int = dots(Text("Willpower"), 0, 10, 3, rule="3E-028")
    current: int = number(
        Text("Willpower left"), 0, 10, 3, full=lambda sheet: int(sheet.willpower.rating), rule="3E-017"
    )


@dataclass(frozen=True, slots=True)
class Motes:
    """The motes left in each pool, and those committed from the peripheral one."""

    personal: int = number(Text("Personal motes"), 0, MAX_MOTES, full=lambda sheet: sheet.full_motes[0], rule="3E-339")
    peripheral: int = number(
        Text("Peripheral motes"), 0, MAX_MOTES, full=lambda sheet: sheet.full_motes[1], rule="3E-339"
    )
    committed: int = number(Text("Committed motes"), 0, MAX_MOTES, rule="3E-341")


@dataclass(frozen=True, slots=True)
class HealthBoxes:
    """Extra levels of Ox-Body and the like by penalty, and the marks from left to right: a, l, b."""

    extra_0: int = number(Text("Extra −0 levels"), 0, MAX_LEVELS, rule="3E-262")
    extra_1: int = number(Text("Extra −1 levels"), 0, MAX_LEVELS, rule="3E-262")
    extra_2: int = number(Text("Extra −2 levels"), 0, MAX_LEVELS, rule="3E-262")
    marks: str = track(Text("Health"), lambda sheet: len(sheet.levels), make_marks(SMALL), _penalties, rule="3E-262")


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
    attack: str = write_text(EMPTY, high=MAX_NAME, default="Sword")
    reach: str = choice(EMPTY, name_choices(("melee", "thrown", "archery")), "melee")
    withering: int = 7
    decisive: int = 5
    damage: int = 11
    overwhelming: int = 1
    damage_type: str = choice(EMPTY, name_choices(HARMS), "lethal")
    parry: int = 3
    evasion: int = 2
    soak: int = 5
    hardness: int = 0
    hardness_in_crash: int = number(Text("Hardness in Crash"), 0, MAX_QUICK, rule="3E-591")
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
    appearance: int = 0


@dataclass(frozen=True, slots=True)
class QuickAttack:
    """A further attack of a quick character, in ready numbers (3E-031)."""

    name: str = write_text(Text("Further attack"), high=MAX_NAME, page=(0, MAX_NAME), chars=is_line)
    reach: str = choice(Text("Reach"), name_choices(("melee", "thrown", "archery")), "melee")
    withering: int = number(Text("Withering"), 0, MAX_QUICK)
    decisive: int = number(Text("Decisive"), 0, MAX_QUICK)
    damage: int = number(Text("Damage"), 0, MAX_QUICK)
    overwhelming: int = number(Text("Overwhelming"), 0, MAX_QUICK)
    damage_type: str = choice(Text("Damage Type"), name_choices(FIRST_LETHAL), "lethal")


@dataclass(frozen=True, slots=True)
class QuickAction:
    """An action of a quick character for which the sheet has no number of its own."""

    name: str = write_line(Text("Further action"))
    dice: int = number(Text("Dice"), 0, MAX_QUICK)


@dataclass(frozen=True, slots=True)
class GroupTraits:
    """What makes a battle group (3E-306 to 3E-309). `levels`: 0 for as many as the sheet has."""

    size: int = dots(Text("Size"), 0, 5, 2, rule="3E-306")
    might: int = dots(Text("Might"), 0, 3, rule="3E-308")
    drill: str = choice(Text("Drill"), name_choices(("poor", "average", "elite")), "average", rule="3E-307")
    perfect_morale: bool = flag(Text("Perfect morale"), rule="3E-319")
    levels: int = number(Text("Health levels of a member"), 0, MAX_LEVELS, rule="3E-309")
