"""The Storyteller's rulings on conditions."""

from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da.events import ConditionEnded
from rules.v20da.moves import EndCondition
from rules.v20da.state.model import State


def end_condition(play: Play[State], move: EndCondition) -> None:
    """End a condition."""
    actor = play.state.get(move.actor)
    if move.condition not in actor.conditions:
        raise IllegalMove("no_condition", Text("{who} is not under that condition.", who=actor.name))
    play.emit(ConditionEnded(**about(actor), condition=move.condition))
