"""Apply an event to the state. Never refuses and never rolls dice."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle.apply import make_apply
from rules.battle.events import BattleEnded, CombatantLeft, FiguresChanged, Overridden
from rules.battle.figures import put_figures
from rules.powers import put_active
from rules.wod2004 import events as ev
from rules.wod2004.attack.circumstances import CONCEALMENT, MAX_AIM
from rules.wod2004.health import mark_damage
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.state.numbers import NUMBERS
from rules.wod2004.state.paths import FIGURES
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
"""Fields that a new turn resets."""
NO_AIM: Mapping[str, Any] = {"aim": 0, "aim_target": ""}
FREE: Mapping[str, Any] = {"grapple": "", "immobilised": 0, "turned": False, "shield": False}


def _rank(actor: Combatant) -> tuple[int, int, tuple[int, ...]]:
    """Return the key that the order is sorted by; combatants without initiative come last."""
    return actor.initiative.rank if actor.initiative else (-1, 0, ())


def _place(state: State, id: str) -> State:
    """Put a combatant where its initiative belongs (WD-160)."""
    own = _rank(state.get(id))
    others = [other for other in state.order if other != id]
    after = next((n for n, other in enumerate(others) if _rank(state.get(other)) < own), len(others))
    return replace(state, order=(*others[:after], id, *others[after:]))


def _override(state: State, event: Overridden) -> State:
    state = state.put(NUMBERS[event.what].write(state.get(event.actor), event.now))
    return _place(state, event.actor) if event.what == "initiative" and event.actor in state.order else state


def _begin_turn(state: State, event: ev.TurnBegan) -> State:
    is_later = event.turn > 1
    fresh = tuple(
        replace(
            combatant,
            **FRESH_TURN,
            surprised=max(0, combatant.surprised - is_later),
            dying_turns=combatant.dying_turns + (combatant.is_dying and is_later),
        )
        for combatant in state.combatants
    )
    return replace(state, turn=event.turn, combatants=fresh)


def _delay(state: State, event: ev.Delayed) -> State:
    """Move the combatant right behind the other; the new initiative stays (WD-163)."""
    after, own = state.get(event.after).initiative, state.get(event.actor).initiative
    if after is None or own is None:
        return state
    others = [id for id in state.order if id != event.actor]
    index = others.index(event.after) + 1
    later = Initiative(own.face, after.total, after.modifier, after.ties)
    state = state.change(event.actor, delayed=True, initiative=later)
    return replace(state, acting="", order=(*others[:index], event.actor, *others[index:]))


def _surprise(state: State, event: ev.SurpriseRolled) -> State:
    state = state.change(event.actor, surprised=event.turns)
    return state.put(*(replace(state.get(id), surprised=0) for id in event.warned))


def _store(state: State, event: ev.DefenseStored) -> State:
    """Store a defense; it replaces an earlier one with its id."""
    others = tuple(defense for defense in state.defenses if defense.id != event.defense.id)
    return replace(state, defenses=(*others, event.defense))


def _declare(state: State, event: ev.AttackDeclared) -> State:
    actor = _begin(state.get(event.actor), event)
    thrown = event.attack.weapon.mode == "thrown"
    actor = replace(actor, all_out=actor.all_out or event.all_out, drawn="" if thrown else actor.drawn)
    return replace(state.put(actor), exchange=event.attack)


def _resolve(state: State, event: ev.AttackResolved) -> State:
    target = state.get(event.target)
    changes: dict[str, Any] = {}
    if event.used:
        changes = {"attacked": target.attacked + 1, "defense_used": True, **NO_AIM}
    if event.stance == "dodge" and not target.dodging:
        changes |= {"dodging": True, "acted": True}
    if event.cover and target.structure:
        changes |= {"structure": event.structure, "cover": event.cover if event.structure else 0}
    exchange = state.exchange
    if exchange is not None:
        exchange = replace(exchange, blows=exchange.blows[1:]) if exchange.blows[1:] else None
    return replace(state.change(event.target, **changes), prompt=None, exchange=exchange)


def _grapple(state: State, event: ev.Grappled) -> State:
    state = state.change(event.actor, **{**FREE, "grapple": event.target})
    return state.change(event.target, **{**FREE, "grapple": event.actor, **NO_AIM})


def _maneuver(state: State, event: ev.ManeuverChosen) -> State:
    on_actor: Mapping[str, dict[str, Any]] = {
        "drop_prone": {"prone": True},
        "draw_weapon": {"drawn": event.weapon},
        "cover": {"shield": True},
    }
    on_target: Mapping[str, dict[str, Any]] = {
        "drop_prone": {"prone": True},
        "immobilise": {"immobilised": event.successes},
        "turn_weapon": {"turned": True},
        "disarm": {"drawn": "", "turned": False},
    }
    state = state.change(event.actor, **on_actor.get(event.maneuver, {}))
    return replace(state.change(event.target, **on_target.get(event.maneuver, {})), prompt=None)


def _mishap(state: State, event: ev.MishapRuled) -> State:
    actor = state.get(event.actor)
    changes: Mapping[str, dict[str, Any]] = {
        "drop": {"drawn": ""},
        "fall": {"prone": True},
        "jam": {"jammed": (*actor.jammed, event.weapon)},
    }
    return replace(state.change(actor.id, **changes.get(event.mishap, {})), prompt=None)


def _treat(state: State, event: ev.TreatmentRolled) -> State:
    state = state.put(_begin(state.get(event.actor), event))
    return state.change(event.target, stable=True) if event.roll.successes else state


def _begin(actor: Combatant, event: object) -> Combatant:
    """Use and count an action with a roll; any aim is lost."""
    return replace(actor, acted=True, deeds=actor.deeds + 1, **NO_AIM)


def _take_action(actor: Combatant, event: ev.ActionTaken) -> Combatant:
    """Apply an action or move without a roll."""
    if event.action == "walk":
        return replace(actor, moved=True)
    if event.action == "aim":
        turns = actor.aim + 1 if actor.aim_target == event.target else 1
        return replace(actor, acted=True, aim=min(MAX_AIM, turns), aim_target=event.target)
    changes: Mapping[str, dict[str, Any]] = {
        "dodge": {"dodging": True},
        "stand_up": {"prone": False},
        "drop_prone": {"prone": True},
        "run": {"moved": True},
    }
    used = replace(actor, acted=True, **NO_AIM, **changes.get(event.action, {}))
    return _draw(actor, used, event.weapon) if event.action == "draw" else used


def _draw(actor: Combatant, used: Combatant, weapon: str) -> Combatant:
    jammed = tuple(key for key in actor.jammed if key != weapon)
    return replace(used, acted=actor.acted or not actor.draws_free(weapon), drawn=weapon, jammed=jammed)


def _spend_point(actor: Combatant, event: ev.WillpowerSpent) -> Combatant:
    left = min(event.left, actor.willpower_dots)  # a dot may be gone since the point was spent
    return replace(actor, willpower=left, willpower_spent=not event.returned)


def _pay_figures(actor: Combatant, event: FiguresChanged) -> Combatant:
    """Put new figures; a point of Willpower among them is the one point of this turn (WD-055)."""
    changed = put_figures(FIGURES, actor, event.figures)
    return replace(changed, willpower_spent=actor.willpower_spent or changed.willpower < actor.willpower)


def _pay_powers(actor: Combatant, event: ev.PowersUsed | ev.PowerSwitched) -> Combatant:
    """Take the price of powers: points, health levels, dots of Willpower, and powers that a scene has once (WD-055)."""
    track, price = actor.track, event.price
    for damage, levels in price.harm:
        track = mark_damage(track, actor.boxes, levels, damage)
    return replace(
        actor.with_track(track) if price.harm else actor,
        willpower=min(actor.willpower - event.willpower, actor.willpower_dots - price.dots),
        fuel=actor.fuel - event.fuel,
        willpower_spent=actor.willpower_spent or event.willpower > 0,
        willpower_dots=actor.willpower_dots - price.dots,
        dots_paid=actor.dots_paid + price.dots,
        spent=(*actor.spent, *price.once),
    )


def _switch(actor: Combatant, event: ev.PowerSwitched) -> Combatant:
    paid = replace(_pay_powers(actor, event), active=put_active(actor.active, event.active, event.is_on))
    return replace(paid, acted=True, **NO_AIM) if event.is_action else paid


def _harm(actor: Combatant, event: ev.Harmed) -> Combatant:
    """Mark damage (WD-171 to WD-173), or worsen a dying combatant (WD-176)."""
    harmed = actor.with_track(event.after)
    return replace(harmed, stable=False) if event.amount else harmed


def _cover(actor: Combatant, event: ev.CoverSet) -> Combatant:
    grade = CONCEALMENT[event.concealment]
    return replace(actor, concealment=grade, cover=event.durability, structure=event.structure)


apply = make_apply(
    {
        BattleEnded: lambda state, event: replace(state, phase="ended", acting="", exchange=None, prompt=None),
        ev.InitiativeRolled: lambda state, event: _place(
            state.change(event.actor, initiative=event.initiative), event.actor
        ),
        Overridden: _override,
        ev.TurnBegan: _begin_turn,
        ev.ActingBegan: lambda state, event: replace(state, acting=event.actor),
        ev.ActingEnded: lambda state, event: replace(state.change(event.actor, done=True), acting=""),
        ev.Delayed: _delay,
        ev.SurpriseRolled: _surprise,
        ev.DefenseStored: _store,
        ev.DefenseDropped: lambda state, event: replace(
            state, defenses=tuple(defense for defense in state.defenses if defense.id != event.defense)
        ),
        ev.PromptOpened: lambda state, event: replace(state, prompt=event.prompt),
        ev.AttackDeclared: _declare,
        ev.AttackResolved: _resolve,
        ev.Grappled: _grapple,
        ev.GrappleEnded: lambda state, event: state.change(event.actor, **FREE).change(event.target, **FREE),
        ev.ManeuverChosen: _maneuver,
        ev.MishapRuled: _mishap,
        ev.ConsciousnessRolled: lambda state, event: replace(
            state.change(event.actor, unconscious=not event.roll.successes), prompt=None
        ),
        ev.TreatmentRolled: _treat,
    },
    {
        CombatantLeft: lambda actor, event: replace(actor, left=True),
        ev.ActionTaken: _take_action,
        ev.ActionRolled: _begin,
        ev.StruggleRolled: _begin,
        ev.WillpowerSpent: _spend_point,
        FiguresChanged: _pay_figures,
        ev.PowersUsed: _pay_powers,
        ev.PowerSwitched: _switch,
        ev.Harmed: _harm,
        ev.CoverSet: _cover,
    },
    NUMBERS,
    FIGURES,
)
"""Return the state after an event."""
