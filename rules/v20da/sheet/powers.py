"""What V20 understands of powers: Disciplines and others in their owner's words."""

from typing import Final

from rules.powers import BODY_TRACKS, Kind, PowerRules, Timing, Track, Use
from rules.powers.model import DEFENDS, LASTS, ROLLS, STRIKES
from rules.text import Text

POWERS: Final = PowerRules(
    uses=(
        Use("attack", Text("On an attack"), STRIKES),
        Use("defense", Text("When attacked"), DEFENDS),
        Use("roll", Text("On a roll that is not an attack"), frozenset({"roll"})),
        Use("any", Text("On any roll"), ROLLS | DEFENDS),
        Use("scene", Text("Active for the scene"), LASTS, "scene"),
        Use("turn", Text("Active this turn"), LASTS, "turn", Text("for this turn")),
        Use("turns", Text("Active for a number of turns"), LASTS, "count"),
    ),
    timings=(
        Timing("reflexive", Text("Reflexive")),
        Timing(
            "action",
            Text("With the action"),
            {
                "defense": Text("A power that takes the action can’t respond to an attack."),
                "scene": Text("A power that takes the action ends with it."),
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
        Kind("extra_actions", Text("Extra actions (while active)"), LASTS, "V20-050", "{n} extra actions", high=5),
    ),
)
