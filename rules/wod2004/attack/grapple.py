"""Inside a grapple: break free, overpower, and what the stronger may do (WD-209 to WD-211)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.pool import Pool, Term
from rules.text import Text
from rules.wod2004.attack.pool import attack_traits
from rules.wod2004.pools import build_pool

MANEUVERS: Final[Mapping[str, Text]] = {
    "drop_prone": Text("Drop prone"),
    "damage": Text("Damage the opponent"),
    "immobilise": Text("Immobilise the opponent"),
    "draw_weapon": Text("Draw a weapon"),
    "turn_weapon": Text("Turn the opponent's weapon"),
    "disarm": Text("Disarm the opponent"),
    "cover": Text("Use the opponent as cover"),
}
"""What may follow when someone overpowers the other (WD-210)."""


def struggle_pool(
    title: Text,
    strength: int,
    brawl: int,
    bonuses: Iterable[Term],
    penalties: Iterable[Term],
    opponent_strength: int,
) -> Pool:
    """To break free or overpower: Strength + Brawl less the opponent's Strength (WD-209, WD-210).

    Against the successes of an immobilising hold nothing is taken off: say 0 (WD-211).
    """
    traits, unskilled = attack_traits("brawl", strength, brawl)
    opposed = Term(Text("Opponent's Strength"), -opponent_strength, "resistance", "WD-209")
    return build_pool(title, traits, bonuses, [*unskilled, *penalties, opposed])


def breaks_immobilisation(successes: int, held: int) -> bool:
    """Whether the roll beats the successes of the immobilising one (WD-211)."""
    return successes > held
