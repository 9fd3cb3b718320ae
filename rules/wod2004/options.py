"""The settings of a series: every Storyteller switch of the rules that holds for more than one action."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import NumbersOptions, option
from rules.text import Text

DRAMATIC_CONTEST = {
    "fails_utterly": Text("fails utterly"),
    "opponent_exceptional": Text("gives the other side an exceptional success"),
}
SIMULTANEOUS = {"draw": Text("no winner"), "continue": Text("rolling continues"), "void": Text("the goal is gone")}


@dataclass(frozen=True, slots=True)
class Options(NumbersOptions):
    """Campaign settings; each default is the rules' own."""

    attempt_penalty: bool = option(
        True, "Each new attempt at an extended action loses one die per earlier attempt.", rule="WD-083"
    )
    attempt_step: int = option(1, "Dice lost per earlier attempt under pressure.", 0, 10, rule="WD-142")
    automatic_defense: bool = option(True, "Extras defend automatically.")
    dramatic_surprise_turns: Literal[1, 2] = option(
        2,
        "Turns lost on a dramatic failure against surprise.",
        words={1: Text("1"), 2: Text("2")},
        rule="WD-165",
    )
    dramatic_contest: Literal["fails_utterly", "opponent_exceptional"] = option(
        "fails_utterly", "A dramatic failure in a contest.", words=DRAMATIC_CONTEST, rule="WD-108, WD-109"
    )
    extra_health: int = option(4, "Health of nameless extras.", 1, 10, rule="WD-225")
    return_willpower: bool = option(False, "The point comes back if the pool is still a chance roll.", rule="WD-051")
    simultaneous: Literal["draw", "continue", "void"] = option(
        "draw",
        "If both sides of an extended contest finish at the same time.",
        words=SIMULTANEOUS,
        rule="WD-123, 124, 125",
    )
    willpower_rest: int = option(1, "Points regained per night of rest.", 0, 10, rule="WD-058")


DEFAULTS = Options()
