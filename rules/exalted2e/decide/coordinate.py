"""Coordinated attacks (2E-300..302)."""

from rules.battle.play import Play, about
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.common import check_target, read_count
from rules.exalted2e.events.table import CoordinationRolled
from rules.exalted2e.moves.strikes import CoordinateAttack
from rules.exalted2e.pools import bonus, coordinate_attack, penalty
from rules.exalted2e.state import Combatant, Doing, Plan, State
from rules.exalted2e.timing import ACTIONS, get_coordination, get_coordination_difficulty
from rules.pool import Pool
from rules.text import Text


def lead_attack(play: Play[State], move: CoordinateAttack) -> None:
    """Roll for the leader; on the leader's next action tick the attackers meet lower DVs (2E-300, 2E-301)."""
    actor, state = begin_turn(play, move.actor), play.state
    target = check_target(actor, state.get(move.target))
    led = [find_seen(state, play.seat, id) for id in dict.fromkeys(move.attackers)]
    if not led:
        raise IllegalMove("bad_attackers", Text("Name at least one combatant who will attack with you."))
    if any(one.side != actor.side for one in led):
        raise IllegalMove("other_side", Text("Only combatants of the leader's own side can be led."))
    pool = _get_pool(actor, get_aim(state, actor, "")[1], move)
    counted = roll(pool.dice, face_rule(actor.sheet.being), play.roller)
    at, lowered = state.tick + ACTIONS["coordinate"].speed, get_coordination(counted.total, len(led))
    take_action(play, actor, "coordinate", target=target, doing=Doing("coordinate", state.tick, target.id))
    play.emit(
        CoordinationRolled(
            **about(actor, target, *led),
            target_name=target.name,
            pool=pool,
            **read_count(counted),
            difficulty=get_coordination_difficulty(len(led)),
            plan=Plan(actor.id, target.id, tuple(one.id for one in led), lowered, at),
        )
    )


def _get_pool(leader: Combatant, abort: int, move: CoordinateAttack) -> Pool:
    bonuses = (bonus(Text("Storyteller's bonus"), move.bonus, "other", "2E-100"),) if move.bonus else ()
    penalties = (
        *((penalty(Text("Broken Aim"), abort, "other internal", "2E-297"),) if abort else ()),
        *((penalty(Text("Storyteller's penalty"), move.penalty, "other internal", "2E-081"),) if move.penalty else ()),
    )
    return coordinate_attack(leader.sheet, leader.wound_now, bonuses, penalties)
