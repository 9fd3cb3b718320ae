"""Ending, delaying and resuming turns."""

from rules.errors import IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.decide.flow import finish_turn
from rules.exalted3e.state.board import is_falling
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import is_waiting, reach_tick
from rules.exalted3e.timing.turns import check_own_turn, delay_turn
from rules.text import Text


def end_turn(play: Play, move: mv.EndTurn) -> None:
    """End the actor's turn."""
    check_own_turn(play.state, play.state.get(move.actor))
    finish_turn(play, move.actor)


def delay(play: Play, move: mv.Delay) -> None:
    """Delay a turn that has not been used (3E-198)."""
    actor = play.state.get(move.actor)
    check_own_turn(play.state, actor)
    check_delay(actor)
    delay_turn(play, actor.id, move.tick)


def check_delay(actor: Combatant) -> None:
    """Refuse to delay a used turn, or the last turn of a felled combatant."""
    if actor.action_used or actor.movement_used or actor.shift_lock:
        raise IllegalMove("turn_begun", Text("{who} has begun this turn and cannot delay it.", who=actor.name))
    if is_falling(actor):
        raise IllegalMove("falls_now", Text("{who} is felled and acts on this tick, or not at all.", who=actor.name))


def take_delayed(play: Play, move: mv.TakeDelayedTurn) -> None:
    """Act on the running tick, together with the others who act on it (3E-199, 3E-202)."""
    state, actor = play.state, play.state.get(move.actor)
    if not (actor.is_delaying and is_waiting(actor)) or actor.id in state.due:
        raise IllegalMove("no_delay", Text("{who} holds no delayed turn.", who=actor.name))
    if state.tick is None or actor.delayed_at is None or state.tick >= actor.delayed_at:
        raise IllegalMove("delay_not_later", Text("A delayed turn comes on a later tick."))
    reach_tick(play, state.tick, (*state.due, actor.id))
