"""Experience: the price of dots, and the awards of a session (WD-230 to WD-233)."""

from collections.abc import Mapping
from typing import Final

from rules.errors import BadInput
from rules.text import Text

PER_DOT: Final[Mapping[str, int]] = {"attribute": 5, "skill": 3, "merit": 2, "morality": 3}
"""Price of a new dot for each dot of the new rating (WD-230)."""
FLAT: Final[Mapping[str, int]] = {"specialty": 3, "willpower": 8}
"""Price of each one, whatever the rating; Willpower only restores dots that were sacrificed (WD-230)."""


def dot_cost(kind: str, old: int, new: int) -> int:
    """Return the points to raise a trait, dot by dot (WD-231).

    Raises `BadInput` for what cannot be bought, such as derived traits (WD-232).
    """
    if not 0 <= old < new <= 100:
        sentence = Text("A trait is raised from fewer to more dots, not from {old} to {new}.", old=old, new=new)
        raise BadInput("bad_dots", sentence)
    if kind in PER_DOT:
        return sum(PER_DOT[kind] * dot for dot in range(old + 1, new + 1))
    if kind in FLAT:
        return FLAT[kind] * (new - old)
    known = ", ".join([*PER_DOT, *FLAT])
    sentence = Text("{text} can’t be bought with experience. Known: {known}.", text=repr(kind[:40]), known=known)
    raise BadInput("not_bought", sentence, rule="WD-232")
