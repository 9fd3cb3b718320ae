"""Powers that last: switched on at any time, or as the action, until they are dropped or their time is over."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.powers import Active, activate, find_off, find_on, list_over, list_turned
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.decide.common import about
from rules.wod2004.decide.guards import find_able, find_with_action
from rules.wod2004.decide.powers import read_new_powers
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state import Combatant, State


def switch_on(state: State, seat: Seat, move: m.SwitchOn, roller: Roller) -> list[Event]:
    """Pay for a lasting power; an instant one takes the action (WD-061)."""
    actor = find_able(state, seat, move.actor)
    on = read_new_powers(actor, (move.power,), "scene")
    power = find_off(actor.active, actor.powers, move.power)
    if is_action := power.timing == "instant":
        find_with_action(state, seat, actor.id)
    return [
        e.PowerSwitched(
            **about(actor),
            active=activate(POWERS, power, on, state.turn),
            is_on=True,
            is_action=is_action,
            willpower=on.cost.get("willpower", 0),
            fuel=on.cost.get("fuel", 0),
            price=on.price,
        )
    ]


def switch_off(state: State, seat: Seat, move: m.SwitchOff, roller: Roller) -> list[Event]:
    """Drop a lasting power."""
    actor = find_able(state, seat, move.actor)
    active = find_on(actor.active, move.power, actor.name)
    return [e.PowerSwitched(**about(actor), active=active, is_on=False)]


def end_with_turn(state: State, turn: int) -> list[Event]:
    """Those whose turns are counted and over, as this turn begins."""
    return [_over(one, active) for one in state.combatants for active in list_over(one.active, turn)]


def end_with_place(actor: Combatant) -> list[Event]:
    """Those that last until its turn, as its place comes; not as a place comes that was only put off."""
    return [] if actor.delayed else [_over(actor, active) for active in list_turned(actor.active)]


def _over(one: Combatant, active: Active) -> Event:
    return e.PowerSwitched(**about(one), active=active, is_on=False, is_over=True)
