"""How a game looks at the live table: its paper, one colour of its own, its sign, and its numbers.

The six colours that mean something (own, other, hidden and the three kinds of damage) are those of every game. A game's
paper must leave them readable: `tests/rules/test_face.py` measures every installed game.
"""

from dataclasses import dataclass
from typing import Literal

Pair = tuple[str, str]
"""A colour on light and on dark paper, as #rrggbb."""


@dataclass(frozen=True, slots=True)
class Face:
    """The look of a game. `page` lies under everything, `leaf` under text, `sunk` under what is set back.

    `sign` is the outline of its sign, an SVG path within 16 by 16. `numerals`: how large numbers are written.
    """

    page: Pair = ("#f1f0ea", "#121419")
    leaf: Pair = ("#fbfaf6", "#191c22")
    sunk: Pair = ("#eceae2", "#22262e")
    rule: Pair = ("#d9d6cb", "#333842")
    accent: Pair = ("#50525a", "#b5b5b1")
    sign: str = "M8 0L16 8L8 16L0 8Z"
    numerals: Literal["lining-nums", "oldstyle-nums"] = "lining-nums"

    @property
    def colors(self) -> dict[str, Pair]:
        """Its colours by name."""
        return {name: getattr(self, name) for name in ("page", "leaf", "sunk", "rule", "accent")}


PLAIN = Face()
