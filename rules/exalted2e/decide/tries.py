"""Tries of a fight and of the table that it is fought at are counted together (2E-088)."""

from dataclasses import replace

from rules.battle import Event, Move
from rules.battle.tries import CountTries, FightTry
from rules.exalted2e.actions.requests import MAX_MODIFIER
from rules.exalted2e.decide.flurries import ACTS
from rules.exalted2e.events.table import ActionRolled
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.state import State
from rules.exalted2e.traits import VIRTUES


def count_tries(state: State, move: Move, failures: CountTries) -> Move:
    """Return a plain action that is tried again with the failures that the table knows of, and a flurry likewise."""
    if not isinstance(move, TakeAction | DeclareFlurry):
        return move
    actor = state.find(move.actor)
    if actor is None or actor.character is None:
        return move
    if isinstance(move, TakeAction):
        if not move.retry:
            return move
        known = failures(actor.character, _list_traits(move.attribute, move.ability))
        return replace(move, failures=min(MAX_MODIFIER, max(move.failures, known)))
    for name in ACTS:
        if getattr(move, f"{name}_retry"):
            traits = _list_traits(*(getattr(move, f"{name}_{trait}") for trait in ("attribute", "ability")))
            known = max(getattr(move, f"{name}_failures"), failures(actor.character, traits))
            move = replace(move, **{f"{name}_failures": min(MAX_MODIFIER, known)})
    return move


def find_try(event: Event) -> FightTry | None:
    """Return the try that a plain action was. A success that tried nothing again leaves what has failed (2E-088)."""
    if not isinstance(event, ActionRolled) or event.owner is None or event.action.influence is not None:
        return None
    request = event.action.request
    failed, again = bool(event.tried and event.tried.failures), request.failures > 0
    if not (failed or again):
        return None
    return FightTry(event.owner, _list_traits(request.attribute, request.ability), failed, again)


def _list_traits(attribute: str, ability: str) -> tuple[str, ...]:
    return (attribute,) if attribute in VIRTUES or not ability else (attribute, ability)
