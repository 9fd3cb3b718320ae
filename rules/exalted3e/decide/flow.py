"""What happens between moves: ticks, turns, rounds (3E-040 to 3E-051); ending and delaying turns (3E-198)."""

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.gambits import break_free
from rules.exalted3e.decide.commands import flee
from rules.exalted3e.decide.departures import depart
from rules.exalted3e.decide.harm import suffer_poison
from rules.exalted3e.decide.resources import regain_motes
from rules.exalted3e.decide.ties import break_tie, list_own, reach, reach_open_delays
from rules.exalted3e.decide.turn_over import is_turn_over
from rules.exalted3e.state.board import State, is_falling
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.play import Play, close_prompt
from rules.exalted3e.timing.ticks import begin_round, is_waiting, next_tick, open_delays, reach_tick
from rules.exalted3e.timing.turns import begin_turn, check_own_turn, delay_turn, end_turn, resume_turn
from rules.text import Text

MANY = 500
IN_EXCHANGE = ("clash", "defense", "counter", "guard")


def settle(play: Play) -> None:
    """Continue until someone must act or choose."""
    for _ in range(MANY):
        _drop_stale(play)
        state = play.state
        if state.departure is not None and not any(prompt.kind == "contest" for prompt in state.pending):
            depart(play, state.departure)
            continue
        if is_turn_over(state):
            finish_turn(play, state.current or "", quiet=True)
            continue
        waits = state.exchange or state.current or state.blocking
        if state.phase != "running" or waits or not _go_on(play):
            return


def _go_on(play: Play) -> bool:
    """Take the next step of the round. Return whether there was one."""
    state = play.state
    if state.due and not state.ties_settled:
        break_tie(play)
    elif state.due:
        _start_turn(play, state.due[0])
    elif fallen := next(filter(is_falling, state.combatants), None):
        play.emit(ev.WentOut(**about(fallen), why=fallen.falls))
    elif found := next_tick(state):
        reach(play, *found)
    elif delays := open_delays(state):
        reach_open_delays(play, (state.tick or 0) - 1, delays)
    elif any(c.is_in_play and c.initiative is not None for c in state.combatants):
        for combatant in state.combatants:
            regain_motes(play, combatant)
            suffer_poison(play, combatant.id)
        begin_round(play, state.round + 1)
    else:
        return False
    return True


def _start_turn(play: Play, id: str) -> None:
    actor = play.state.get(id)
    if actor.is_delaying:
        resume_turn(play, id)
    else:
        begin_turn(play, id)
    break_free(play, id)
    if actor.group is not None and actor.group.flees:
        flee(play, play.state.get(id))
        if play.state.current != id:
            return
    if actor.skips or (actor.group is not None and actor.group.flees):
        finish_turn(play, id)


def finish_turn(play: Play, id: str, *, quiet: bool = False) -> None:
    """End a turn; the unused Initiative of a distraction is lost (3E-289)."""
    actor = play.state.get(id)
    if actor.lent:
        play.emit(ev.InitiativeLent(**about(actor), amount=0, target=""))
        change_initiative(play, id, -actor.lent, Cause("other", Text("the distraction was not used"), "3E-289"))
    end_turn(play, id, quiet=quiet)


def _drop_stale(play: Play) -> None:
    """Close the prompts that no one can answer now."""
    for prompt in play.state.pending:
        if _is_stale(play.state, prompt):
            close_prompt(play, prompt, Text("No longer relevant."))


def _is_stale(state: State, prompt: Pending) -> bool:
    who, about = state.find(prompt.who), state.find(prompt.about)
    if prompt.kind in IN_EXCHANGE:
        return state.exchange is None
    if prompt.kind == "stunt":
        answers = state.told.answers if state.told else None
        is_over = answers is not None and _is_stale(state, answers)
        return state.told is None or who is None or not who.is_in_play or is_over
    if prompt.kind in ("influence", "shift"):
        return who is None or not who.is_in_play
    if prompt.kind == "contest":
        gone = who is None or not who.is_in_play or who.hidden or about is None or about.hidden
        return gone or state.departure is None
    if prompt.kind == "tie":
        return who is None or not is_waiting(who) or state.ties_settled
    if prompt.kind == "order":
        return len(list_own(state, state.due)) < 2
    return prompt.kind == "beaten" and (about is None or not about.is_crashed or not about.is_in_play)


def end_own_turn(play: Play, move: mv.EndTurn) -> None:
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
        raise IllegalMove("turn_begun", Text("{who} has started this turn and can’t delay it.", who=actor.name))
    if is_falling(actor):
        raise IllegalMove("falls_now", Text("{who} is defeated, and can act only on this tick.", who=actor.name))


def take_delayed(play: Play, move: mv.TakeDelayedTurn) -> None:
    """Act on the running tick, together with the others who act on it (3E-199, 3E-202)."""
    state, actor = play.state, play.state.get(move.actor)
    if not (actor.is_delaying and is_waiting(actor)) or actor.id in state.due:
        raise IllegalMove("no_delay", Text("{who} has no delayed turn.", who=actor.name))
    if state.tick is None or actor.delayed_at is None or state.tick >= actor.delayed_at:
        raise IllegalMove("delay_not_later", Text("A delayed turn must come on a later tick."))
    reach_tick(play, state.tick, (*state.due, actor.id))
