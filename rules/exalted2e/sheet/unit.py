"""A unit of mass combat, as its commander wears it (2E-500 to 2E-502)."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Final

from rules.names import is_line
from rules.sheets import MAX_NAME, number, text
from rules.text import EMPTY, Text

SIZES: Final = (1, 10, 75, 150, 300, 650, 1_250, 2_500, 5_000, 10_000)
"""The most bodies of Magnitude 0, 1, 2 and so on (2E-501)."""
MAX_MAGNITUDE: Final = len(SIZES) - 1
MAX_DRILL: Final = 5
MAX_MIGHT: Final = 5
MAX_MORALE: Final = 5
MAX_RATING: Final = 10
"""No source bounds the ratings of a unit; a form needs a bound."""
MAX_LOST: Final = 19
"""One less than the most levels that a Magnitude may take (`Options.magnitude_levels`)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; one of Magnitude 0 is none, and its commander stands alone.

    `lost`: levels of damage that have not yet cost a Magnitude.
    """

    name: str = text(Text("Name of the unit"), MAX_NAME, chars=is_line, rule="2E-500")
    magnitude: int = number(
        Text("Magnitude"),
        0,
        MAX_MAGNITUDE,
        rule="2E-501",
        help=Text("1: up to 10 bodies, 2: 75, 3: 150, 4: 300, 5: 650, 6: 1,250, 7: 2,500, 8: 5,000, 9: 10,000"),
    )
    drill: int = number(Text("Drill"), 0, MAX_DRILL, rule="2E-502")
    might: int = number(Text("Might"), 0, MAX_MIGHT, rule="2E-502")
    close_attack: int = number(Text("Close attack"), 0, MAX_RATING, rule="2E-502")
    close_damage: int = number(Text("Close damage"), 0, MAX_RATING, rule="2E-502")
    ranged_attack: int = number(Text("Ranged attack"), 0, MAX_RATING, rule="2E-502")
    ranged_damage: int = number(Text("Ranged damage"), 0, MAX_RATING, rule="2E-502")
    armor: int = number(Text("Armor of the unit"), 0, MAX_RATING, rule="2E-502")
    morale: int = number(Text("Morale"), 0, MAX_MORALE, rule="2E-502")
    formation: str = text(Text("Formation"), MAX_NAME, chars=is_line, rule="2E-502")
    lost: int = number(Text("Levels lost at this Magnitude"), 0, MAX_LOST, rule="2E-501")

    def attack(self, ranged: bool) -> int:
        """Return the attack rating for this kind of attack."""
        return self.ranged_attack if ranged else self.close_attack

    def damage(self, ranged: bool) -> int:
        """Return the damage rating for this kind of attack."""
        return self.ranged_damage if ranged else self.close_damage


NO_UNIT: Final = Unit()


def find_magnitude(bodies: int) -> int:
    """Return the Magnitude of this number of bodies; beyond 10,000 it stays 9 (2E-501)."""
    return min(MAX_MAGNITUDE, bisect_left(SIZES, bodies))


def count_bodies(magnitude: int) -> Text:
    """Return how many bodies a Magnitude stands for: "11 to 75" (2E-501)."""
    if not magnitude:
        return EMPTY
    return Text("{n} to {n2} bodies", n=SIZES[magnitude - 1] + 1, n2=SIZES[magnitude])


def compute_endurance(magnitude: int, drill: int, stamina: int, resistance: int) -> int:
    """Return Endurance: Drill + Stamina; of someone alone Stamina + Resistance (2E-502)."""
    return stamina + (drill if magnitude else resistance)


def find_command_difficulty(magnitude: int, drill: int) -> int:
    """Return the difficulty of an order to a unit: Magnitude less Drill, at least 1 (2E-505)."""
    return max(1, magnitude - drill)


def lose_levels(unit: Unit, levels: int, levels_each: int) -> Unit:
    """Return the unit after this damage: each `levels_each` levels cost a Magnitude, and nothing goes below 0."""
    total = unit.lost + max(0, levels)
    magnitude = max(0, unit.magnitude - total // levels_each)
    return replace(unit, magnitude=magnitude, lost=total % levels_each if magnitude else 0)
