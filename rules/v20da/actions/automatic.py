"""Automatic successes, and what a point of Willpower buys."""

from dataclasses import dataclass
from typing import Literal

from rules.errors import IllegalMove
from rules.text import Text

Request = Literal["success", "ignore_wounds", "abort"]


def suggests_automatic(
    pool: int, difficulty: int, named_contest: bool = False, injury: bool = False, road: bool = False
) -> bool:
    """Return whether the pool reaches the difficulty and nothing forbids an automatic success (V20-080 to 083)."""
    return pool >= difficulty and not (named_contest or injury or road)


@dataclass(frozen=True, slots=True)
class WillpowerLeft:
    """The Willpower points that are left, and the wound penalty that then counts."""

    points: int
    penalty: int


def spend_willpower(points: int, request: Request, turn_spent: int = 0, penalty: int = 0) -> WillpowerLeft:
    """Spend a point on a success, once a turn (V20-084, 087), a turn without wound penalties (V20-091) or an abort.

    Raises `IllegalMove` (code willpower) without a point, or for a second success in a turn.
    """
    if points < 1:
        raise IllegalMove("willpower", Text("No Willpower points left."), rule="V20-084")
    if request == "success" and turn_spent:
        raise IllegalMove("willpower", Text("You can buy one success per turn with Willpower."), rule="V20-087")
    return WillpowerLeft(points - 1, 0 if request == "ignore_wounds" else penalty)
