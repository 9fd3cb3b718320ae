"""What a table may settle for itself; the defaults are the rulings of the specification."""

from dataclasses import dataclass
from typing import Literal

BotchMode = Literal["rolled", "net"]
ContestMode = Literal["race", "margin"]


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of the Dark Ages.

    `botch_mode`: rolled (no die reached the difficulty) or net (V20-033, 035). `botch_ends`: a botch ends an extended
    action instead of starting it over (V20-103, 104). `contest_mode`: in a resisted and extended action each side adds
    its own net (race) or the round's winner the margin (V20-117, 119). `disciplines`: dots of Disciplines at creation,
    4 in an older book (V20-012).
    """

    botch_mode: BotchMode = "rolled"
    botch_ends: bool = False
    contest_mode: ContestMode = "race"
    disciplines: Literal[3, 4] = 3


DEFAULTS = Options()
