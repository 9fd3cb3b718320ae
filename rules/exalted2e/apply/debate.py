"""Attempts to influence someone, step by step."""

from collections.abc import Callable
from dataclasses import replace

from rules.exalted2e.apply.exchange import answer, roll_action
from rules.exalted2e.events import debate as ev
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.state.debate import Influence


def _change(state: State, id: str, change: Callable[[Influence], Influence]) -> State:
    """Return the state with the influence of one plain action changed."""
    plain = tuple(
        replace(item, influence=change(item.influence)) if item.id == id and item.influence else item
        for item in state.plain
    )
    return replace(state, plain=plain)


def rule_leaning(state: State, event: ev.LeaningRuled) -> State:
    """Note how the words stand to the target's mind."""
    return _change(answer(state, event), event.exchange, lambda influence: replace(influence, leaning=event.leaning))


def meet_influence(state: State, event: ev.InfluenceMet) -> State:
    """Note the target's choice of an MDV."""
    return _change(answer(state, event), event.exchange, lambda influence: replace(influence, stance=event.stance))


def roll_influence(state: State, event: ev.InfluenceRolled) -> State:
    """Note that the words have hit. The stunt counts for the reward."""
    kept = state.plain
    state = replace(roll_action(state, event), plain=kept)
    return _change(state, event.action.id, lambda influence: replace(influence, hit=event.hit))


def end_influence(state: State, event: ev.InfluenceEnded) -> State:
    """End the attempt; who gave in is bound by it, and who paid has less to lose in this scene (2E-515)."""
    state, target = answer(state, event), state.get(event.target)
    influence, given = event.action.influence, target.given
    if event.outcome == "yielded" and influence is not None and influence.purpose == "act":
        given = (*given, event.action.text)
    state = state.change(target.id, drained=target.drained + event.paid, given=given)
    return replace(state, plain=tuple(item for item in state.plain if item.id != event.action.id))


def work_intimacy(actor: Combatant, event: ev.IntimacyWorked) -> Combatant:
    """Return the combatant with the Intimacies after a scene's work (2E-516)."""
    sheet = replace(actor.sheet, intimacies=event.intimacies)
    return replace(actor, sheet=sheet, stirred=(*actor.stirred, event.text.strip().casefold()))
