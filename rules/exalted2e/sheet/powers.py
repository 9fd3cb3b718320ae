"""What the Second Edition understands of powers: Charms and the like in their owner's words (2E-102, 2E-330)."""

from collections.abc import Mapping
from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS

STRIKES: Final = frozenset({"attack", "flurry"})
ROLLS: Final = STRIKES | {"roll"}
ACTS: Final = frozenset({"action"})

_OWN_ACTION: Final = "A Simple Charm is an action of its own (2E-291)."
_SUPPLEMENTAL: Final[Mapping[str, str]] = {
    "defense": "A Supplemental Charm aids an action; a defense is none and takes a Reflexive one (2E-240).",
    "action": "A Supplemental Charm aids another action.",
    "scene": "A Supplemental Charm is over with the action that it aids.",
}
_REFLEXIVE: Final[Mapping[str, str]] = {"action": "A Reflexive Charm takes no action (2E-240)."}
_SIMPLE: Final[Mapping[str, str]] = {
    "defense": _OWN_ACTION,
    "flurry": "A Simple Charm is no part of a flurry (2E-311).",
}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", "On an attack", STRIKES),
        Use("defense", "On a defense", DEFENDS),
        Use("roll", "On a roll that is no attack", frozenset({"roll"})),
        Use("any", "On any roll or defense", ROLLS | DEFENDS),
        Use("action", "As an action of its own", ACTS),
        Use("scene", "Switched on for the scene", LASTS, "scene"),
        Use("turn", "Switched on until the next action", LASTS, "turn"),
        Use("ticks", "Switched on for so many ticks", LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", "Reflexive", _REFLEXIVE),
        Timing("supplemental", "Supplemental", _SUPPLEMENTAL),
        Timing("simple", "Simple", _SIMPLE),
    ),
    tracks=(
        Track("motes", "Motes", "mote", "motes", 100),
        Track("willpower", "Willpower", "Willpower", "Willpower", 10),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", "Dice", ROLLS | DEFENDS | LASTS, "2E-102", "{n} dice"),
        Kind("successes", "Successes", ROLLS, "2E-109", "{n} successes"),
        Kind("dv", "DV (defense)", DEFENDS | LASTS, "2E-357", "{n} DV"),
        Kind("reroll", "May reroll (attack)", STRIKES, "2E-364", "may reroll", high=1),
        Kind("damage", "Raw damage (attack)", STRIKES | LASTS, "2E-369", "{n} raw damage"),
        Kind("post_damage", "Damage after soak (attack)", STRIKES, "2E-379", "{n} damage after soak"),
        Kind("unblockable", "Unblockable (attack)", STRIKES, "2E-340", "unblockable", high=1),
        Kind("undodgeable", "Undodgeable (attack)", STRIKES, "2E-340", "undodgeable", high=1),
        Kind("soak", "Soak (defense)", DEFENDS | LASTS, "2E-374", "{n} soak"),
        Kind("hardness", "Hardness (defense)", DEFENDS | LASTS, "2E-372", "Hardness {n}"),
        Kind("enables", "Lifts a mundane bar (defense)", DEFENDS, "2E-341", "lifts a mundane bar", high=1),
        Kind("counter", "May strike back (defense)", DEFENDS, "2E-383", "may strike back", high=1),
        Kind("speed", "Speed (attack, action)", STRIKES | ACTS, "2E-269", "Speed {n}", -5, 5),
        Kind("penalty", "DV penalty (attack, action)", STRIKES | ACTS, "2E-275", "DV penalty {n}", -3, 5),
    ),
    unit=("tick", "ticks"),
)
