"""What every move needs: prompts, stunts, ids, and who may hear."""

from typing import Any, Final, TypedDict

from rules.battle import Audience
from rules.battle.guards import check_number
from rules.battle.play import About, Play, about
from rules.battle.roster import audience_of
from rules.dice import Die
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import Count
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.events.table import Asked
from rules.exalted2e.state import Combatant, Pending, PromptKind, State
from rules.ids import opaque

STORYTELLER_ANSWERS: Final = frozenset({"stunt", "defense_stunt", "told_stunt", "action_stunt", "bystander"})
FREE: Final = frozenset({"told_stunt", "reward"})
"""Prompts that hold nothing up."""


def get_side_audience(state: State, one: Combatant) -> Audience:
    """Who may hear of what is left in its pools: its own side."""
    return audience_of(one) if one.hidden else state.get_side(one.id)


def for_side(state: State, one: Combatant) -> About:
    """The fields of an event about `one` that its own side hears of."""
    return {**about(one), "audience": get_side_audience(state, one)}


def check_target(actor: Combatant, target: Combatant) -> Combatant:
    """The target. Raises `IllegalMove` unless it is somebody else who is still in the battle."""
    if target.id == actor.id:
        raise IllegalMove("own_target", f"Choose somebody other than {actor.name} as the target.")
    if target.has_left or target.clock is None:
        raise IllegalMove("gone", f"{target.name} is not in the battle now.")
    return target


class Rolled(TypedDict):
    """The fields of a `PoolRolled` that the dice have given."""

    dice: tuple[Die, ...]
    total: int


def read_count(counted: Count) -> Rolled:
    """What fell, as an event tells it."""
    return {"dice": counted.dice, "total": counted.total}


def new_id(state: State, letter: str, one: Combatant, index: int = 0) -> str:
    """A fresh id for a prompt to this combatant ("p"), or for an attack or a roll of its own ("x"), the first of some.

    It depends on nothing else: other seats read it, and what is hidden from them must not change it.
    """
    return opaque(letter, one.id, state.get(one.id).named + 1 + index)


def ask(
    play: Play[State], kind: PromptKind, one: Combatant, question: str, detail: str = "", about: str = "", **more: Any
) -> None:
    """Put a prompt before somebody; only the Storyteller's log tells of it."""
    state, is_ruling = play.state, kind in STORYTELLER_ANSWERS
    pending = Pending(
        new_id(state, "p", one), kind, one.id, question, detail, about,
        storyteller=is_ruling, free=kind in FREE, former=f"p{state.count + 1}", **more,
    )  # fmt: skip
    play.emit(Asked(pending=pending, name=one.name, tick=state.tick, exchange=about, audience=()))


def ask_rating(one: Combatant, rating: int, aim: str = "") -> str:
    """The words for the Storyteller, who rates a stunt. Without a proposed rating the player has left it open.

    `aim` tells which of several actions it is for, as " against Bo".
    """
    told = f"proposes a stunt of {rating}" if rating else "tells a stunt"
    return f"{one.name} {told}{aim}. Rate it."


def check_stunt(state: State, one: Combatant, rating: int) -> int:
    """The rating of a stunt. Raises `IllegalMove` for extras, who do none (2E-192), `BadInput` for one too high."""
    if rating and one.sheet.being == "extra":
        raise IllegalMove("no_stunt", "Extras do not stunt.")
    return check_number("Stunt rating", rating, 0, state.options.stunt_cap)


def read_stunt(play: Play[State], one: Combatant, rating: int, told: str) -> dict[str, Any]:
    """The fields of an attack, a defense or a plain action that tell its stunt.

    One of the Storyteller's own needs no rating (2E-180); a player who describes a stunt proposes one, also without a
    number.
    """
    state = play.state
    check_stunt(state, one, rating)
    can_stunt = one.sheet.being != "extra" and state.options.stunt_cap > 0
    rated = play.seat.storyteller or not (rating or (told.strip() and can_stunt))
    earns = rated and rate_stunt(one.sheet.being, rating, options=state.options).experience
    return {"stunt": rating, "stunt_xp": earns, "stunt_text": told, "rated": rated}
