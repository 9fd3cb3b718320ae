"""Powers that last: switched on, their motes committed, until they are dropped or their time is over (2E-442)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.decide.acting import Turn, begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.powers import join, read_powers
from rules.exalted2e.decide.script import Script, find_own, get_audience, need_running
from rules.exalted2e.events import PowerSwitched
from rules.exalted2e.moves import SwitchOff, SwitchOn
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, Magic, State
from rules.exalted2e.timing import get_speed
from rules.powers import Active, activate, find_off, find_on, list_over, list_turned


def switch_power_on(script: Script, seat: Seat, move: SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm takes the action (2E-291)."""
    need_running(script.state)
    one = find_own(script.state, seat, move.actor)
    if reason := why_no_switch(script.state, one):
        raise IllegalMove("no_switch", reason, id=one.id)
    on = read_powers(one, (move.power,), "scene")
    power = find_off(one.active, one.sheet.powers, move.power)
    is_action = power.timing == "simple"
    turn = begin_turn(script, seat, one.id) if is_action else Turn(one)
    personal, peripheral = spend(script, turn.one, join(Magic(), on), power.name)
    active = replace(activate(POWERS, power, on, script.state.tick), personal=personal, peripheral=peripheral)
    _switch(script, one, active, is_on=True)
    if is_action:
        speed = get_speed("charm", SIMPLE_SPEED, script.state.options)
        take_action(script, Turn(script.state.of(one.id), turn.aborted), "charm", speed=speed, text=power.name)


SIMPLE_SPEED = 6
"""A Simple Charm's Speed (2E-291)."""


def switch_power_off(script: Script, seat: Seat, move: SwitchOff) -> None:
    """Drop a lasting power: its motes may come back from now on, and not before (2E-442)."""
    need_running(script.state)
    one = find_own(script.state, seat, move.actor)
    if reason := why_no_switch(script.state, one, is_on=False):
        raise IllegalMove("no_switch", reason, id=one.id)
    _switch(script, one, find_on(one.active, move.power, one.name), is_on=False)


def end_powers(script: Script, called: Iterable[str]) -> None:
    """Drop what is over on this tick: counted ones, and those that last until the next action of who acts now."""
    tick, fresh = script.state.tick, set(called)
    for one in script.state.combatants:
        for active in (*list_over(one.active, tick), *(list_turned(one.active) if one.id in fresh else ())):
            _switch(script, one, active, is_on=False, is_over=True)


def _switch(script: Script, one: Combatant, active: Active, *, is_on: bool, is_over: bool = False) -> None:
    ended = active.until if is_over else None  # not the tick on which it is noticed: only the hidden may act on that
    script.emit(
        PowerSwitched(
            actor=one.id,
            actor_name=one.name,
            active=active,
            is_on=is_on,
            is_over=is_over,
            tick=script.state.tick if ended is None else ended,
            audience=get_audience(script.state, one.id),
        )
    )


def why_no_switch(state: State, one: Combatant, is_on: bool = True) -> str:
    """Why she cannot switch a lasting power now, or an empty string."""
    if state.is_resolving:
        return "Wait until the attack is over."
    if is_on and (one.clock is None or one.out):
        return f"{one.name} cannot use powers now."
    return ""
