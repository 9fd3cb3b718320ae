"""The powers of this game (Disciplines, Gifts and the like), which players describe themselves."""

from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS, ROLLS, STRIKES
from rules.text import Text

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("On a defense"), DEFENDS),
        Use("roll", Text("On a roll that is not an attack"), frozenset({"roll"})),
        Use("any", Text("On any roll or defense"), ROLLS | DEFENDS),
        Use("scene", Text("Active for the scene"), LASTS, "scene"),
        Use("turn", Text("Active until your next turn"), LASTS, "turn", Text("until the next turn")),
        Use("turns", Text("Active for a number of turns"), LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", Text("Reflexive")),
        Timing(
            "instant",
            Text("Instant"),
            {"defense": Text("An instant power uses the action; a defense is not an action (WD-061).")},
        ),
    ),
    tracks=(
        Track("willpower", Text("Willpower"), "{n} Willpower", "{n} Willpower", 1),
        Track("fuel", Text("Points of the pool"), "{n} point of the pool", "{n} points of the pool", 20),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", Text("Dice"), ROLLS | LASTS, "WD-041", "{n} dice"),
        Kind("again", Text("Dice roll again from (8 or 9)"), ROLLS | LASTS, "WD-023", "{a}-again", 8, 9),
        Kind("rote", Text("Rote action"), ROLLS, "WD-025", "rote", high=1),
        Kind("damage", Text("Damage of a hit (attack)"), STRIKES | LASTS, "WD-184", "{n} damage"),
        Kind("piercing", Text("Armor piercing (attack)"), STRIKES | LASTS, "WD-205", "armor piercing {a}"),
        Kind("defense", Text("Defense (defense)"), DEFENDS | LASTS, "WD-182", "{n} Defense"),
        Kind("armor", Text("Armor (defense)"), DEFENDS | LASTS, "WD-203", "{n} armor"),
    ),
)
