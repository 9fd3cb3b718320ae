"""Crafting, as far as the rules file gives figures: what a project costs and what it brings (3E-358 to 3E-363)."""

from dataclasses import dataclass

SUPERIOR_GOALS = {2: 30, 3: 50, 4: 75, 5: 100}
"""Goal of a superior project by the artifact's rating (3E-361)."""
SUPERIOR_DIFFICULTY = 5
SUPERIOR_TERMINUS = 6
LEGENDARY_GOAL = 200
MAJOR_SLOTS = 3
EXCELLENT_MARGIN = 3
"""Successes above the difficulty that better a reward (3E-359, 3E-360)."""


@dataclass(frozen=True, slots=True)
class CraftPoints:
    """Craft experience by color: silver, gold, white; spent only on crafting (3E-358)."""

    silver: int = 0
    gold: int = 0
    white: int = 0


@dataclass(frozen=True, slots=True)
class Project:
    """What a superior or legendary project asks: goal, difficulty, most rolls (None without a terminus), and the
    major slots it takes up of `MAJOR_SLOTS` (3E-361 to 3E-363)."""

    goal: int
    difficulty: int | None
    terminus: int | None
    slots: int


def plan_superior(rating: int) -> Project:
    """An artifact of this rating; its major slots are fused while the work lasts (3E-361, 3E-363)."""
    return Project(SUPERIOR_GOALS[rating], SUPERIOR_DIFFICULTY, SUPERIOR_TERMINUS, min(rating, MAJOR_SLOTS))


def plan_legendary() -> Project:
    """A legendary work; its slot is bought with white points (3E-362, 3E-363)."""
    return Project(LEGENDARY_GOAL, None, None, 0)


def cost_to_roll(tier: str) -> CraftPoints:
    """What one roll of a project costs (3E-359 to 3E-362). `tier`: basic, major, superior or legendary."""
    return {
        "basic": CraftPoints(),
        "major": CraftPoints(silver=10),
        "superior": CraftPoints(gold=10),
        "legendary": CraftPoints(white=10),
    }[tier]


def reward_for_small(tier: str, objectives: int, successes: int, difficulty: int) -> CraftPoints:
    """What a finished basic or major project brings per objective met (3E-359, 3E-360)."""
    fine = successes >= difficulty + EXCELLENT_MARGIN
    if tier == "basic":
        return CraftPoints(silver=objectives * (3 if fine else 2))
    return CraftPoints(silver=objectives, gold=objectives * (3 if fine else 2))


def reward_for_superior(rating: int, has_objective: bool, unused_rolls: int) -> CraftPoints:
    """What a finished artifact brings (3E-361)."""
    return CraftPoints(white=2 * rating + 1 if has_objective else 0, gold=2 * rating * unused_rolls)


def reward_for_legendary() -> CraftPoints:
    """What a finished legendary project brings; the free excellency roll comes besides (3E-362)."""
    return CraftPoints(white=10)


def start_superior(rating: int) -> tuple[int, CraftPoints]:
    """The major slots that an artifact fuses, and what opening it costs (3E-363)."""
    return rating, CraftPoints(gold=rating)
