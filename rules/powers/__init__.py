"""Powers in their owner's words: a name, a cost, and effects out of the set that the rules can count.

No publisher's text is needed, and none is shipped: a sheet lists `Power`s, each system declares in its `PowerRules`
which costs and effects it understands, and whoever acts switches powers on in a roll, an attack or a defense.
"""

from rules.powers.model import Effect, Kind, Power, PowerRules, Timing, Track, Use
from rules.powers.sheet import check_powers
from rules.powers.table import (
    NO_POWERS,
    Cap,
    Share,
    Switched,
    check_purse,
    make_field,
    make_terms,
    sum_shares,
    switch_on,
    why_not,
)
from rules.powers.words import describe, describe_cost, describe_effects

__all__ = [
    "NO_POWERS",
    "Cap",
    "Effect",
    "Kind",
    "Power",
    "PowerRules",
    "Share",
    "Switched",
    "Timing",
    "Track",
    "Use",
    "check_powers",
    "check_purse",
    "describe",
    "describe_cost",
    "describe_effects",
    "make_field",
    "make_terms",
    "sum_shares",
    "switch_on",
    "why_not",
]
