"""What the Third Edition understands of powers: Charms and the like in their owner's words (3E-345)."""

from collections.abc import Mapping
from typing import Final

from rules.powers import Kind, PowerRules, Timing, Track, Use

STRIKES: Final = frozenset({"attack", "flurry"})
DEFENDS: Final = frozenset({"defense"})
ROLLS: Final = STRIKES | {"roll"}

_OWN_ACTION: Final = "Defending needs no action, and so no power that takes or aids one (3E-128)."
_SIMPLE: Final[Mapping[str, str]] = {
    "defense": _OWN_ACTION,
    "flurry": "A Simple Charm is no part of a flurry (3E-162).",
}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", "On an attack", STRIKES),
        Use("defense", "On a defense", DEFENDS),
        Use("roll", "On a roll outside combat", frozenset({"roll"})),
        Use("any", "On any roll or defense", ROLLS | DEFENDS),
    ),
    timings=(
        Timing("reflexive", "Reflexive"),
        Timing("supplemental", "Supplemental", {"defense": _OWN_ACTION}),
        Timing("simple", "Simple", _SIMPLE),
    ),
    tracks=(
        Track("motes", "Motes", "mote", "motes", 100),
        Track("willpower", "Willpower", "Willpower", "Willpower", 10),
        Track("initiative", "Initiative", "Initiative", "Initiative", 20),
    ),
    kinds=(
        Kind("dice", "Dice", ROLLS, "3E-345", "{n} dice"),
        Kind("successes", "Successes", ROLLS, "3E-345", "{n} successes"),
        Kind("damage", "Damage dice (attack)", STRIKES, "3E-066", "{n} damage"),
        Kind("unblockable", "Unblockable (attack)", STRIKES, "3E-132", "unblockable", high=1),
        Kind("undodgeable", "Undodgeable (attack)", STRIKES, "3E-132", "undodgeable", high=1),
        Kind("defense", "Defense (defense)", DEFENDS, "3E-134", "{n} Defense"),
        Kind("soak", "Soak (defense)", DEFENDS, "3E-147", "{n} soak"),
        Kind("hardness", "Hardness (defense)", DEFENDS, "3E-151", "{n} Hardness"),
    ),
)
