"""One attack by its numbers alone, without a fight: attack, defense, damage and soak (V20-152 to 156)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.battle.declare import ask
from rules.odds import odds
from rules.outlook import Prospect, describe_chance, describe_strike
from rules.spread import NOTHING, Spread, at_least, compute_spread, convolve, mix
from rules.system import StrikeRules
from rules.text import Text
from rules.v20da.actions.chances import chances
from rules.v20da.actions.difficulty import HIGHEST, LOWEST
from rules.v20da.actions.rolling import LEVELS
from rules.v20da.attack import count_dice

MAX_NUMBER: Final = 30
"""The highest of these numbers."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    pool: int = ask("Attack dice", 0, MAX_NUMBER)
    difficulty: int = ask("Difficulty", LOWEST, HIGHEST, default=6)
    defense: int = ask("Defense dice", 0, MAX_NUMBER, default=0, help="Dodge, block or parry. 0: none.")
    defense_difficulty: int = ask("Difficulty of the defense", LOWEST, HIGHEST, default=6)
    damage: int = ask("Damage dice", 0, MAX_NUMBER, default=4, help="Before the successes of the attack.")
    soak: int = ask("Soak dice", 0, MAX_NUMBER, default=2)
    enough: int = ask("Health levels left", 1, MAX_NUMBER, default=7)


def _count(said: _Numbers) -> Sequence[Prospect]:
    left = list(_list_left(said))
    hit = sum(chance for _net, chance in left)
    hurts = ((chance, _hurt(count_dice(said.damage, net), said.soak)) for net, chance in left)
    levels = mix((*hurts, (1 - hit, NOTHING)))
    to_hit = describe_chance(Text("to hit"), hit, "V20-152")
    return describe_strike(to_hit, levels, Text("Levels of damage"), "V20-156", said.enough, Text("to fill the track"))


def _list_left(said: _Numbers) -> Iterator[tuple[int, float]]:
    """Yield the successes that a hit leaves after the defense, with their chances."""
    attack = compute_spread(chances(said.pool, said.difficulty))
    defense = compute_spread(chances(said.defense, said.defense_difficulty)) if said.defense else NOTHING
    left = convolve((attack, {-net: chance for net, chance in defense.items()}))
    yield from ((net, chance) for net, chance in left.items() if net > 0)


def _hurt(dice: int, soak: int) -> Spread:
    """Return the levels that are left: damage less soak, never below 0 (V20-155, V20-156)."""
    damage, soaked = (compute_spread(odds(LEVELS, many, botch="none")) for many in (dice, soak))
    after = convolve((damage, {-levels: chance for levels, chance in soaked.items()}))
    return {**{levels: chance for levels, chance in after.items() if levels > 0}, 0: 1 - at_least(after, 1)}


STRIKE: Final = StrikeRules(_Numbers, _count)
