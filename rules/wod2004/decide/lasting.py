"""Powers that last for the scene: switched on at any time, or as the action, until they are dropped."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.powers import Power
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.decide.guards import find_own, find_with_action, require_no_prompt, require_running
from rules.wod2004.decide.powers import read_new_powers
from rules.wod2004.state import Active, Combatant, State, audience_of


def switch_on(state: State, seat: Seat, move: m.SwitchOn, roller: Roller) -> list[Event]:
    """Pay for a lasting power; an instant one takes the action (WD-061)."""
    actor = _find(state, seat, move.actor)
    on = read_new_powers(actor, (move.power,), "scene")
    power = next(power for power in actor.powers if power.key == move.power)
    if any(active.key == power.key for active in actor.active):
        raise IllegalMove("switched_on", f"{power.name} is switched on already.", actor=actor.id)
    if is_action := power.timing == "instant":
        find_with_action(state, seat, actor.id)
    return [
        e.PowerSwitched(
            actor=actor.id,
            actor_name=actor.name,
            active=Active(power.key, power.name, on.shares),
            is_on=True,
            is_action=is_action,
            willpower=on.cost.get("willpower", 0),
            fuel=on.cost.get("fuel", 0),
            audience=audience_of(actor),
        )
    ]


def switch_off(state: State, seat: Seat, move: m.SwitchOff, roller: Roller) -> list[Event]:
    """Drop a lasting power."""
    actor = _find(state, seat, move.actor)
    active = next((active for active in actor.active if active.key == move.power), None)
    if active is None:
        raise IllegalMove("not_on", f"{actor.name} has no such power switched on.", actor=actor.id)
    return [
        e.PowerSwitched(actor=actor.id, actor_name=actor.name, active=active, is_on=False, audience=audience_of(actor))
    ]


def _find(state: State, seat: Seat, id: str) -> Combatant:
    require_running(state)
    actor = find_own(state, seat, id)
    require_no_prompt(state)
    if actor.out:
        raise IllegalMove("out", f"{actor.name} cannot act: {actor.out}.", actor=actor.id)
    return actor


def list_lasting(actor: Combatant) -> tuple[Power, ...]:
    """The powers of its sheet that last for the scene."""
    return tuple(power for power in actor.powers if power.use == "scene")
