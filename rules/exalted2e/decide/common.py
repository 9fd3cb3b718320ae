"""Helpers of many moves: prompts, stunts, ids, audiences."""

from typing import Any, Final

from rules.battle import Audience
from rules.battle.guards import check_number
from rules.battle.play import ActorFields, Play, about
from rules.battle.prompts import find_prompt
from rules.battle.roster import audience_of
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import Count, face_rule, roll
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.events.table import Asked
from rules.exalted2e.state import Combatant, Pending, PromptKind, State
from rules.ids import opaque
from rules.pool import Pool
from rules.text import EMPTY, Text

STORYTELLER_ANSWERS: Final = frozenset({"stunt", "defense_stunt", "told_stunt", "action_stunt", "bystander", "leaning"})
FREE: Final = frozenset({"told_stunt", "reward"})
"""Prompts that block nothing."""


def get_side_audience(state: State, actor: Combatant) -> Audience:
    """Return who may know what is left in the combatant's pools: the own side."""
    return audience_of(actor) if actor.hidden else state.get_side(actor.id)


def for_side(state: State, actor: Combatant) -> ActorFields:
    """Return the fields of an event about `actor` that the own side may see."""
    return {**about(actor), "audience": get_side_audience(state, actor)}


def check_target(actor: Combatant, target: Combatant) -> Combatant:
    """Return the target. Raises `IllegalMove` unless it is someone else who is in the battle."""
    if target.id == actor.id:
        raise IllegalMove("own_target", Text("Choose a target other than {who}.", who=actor.name))
    if target.has_left or target.clock is None:
        raise IllegalMove("gone", Text("{who} is not in the battle now.", who=target.name))
    return target


def roll_pool(play: Play[State], actor: Combatant, pool: Pool, difficulty: int = 1, *others: Combatant) -> Count:
    """Roll a pool with the dice of this combatant. `others` appear in the same event."""
    return roll(pool.dice, face_rule(actor.sheet.being), play.dice(actor, *others), difficulty=difficulty)


def count_fields(counted: Count) -> dict[str, Any]:
    """Return the fields of a `PoolRolled` that come from the dice."""
    return {"dice": counted.dice, "total": counted.total}


def find_asked(play: Play[State], id: str, *kinds: PromptKind) -> tuple[Pending, Combatant]:
    """Return the open prompt of one of these kinds that a move answers, and the combatant whom it is about."""
    pending = find_prompt(play.state.pending, play.state, play.seat, id, *kinds)
    return pending, play.state.get(pending.who)


def new_id(state: State, letter: str, actor: Combatant, index: int = 0) -> str:
    """Return a fresh id for a prompt to this combatant ("p"), or for its attack or roll ("x"); `index` among several.

    The id depends on nothing else: other seats read it, and it must not reveal anything that is hidden.
    """
    return opaque(letter, actor.id, state.get(actor.id).named + 1 + index)


def put_prompt(
    play: Play[State],
    kind: PromptKind,
    actor: Combatant,
    question: Text,
    detail: Text = EMPTY,
    about: str = "",
    **more: Any,
) -> None:
    """Put a prompt before someone. Only the Storyteller's log shows it."""
    state, is_ruling = play.state, kind in STORYTELLER_ANSWERS
    pending = Pending(
        new_id(state, "p", actor),
        kind,
        actor.id,
        question,
        detail,
        about,
        storyteller=is_ruling,
        free=kind in FREE,
        former=f"p{state.count + 1}",
        **more,
    )
    play.emit(Asked(pending=pending, name=actor.name, tick=state.tick, exchange=about, audience=()))


def check_stunt(state: State, actor: Combatant, rating: int) -> int:
    """Return the rating. Raises `IllegalMove` for extras, who do no stunts (2E-192), `BadInput` for one too high."""
    if rating and actor.sheet.being == "extra":
        raise IllegalMove("no_stunt", Text("Extras can’t stunt."))
    return check_number(Text("Stunt rating"), rating, 0, state.options.stunt_cap)


def stunt_fields(play: Play[State], actor: Combatant, rating: int, text: str) -> dict[str, Any]:
    """Return the fields of an attack, a defense or a plain action that hold its stunt.

    A stunt of the Storyteller's, or one that the series lets count at once, needs no rating (2E-180). A player who
    describes a stunt proposes one even without a number.
    """
    state = play.state
    check_stunt(state, actor, rating)
    can_stunt = actor.sheet.being != "extra" and state.options.stunt_cap > 0
    rated = play.seat.rates(rating) or not (rating or (text.strip() and can_stunt))
    earns = rated and rate_stunt(actor.sheet.being, rating, options=state.options).experience
    return {"stunt": rating, "stunt_xp": earns, "stunt_text": text, "rated": rated}
