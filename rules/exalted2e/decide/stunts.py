"""Stunts: told beside any action, and rated by the Storyteller (2E-180..195)."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.decide.script import (
    Script,
    find_own,
    find_prompt,
    get_audience,
    need_flag,
    need_number,
    need_running,
    need_text,
    new_id,
)
from rules.exalted2e.events import StuntRated
from rules.exalted2e.moves import RateStunt, TellStunt
from rules.exalted2e.state import Combatant, Pending, State


def tell_stunt(script: Script, seat: Seat, move: TellStunt) -> None:
    """Describe an action that has no dice; the Storyteller's own word needs no rating (2E-193)."""
    need_running(script.state)
    state, one = script.state, find_own(script.state, seat, move.actor)
    if reason := why_no_stunt(state, one):
        raise IllegalMove("no_stunt", reason, id=one.id)
    rating = need_number("The stunt", move.stunt, 1, state.options.stunt_cap)
    text = need_text("The stunt's description", move.stunt_text)
    if seat.storyteller:
        _rate(script, one, rating, False, text)
        return
    question = f"{one.name} proposes a stunt of {rating}. Rate it."
    script.ask(
        Pending(
            new_id(state, "p", one.id), "told_stunt", one.id, question, text, storyteller=True, free=True, rating=rating
        )
    )


def why_no_stunt(state: State, one: Combatant) -> str:
    """Why she cannot tell a stunt now, or an empty string."""
    if one.sheet.being == "extra" or not state.options.stunt_cap:
        return f"{one.name} cannot stunt."
    if not one.is_standing:
        return f"{one.name} cannot act now."
    if any(pending.kind == "told_stunt" and pending.who == one.id for pending in state.pending):
        return f"A stunt of {one.name} waits to be rated."
    return ""


def rate_stunt_prompt(script: Script, seat: Seat, move: RateStunt) -> None:
    """The Storyteller rates a stunt before the dice fall (2E-180)."""
    state = script.state
    pending = find_prompt(state, seat, move.prompt, "stunt", "defense_stunt", "told_stunt", "action_stunt")
    rating = need_number("The rating", move.rating, 0, state.options.stunt_cap)
    motivation = need_flag("motivation", move.motivation)
    difficulty = None
    if move.difficulty is not None and pending.kind == "action_stunt":
        difficulty = need_number("The difficulty", move.difficulty, 1, MAX_DIFFICULTY)
    _rate(script, state.of(pending.who), rating, motivation, pending.detail, pending, difficulty)


def _rate(
    script: Script,
    one: Combatant,
    rating: int,
    motivation: bool,
    text: str,
    pending: Pending | None = None,
    difficulty: int | None = None,
) -> None:
    stunt = rate_stunt(one.sheet.being, rating, motivation=motivation, options=script.state.options)
    script.emit(
        StuntRated(
            prompt=pending.id if pending else "",
            actor=one.id,
            actor_name=one.name,
            rating=stunt.effective,
            experience=stunt.experience,
            difficulty=difficulty,
            text=text,
            tick=script.state.tick,
            exchange=pending.about if pending else "",
            audience=get_audience(script.state, one.id),
        )
    )
