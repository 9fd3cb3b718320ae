"""Stunts: described with any action, and rated by the Storyteller (2E-180..195)."""

from rules.battle.play import Play, about
from rules.battle.stunts import ask_rating
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.decide.common import check_stunt, find_asked, put_prompt
from rules.exalted2e.events.table import StuntRated
from rules.exalted2e.moves.acts import TellStunt
from rules.exalted2e.moves.replies import RateStunt
from rules.exalted2e.state import Combatant, Pending, State
from rules.text import EMPTY, Text, verbatim


def describe_stunt(play: Play[State], move: TellStunt) -> None:
    """Describe an action that has no dice; the Storyteller's own stunts need no rating (2E-193)."""
    actor = play.state.get(move.actor)
    if reason := why_no_stunt(play.state, actor):
        raise IllegalMove("no_stunt", reason)
    rating = check_stunt(play.state, actor, move.stunt)
    if play.seat.rates(rating):
        _rate(play, actor, RateStunt("", rating), text=move.stunt_text)
    else:
        put_prompt(play, "told_stunt", actor, ask_rating(actor, rating), verbatim(move.stunt_text), rating=rating)


def why_no_stunt(state: State, actor: Combatant) -> Text:
    """Return why the combatant cannot describe a stunt now, or an empty text."""
    if actor.sheet.being == "extra" or not state.options.stunt_cap:
        return Text("{who} can’t stunt.", who=actor.name)
    if not actor.is_standing:
        return Text("{who} can’t act now.", who=actor.name)
    if any(pending.kind == "told_stunt" and pending.who == actor.id for pending in state.pending):
        return Text("{who}’s stunt is waiting to be rated.", who=actor.name)
    return EMPTY


def answer_rating(play: Play[State], move: RateStunt) -> None:
    """Rate a stunt before the dice fall (2E-180)."""
    pending, actor = find_asked(play, move.prompt, "stunt", "defense_stunt", "told_stunt", "action_stunt")
    check_stunt(play.state, actor, move.rating)
    _rate(play, actor, move, pending)


def _rate(play: Play[State], actor: Combatant, move: RateStunt, pending: Pending | None = None, text: str = "") -> None:
    stunt = rate_stunt(actor.sheet.being, move.rating, motivation=move.motivation, options=play.state.options)
    play.emit(
        StuntRated(
            **about(actor),
            prompt=move.prompt,
            rating=stunt.effective,
            experience=stunt.experience,
            difficulty=move.difficulty if pending and pending.kind == "action_stunt" else None,
            text=str(pending.detail) if pending else text,
            exchange=pending.about if pending else "",
        )
    )
