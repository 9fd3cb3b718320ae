"""The costs and effects of powers in the Second Edition: Charms and the like, named by players (2E-102, 2E-330)."""

from collections.abc import Mapping
from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS
from rules.text import Text

STRIKES: Final = frozenset({"attack", "flurry"})
ROLLS: Final = STRIKES | {"roll"}
ACTS: Final = frozenset({"action"})

_OWN_ACTION: Final = Text("A Simple Charm is its own action (2E-291).")
_SUPPLEMENTAL: Final[Mapping[str, Text]] = {
    "defense": Text(
        "A Supplemental Charm enhances an action. A defense is not an action and takes a Reflexive Charm (2E-240)."
    ),
    "action": Text("A Supplemental Charm enhances another action."),
    "scene": Text("A Supplemental Charm ends with the action it enhances."),
}
_REFLEXIVE: Final[Mapping[str, Text]] = {"action": Text("A Reflexive Charm takes no action (2E-240).")}
_SIMPLE: Final[Mapping[str, Text]] = {
    "defense": _OWN_ACTION,
    "flurry": Text("A Simple Charm can’t be part of a flurry (2E-311)."),
}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("On a defense"), DEFENDS),
        Use("roll", Text("On a roll that is not an attack"), frozenset({"roll"})),
        Use("any", Text("On any roll or defense"), ROLLS | DEFENDS),
        Use("action", Text("Own action"), ACTS),
        Use("scene", Text("Active for the scene"), LASTS, "scene"),
        Use("turn", Text("Active until your next action"), LASTS, "turn", Text("until the next action")),
        Use("ticks", Text("Active for a number of ticks"), LASTS, "count"),
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
        Kind("reroll", Text("Can reroll (attack)"), STRIKES, "2E-364", "can reroll", high=1),
        Kind("damage", Text("Raw damage (attack)"), STRIKES | LASTS, "2E-369", "{n} raw damage"),
        Kind("post_damage", Text("Damage after soak (attack)"), STRIKES, "2E-379", "{n} damage after soak"),
        Kind("unblockable", Text("Unblockable (attack)"), STRIKES, "2E-340", "unblockable", high=1),
        Kind("undodgeable", Text("Undodgeable (attack)"), STRIKES, "2E-340", "undodgeable", high=1),
        Kind("soak", Text("Soak (defense)"), DEFENDS | LASTS, "2E-374", "{n} soak"),
        Kind("hardness", Text("Hardness (defense)"), DEFENDS | LASTS, "2E-372", "Hardness {n}"),
        Kind(
            "enables",
            Text("Overrides mundane inapplicability (defense)"),
            DEFENDS,
            "2E-341",
            "overrides mundane inapplicability",
            high=1,
        ),
        Kind("counter", Text("Can counterattack (defense)"), DEFENDS, "2E-383", "can counterattack", high=1),
        Kind("speed", Text("Speed (attack, action)"), STRIKES | ACTS, "2E-269", "Speed {n}", -5, 5),
        Kind("penalty", Text("DV penalty (attack, action)"), STRIKES | ACTS, "2E-275", "DV penalty {n}", -3, 5),
    ),
    count_time=lambda n: Text("{n} tick", "{n} ticks", n=n),
    unit_label=Text("Duration in ticks"),
)
