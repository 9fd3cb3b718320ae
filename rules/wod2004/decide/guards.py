"""Checks that all moves of a turn share. Each finder raises `IllegalMove` or `BadInput`."""

from typing import Any

from rules.battle.guards import refuse
from rules.battle.play import Play, at, in_the_open
from rules.battle.prompts import find_prompt
from rules.battle.seats import Audience
from rules.errors import IllegalMove
from rules.text import EMPTY, Text
from rules.wod2004 import events as ev
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant


def find_able(state: State, id: str) -> Combatant:
    """Return the combatant if it can act."""
    actor = state.get(id)
    refuse("out", why_out(actor))
    return actor


def why_out(actor: Combatant) -> Text:
    """Return why the combatant can no longer act, or an empty text."""
    return Text("{who} can’t act: {out}.", who=actor.name, out=actor.out) if actor.out else EMPTY


def find_acting(state: State, id: str) -> Combatant:
    """Return the combatant if it is its turn."""
    actor = find_able(state, id)
    if state.acting != actor.id:
        sentence = Text("It is not {who}’s turn yet; a dodge is possible at any time.", who=actor.name)
        raise IllegalMove("not_your_turn", sentence)
    return actor


def find_with_action(state: State, id: str, *, locked: bool = False) -> Combatant:
    """Return the acting combatant if it still has its action. `locked`: a grapple does not matter (WD-164, WD-211)."""
    actor = find_acting(state, id)
    refuse("no_action", no_action(actor, locked=locked))
    return actor


def no_action(actor: Combatant, *, locked: bool = False) -> Text:
    """Return why the combatant has no action now, or an empty text. `locked`: a grapple does not matter."""
    if actor.acted:
        return Text("{who} has already used this turn’s action.", who=actor.name)
    if actor.immobilised:
        return Text("{who} is immobilized; only breaking free is possible.", who=actor.name)
    if actor.grapple and not locked:
        return Text("{who} is in a grapple: break free, overpower or attack the opponent.", who=actor.name)
    return EMPTY


def find_target(state: State, actor: Combatant, id: str) -> Combatant:
    """Return another combatant who has not left."""
    target = state.get(id)
    if target.id == actor.id:
        raise IllegalMove("own_target", Text("Choose someone else."))
    if target.left:
        raise IllegalMove("target_left", Text("{whom} has left the battle.", whom=target.name))
    return target


def find_asked(play: Play[State], id: str, kind: str) -> tuple[Prompt, Combatant]:
    """Return the open prompt of this kind and the combatant whom it is about."""
    open_now = (play.state.prompt,) if play.state.prompt else ()
    prompt = find_prompt(open_now, play.state, play.seat, id, kind)
    return prompt, play.state.get(prompt.who)


def event_fields(actor: Combatant, audience: Audience, exchange: str) -> dict[str, Any]:
    """Return the fields of an event about `actor` in this exchange, for an audience given from outside."""
    return {**in_the_open(actor), "audience": audience, "exchange": exchange}


def between(actor: Combatant, target: Combatant) -> dict[str, Any]:
    """Return the fields of a `Between` event."""
    return {**at(actor, target), "target_owner": target.character}


def open_prompt(play: Play[State], prompt: Prompt, audience: Audience, asker: str = "") -> None:
    """Open a prompt. `asker` is the name of the combatant who gives cause to it."""
    name = play.state.get(prompt.who).name
    play.emit(ev.PromptOpened(prompt=prompt, who_name=name, asker_name=asker, audience=audience))
