"""Command of battle groups: orders, rallying, leaders, and the flight of one that routed (3E-307, 3E-318, 3E-320)."""

from rules.battle.play import about, at
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import ThrownDice, is_success
from rules.exalted3e.decide.effort import exert
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import State, distance, is_defeated, open_opponents
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing import turns
from rules.exalted3e.timing.places import away_from_opponents, change_position
from rules.exalted3e.timing.play import Play, log_contest, rolled, throw
from rules.exalted3e.traits import TABLES
from rules.pool import Pool, Term
from rules.text import Text, word

EXTREME = 4
"""The range band from which a group that flees from all its opponents is gone (3E-235)."""


def order_group(play: Play, move: mv.OrderGroup) -> None:
    """Roll Charisma + War against 1; the threshold is bonus dice on the group's next attack (3E-307, 3E-320)."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    check_order(play.state, actor, target)
    thrown, pool = _command(play, actor, target, Text("Order"), move)
    play.emit(ev.BonusGiven(**at(actor, target), **rolled(pool, thrown), bonus=max(0, thrown.total - 1)))


def check_order(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse a group that is not the actor's, or that does not listen because it flees."""
    turns.check_action(state, actor, "order")
    turns.check_in_play(target)
    _check_commands(actor, target)
    if target.group is not None and target.group.flees:
        raise IllegalMove("group_flees", Text("{who} is fleeing: rally it first.", who=target.name))


def rally_group(play: Play, move: mv.RallyGroup) -> None:
    """Roll Charisma + War against the rout difficulty to bring a group that routed back (3E-307)."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    check_rally(play.state, actor, target)
    thrown, pool = _command(play, actor, target, Text("Rally"), move)
    difficulty = target.group.rout if target.group else 0
    works = is_success(thrown.total, difficulty)
    play.emit(ev.ActionTaken(**about(actor), action="rally"))
    log_contest(play, actor, "rally", pool, thrown, works, ((target, None),), difficulty=difficulty)
    if works and target.out:
        play.emit(ev.StanceChanged(**about(target), what="out", value=""))
    if works and target.group and target.group.flees:
        play.emit(ev.FlightChanged(**about(target), flees=False))


def check_rally(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse a group that is not the actor's, has not routed, or is destroyed."""
    turns.check_action(state, actor, "rally")
    _check_commands(actor, target)
    if not has_routed(target) or is_defeated(target):
        raise IllegalMove("no_rout", Text("{who} has not routed, or has been destroyed.", who=target.name))


def has_routed(group: Combatant) -> bool:
    """Return whether a battle group has dissolved, or flees."""
    flees = group.is_in_play and group.group is not None and group.group.flees
    return flees or group.out == "dissolved"


def _check_commands(actor: Combatant, target: Combatant) -> None:
    if target.group is None or target.side != actor.side or target.id == actor.id:
        sentence = Text("{who} is not a battle group under {whom}’s command.", who=target.name, whom=actor.name)
        raise IllegalMove("no_group", sentence)


def _command(
    play: Play, actor: Combatant, target: Combatant, title: Text, move: mv.OrderGroup | mv.RallyGroup
) -> tuple[ThrownDice, Pool]:
    """Roll Charisma + War, modified by the group's drill (3E-307)."""
    drill = target.group.drill if target.group else "average"
    effort = exert(play, move)
    terms = [*effort.situation(actor), *effort.terms]
    if dice := TABLES["drill"][drill]["command"]:
        terms.append(Term(Text("{drill} drill", drill=word(drill)), dice, "group", "3E-307"))
    pool = build_pool(title, (Term(Text("Charisma + War"), actor.command, "pool", "3E-320"),), terms, effort.successes)
    return throw(play, pool, actor, target), pool


def name_leader(play: Play, move: mv.NameLeader) -> None:
    """Keep who leads a battle group (3E-318)."""
    actor, leader = play.state.get(move.actor), play.state.find(move.leader)
    check_leader(actor, leader)
    fields = about(actor, leader) if leader else about(actor)
    play.emit(ev.LeaderNamed(**fields, leader=move.leader, leader_name=leader.name if leader else ""))


def check_leader(actor: Combatant, leader: Combatant | None) -> None:
    """Refuse a leader for someone who is no battle group, and one of another side."""
    if actor.group is None:
        raise IllegalMove("no_group", Text("{who} is not a battle group.", who=actor.name))
    if leader is not None and (leader.side != actor.side or leader.id == actor.id):
        sentence = Text("{whom} can’t lead {who}: different side.", whom=leader.name, who=actor.name)
        raise IllegalMove("not_an_ally", sentence)


def flee(play: Play, actor: Combatant) -> None:
    """Run a band away from the nearest opponents; at extreme range from all of them the group is gone (3E-318)."""
    opponents = open_opponents(play.state, actor)
    if all(distance(actor, other) >= EXTREME for other in opponents):
        play.emit(ev.WentOut(**about(actor), why="escaped"))
        return
    change_position(play, actor.id, actor.position + away_from_opponents(play.state, actor), "flee")
