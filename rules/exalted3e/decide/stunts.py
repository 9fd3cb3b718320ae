"""Stunts: described with an action or answer, and rated by the Storyteller before it happens (3E-014 to 3E-017).

The declared move waits unpaid until then, because its pool and its price depend on the rating.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Kinds, Seat
from rules.battle.play import Handler, Handlers, about
from rules.battle.prompts import find_prompt as find_open
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending, WaitingStunt
from rules.exalted3e.timing.play import Play, find_prompt, make_id


def hold(handler: Handler) -> Handler:
    """Return the handler that keeps a player's move with a stunt until the Storyteller has rated that."""

    def take(play: Play, move: mv.Effort) -> None:
        if not (move.stunt or move.stunt_text.strip()):
            handler(play, move)
        elif play.seat.rates(move.stunt):
            _log_own(play, move)
            handler(play, move)
        else:
            handler(Play(play.battle, play.state, play.seat, SystemRoller()), move)  # refuses what cannot be done
            _ask(play, move)

    return take


def _log_own(play: Play, move: mv.Effort) -> None:
    """Write a stunt into the log that waits for no rating."""
    if move.stunt_text.strip():
        actor, _ = _find_stunt(play, move)
        play.emit(ev.StuntRated(**about(actor), rating=move.stunt, text=move.stunt_text))


def _find_stunt(play: Play, move: Any) -> tuple[Combatant, Pending | None]:
    """Return who describes the stunt, and the prompt that its move answers."""
    if hasattr(move, "actor"):
        return play.state.get(move.actor), None
    state = play.state
    prompt = find_open(state.pending, state, play.seat, move.prompt, "clash", "defense", "counter")
    return state.get(prompt.who), prompt


def _ask(play: Play, move: mv.Effort) -> None:
    actor, answers = _find_stunt(play, move)
    targets = [play.state.get(move.target)] if isinstance(move, mv.Attack) else []
    prompt = Pending(make_id(play.state, "stunt", actor.id), "stunt", actor.id, targets[0].id if targets else "")
    stunt = WaitingStunt(prompt.id, play.battle.moves.encode(move), move.stunt, move.stunt_text, answers)
    play.emit(ev.StuntTold(**about(actor, *targets), prompt=prompt, told=stunt))


def rate_with(handlers: Handlers, play: Play, move: mv.RateStunt) -> None:
    """Rate the stunt, and let one of these handlers carry out the move that waited for that (3E-014 to 3E-016).

    The move keeps the rights of its player. A move that has become impossible lapses.
    """
    prompt, stunt = find_prompt(play, move.prompt, "stunt"), play.state.told
    if stunt is None:
        raise RuntimeError("no stunt was told")
    actor, seat = play.state.get(prompt.who), play.seat
    play.emit(ev.StuntRated(**about(actor), rating=move.rating, prompt=prompt.id))
    kept, state = len(play.events), play.state
    rights = frozenset(stunt.move)  # who may say its numbers was judged when it was described
    play.seat = Seat(characters=frozenset({actor.character} if actor.character else ()), granted=rights)
    try:
        _carry_out(handlers, play, stunt.move, move.rating)
    except (BadInput, IllegalMove) as error:
        del play.events[kept:]
        play.state = state
        play.emit(ev.StuntLapsed(**about(actor), reason=error.sentence))
    finally:
        play.seat = seat


def _carry_out(handlers: Handlers, play: Play, data: Mapping[str, Any], rating: int) -> None:
    kinds: Kinds[Any] = play.battle.moves
    move = replace(kinds.decode(data), stunt=rating, stunt_text="")
    play.battle.check(play.state, play.seat, move)
    handlers[type(move)](play, move)
