"""The wheel's measures, and how a place on it becomes a point: (0, 0) is its centre, lengths are px on a wide page.

There is one drawing. A narrow page shows it smaller, without its margins, and the stylesheet makes tokens and letters
larger by `NARROW` in return.
"""

import math
from functools import lru_cache

STEP = 36.0
"""Degrees of one tick: ten sectors."""
PAST, FUTURE = -2, 7
"""The sectors drawn, counted from now."""
SEAM = -2.5
"""Where the past ends and the future begins, at nine o'clock."""

WIDTH, HEIGHT, TOP = 712, 558, -260
"""The view box; its left edge is as far from the centre as its right one."""
RADIUS, BAND = 252, 28
"""Of the ring of ticks: its outer edge, and how wide it is."""
TOKEN_AT, TOKEN, GAP = 192, 21, 24
"""Tokens: how far out they stand, how large, and how far apart two of one tick."""
LEAST_TOKEN = 15
"""Where a tick's tokens would have to be smaller, they stand in two rows."""
ROWS, ROW_TOKEN, ROW_GAP = (206, 173), 13.5, 6
"""The two rows: how far out, how large their tokens are, and how far apart two of a row. Where there is no room for
that either, a stack with their number stands for them."""
NARROW = 1.2
"""By how much a token is larger on a narrow page."""
ARCS_FROM, HUB, LANE, PAD = 147, 56, 6, 9
"""Arcs: from here inwards to the hub, in lanes, between pads."""
GHOST, GHOST_AT = 15, 276
LABEL = 15
"""How far below its token a name stands."""


def angle(k: float) -> float:
    """The angle in degrees of a tick `k` after now."""
    return -90 + STEP * k


def point(radius: float, angle: float) -> tuple[float, float]:
    """The point at `radius` and `angle` (degrees) from the centre."""
    turn = math.radians(angle)
    return radius * math.cos(turn), radius * math.sin(turn)


def at(radius: float, angle: float) -> str:
    """The same point as path data."""
    x, y = point(radius, angle)
    return f"{x:.1f} {y:.1f}"


def arc(radius: float, start: float, end: float) -> str:
    """Path data of an arc, clockwise."""
    far = int(end - start > 180)
    return f"M{at(radius, start)}A{radius:.1f} {radius:.1f} 0 {far} 1 {at(radius, end)}"


@lru_cache(maxsize=1024)
def spot(radius: float, angle: float) -> tuple[str, str]:
    """Where a token stands, ready to be written; there are not so many places."""
    x, y = point(radius, angle)
    return f"{x:.1f}", f"{y:.1f}"
