"""The moves that people may ask for, named in the imperative.

Other modules import the package as `mv` and find every move in it.
"""

from rules.battle import Kinds, Move, moves
from rules.battle.moves import SwitchOff, SwitchOn
from rules.exalted3e.moves import actions, answers, rulings
from rules.exalted3e.moves.actions import *  # noqa: F403
from rules.exalted3e.moves.answers import *  # noqa: F403
from rules.exalted3e.moves.base import *  # noqa: F403
from rules.exalted3e.moves.rulings import *  # noqa: F403

MOVES: Kinds[Move] = Kinds(
    *actions.ACTION_MOVES, SwitchOn, SwitchOff, *answers.ANSWER_MOVES, *rulings.RULING_MOVES, *moves.SHARED
)
