"""When a turn is over by itself: nothing is left to do in it but to end it (3E-042)."""

from rules.battle.guards import refusal
from rules.exalted3e.decide.combat import check_within_reach
from rules.exalted3e.decide.movement import check_move
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant


def is_turn_over(state: State) -> bool:
    """Return whether the open turn ends by itself now, as the table plays it.

    It stays open once no one is left to resist: then the fight is over (3E-053), and no round follows.
    """
    if state.current is None or state.exchange or state.blocking or state.departure:
        return False
    actor = state.get(state.current)
    ends = state.options.turns_end_themselves or actor.is_leaving_turn
    return ends and actor.turn_open and is_contested(state) and not can_go_on(state, actor)


def is_contested(state: State) -> bool:
    """Return whether two sides still fight (3E-053)."""
    return len({combatant.side for combatant in state.combatants if combatant.is_in_play}) > 1


def can_go_on(state: State, actor: Combatant) -> bool:
    """Return whether the actor may do anything else in its turn.

    This is its combat action, the rest of a flurry, a Move, or a weapon that it draws without an action. What may be
    done at any time, such as magic, does not keep a turn open.
    """
    if not actor.action_used or actor.flurry:
        return True
    if actor.is_leaving_turn:
        return False
    return may_move_on(state, actor)


def may_move_on(state: State, actor: Combatant) -> bool:
    """Return whether the actor may still move, or draw without an action."""
    return can_draw_freely(actor) or any(not refusal(check_move, state, actor, step) for step in (-1, 1))


def can_draw_freely(actor: Combatant) -> bool:
    """Return whether Quick Draw lets the actor draw something (3E-036)."""
    if not actor.quick_draw:
        return False
    arms = [arm for arm in actor.arms if arm.name != actor.weapon or (arm.is_slow and actor.is_unloaded)]
    return any(not refusal(check_within_reach, actor, arm) for arm in arms)
