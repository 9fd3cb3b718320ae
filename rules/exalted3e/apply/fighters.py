"""The combatant after the events that change it alone."""

from dataclasses import replace

from rules.battle import events
from rules.exalted3e import events as ev
from rules.exalted3e.state.combatant import Combatant, assign
from rules.exalted3e.traits import MOVEMENTS
from rules.powers import put_active


def use_action(actor: Combatant, action: str) -> Combatant:
    """Use the combat action, or its part of a flurry (3E-154, 3E-155)."""
    if action in actor.flurry:
        rest = list(actor.flurry)
        rest.remove(action)
        return replace(actor, flurry=tuple(rest), action_used=True)
    return replace(actor, action_used=True)


def drop_aim(actor: Combatant) -> Combatant:
    """Drop the aim."""
    return replace(actor, aim_target=None, aim_count=0, has_aimed=False)


def take_action(actor: Combatant, event: ev.ActionTaken) -> Combatant:
    """Use the action, and keep its modifier of Defense until the next turn."""
    changed = actor if event.free else use_action(actor, event.action)
    return replace(
        changed,
        is_unloaded=changed.is_unloaded and event.action != "draw",
        timed=(*changed.timed, event.modifier) if event.modifier else changed.timed,
        weapon=changed.weapon if event.weapon is None else event.weapon,
        dropped=tuple(lost for lost in changed.dropped if lost[0] != event.weapon),
    )


def aim(actor: Combatant, event: ev.Aimed) -> Combatant:
    """Keep the aim until the next turn (3E-164)."""
    return replace(use_action(actor, "aim"), aim_target=event.target, aim_count=event.count, has_aimed=True)


def use_movement(actor: Combatant, event: ev.MovementUsed) -> Combatant:
    """Use the movement action, and the combat action if it is one too."""
    changed = use_action(actor, event.how) if event.how in MOVEMENTS else actor
    return replace(changed, movement_used=event.how, has_withdrawn=actor.has_withdrawn or event.how == "withdraw")


def change_stance(actor: Combatant, event: ev.StanceChanged) -> Combatant:
    """Change cover, prone or mounted, or bring the combatant back into the fight."""
    if event.what == "cover":
        actor = replace(actor, cover_open=event.open_to)
    return assign(actor, event.what, event.value if event.what in ("cover", "out") else event.value == "yes")


def change_resource(actor: Combatant, event: ev.ResourceChanged) -> Combatant:
    """Change Willpower, motes or anima; count lost dots of Willpower."""
    if event.what == "willpower_rating":
        actor = replace(actor, willpower_lost=actor.willpower_lost + event.was - event.now)
    return assign(actor, event.what, event.now)


def switch_power(actor: Combatant, event: events.PowerSwitched) -> Combatant:
    """Switch a lasting power on or off."""
    acted = use_action(actor, "charm") if event.is_action else actor
    active = put_active(actor.active, event.active, event.is_on)
    return replace(acted, active=active, spent=(*actor.spent, *event.price.once))


def check_rout(actor: Combatant, event: ev.RoutChecked) -> Combatant:
    """Keep the difficulty of a failed rout check, against which the group is rallied (3E-307)."""
    if event.holds or actor.group is None:
        return actor
    return replace(actor, group=replace(actor.group, rout=event.difficulty))


def name_leader(actor: Combatant, event: ev.LeaderNamed) -> Combatant:
    """Keep who leads a battle group (3E-318)."""
    return actor if actor.group is None else replace(actor, group=replace(actor.group, leader=event.leader))


def change_flight(actor: Combatant, event: ev.FlightChanged) -> Combatant:
    """Let a battle group flee, or stand again (3E-318, 3E-307)."""
    return actor if actor.group is None else replace(actor, group=replace(actor.group, flees=event.flees))
