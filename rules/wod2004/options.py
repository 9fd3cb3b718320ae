"""The settings of a series: every Storyteller switch of the rules that holds for more than one action."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import option

DRAMATIC_CONTEST = {
    "fails_utterly": "fails utterly",
    "opponent_exceptional": "gives the other side an exceptional success",
}
SIMULTANEOUS = {"draw": "nobody wins", "continue": "the rolls go on", "void": "the goal is gone"}


@dataclass(frozen=True, slots=True)
class Options:
    """Campaign settings; each default is the rules' own."""

    attempt_penalty: bool = option(
        True, "A new attempt at an extended action has one die less per attempt before it (WD-083)."
    )
    attempt_step: int = option(1, "Dice lost per earlier attempt under pressure (WD-142).", 0, 10)
    automatic_defense: bool = option(True, "Extras defend themselves without being asked.")
    dramatic_surprise_turns: Literal[1, 2] = option(
        2, "Turns lost when the roll against surprise fails dramatically (WD-165).", words={1: "1", 2: "2"}
    )
    dramatic_contest: Literal["fails_utterly", "opponent_exceptional"] = option(
        "fails_utterly", "A dramatic failure in a contest (WD-108, WD-109).", words=DRAMATIC_CONTEST
    )
    extra_health: int = option(4, "The Health of nameless extras (WD-225).", 1, 10)
    return_willpower: bool = option(False, "The point comes back when the pool is a chance roll all the same (WD-051).")
    simultaneous: Literal["draw", "continue", "void"] = option(
        "draw", "If both sides of an extended contest finish together (WD-123, 124, 125).", words=SIMULTANEOUS
    )
    willpower_rest: int = option(1, "Points regained by a night of rest (WD-058).", 0, 10)


DEFAULTS = Options()
