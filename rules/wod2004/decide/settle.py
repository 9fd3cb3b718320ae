"""What follows by itself: blows that nobody must answer, grapples that end, the next in the order, the next turn."""

from dataclasses import replace

from rules.battle import Event
from rules.dice import Roller
from rules.ids import opaque
from rules.wod2004 import events as e
from rules.wod2004.apply import apply
from rules.wod2004.decide.acting import no_dodge, no_walk
from rules.wod2004.decide.answering import consciousness
from rules.wod2004.decide.common import about
from rules.wod2004.decide.defending import denied_defense, hit_target
from rules.wod2004.decide.grappling import release
from rules.wod2004.decide.lasting import end_with_place, end_with_turn
from rules.wod2004.decide.powers import has_power
from rules.wod2004.decide.resolving import bled, resolve
from rules.wod2004.decide.rolling import can_spend
from rules.wod2004.state import Combatant, Exchange, Prompt, State, audience_of
from rules.wod2004.timing import is_minute_over


def settle(state: State, events: list[Event], roller: Roller) -> list[Event]:
    """The events with everything that follows from them until someone must choose."""
    settled: list[Event] = []
    while events:
        for event in events:
            state = apply(state, event)
            settled.append(_sign(state, event))
        events = _next(state, roller)
    return settled


def _sign(state: State, event: Event) -> Event:
    """Write the turn and the owners into the entry, so that the log can be read without the state."""
    actor, target = state.find(getattr(event, "actor", "")), state.find(getattr(event, "target", ""))
    if not isinstance(event, e.Fact):
        return event
    return replace(
        event,
        turn=state.turn,
        owner=actor.character if actor else None,
        target_owner=target.character if target else None,
    )


def _next(state: State, roller: Roller) -> list[Event]:
    if state.phase != "running" or state.prompt is not None:
        return []
    if state.exchange is not None:
        return _next_blow(state, state.exchange, roller)
    return _ended_grapples(state) or _next_place(state, roller)


def _next_blow(state: State, exchange: Exchange, roller: Roller) -> list[Event]:
    target = hit_target(state, exchange)
    if denied_defense(target, exchange):
        return resolve(state, "none", roller)
    if is_automatic(state, target):
        return resolve(state, "defense", roller)
    attacker = state.get(exchange.actor)
    prompt = Prompt(opaque(exchange.id, target.id), "defense", target.id, exchange.id)
    audience = audience_of(target, attacker)
    return [e.PromptOpened(prompt=prompt, who_name=target.name, asker_name=attacker.name, audience=audience)]


def is_automatic(state: State, target: Combatant) -> bool:
    """Whether Defense is applied without asking: extras, and those who have nothing to choose."""
    if target.extra and state.options.automatic_defense:
        return True
    may_attack, may_dodge = not target.acted, not no_dodge(target)
    return not (may_attack or may_dodge or target.aim or can_spend(target) or has_power(target, "defense"))


def _ended_grapples(state: State) -> list[Event]:
    """Grapples whose one side is out (WD-189)."""
    for combatant in state.combatants:
        if combatant.grapple and combatant.out:
            return [release(combatant, state.get(combatant.grapple))]
    return []


def _next_place(state: State, roller: Roller) -> list[Event]:
    if state.acting:
        acting = state.get(state.acting)
        return [_passed(acting)] if is_finished(acting) else []
    order = list(state.in_order())
    ready = next((c for c in order if not (c.done or c.out or c.surprised)), None)
    if ready is not None:
        return _call(state, ready, roller)
    # With nobody left who could ever act, the Storyteller ends the battle.
    return _next_turn(state) if any(not c.out for c in order) else []


def is_finished(acting: Combatant) -> bool:
    """Whether someone has nothing left to do in this turn (WD-164)."""
    return bool(acting.out or acting.surprised or (acting.acted and no_walk(acting)))


def _passed(acting: Combatant) -> Event:
    return e.ActingEnded(**about(acting))


def _call(state: State, actor: Combatant, roller: Roller) -> list[Event]:
    """Someone's place has come; with a full track they must stay awake first (WD-175)."""
    audience = audience_of(actor)
    called = e.ActingBegan(**about(actor))
    ended = end_with_place(actor)
    if actor.condition != "check_stamina":
        return [called, *ended]
    if actor.extra or not can_spend(actor):
        return [called, *ended, *consciousness(state, actor, roller)]
    exchange = opaque(actor.id, "awake", state.turn)
    prompt = Prompt(exchange, "consciousness", actor.id, exchange)
    return [called, *ended, e.PromptOpened(prompt=prompt, who_name=actor.name, asker_name="", audience=audience)]


def _next_turn(state: State) -> list[Event]:
    dying = [c for c in state.combatants if c.is_dying and is_minute_over(c.dying_turns + 1)]
    turn = state.turn + 1
    return [e.TurnBegan(turn=turn), *end_with_turn(state, turn), *(bled(c, 1) for c in dying)]
