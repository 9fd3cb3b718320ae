"""What V20 understands of powers: Disciplines and the like in their owner's words."""

from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS

STRIKES: Final = frozenset({"attack"})
ROLLS: Final = STRIKES | {"roll"}

POWERS: Final = PowerRules(
    uses=(
        Use("attack", "On an attack", STRIKES),
        Use("defense", "When attacked", DEFENDS),
        Use("roll", "On a roll that is no attack", frozenset({"roll"})),
        Use("any", "On any roll", ROLLS | DEFENDS),
        Use("scene", "Switched on for the scene", LASTS, "scene"),
        Use("turn", "Switched on for this turn", LASTS, "turn"),
        Use("turns", "Switched on for so many turns", LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", "Reflexive"),
        Timing(
            "action",
            "With the action",
            {
                "defense": "What takes the action cannot answer an attack.",
                "scene": "What takes the action is over with it.",
            },
        ),
    ),
    tracks=(
        Track("blood", "Blood points", "blood point", "blood points", 20),
        Track("willpower", "Willpower", "Willpower", "Willpower", 1),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", "Dice", ROLLS | DEFENDS | LASTS, "V20-022", "{n} dice"),
        Kind("successes", "Successes", ROLLS | DEFENDS, "V20-085", "{n} successes"),
        Kind("difficulty", "Lower difficulty", ROLLS | DEFENDS | LASTS, "V20-038", "−{a} difficulty", high=5),
        Kind("damage", "Damage dice (attack)", STRIKES | LASTS, "V20-154", "{n} damage dice"),
        Kind("soak", "Soak dice (when attacked)", DEFENDS | LASTS, "V20-156", "{n} soak dice"),
        Kind("extra_actions", "Extra actions (switched on)", LASTS, "V20-050", "{n} extra actions", high=5),
    ),
)
