"""What a table may settle for itself; the defaults are the rulings of the specification."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import option

BotchMode = Literal["rolled", "net"]
ContestMode = Literal["race", "margin"]


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of the Dark Ages."""

    botch_mode: Literal["rolled", "net"] = option(
        "rolled", "A botch needs that no die reached the difficulty (rolled), or only the net result (V20-033, 035)."
    )
    botch_ends: bool = option(False, "A botch ends an extended action instead of starting it over (V20-103, 104).")
    contest_mode: Literal["race", "margin"] = option(
        "race",
        "In a resisted and extended action each side adds its own net, or the winner the margin (V20-117, 119).",
    )
    hunt_blood: int = option(0, "Blood points that a night of hunting brings; 0: as many as the pool holds.", 0, 50)
    feeds_as_usual: bool = option(True, "Who lives as usual feeds enough to make good what waking costs.")
    extra_attacks: bool = option(
        True, "An extra action that a power grants may be an attack, beside the one of the turn (V20-055)."
    )
    disciplines: Literal[3, 4] = option(3, "Dots of Disciplines at creation; 4 in an older book (V20-012).")


DEFAULTS = Options()
