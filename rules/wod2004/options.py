"""The settings of a series: every Storyteller switch of the rules that holds for more than one action."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """Campaign settings; each default is the rules' own.

    `attempt_penalty`: a new attempt at an extended action has one die less per attempt before it (WD-083).
    `attempt_step`: dice lost per earlier attempt under pressure (WD-142).
    `automatic_defense`: extras defend themselves without being asked.
    `dramatic_surprise_turns`: turns lost when the roll against surprise fails dramatically (WD-165).
    `dramatic_contest`: a dramatic failure fails utterly, or gives the opponent an exceptional success (WD-108, WD-109).
    `extra_health`: the Health of nameless extras (WD-225).
    `return_willpower`: the point comes back when the pool is a chance roll all the same (WD-051).
    `simultaneous`: what happens when both sides of an extended contest finish together (WD-123 to WD-125).
    `willpower_rest`: points regained by a night of rest (WD-058).
    """

    attempt_penalty: bool = True
    attempt_step: int = 1
    automatic_defense: bool = True
    dramatic_surprise_turns: Literal[1, 2] = 2
    dramatic_contest: Literal["fails_utterly", "opponent_exceptional"] = "fails_utterly"
    extra_health: int = 4
    return_willpower: bool = False
    simultaneous: Literal["draw", "continue", "void"] = "draw"
    willpower_rest: int = 1


DEFAULTS = Options()
