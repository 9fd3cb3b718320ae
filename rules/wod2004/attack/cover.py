"""Full cover: the attack hits the cover, and what passes through is rolled against the person behind it (WD-195)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cover:
    """What an attack does to cover: whether successes pass, the dice of the new roll, and the damage to the cover."""

    through: bool
    new_pool: int
    structure_damage: int


def hit_cover(successes: int, durability: int, armor: int) -> Cover:
    """Return what successes do to cover. Those above the Durability, less armor, are the dice of a new roll."""
    beyond = max(0, successes - durability)
    return Cover(beyond > 0, max(0, beyond - armor), beyond)
