"""What V20 understands of powers: Disciplines and others in their owner's words."""

from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS, ROLLS, STRIKES
from rules.text import Text

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("When attacked"), DEFENDS),
        Use("roll", Text("On a roll that is no attack"), frozenset({"roll"})),
        Use("any", Text("On any roll"), ROLLS | DEFENDS),
        Use("scene", Text("Switched on for the scene"), LASTS, "scene"),
        Use("turn", Text("Switched on for this turn"), LASTS, "turn", Text("for this turn")),
        Use("turns", Text("Switched on for so many turns"), LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", Text("Reflexive")),
        Timing(
            "action",
            Text("With the action"),
            {
                "defense": Text("What takes the action cannot answer an attack."),
                "scene": Text("What takes the action is over with it."),
            },
        ),
    ),
    tracks=(
        Track("blood", Text("Blood points"), "{n} blood point", "{n} blood points", 20),
        Track("willpower", Text("Willpower"), "{n} Willpower", "{n} Willpower", 1),
        *BODY_TRACKS,
    ),
    kinds=(
        Kind("dice", Text("Dice"), ROLLS | DEFENDS | LASTS, "V20-022", "{n} dice"),
        Kind("successes", Text("Successes"), ROLLS | DEFENDS, "V20-085", "{n} successes"),
        Kind("difficulty", Text("Lower difficulty"), ROLLS | DEFENDS | LASTS, "V20-038", "−{a} difficulty", high=5),
        Kind("damage", Text("Damage dice (attack)"), STRIKES | LASTS, "V20-154", "{n} damage dice"),
        Kind("soak", Text("Soak dice (when attacked)"), DEFENDS | LASTS, "V20-156", "{n} soak dice"),
        Kind("extra_actions", Text("Extra actions (switched on)"), LASTS, "V20-050", "{n} extra actions", high=5),
    ),
)
