"""Mass combat, as far as the sources give figures (chapter 23): a unit is worn by its commander; time is long ticks."""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

SIZES: Final = (1, 10, 75, 150, 300, 650, 1250, 2500, 5000, 10000)
"""The most bodies of a unit of Magnitude 0, 1, 2 ... (2E-501)."""

MAX_MAGNITUDE_EDGE = 3
FORMATION_SPEED, FORMATION_DV = 5, 1


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: so many bodies, Drill and Might 0 to 5, ratings, the Stamina and Resistance of its members (2E-502)."""

    bodies: int
    drill: int = 0
    might: int = 0
    stamina: int = 2
    resistance: int = 0
    close_attack: int = 0
    close_damage: int = 0
    ranged_attack: int = 0
    ranged_damage: int = 0
    armor: int = 0
    morale: int = 0
    formation: str = ""

    @property
    def magnitude(self) -> int:
        """The size class (2E-501)."""
        return magnitude(self.bodies)

    @property
    def endurance(self) -> int:
        """Drill + Stamina; a solo fighter has Stamina + Resistance (2E-502)."""
        return self.stamina + (self.drill if self.magnitude else self.resistance)


def magnitude(bodies: int) -> int:
    """The Magnitude of so many bodies; beyond 10,000 it stays 9 (2E-501)."""
    return min(len(SIZES) - 1, bisect_left(SIZES, bodies))


def commander_pool(pool: int, war: int) -> int:
    """A commander's combat dice are limited by War (2E-504)."""
    return min(pool, war)


def attack_successes(attacker: Unit, defender: Unit, ranged: bool = False) -> int:
    """Bonus successes of a unit's attack: Might, its rating, and the difference in Magnitude up to 3 (2E-504)."""
    rating = attacker.ranged_attack if ranged else attacker.close_attack
    edge = attacker.magnitude - defender.magnitude
    return attacker.might + rating + max(-MAX_MAGNITUDE_EDGE, min(MAX_MAGNITUDE_EDGE, edge))


def formation_difficulty(unit: Unit) -> int:
    """The difficulty of Charisma + War to change formation, at Speed 5 and DV -1 (2E-505)."""
    return max(1, unit.magnitude - unit.drill)
