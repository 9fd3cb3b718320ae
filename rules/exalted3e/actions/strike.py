"""One attack by its numbers alone, without a fight: withering or decisive (3E-062 to 3E-086)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.battle.declare import ask
from rules.exalted3e.attack.chances import list_hits, spread_damage, spread_decisive
from rules.exalted3e.attack.threat import roll_odds
from rules.exalted3e.attack.withering import damage_dice
from rules.exalted3e.pools import build_pool
from rules.outlook import Prospect, describe_chance, describe_strike
from rules.pool import BARE, Term
from rules.spread import NOTHING, mix
from rules.system import StrikeRules
from rules.text import Text

MAX_NUMBER: Final = 50
"""The highest of these numbers."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    pool: int = ask("Attack dice", 0, MAX_NUMBER)
    defense: int = ask("Defense", 0, MAX_NUMBER, default=4)
    damage: int = ask("Raw damage", 0, MAX_NUMBER, default=10, help="Threshold not included. Decisive: the Initiative.")
    soak: int = ask("Soak", 0, MAX_NUMBER, default=5, help="Decisive: Hardness.")
    overwhelming: int = ask("Overwhelming", 0, MAX_NUMBER, default=1)
    enough: int = ask("Initiative of the target", 1, MAX_NUMBER, default=7, help="Decisive: health levels left.")
    decisive: bool = ask("Decisive", default=False)


def _count(said: _Numbers) -> Sequence[Prospect]:
    found = roll_odds(build_pool(BARE, (Term(Text("pool"), said.pool, "pool", "3E-010"),), ()), said.defense)
    hits, missed = list_hits(found, said.defense), (1 - float(found.success), NOTHING)
    if said.decisive:
        levels = mix((*((chance, spread_decisive(said.damage, said.soak)) for chance in hits.values()), missed))
        hit = describe_chance(Text("to hit"), float(found.success), "3E-079")
        return describe_strike(
            hit, levels, Text("Levels of damage"), "3E-086", said.enough, Text("to defeat the target")
        )
    dice = {threshold: damage_dice(said.damage + threshold, said.soak, said.overwhelming) for threshold in hits}
    struck = ((chance, spread_damage(dice[threshold], doubles=True)) for threshold, chance in hits.items())
    lost, hit = mix((*struck, missed)), describe_chance(Text("to hit"), float(found.success), "3E-064")
    label = Text("Initiative the target loses")
    return describe_strike(hit, lost, label, "3E-071", said.enough, Text("to Crash the target"))


STRIKE: Final = StrikeRules(_Numbers, _count)
