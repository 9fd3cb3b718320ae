"""Grappling: break free, overpower, and the maneuvers that follow (WD-209 to WD-211)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.pool import Pool, Term
from rules.text import Text
from rules.wod2004.attack.pool import attack_traits
from rules.wod2004.pools import build_pool

MANEUVERS: Final[Mapping[str, Text]] = {
    "drop_prone": Text("Drop prone"),
    "damage": Text("Damage the opponent"),
    "immobilise": Text("Immobilize the opponent"),
    "draw_weapon": Text("Draw a weapon"),
    "turn_weapon": Text("Turn the opponent’s weapon"),
    "disarm": Text("Disarm the opponent"),
    "cover": Text("Use the opponent as cover"),
}
"""Maneuvers of a combatant who has overpowered the opponent (WD-210)."""


def struggle_pool(
    title: Text, strength: int, brawl: int, bonuses: Iterable[Term], penalties: Iterable[Term], opponent_strength: int
) -> Pool:
    """Return the pool to break free or overpower: Strength + Brawl less the opponent's Strength (WD-209, WD-210).

    `opponent_strength` is 0 against an immobilising hold (WD-211).
    """
    traits, unskilled = attack_traits("brawl", strength, brawl)
    opposed = Term(Text("Opponent’s Strength"), -opponent_strength, "resistance", "WD-209")
    return build_pool(title, traits, bonuses, [*unskilled, *penalties, opposed])


def breaks_immobilisation(successes: int, held: int) -> bool:
    """Return whether the successes beat those of the immobilising hold (WD-211)."""
    return successes > held
