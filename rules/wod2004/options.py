"""The settings of a series: every Storyteller switch of the rules that holds for more than one action."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import NumbersOptions, option
from rules.text import Text

DRAMATIC_CONTEST = {
    "fails_utterly": Text("fails utterly"),
    "opponent_exceptional": Text("gives the other side an exceptional success"),
}
SIMULTANEOUS = {"draw": Text("nobody wins"), "continue": Text("the rolls go on"), "void": Text("the goal is gone")}


@dataclass(frozen=True, slots=True)
class Options(NumbersOptions):
    """Campaign settings; each default is the rules' own."""

    attempt_penalty: bool = option(
        True, "A new attempt at an extended action has one die less per attempt before it.", rule="WD-083"
    )
    attempt_step: int = option(1, "Dice lost per earlier attempt under pressure.", 0, 10, rule="WD-142")
    automatic_defense: bool = option(True, "Extras defend themselves without being asked.")
    dramatic_surprise_turns: Literal[1, 2] = option(
        2,
        "Turns lost when the roll against surprise fails dramatically.",
        words={1: Text("1"), 2: Text("2")},
        rule="WD-165",
    )
    dramatic_contest: Literal["fails_utterly", "opponent_exceptional"] = option(
        "fails_utterly", "A dramatic failure in a contest.", words=DRAMATIC_CONTEST, rule="WD-108, WD-109"
    )
    extra_health: int = option(4, "The Health of nameless extras.", 1, 10, rule="WD-225")
    return_willpower: bool = option(
        False, "The point comes back when the pool is a chance roll all the same.", rule="WD-051"
    )
    simultaneous: Literal["draw", "continue", "void"] = option(
        "draw", "If both sides of an extended contest finish together.", words=SIMULTANEOUS, rule="WD-123, 124, 125"
    )
    willpower_rest: int = option(1, "Points regained by a night of rest.", 0, 10, rule="WD-058")


DEFAULTS = Options()
