"""Tries of a fight and of the table that it is fought at are counted together (WD-140 to WD-143)."""

from dataclasses import replace

from rules.battle import Event, Move
from rules.battle.tries import CountTries, FightTry
from rules.wod2004.actions.request import MAX_ATTEMPTS
from rules.wod2004.events import ActionRolled
from rules.wod2004.moves import TakeAction
from rules.wod2004.state.battle import State


def count_tries(state: State, move: Move, failures: CountTries) -> Move:
    """Return a plain action that is tried again with the number of its attempt."""
    if not isinstance(move, TakeAction) or not move.retry:
        return move
    actor = state.find(move.actor)
    if actor is None or actor.character is None:
        return move
    known = failures(actor.character, tuple(filter(None, (move.attribute, move.skill))))
    return replace(move, attempt=min(MAX_ATTEMPTS, max(2, move.attempt, known + 1)))


def find_try(event: Event) -> FightTry | None:
    """Return the try that a plain action was. A success that tried nothing again leaves what has failed."""
    if not isinstance(event, ActionRolled) or event.owner is None or not event.traits:
        return None
    failed = event.roll.outcome in ("failure", "dramatic_failure")
    return FightTry(event.owner, event.traits, failed, event.again) if failed or event.again else None
