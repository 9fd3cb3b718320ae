"""One attack by its numbers alone, without a fight (2E-360 to 2E-381)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.battle.declare import ask
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import hit_odds, spread_levels
from rules.exalted2e.defense import compute_final_damage
from rules.outlook import Prospect, describe_chance, describe_strike
from rules.system import StrikeRules
from rules.text import Text

MAX_NUMBER: Final = 50
"""The highest of these numbers."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    pool: int = ask("Attack dice", 0, MAX_NUMBER)
    defense: int = ask("DV", 0, MAX_NUMBER, default=4)
    damage: int = ask("Raw damage", 0, MAX_NUMBER, default=5, help="Before the successes of the attack.")
    soak: int = ask("Soak", 0, MAX_NUMBER, default=3)
    hardness: int = ask("Hardness", 0, MAX_NUMBER, default=0)
    minimum: int = ask("Minimum damage", 0, MAX_NUMBER, default=1, help="Essence, or more for an overwhelming weapon.")
    enough: int = ask("Health levels left", 1, MAX_NUMBER, default=7)
    extra: bool = ask("The target is an extra", default=False)


def _count(said: _Numbers) -> Sequence[Prospect]:
    found, hardness = hit_odds(face_rule(), said.pool, said.defense), (said.hardness,) if said.hardness else ()

    def count(net: int) -> int:
        return compute_final_damage(said.damage + net, said.soak, said.minimum, 0, hardness)

    levels = spread_levels(found, said.defense, count, is_extra=said.extra)
    hit = describe_chance(Text("to hit"), float(found.success), "2E-365")
    return describe_strike(hit, levels, Text("Levels of damage"), "2E-380", said.enough, Text("to fill the track"))


STRIKE: Final = StrikeRules(_Numbers, _count)
