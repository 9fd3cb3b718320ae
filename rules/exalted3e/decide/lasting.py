"""Powers that last for the scene, until the next turn or for some rounds, and commit their motes (3E-341)."""

from dataclasses import replace

from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.errors import IllegalMove
from rules.exalted3e.decide.powers import USE, pay_cost
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.turns import check_action, check_in_play
from rules.powers import Price, activate
from rules.text import Text


def switch_power_on(play: Play, move: SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm uses the action (3E-162)."""
    actor = play.state.get(move.actor)
    check_in_play(actor)
    power, on, active = activate(USE, actor, move.power, play.state.round)
    if is_action := power.timing == "simple":
        check_simple(play.state, actor)
    motes = on.cost.get("motes", 0)
    from_peripheral = min(motes, actor.peripheral)
    active = replace(active, personal=motes - from_peripheral, peripheral=from_peripheral)
    price = Price(once=on.once)
    switch(play, actor, active, is_on=True, is_action=is_action, price=price)
    pay_cost(play, actor.id, on)


def check_simple(state: State, actor: Combatant) -> None:
    """Refuse a Simple Charm in a flurry, or without an action left (3E-162)."""
    if actor.flurry:
        raise IllegalMove("flurry_no_simple_charm", Text("A Simple Charm cannot be in a flurry."))
    check_action(state, actor, "charm")
