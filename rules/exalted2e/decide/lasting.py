"""Lasting powers: their motes are committed until they are dropped or their time is over (2E-442)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.battle.events import PowerSwitched
from rules.battle.guards import refuse
from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import Play, about
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.powers import USE, add_powers
from rules.exalted2e.state import Combatant, Magic, State
from rules.exalted2e.timing import get_speed
from rules.powers import activate, list_over, list_turned
from rules.text import EMPTY, Text, word


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm takes the action (2E-291)."""
    actor = play.state.get(move.actor)
    refuse("no_switch", why_no_switch(play.state, actor))
    power, on, active = activate(USE, actor, move.power, play.state.tick)
    is_action = power.timing == "simple"
    if is_action:
        begin_turn(play, actor.id)
    personal, peripheral = spend(play, actor, add_powers(Magic(), on), word(power.name))
    switch(play, actor, replace(active, personal=personal, peripheral=peripheral), is_on=True)
    if is_action:
        speed = get_speed("charm", SIMPLE_SPEED, play.state.options)
        take_action(play, actor, "charm", speed=speed, text=word(power.name))


SIMPLE_SPEED = 6
"""A Simple Charm's Speed (2E-291)."""


def end_powers(play: Play[State], called: Iterable[str]) -> None:
    """Drop the powers that end on this tick: by their count, or by the next action of their owners in `called`.

    The event names the tick on which the power ended. Another one may be that of a hidden combatant's action.
    """
    tick, fresh = play.state.tick, set(called)
    for one in play.state.combatants:
        for active in (*list_over(one.active, tick), *(list_turned(one.active) if one.id in fresh else ())):
            play.emit(PowerSwitched(**about(one), active=active, is_on=False, is_over=True, tick=active.until))


def why_no_switch(state: State, actor: Combatant, is_on: bool = True) -> Text:
    """Return why the combatant cannot switch a lasting power on (or off) now, or an empty text."""
    if state.is_resolving:
        return Text("Wait until the attack is over.")
    if is_on and (actor.clock is None or actor.out):
        return Text("{who} cannot use powers now.", who=actor.name)
    return EMPTY
