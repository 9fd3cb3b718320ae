"""Powers switched on in a fight: what they bring, their caps and costs (3E-345), and lasting powers (3E-341)."""

from dataclasses import replace
from operator import attrgetter

from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.actions.request import SUCCESS_DICE
from rules.exalted3e.attack.harm import mark_levels
from rules.exalted3e.decide.resources import set_resource, spend_initiative, spend_motes
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.turns import check_action, check_in_play
from rules.powers import (
    HEALTH,
    WILLPOWER_DOTS,
    PowerTotals,
    PowerUse,
    Price,
    activate,
    count_body,
    sum_shares,
)
from rules.text import Text, word
from rules.wounds import HARMS


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what can pay for powers."""
    levels = 0 if actor.group is not None else actor.health.free
    return {
        "motes": actor.personal + actor.peripheral,
        "willpower": actor.willpower,
        "initiative": actor.initiative or 0,
        **count_body(levels, actor.willpower_rating),
    }


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, spent=attrgetter("spent"))


def attack_moment(actor: Combatant) -> str:
    """Return the moment of an attack; within a flurry it takes no Simple Charm (3E-162)."""
    return "flurry" if actor.flurry else "attack"


def roll_moment(actor: Combatant) -> str:
    """Return the moment of another roll of one's action; within a flurry it takes no Simple Charm (3E-162)."""
    return "flurry_roll" if actor.flurry else "roll"


def count_dice(on: PowerTotals) -> int:
    """Return the dice of powers as the cap counts them: a success is worth two (3E-345)."""
    return on.total("dice") + SUCCESS_DICE * on.total("successes")


def room_for_dice(actor: Combatant, cap: int) -> int | None:
    """Return the dice that magic may still add to lasting powers; None without traits, so without a cap."""
    return max(0, cap - sum_shares(actor.standing, "dice")) if cap else None


def check_cap(actor: Combatant, dice: int, cap: int) -> None:
    """Refuse more dice of magic than Attribute + Ability (3E-345)."""
    most = room_for_dice(actor, cap)
    if most is not None and dice > most:
        sentence = Text(
            "Magic adds {n} die at most here, not {n2}.", "Magic adds {n} dice at most here, not {n2}.", n=most, n2=dice
        )
        raise IllegalMove("too_many_dice", sentence, most=most)


def pay_powers(play: Play, id: str, on: PowerTotals) -> None:
    """Tell which powers were used, and take their cost."""
    if on.names:
        used = ev.CharmUsed(**about(play.state.get(id)), charm=on.name, perilous=False, spent=on.once)
        play.emit(used)
        pay_cost(play, id, on)


def pay_cost(play: Play, id: str, on: PowerTotals) -> None:
    """Take the cost of powers: motes, Willpower, Initiative, health levels, dots of Willpower."""
    name = word(on.name)
    if motes := on.cost.get("motes", 0):
        spend_motes(play, id, motes, name)
    for track, what in (("willpower", "willpower"), (WILLPOWER_DOTS, "willpower_rating")):
        if points := on.cost.get(track, 0):
            actor = play.state.get(id)
            set_resource(play, actor, what, int(getattr(actor, what)) - points, name)
    if initiative := on.cost.get("initiative", 0):
        spend_initiative(play, id, initiative, name)
    if on.cost.get(HEALTH):
        for kind in HARMS:
            if levels := on.harm.get(kind, 0):
                mark_levels(play, id, kind, levels)


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
        raise IllegalMove("flurry_no_simple_charm", Text("A Simple Charm can’t be in a flurry."))
    check_action(state, actor, "charm")
