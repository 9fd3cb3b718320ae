"""Stunts: told beside any action, and rated by the Storyteller (2E-180..195)."""

from rules.battle.play import Play, about
from rules.battle.prompts import find_prompt
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.decide.common import ask, ask_rating, check_stunt
from rules.exalted2e.events.table import StuntRated
from rules.exalted2e.moves import RateStunt, TellStunt
from rules.exalted2e.state import Combatant, Pending, State


def tell_stunt(play: Play[State], move: TellStunt) -> None:
    """Describe an action that has no dice; the Storyteller's own word needs no rating (2E-193)."""
    actor = play.state.get(move.actor)
    if reason := why_no_stunt(play.state, actor):
        raise IllegalMove("no_stunt", reason)
    rating = check_stunt(play.state, actor, move.stunt)
    if play.seat.storyteller:
        _rate(play, actor, RateStunt("", rating), text=move.stunt_text)
    else:
        ask(play, "told_stunt", actor, ask_rating(actor, rating), move.stunt_text, rating=rating)


def why_no_stunt(state: State, one: Combatant) -> str:
    """Why it cannot tell a stunt now, or an empty string."""
    if one.sheet.being == "extra" or not state.options.stunt_cap:
        return f"{one.name} cannot stunt."
    if not one.is_standing:
        return f"{one.name} cannot act now."
    if any(pending.kind == "told_stunt" and pending.who == one.id for pending in state.pending):
        return f"A stunt of {one.name} waits to be rated."
    return ""


def answer_rating(play: Play[State], move: RateStunt) -> None:
    """The Storyteller rates a stunt before the dice fall (2E-180)."""
    state, kinds = play.state, ("stunt", "defense_stunt", "told_stunt", "action_stunt")
    pending = find_prompt(state.pending, state, play.seat, move.prompt, *kinds)
    actor = state.get(pending.who)
    check_stunt(state, actor, move.rating)
    _rate(play, actor, move, pending)


def _rate(play: Play[State], one: Combatant, move: RateStunt, pending: Pending | None = None, text: str = "") -> None:
    stunt = rate_stunt(one.sheet.being, move.rating, motivation=move.motivation, options=play.state.options)
    play.emit(
        StuntRated(
            **about(one),
            prompt=move.prompt,
            rating=stunt.effective,
            experience=stunt.experience,
            difficulty=move.difficulty if pending and pending.kind == "action_stunt" else None,
            text=pending.detail if pending else text,
            exchange=pending.about if pending else "",
        )
    )
