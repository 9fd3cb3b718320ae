"""The battle wheel: from a view that is already filtered for its seat to plain drawing data, and to one string.

N = 10 sectors. Tick t stands at k = t - now, at the angle -90° + 36°·k: now at the top, the future clockwise, two past
ticks as outlines. A DV penalty lasts until the next action, so the arc from the tick on which somebody acted to the
token runs on the ring of that penalty: the deeper the arc, the lower the DV until it ends.
"""

from play.html.wheel.drawing import Token, Wheel
from play.html.wheel.layout import RINGS, lay_next_tick, list_next_ticks, make_next_face, wheel
from play.html.wheel.names import short
from play.html.wheel.size import angle
from play.seats.wheel import describe

__all__ = [
    "RINGS", "Token", "Wheel", "angle", "describe", "lay_next_tick", "list_next_ticks", "make_next_face",
    "short", "wheel",
]  # fmt: skip
