"""Events to state: a fold that never refuses and never rolls."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.wod2004 import events as e
from rules.wod2004.attack.circumstances import CONCEALMENT, MAX_AIM
from rules.wod2004.health import wound_state
from rules.wod2004.state import Combatant, State
from rules.wod2004.state.live import LIVE_NUMBERS
from rules.wod2004.timing import Initiative

FRESH_TURN: Mapping[str, Any] = {
    "done": False,
    "acted": False,
    "moved": False,
    "attacked": 0,
    "defense_used": False,
    "dodging": False,
    "all_out": False,
    "willpower_spent": False,
}
"""What a new turn brings back."""
FREE: Mapping[str, Any] = {"grapple": "", "immobilised": 0, "turned": False, "shield": False}


def apply(state: State, event: Event) -> State:
    """The state after the event."""
    return HANDLERS[type(event)](state, event)


def place(state: State, id: str) -> State:
    """Put a combatant where its initiative belongs (WD-160)."""
    rank = _rank(state.get(id))
    others = [other for other in state.order if other != id]
    after = next((n for n, other in enumerate(others) if _rank(state.get(other)) < rank), len(others))
    return replace(state, order=(*others[:after], id, *others[after:]))


def with_track(combatant: Combatant, track: str) -> Combatant:
    """The combatant with another track; what a full track brought goes when it is full no more."""
    condition = wound_state(track, combatant.boxes)
    woke = combatant.condition == "check_stamina" and condition == "ok"
    return replace(
        combatant,
        track=track,
        unconscious=combatant.unconscious and not woke,
        stable=combatant.stable and condition == "dying",
        dying_turns=combatant.dying_turns if condition == "dying" else 0,
    )


def _rank(combatant: Combatant) -> tuple[int, int, tuple[int, ...]]:
    return combatant.initiative.rank if combatant.initiative else (-1, 0, ())


def _swap(state: State, combatant: Combatant) -> State:
    return replace(state, combatants=tuple(combatant if c.id == combatant.id else c for c in state.combatants))


def _added(state: State, event: e.CombatantAdded) -> State:
    return replace(state, combatants=(*state.combatants, event.combatant))


def _started(state: State, event: e.BattleStarted) -> State:
    return replace(state, phase="running")


def _ended(state: State, event: e.BattleEnded) -> State:
    return replace(state, phase="ended", acting="", exchange=None, prompt=None)


def _initiative(state: State, event: e.InitiativeRolled) -> State:
    return place(state.change(event.actor, initiative=event.initiative), event.actor)


def _turn(state: State, event: e.TurnBegan) -> State:
    fresh = tuple(
        replace(
            c,
            **FRESH_TURN,
            surprised=max(0, c.surprised - (event.turn > 1)),
            dying_turns=c.dying_turns + 1 if c.is_dying and event.turn > 1 else c.dying_turns,
        )
        for c in state.combatants
    )
    return replace(state, turn=event.turn, combatants=fresh)


def _acting(state: State, event: e.ActingBegan) -> State:
    return replace(state, acting=event.actor)


def _acting_ended(state: State, event: e.ActingEnded) -> State:
    return replace(state.change(event.actor, done=True), acting="")


def _delayed(state: State, event: e.Delayed) -> State:
    after = state.get(event.after).initiative
    own = state.get(event.actor).initiative
    if after is None or own is None:
        return state
    others = [id for id in state.order if id != event.actor]
    index = others.index(event.after) + 1
    state = state.change(
        event.actor, delayed=True, initiative=Initiative(own.face, after.total, after.modifier, after.ties)
    )
    return replace(state, acting="", order=(*others[:index], event.actor, *others[index:]))


def _left(state: State, event: e.CombatantLeft) -> State:
    return state.change(event.actor, left=True)


def _revealed(state: State, event: e.CombatantRevealed) -> State:
    return state.change(event.actor, hidden=False)


def _hidden(state: State, event: e.CombatantHidden) -> State:
    return state.change(event.actor, hidden=True)


def _overridden(state: State, event: e.Overridden) -> State:
    number = LIVE_NUMBERS[event.what]
    changed = number.write(state.get(event.actor), event.now)
    if number.is_wound:
        changed = with_track(state.get(event.actor), changed.track)
    state = _swap(state, changed)
    return place(state, event.actor) if event.what == "initiative" and event.actor in state.order else state


def _surprise(state: State, event: e.SurpriseRolled) -> State:
    state = state.change(event.actor, surprised=event.turns)
    for id in event.warned:
        state = state.change(id, surprised=0)
    return state


def _cover(state: State, event: e.CoverSet) -> State:
    grade = CONCEALMENT[event.concealment]
    return state.change(event.actor, concealment=grade, cover=event.durability, structure=event.structure)


def _nothing(state: State, event: Event) -> State:
    return state


def _willpower(state: State, event: e.WillpowerSpent) -> State:
    return state.change(event.actor, willpower=event.left, willpower_spent=not event.returned)


def _action(state: State, event: e.ActionTaken) -> State:
    return state.change(event.actor, **ACTIONS[event.action](state.get(event.actor), event))


def _aim(actor: Combatant, event: e.ActionTaken) -> dict[str, Any]:
    turns = actor.aim + 1 if actor.aim_target == event.target else 1
    return {"acted": True, "aim": min(MAX_AIM, turns), "aim_target": event.target}


def _draw(actor: Combatant, event: e.ActionTaken) -> dict[str, Any]:
    jammed = tuple(key for key in actor.jammed if key != event.weapon)
    acted = actor.acted or not actor.quick_draw or event.weapon in actor.jammed
    return {**_used(actor, event), "acted": acted, "drawn": event.weapon, "jammed": jammed}


def _used(actor: Combatant, event: e.ActionTaken) -> dict[str, Any]:
    return {"acted": True, "aim": 0, "aim_target": ""}


ACTIONS: Mapping[str, Callable[[Combatant, e.ActionTaken], dict[str, Any]]] = {
    "dodge": lambda actor, event: {**_used(actor, event), "dodging": True},
    "aim": _aim,
    "draw": _draw,
    "stand_up": lambda actor, event: {**_used(actor, event), "prone": False},
    "drop_prone": lambda actor, event: {**_used(actor, event), "prone": True},
    "walk": lambda actor, event: {"moved": True},
    "run": lambda actor, event: {**_used(actor, event), "moved": True},
}
"""What an action without a roll changes in the one who takes it."""


def _begin(state: State, id: str) -> State:
    """An action with a roll: it is used, counted, and any aim is lost."""
    return state.change(id, acted=True, aim=0, aim_target="", deeds=state.get(id).deeds + 1)


def _rolled(state: State, event: e.ActionRolled) -> State:
    return _begin(state, event.actor)


def _declared(state: State, event: e.AttackDeclared) -> State:
    state = _begin(state, event.actor)
    if event.all_out:
        state = state.change(event.actor, all_out=True)
    return replace(state, exchange=event.exchange)


def _prompt(state: State, event: e.PromptOpened) -> State:
    return replace(state, prompt=event.prompt)


def _resolved(state: State, event: e.AttackResolved) -> State:
    target = state.get(event.target)
    changes: dict[str, Any] = {}
    if event.used:
        changes = {"attacked": target.attacked + 1, "defense_used": True, "aim": 0, "aim_target": ""}
    if event.stance == "dodge" and not target.dodging:
        changes |= {"dodging": True, "acted": True}
    if event.cover and target.structure:
        changes |= {"structure": event.structure, "cover": event.cover if event.structure else 0}
    exchange = state.exchange
    if exchange is not None:
        rest = exchange.blows[1:]
        exchange = replace(exchange, blows=rest) if rest else None
    return replace(state.change(event.target, **changes), prompt=None, exchange=exchange)


def _harmed(state: State, event: e.Harmed) -> State:
    harmed = with_track(state.get(event.actor), event.after)
    return _swap(state, replace(harmed, stable=False) if event.amount else harmed)


def _grappled(state: State, event: e.Grappled) -> State:
    return state.change(event.actor, **{**FREE, "grapple": event.target}).change(
        event.target, **{**FREE, "grapple": event.actor, "aim": 0, "aim_target": ""}
    )


def _released(state: State, event: e.GrappleEnded) -> State:
    return state.change(event.actor, **FREE).change(event.target, **FREE)


def _struggle(state: State, event: e.StruggleRolled) -> State:
    return _begin(state, event.actor)


def _maneuver(state: State, event: e.ManeuverChosen) -> State:
    actor, target = event.actor, event.target
    state = replace(state, prompt=None)
    if event.maneuver == "drop_prone":
        return state.change(actor, prone=True).change(target, prone=True)
    if event.maneuver == "immobilise":
        return state.change(target, immobilised=event.successes)
    if event.maneuver == "draw_weapon":
        return state.change(actor, drawn=event.weapon)
    if event.maneuver == "turn_weapon":
        return state.change(target, turned=True)
    if event.maneuver == "disarm":
        return state.change(target, drawn="", turned=False)
    return state.change(actor, shield=True) if event.maneuver == "cover" else state


def _consciousness(state: State, event: e.ConsciousnessRolled) -> State:
    return replace(state.change(event.actor, unconscious=not event.roll.successes), prompt=None)


def _mishap(state: State, event: e.MishapRuled) -> State:
    state = replace(state, prompt=None)
    if event.mishap == "drop":
        return state.change(event.actor, drawn="")
    if event.mishap == "fall":
        return state.change(event.actor, prone=True)
    if event.mishap == "jam":
        return state.change(event.actor, jammed=(*state.get(event.actor).jammed, event.weapon))
    return state


def _treated(state: State, event: e.TreatmentRolled) -> State:
    state = _begin(state, event.actor)
    return state.change(event.target, stable=True) if event.roll.successes else state


HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.CombatantAdded: _added,
    e.BattleStarted: _started,
    e.BattleEnded: _ended,
    e.InitiativeRolled: _initiative,
    e.TurnBegan: _turn,
    e.ActingBegan: _acting,
    e.ActingEnded: _acting_ended,
    e.Delayed: _delayed,
    e.CombatantLeft: _left,
    e.CombatantRevealed: _revealed,
    e.CombatantHidden: _hidden,
    e.Overridden: _overridden,
    e.SurpriseRolled: _surprise,
    e.CoverSet: _cover,
    e.MinutesPassed: _nothing,
    e.WillpowerSpent: _willpower,
    e.ActionTaken: _action,
    e.ActionRolled: _rolled,
    e.AttackDeclared: _declared,
    e.PromptOpened: _prompt,
    e.AttackResolved: _resolved,
    e.Harmed: _harmed,
    e.Grappled: _grappled,
    e.GrappleEnded: _released,
    e.StruggleRolled: _struggle,
    e.ManeuverChosen: _maneuver,
    e.ConsciousnessRolled: _consciousness,
    e.MishapRuled: _mishap,
    e.TreatmentRolled: _treated,
}
"""One function per event."""
