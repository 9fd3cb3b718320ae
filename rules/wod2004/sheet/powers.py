"""What the Storytelling System of 2004 understands of powers: Disciplines, Gifts and the like in one's own words."""

from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS

STRIKES: Final = frozenset({"attack"})
ROLLS: Final = STRIKES | {"roll"}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", "On an attack", STRIKES),
        Use("defense", "On a defense", DEFENDS),
        Use("roll", "On a roll that is no attack", frozenset({"roll"})),
        Use("any", "On any roll or defense", ROLLS | DEFENDS),
        Use("scene", "Switched on for the scene", LASTS, "scene"),
        Use("turn", "Switched on until the next turn", LASTS, "turn"),
        Use("turns", "Switched on for so many turns", LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", "Reflexive"),
        Timing("instant", "Instant", {"defense": "An instant power takes the action, and a defense is none (WD-061)."}),
    ),
    tracks=(
        Track("willpower", "Willpower", "Willpower", "Willpower", 1),
        Track("fuel", "Points of the pool", "point of the pool", "points of the pool", 20),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", "Dice", ROLLS | LASTS, "WD-041", "{n} dice"),
        Kind("again", "Dice roll again from (8 or 9)", ROLLS | LASTS, "WD-023", "{a}-again", 8, 9),
        Kind("rote", "Rote action", ROLLS, "WD-025", "rote", high=1),
        Kind("damage", "Damage of a hit (attack)", STRIKES | LASTS, "WD-184", "{n} damage"),
        Kind("piercing", "Armor piercing (attack)", STRIKES | LASTS, "WD-205", "armor piercing {a}"),
        Kind("defense", "Defense (defense)", DEFENDS | LASTS, "WD-182", "{n} Defense"),
        Kind("armor", "Armor (defense)", DEFENDS | LASTS, "WD-203", "{n} armor"),
    ),
)
