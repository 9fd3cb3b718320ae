"""The two sizes of the wheel, and how a place on it becomes a point."""

import math
from dataclasses import dataclass

STEP = 36.0
"""Degrees of one tick: ten sectors."""
PAST, FUTURE = -2, 7
"""The sectors drawn, counted from now."""
SEAM = -2.5
"""Where the past ends and the future begins, at nine o'clock."""


def angle(k: float) -> float:
    """The angle in degrees of a tick `k` after now."""
    return -90 + STEP * k


@dataclass(frozen=True, slots=True)
class Size:
    """One of the two drawings: lengths in px of its own view box."""

    key: str
    width: int
    height: int
    cx: float
    cy: float
    radius: float
    band: float
    token: float
    token_at: float
    arcs_from: float
    hub: float
    lane: float
    pad: float
    gap: float
    ghost: float
    label: float
    names: tuple[int, int, int]
    """How many letters a name may have: alone on its tick, of two, and beside crowded ticks."""
    stack_from: int
    """From so many tokens on one tick on, a stack with their number stands for them."""
    every: int
    """Every how many rings carry a figure."""
    has_words: bool
    """Whether there is room for what ghosts mean and for who acted before."""

    def point(self, radius: float, angle: float) -> tuple[float, float]:
        """The point at `radius` and `angle` (degrees) from the centre."""
        turn = math.radians(angle)
        return self.cx + radius * math.cos(turn), self.cy + radius * math.sin(turn)

    def at(self, radius: float, angle: float) -> str:
        """The same point as path data."""
        x, y = self.point(radius, angle)
        return f"{x:.1f} {y:.1f}"

    def arc(self, radius: float, start: float, end: float) -> str:
        """Path data of an arc, clockwise."""
        far = int(end - start > 180)
        return f"M{self.at(radius, start)}A{radius:.1f} {radius:.1f} 0 {far} 1 {self.at(radius, end)}"


FULL = Size("full", 712, 552, 356, 260, 252, 28, 21, 192, 147, 56, 6, 9, 20, 13, 15, (15, 9, 9), 5, 1, True)
SMALL = Size("small", 358, 344, 179, 162, 152, 22, 16, 109, 87, 36, 4.5, 4, 11, 10, 13, (10, 6, 0), 4, 2, False)
