"""Seats that play themselves: what a combatant does by a tactic, by nothing that its own seat does not know.

    call = next(list_calls(battle, state))
    for move in list_moves(system, state, call, TACTICS["weakest"]):
        ...                                   # the first that the rules take

Answers are the defaults of the seat's own offers. A turn is the tactic's, chosen in the fight as the combatant knows
it: itself, and of everyone else whom its seat sees what everyone at the table sees. All other figures of theirs are
those of an archetype, as in a player's forecast. So two fights that look the same to a seat bring about the same move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.battle import STORYTELLER, Json, Offer, Seat
from rules.battle.engine import Battle
from rules.battle.moves import AddCombatant
from rules.battle.standing_orders import acts_now
from rules.defaults import default_answer, fill_form
from rules.errors import BadInput
from rules.forecast.seen import guess_archetype, make_sheet
from rules.forecast.tactics import Tactic
from rules.system import System
from rules.text import Text
from rules.view import CombatantView

USUAL: Final = Tactic(
    "usual",
    Text("What is offered first"),
    Text("Everyone makes the first usual move that the game offers, and answers by the book’s default."),
    "weakest",
)
"""The only tactic of a game that has no forecasts."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is awaited of a seat. `actor`: a combatant, empty for the Storyteller's own part.

    `prompt`: the question that waits for an answer; empty for a turn, or for what leads the fight on.
    """

    actor: str
    prompt: str = ""


def list_tactics(system: System) -> Mapping[str, Tactic]:
    """Return the tactics by which seats of a game can play themselves, by their keys; the first is the usual one."""
    return {USUAL.key: USUAL} if system.forecaster is None else system.forecaster.tactics


def find_tactic(system: System, key: str) -> Tactic:
    """Return the tactic of a key, the usual one for none. Raises `BadInput` where the game has no such tactic."""
    known = list_tactics(system)
    found = known.get(key) if key else next(iter(known.values()))
    if found is None:
        raise BadInput("unknown_tactic", Text("Choose a tactic from the list."), key="tactic")
    return found


def list_calls(battle: Battle[Any, Any], state: Any) -> Iterator[Call]:
    """Yield what the fight waits for: questions first, then turns; else what the Storyteller does to lead it on."""
    if state.phase != "running":
        return
    is_awaited = False
    for prompt in battle.prompts(state):
        is_awaited = True
        yield Call("" if prompt.storyteller else prompt.who, prompt.id)
    if battle.blocking(state):
        return
    for combatant in state.combatants:
        if acts_now(battle, state, combatant):
            is_awaited = True
            yield Call(combatant.id)
    if not is_awaited:
        yield Call("")


def is_decided(battle: Battle[Any, Any], state: Any) -> bool:
    """Return whether at most one side is left whose people still act."""
    view = battle.view(state, STORYTELLER)
    return len({combatant["side"] for combatant in view["combatants"] if not combatant["out"]}) < 2


def list_moves(system: System, state: Any, call: Call, tactic: Tactic) -> Iterator[Mapping[str, Json]]:
    """Yield what a seat could do about a call, in the JSON form of moves: what the tactic says, then what is mildest.

    The rules may refuse each of them.
    """
    battle = system.battle
    seat = seat_of(state, call.actor)
    if call.prompt:
        answer = default_answer(battle.offer(state, seat).whole, call.prompt)
        yield from () if answer is None else (answer,)
    elif not call.actor:
        yield from _list_steps(system, state)
    else:
        yield from _list_turns(system, state, call.actor, tactic)


def seat_of(state: Any, actor: str) -> Seat:
    """Return the seat of a combatant: that of its character alone, or the Storyteller's where it has none."""
    character = state.get(actor).character if actor else None
    return STORYTELLER if character is None else Seat(characters=frozenset((character,)))


def _list_turns(system: System, state: Any, actor: str, tactic: Tactic) -> Iterator[Mapping[str, Json]]:
    battle = system.battle
    if system.forecaster is None:
        acts = battle.offer(state, seat_of(state, actor)).acts.get(actor, ())
        yield from (fill_form(offer) for offer in sorted(filter(_is_open, acts), key=_is_seldom)[:1])
    else:
        known = imagine_for(system, state, actor)
        yield battle.moves.encode(system.forecaster.act(known, known.get(actor), tactic))
    if mild := battle.pass_turn(state, actor):
        yield fill_form(mild[1])


def _is_open(offer: Offer) -> bool:
    return offer.group == "act" and not offer.reason


def _is_seldom(offer: Offer) -> bool:
    return offer.rank != "usual"


def _list_steps(system: System, state: Any) -> Iterator[Mapping[str, Json]]:
    """Yield the step that the Storyteller takes where the fight waits for no one else, as to the next turn."""
    if system.forecaster is not None:
        step = system.battle.moves.encode(system.forecaster.choose(state, {}))
        if not step.get("actor") and not step.get("prompt"):
            yield step


def imagine_for(system: System, state: Any, actor: str) -> Any:
    """Return the fight as a combatant knows it: without those whom its seat does not see, and of the others with the
    figures of archetypes in addition to what everyone sees of them.
    """
    own = state.get(actor).character
    view = system.battle.view(state, Seat(characters=frozenset(() if own is None else (own,))))
    seen = {combatant["id"]: combatant for combatant in view["combatants"]}
    there = tuple(
        combatant if combatant.id == actor else _guess(system, state, combatant, seen[combatant.id])
        for combatant in state.combatants
        if combatant.id == actor or combatant.id in seen
    )
    return replace(state, combatants=there)


def _guess(system: System, state: Any, real: Any, seen: CombatantView) -> Any:
    sheet = make_sheet(system, seen, guess_archetype(system, seen))
    joined = AddCombatant(real.id, real.name, real.side, real.character, sheet, hidden=real.hidden)
    shown = system.get_forecaster().shown
    return replace(system.battle.make_combatant(state, joined), **{name: getattr(real, name) for name in shown})
