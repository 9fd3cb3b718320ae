"""The Storyteller's hand: who is seen, who leaves, what a number is."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.v20da.decide.common import about, check_text, in_private, reveal_actor
from rules.v20da.events import CombatantHidden, CombatantLeft, ConditionEnded, Overridden
from rules.v20da.moves import EndCondition, Hide, Leave, Override, Reveal
from rules.v20da.state.model import State
from rules.v20da.state.numbers import HIGHEST, LOWEST, NUMBERS, PRIVATE, bound_number, get_number
from rules.v20da.state.order import get_own


def leave(state: State, seat: Seat, move: Leave, roller: Roller) -> list[Event]:
    """Leave the battle."""
    actor = get_own(state, seat, move.actor)
    if actor.out:
        raise IllegalMove("gone", f"{actor.name} has left already.")
    return [CombatantLeft(**about(actor))]


def reveal(state: State, seat: Seat, move: Reveal, roller: Roller) -> list[Event]:
    """Step into the open."""
    actor = get_own(state, seat, move.actor)
    if not actor.hidden:
        raise IllegalMove("not_hidden", f"{actor.name} is in the open already.")
    return [reveal_actor(actor)]


def hide(state: State, seat: Seat, move: Hide, roller: Roller) -> list[Event]:
    """Out of the players' sight."""
    actor = get_own(state, seat, move.actor)
    if actor.hidden:
        raise IllegalMove("hidden", f"{actor.name} is in hiding already.")
    return [CombatantHidden(**in_private(actor))]


def end_condition(state: State, seat: Seat, move: EndCondition, roller: Roller) -> list[Event]:
    """Let go of what holds."""
    actor = get_own(state, seat, move.actor)
    if move.condition not in actor.conditions:
        raise IllegalMove("no_condition", f"{actor.name} is not under that condition.")
    return [ConditionEnded(**about(actor), condition=move.condition)]


def override(state: State, seat: Seat, move: Override, roller: Roller) -> list[Event]:
    """Set a number; the event keeps what it was, what it is and why."""
    actor = get_own(state, seat, move.actor)
    if move.what not in NUMBERS:
        known = ", ".join(NUMBERS)
        raise BadInput("unknown_number", f"There is no number {move.what[:40]!r}. Known: {known}.", key="what")
    if not LOWEST <= move.value <= HIGHEST:
        raise BadInput("out_of_range", f"'value' lies between {LOWEST} and {HIGHEST}.", key="value")
    reason = check_text("reason", move.reason, 200)
    now = bound_number(actor, move.what, move.value)
    was = get_number(actor, move.what)
    known_to = in_private(actor) if move.what in PRIVATE else about(actor)
    return [Overridden(**known_to, what=move.what, was=was, now=now, reason=reason)]
