"""The moves that people may ask for, named in the imperative.

Other modules import the package as `mv` and find every move in it.
"""

from rules.exalted3e.moves.actions import *  # noqa: F403
from rules.exalted3e.moves.answers import *  # noqa: F403
from rules.exalted3e.moves.base import *  # noqa: F403
from rules.exalted3e.moves.rulings import *  # noqa: F403
