"""Full cover: it is hit by itself, what passes through is rolled against the person behind it (WD-195)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cover:
    """What successes do to cover: whether they pass, the dice against the person behind, the harm to the cover."""

    through: bool
    new_pool: int
    structure_damage: int


def hit_cover(successes: int, durability: int, armor: int) -> Cover:
    """Successes above the Durability pass; less armor they are a new pool, where 0 dice mean that nothing arrives."""
    beyond = max(0, successes - durability)
    return Cover(beyond > 0, max(0, beyond - armor), beyond)
