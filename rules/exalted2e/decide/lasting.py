"""Powers that last: switched on, their motes committed, until they are dropped or their time is over (2E-442)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.battle.events import PowerSwitched
from rules.battle.moves import SwitchOn
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.powers import join, read_powers
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, Magic, State
from rules.exalted2e.timing import get_speed
from rules.powers import activate, find_off, list_over, list_turned


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm takes the action (2E-291)."""
    actor = play.state.get(move.actor)
    if reason := why_no_switch(play.state, actor):
        raise IllegalMove("no_switch", reason)
    on = read_powers(actor, (move.power,), "scene")
    power = find_off(actor.active, actor.sheet.powers, move.power)
    is_action = power.timing == "simple"
    if is_action:
        begin_turn(play, actor.id)
    personal, peripheral = spend(play, actor, join(Magic(), on), power.name)
    active = replace(activate(POWERS, power, on, play.state.tick), personal=personal, peripheral=peripheral)
    play.emit(PowerSwitched(**about(actor), active=active, is_on=True))
    if is_action:
        speed = get_speed("charm", SIMPLE_SPEED, play.state.options)
        take_action(play, actor, "charm", speed=speed, text=power.name)


SIMPLE_SPEED = 6
"""A Simple Charm's Speed (2E-291)."""


def end_powers(play: Play[State], called: Iterable[str]) -> None:
    """Drop what is over on this tick: counted ones, and those that last until the next action of who acts now.

    The tick told is the one on which it ended, not the one on which that is noticed: only the hidden may act then.
    """
    tick, fresh = play.state.tick, set(called)
    for one in play.state.combatants:
        for active in (*list_over(one.active, tick), *(list_turned(one.active) if one.id in fresh else ())):
            play.emit(PowerSwitched(**about(one), active=active, is_on=False, is_over=True, tick=active.until))


def why_no_switch(state: State, one: Combatant, is_on: bool = True) -> str:
    """Why she cannot switch a lasting power now, or an empty string."""
    if state.is_resolving:
        return "Wait until the attack is over."
    if is_on and (one.clock is None or one.out):
        return f"{one.name} cannot use powers now."
    return ""
