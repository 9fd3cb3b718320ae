"""What the Third Edition understands of powers: Charms and the like in their owner's words (3E-345)."""

from collections.abc import Mapping
from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS
from rules.text import Text

STRIKES: Final = frozenset({"attack", "flurry", "counter"})
DOES: Final = frozenset({"roll", "flurry_roll", "contest"})
"""Rolls that are no attack: on an own action, as part of a flurry, against someone else's action."""
ROLLS: Final = STRIKES | DOES

_OWN_ACTION: Final = Text("Defending is not an action, so powers that take or enhance one can’t be used (3E-128).")
_IN_A_FLURRY: Final = Text("A Simple Charm can’t be part of a flurry (3E-162).")
_NO_ACTION: Final = Text("A Simple Charm is its own action and can’t be used to respond (3E-162).")
_SUPPLEMENTAL: Final[Mapping[str, Text]] = {
    "defense": _OWN_ACTION,
    "scene": Text("A Supplemental Charm ends with the action it enhances."),
}
_SIMPLE: Final[Mapping[str, Text]] = {
    "defense": _OWN_ACTION,
    "flurry": _IN_A_FLURRY,
    "flurry_roll": _IN_A_FLURRY,
    "counter": _NO_ACTION,
    "contest": _NO_ACTION,
}

STACKS, WORKS_IN_CRASH = "stacks", "works_in_crash"
"""Marks that a power gives its own Hardness: it adds to other sources, it counts in Crash (3E-592)."""

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("On a defense"), DEFENDS),
        Use("roll", Text("On a roll that is not an attack"), DOES),
        Use("any", Text("On any roll or defense"), ROLLS | DEFENDS),
        Use("scene", Text("Active for the scene"), LASTS, "scene"),
        Use("turn", Text("Active until your next turn"), LASTS, "turn", Text("until the next turn")),
        Use("rounds", Text("Active for a number of rounds"), LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", Text("Reflexive")),
        Timing("supplemental", Text("Supplemental"), _SUPPLEMENTAL),
        Timing("simple", Text("Simple"), _SIMPLE),
    ),
    tracks=(
        Track("motes", Text("Motes"), "{n} mote", "{n} motes", 100),
        Track("willpower", Text("Willpower"), "{n} Willpower", "{n} Willpower", 10),
        Track("initiative", Text("Initiative"), "{n} Initiative", "{n} Initiative", 20),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", Text("Dice"), ROLLS | LASTS, "3E-345", "{n} dice"),
        Kind("successes", Text("Successes"), ROLLS, "3E-345", "{n} successes"),
        Kind("damage", Text("Damage dice (attack)"), STRIKES | LASTS, "3E-066", "{n} damage"),
        Kind("unblockable", Text("Unblockable (attack)"), STRIKES, "3E-132", "unblockable", high=1),
        Kind("undodgeable", Text("Undodgeable (attack)"), STRIKES, "3E-132", "undodgeable", high=1),
        Kind("defense", Text("Defense (defense)"), DEFENDS | LASTS, "3E-134", "{n} Defense"),
        Kind("soak", Text("Soak (defense)"), DEFENDS | LASTS, "3E-147", "{n} soak"),
        Kind("hardness", Text("Hardness (defense)"), DEFENDS | LASTS, "3E-151", "{n} Hardness"),
        Kind(
            STACKS,
            Text("Its Hardness stacks"),
            DEFENDS | LASTS,
            "3E-590",
            "its Hardness stacks",
            high=1,
            marks="hardness",
        ),
        Kind(
            WORKS_IN_CRASH,
            Text("Its Hardness works in Crash"),
            DEFENDS | LASTS,
            "3E-591",
            "its Hardness works in Crash",
            high=1,
            marks="hardness",
        ),
    ),
    count_time=lambda n: Text("{n} round", "{n} rounds", n=n),
    unit_label=Text("Duration in rounds"),
)
