"""The wheel's measures, and how a place on it becomes a point: (0, 0) is its centre, lengths are px on a wide page.

There is one drawing. A narrow page shows it smaller and without margins, and the stylesheet makes tokens and letters
larger by `NARROW` in return.
"""

import math
from functools import lru_cache

STEP = 36.0
"""Degrees of one tick: ten sectors."""
PAST, FUTURE = -2, 7
"""The sectors drawn, counted from now."""
SEAM = -2.5
"""Where the past ends and the future begins: at nine o'clock."""

WIDTH, HEIGHT, TOP = 712, 558, -260
"""The view box. Its left edge is as far from the centre as its right one."""
RADIUS, BAND = 252, 28
"""The outer edge of the ring of ticks, and its width."""
TOKEN_AT, TOKEN, GAP = 192, 21, 24
"""How far out tokens stand, their size, and the distance of two on one tick."""
LEAST_TOKEN = 15
"""Where a tick's tokens would be smaller than this, they stand in two rows."""
ROWS, ROW_TOKEN, ROW_GAP = (206, 173), 13.5, 6
"""The two rows: how far out, the size of their tokens, and the distance of two in a row.

Where there is no room for that either, a stack with their number stands for them.
"""
NARROW = 1.2
"""How much larger a token is on a narrow page."""
ARCS_FROM, HUB, LANE, PAD = 147, 56, 6, 9
"""Arcs run from here inwards to the hub, in lanes, between pads."""
GHOST, GHOST_AT = 15, 276
LABEL = 15
"""How far below its token a name stands."""


def angle(k: float) -> float:
    """Return the angle in degrees of a tick `k` after now."""
    return -90 + STEP * k


def point(radius: float, angle: float) -> tuple[float, float]:
    """Return the point at `radius` and `angle` (degrees) from the centre."""
    turn = math.radians(angle)
    return radius * math.cos(turn), radius * math.sin(turn)


def at(radius: float, angle: float) -> str:
    """Return the point as path data."""
    x, y = point(radius, angle)
    return f"{x:.1f} {y:.1f}"


def arc(radius: float, start: float, end: float) -> str:
    """Return path data of an arc, clockwise."""
    far = int(end - start > 180)
    return f"M{at(radius, start)}A{radius:.1f} {radius:.1f} 0 {far} 1 {at(radius, end)}"


@lru_cache(maxsize=1024)
def spot(radius: float, angle: float) -> tuple[str, str]:
    """Return where a token stands, ready to be written; there are few such places."""
    x, y = point(radius, angle)
    return f"{x:.1f}", f"{y:.1f}"
