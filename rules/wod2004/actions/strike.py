"""One attack by its numbers alone, without a fight: one roll gives hit and damage (WD-182 to WD-184)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.battle.declare import ask
from rules.outlook import Prospect, describe_chance, describe_strike
from rules.system import StrikeRules
from rules.text import Text
from rules.wod2004.actions.instant import NO_AGAIN, Quality, roll_odds
from rules.wod2004.attack.pool import spread_points

MAX_NUMBER: Final = 50
"""The highest of these numbers."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    pool: int = ask("Attack dice", 0, MAX_NUMBER)
    damage: int = ask("Dice of the weapon", 0, MAX_NUMBER, default=2)
    defense: int = ask("Defense", 0, MAX_NUMBER, default=2)
    armor: int = ask("Armor", 0, MAX_NUMBER, default=0)
    again: int = ask("Reroll from", 8, NO_AGAIN, default=10, help="11: no rerolls.")
    enough: int = ask("Health boxes left", 1, MAX_NUMBER, default=7)


def _count(said: _Numbers) -> Sequence[Prospect]:
    found = roll_odds(said.pool + said.damage - said.defense - said.armor, Quality(said.again))
    hit = describe_chance(Text("to hit"), float(found.success), "WD-182")
    label, full = Text("Points of damage"), Text("to fill the track")
    return describe_strike(hit, spread_points(found), label, "WD-184", said.enough, full)


STRIKE: Final = StrikeRules(_Numbers, _count)
