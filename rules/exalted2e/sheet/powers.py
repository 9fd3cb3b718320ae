"""The costs and effects of powers in the Second Edition: Charms and the like, named by players (2E-102, 2E-330)."""

from collections.abc import Mapping
from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS
from rules.text import Text

STRIKES: Final = frozenset({"attack", "flurry"})
ROLLS: Final = STRIKES | {"roll"}
ACTS: Final = frozenset({"action"})

_OWN_ACTION: Final = Text("A Simple Charm is an action of its own (2E-291).")
_SUPPLEMENTAL: Final[Mapping[str, Text]] = {
    "defense": Text("A Supplemental Charm aids an action; a defense is none and takes a Reflexive one (2E-240)."),
    "action": Text("A Supplemental Charm aids another action."),
    "scene": Text("A Supplemental Charm is over with the action that it aids."),
}
_REFLEXIVE: Final[Mapping[str, Text]] = {"action": Text("A Reflexive Charm takes no action (2E-240).")}
_SIMPLE: Final[Mapping[str, Text]] = {
    "defense": _OWN_ACTION,
    "flurry": Text("A Simple Charm is no part of a flurry (2E-311)."),
}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("On a defense"), DEFENDS),
        Use("roll", Text("On a roll that is no attack"), frozenset({"roll"})),
        Use("any", Text("On any roll or defense"), ROLLS | DEFENDS),
        Use("action", Text("As an action of its own"), ACTS),
        Use("scene", Text("Switched on for the scene"), LASTS, "scene"),
        Use("turn", Text("Switched on until the next action"), LASTS, "turn", Text("until the next action")),
        Use("ticks", Text("Switched on for so many ticks"), LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", Text("Reflexive"), _REFLEXIVE),
        Timing("supplemental", Text("Supplemental"), _SUPPLEMENTAL),
        Timing("simple", Text("Simple"), _SIMPLE),
    ),
    tracks=(
        Track("motes", Text("Motes"), "{n} mote", "{n} motes", 100),
        Track("willpower", Text("Willpower"), "{n} Willpower", "{n} Willpower", 10),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", Text("Dice"), ROLLS | DEFENDS | LASTS, "2E-102", "{n} dice"),
        Kind("successes", Text("Successes"), ROLLS, "2E-109", "{n} successes"),
        Kind("dv", Text("DV (defense)"), DEFENDS | LASTS, "2E-357", "{n} DV"),
        Kind("reroll", Text("May reroll (attack)"), STRIKES, "2E-364", "may reroll", high=1),
        Kind("damage", Text("Raw damage (attack)"), STRIKES | LASTS, "2E-369", "{n} raw damage"),
        Kind("post_damage", Text("Damage after soak (attack)"), STRIKES, "2E-379", "{n} damage after soak"),
        Kind("unblockable", Text("Unblockable (attack)"), STRIKES, "2E-340", "unblockable", high=1),
        Kind("undodgeable", Text("Undodgeable (attack)"), STRIKES, "2E-340", "undodgeable", high=1),
        Kind("soak", Text("Soak (defense)"), DEFENDS | LASTS, "2E-374", "{n} soak"),
        Kind("hardness", Text("Hardness (defense)"), DEFENDS | LASTS, "2E-372", "Hardness {n}"),
        Kind("enables", Text("Lifts a mundane bar (defense)"), DEFENDS, "2E-341", "lifts a mundane bar", high=1),
        Kind("counter", Text("May strike back (defense)"), DEFENDS, "2E-383", "may strike back", high=1),
        Kind("speed", Text("Speed (attack, action)"), STRIKES | ACTS, "2E-269", "Speed {n}", -5, 5),
        Kind("penalty", Text("DV penalty (attack, action)"), STRIKES | ACTS, "2E-275", "DV penalty {n}", -3, 5),
    ),
    count_time=lambda n: Text("{n} tick", "{n} ticks", n=n),
    unit_label=Text("Ticks it lasts"),
)
