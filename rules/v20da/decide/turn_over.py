"""When a turn goes on by itself: everyone has declared, or nothing is left to do but to begin the next (V20-143)."""

from rules.battle.play import Play
from rules.v20da.decide.declaring import begin_actions, start_turn
from rules.v20da.state.model import State
from rules.v20da.state.order import can_only_heal, is_down, may_act, may_declare, turn_prompt


def settle(play: Play[State]) -> None:
    """Reveal the declarations and begin turns until someone has something to declare or to do.

    It ends: where two sides stand, someone declares at the start of each turn, or is waited for in hiding.
    """
    while goes_on(play.state):
        if play.state.stage == "declare":
            begin_actions(play)
        else:
            start_turn(play, play.state.turn + 1)


def goes_on(state: State) -> bool:
    """Return whether the Storyteller's step happens by itself now, as the table plays it.

    Someone in hiding who is not done keeps it for her: they declare and act in their own time. No turn follows once
    only one side stands, since the fight is over then.
    """
    if not state.options.turns_end_themselves or turn_prompt(state) is None or _is_anyone_late(state):
        return False
    if state.stage == "declare":
        return any(combatant.cards for combatant in state.combatants)
    return len({combatant.side for combatant in state.combatants if not is_down(combatant)}) > 1


def _is_anyone_late(state: State) -> bool:
    """Return whether someone for whom no one waits could still declare or act."""
    quiet = (combatant for combatant in state.combatants if combatant.hidden or can_only_heal(combatant))
    return any(may_declare(state, combatant) or may_act(state, combatant) for combatant in quiet)
