"""Blood: the pool of a generation, and the limit of a turn."""

from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da.traits import look_up


def blood_maximum(generation: int) -> int:
    """Return the most blood points that a vampire of this generation holds (V20-171)."""
    return int(look_up("blood_pool", generation)[0])


def blood_per_turn(generation: int) -> int:
    """Return the most blood points that it may spend in a turn (V20-171)."""
    return int(look_up("blood_pool", generation)[1])


def spend_blood(generation: int, blood: int, points: int, spent: int = 0) -> int:
    """Return the blood left after spending `points`. `spent`: what this turn has taken before.

    Raises `IllegalMove` (code blood) above the limit of the turn (V20-202) or of the pool (V20-207).
    """
    limit = blood_per_turn(generation)
    if points + spent > limit:
        raise IllegalMove("blood", Text("At most {n} blood points per turn.", n=limit), rule="V20-202")
    if points > blood:
        raise IllegalMove("blood", Text("Only {n} blood points left.", n=blood), rule="V20-207")
    return blood - points


def wake(blood: int) -> int:
    """Return the blood left after waking, which costs one point a night (V20-206). Raises `IllegalMove` without one."""
    if blood < 1:
        raise IllegalMove("blood", Text("Without a blood point, a vampire does not wake."), rule="V20-206")
    return blood - 1
