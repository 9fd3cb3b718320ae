"""Actions, Willpower and open questions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle.figures import put_figures
from rules.powers import put_active
from rules.wod2004 import events as e
from rules.wod2004.apply.wounds import swap, with_track
from rules.wod2004.attack.circumstances import MAX_AIM
from rules.wod2004.health import mark_damage
from rules.wod2004.state import Combatant, State
from rules.wod2004.state.paths import FIGURES


def willpower(state: State, event: e.WillpowerSpent) -> State:
    """A point was spent, or (`returned`) given back because the pool was a chance roll all the same."""
    left = min(event.left, state.get(event.actor).willpower_dots)  # what comes back may find a dot gone
    return state.change(event.actor, willpower=left, willpower_spent=not event.returned)


def figures(state: State, event: e.FiguresChanged) -> State:
    """What a roll beside the battle has left."""
    one = state.get(event.actor)
    changed = put_figures(FIGURES, one, event.figures)
    spent = one.willpower_spent or changed.willpower < one.willpower  # the turn's one point (WD-055)
    hurt = with_track(replace(changed, track=one.track), changed.track)
    return swap(state, replace(hurt, willpower_spent=spent))


def powers(state: State, event: e.PowersUsed) -> State:
    """Powers were paid for; a point of Willpower is the turn's one (WD-055)."""
    return swap(state, _paid(state.get(event.actor), event))


def _paid(one: Combatant, event: e.PowersUsed | e.PowerSwitched) -> Combatant:
    """Points, health levels and dots of Willpower are gone, and what is there once in a scene is used up."""
    track, price = one.track, event.price
    for damage, levels in price.harm:
        track = mark_damage(track, one.boxes, levels, damage)
    hurt = with_track(one, track) if price.harm else one
    return replace(
        hurt,
        willpower=min(one.willpower - event.willpower, one.willpower_dots - price.dots),
        fuel=one.fuel - event.fuel,
        willpower_spent=one.willpower_spent or event.willpower > 0,
        willpower_dots=one.willpower_dots - price.dots,
        dots_paid=one.dots_paid + price.dots,
        spent=(*one.spent, *price.once),
    )


def switched(state: State, event: e.PowerSwitched) -> State:
    """A lasting power is paid for and counts from now on; or it counts no more."""
    one = state.get(event.actor)
    state = swap(state, _paid(one, event))
    return state.change(
        event.actor,
        active=put_active(one.active, event.active, event.is_on),
        **({"acted": True, "aim": 0, "aim_target": ""} if event.is_action else {}),
    )


def action(state: State, event: e.ActionTaken) -> State:
    """An action or move without a roll."""
    return state.change(event.actor, **ACTIONS[event.action](state.get(event.actor), event))


def _aim(actor: Combatant, event: e.ActionTaken) -> dict[str, Any]:
    turns = actor.aim + 1 if actor.aim_target == event.target else 1
    return {"acted": True, "aim": min(MAX_AIM, turns), "aim_target": event.target}


def _draw(actor: Combatant, event: e.ActionTaken) -> dict[str, Any]:
    jammed = tuple(key for key in actor.jammed if key != event.weapon)
    acted = actor.acted or not actor.draws_free(event.weapon)
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


def begin(state: State, id: str) -> State:
    """An action with a roll: it is used, counted, and any aim is lost."""
    return state.change(id, acted=True, aim=0, aim_target="", deeds=state.get(id).deeds + 1)


def rolled(state: State, event: e.ActionRolled) -> State:
    """Another instant action was rolled."""
    return begin(state, event.actor)


def stored(state: State, event: e.DefenseStored) -> State:
    """A defense stands, in the place of the same one made before."""
    others = tuple(one for one in state.defenses if one.id != event.defense.id)
    return replace(state, defenses=(*others, event.defense))


def dropped(state: State, event: e.DefenseDropped) -> State:
    """A stored defense is no more."""
    return replace(state, defenses=tuple(one for one in state.defenses if one.id != event.defense))


def prompt(state: State, event: e.PromptOpened) -> State:
    """The table waits for someone's answer."""
    return replace(state, prompt=event.prompt)


def consciousness(state: State, event: e.ConsciousnessRolled) -> State:
    """Stamina, to stay awake with a full track (WD-175)."""
    return replace(state.change(event.actor, unconscious=not event.roll.successes), prompt=None)


def treated(state: State, event: e.TreatmentRolled) -> State:
    """Care for a dying person (WD-179)."""
    state = begin(state, event.actor)
    return state.change(event.target, stable=True) if event.roll.successes else state
