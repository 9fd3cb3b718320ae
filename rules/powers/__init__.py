"""Powers in the player's own words: a name, a cost, and effects that the rules can count.

No publisher's text is needed, and none is shipped. A sheet lists `Power`s, each system declares in its `PowerRules`
which costs and effects it supports, and players switch powers on in a roll, an attack or a defense.

`model` has the data, `sheet` checks it, `words` describes it; `table` and `use` switch powers on, `lasting` keeps them
on, `offers` offers that. Other modules import names from this package; `rolls` and `rows` are imported by themselves.
"""

from rules.powers.lasting import (
    Active,
    PoweredCombatant,
    activate,
    find_on,
    list_lasting,
    list_over,
    list_turned,
    put_active,
    say_active,
)
from rules.powers.model import BODY_TRACKS, HEALTH, WILLPOWER_DOTS, Effect, Kind, Power, PowerRules, Timing, Track, Use
from rules.powers.offers import offer_lasting
from rules.powers.sheet import check_powers
from rules.powers.table import (
    NO_POWERS,
    NO_PRICE,
    Cap,
    PowerTotals,
    Price,
    Share,
    check_purse,
    count_body,
    make_field,
    make_terms,
    sum_shares,
    switch_on,
)
from rules.powers.use import PowerUse
from rules.powers.words import describe, describe_price

__all__ = [
    "BODY_TRACKS",
    "HEALTH",
    "NO_POWERS",
    "NO_PRICE",
    "WILLPOWER_DOTS",
    "Active",
    "Cap",
    "Effect",
    "Kind",
    "Power",
    "PowerRules",
    "PowerTotals",
    "PowerUse",
    "PoweredCombatant",
    "Price",
    "Share",
    "Timing",
    "Track",
    "Use",
    "activate",
    "check_powers",
    "check_purse",
    "count_body",
    "describe",
    "describe_price",
    "find_on",
    "list_lasting",
    "list_over",
    "list_turned",
    "make_field",
    "make_terms",
    "offer_lasting",
    "put_active",
    "say_active",
    "sum_shares",
    "switch_on",
]
