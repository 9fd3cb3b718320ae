"""Powers that stay on: for the scene, until the next turn, for so many rounds; their motes are committed (3E-341)."""

from dataclasses import replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.powers import activate, find_off, find_on

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..sheet.powers import POWERS
from ..state import Combatant, State
from ..timing.lasting import switch_off
from ..timing.turns import check_action, check_in_play
from .guards import find_own
from .powers import pay_cost, read_powers


def switch_power_on(play: Play, seat: Seat, move: mv.SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm takes the action (3E-162)."""
    actor = find_own(play.state, seat, move.actor)
    check_in_play(actor)
    on = read_powers(actor, (move.power,), "scene")
    power = find_off(actor.active, actor.powers, move.power)
    if is_action := power.timing == "simple":
        check_simple(play.state, actor)
    motes = on.cost.get("motes", 0)
    from_peripheral = min(motes, actor.peripheral)
    active = activate(POWERS, power, on, play.state.round)
    active = replace(active, personal=motes - from_peripheral, peripheral=from_peripheral)
    about = play.about(actor)
    play.emit(ev.PowerSwitched(**about, active=active, is_on=True, is_action=is_action, spent=on.once))
    pay_cost(play, actor.id, on)


def check_simple(state: State, actor: Combatant) -> None:
    """A Simple Charm is the turn's action, and no part of a flurry (3E-162)."""
    if actor.flurry:
        raise IllegalMove("flurry_no_simple_charm", "A Simple Charm cannot be in a flurry.")
    check_action(state, actor, "charm")


def switch_power_off(play: Play, seat: Seat, move: mv.SwitchOff) -> None:
    """Drop a lasting power: its motes may come back from now on, and not before (3E-341)."""
    actor = find_own(play.state, seat, move.actor)
    check_in_play(actor)
    switch_off(play, actor.id, find_on(actor.active, move.power, actor.name))
