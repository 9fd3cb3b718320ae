"""Coordinated attacks (2E-300..302)."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.script import Script, find, find_target, get_audience, get_side, need_ruling
from rules.exalted2e.events import CoordinationRolled
from rules.exalted2e.moves import CoordinateAttack
from rules.exalted2e.pools import bonus, coordinate_attack, penalty
from rules.exalted2e.state import Combatant, Doing, Plan
from rules.exalted2e.timing import ACTIONS, get_coordination, get_coordination_difficulty
from rules.pool import Pool

MAX_ATTACKERS = 40


def lead_attack(script: Script, seat: Seat, move: CoordinateAttack) -> None:
    """The leader rolls; on her next action tick the attackers find the target's DV lowered (2E-300, 2E-301)."""
    turn = begin_turn(script, seat, move.actor)
    state, leader = script.state, turn.one
    target = find_target(state, seat, leader, move.target)
    if not isinstance(move.attackers, tuple) or not 1 <= len(move.attackers) <= MAX_ATTACKERS:
        raise IllegalMove("bad_attackers", "Name at least one combatant who will attack with you.")
    names = [find(state, seat, id) for id in dict.fromkeys(move.attackers)]
    if any(one.side != leader.side for one in names):
        raise IllegalMove("other_side", "Only combatants of the leader's own side can be led.")
    for word in ("bonus", "penalty"):
        need_ruling(seat, word, getattr(move, word))
    pool = _get_pool(leader, get_aim(state, leader, "")[1], move)
    counted = roll(pool.dice, face_rule(leader.sheet.being), script.roller)
    at = state.tick + ACTIONS["coordinate"].speed
    take_action(script, turn, "coordinate", target=target, doing=Doing("coordinate", state.tick, target.id))
    plan = Plan(leader.id, target.id, tuple(one.id for one in names), get_coordination(counted.total, len(names)), at)
    script.emit(
        CoordinationRolled(
            actor=leader.id,
            actor_name=leader.name,
            target_name=target.name,
            pool=pool,
            pool_for=get_side(state, leader.id),
            dice=counted.dice,
            total=counted.total,
            difficulty=get_coordination_difficulty(len(names)),
            plan=plan,
            tick=state.tick,
            audience=get_audience(state, leader.id, target.id, *(one.id for one in names)),
        )
    )


def _get_pool(leader: Combatant, abort: int, move: CoordinateAttack) -> Pool:
    bonuses = (bonus("Storyteller's bonus", move.bonus, "other", "2E-100"),) if move.bonus else ()
    penalties = (
        *((penalty("Broken Aim", abort, "other internal", "2E-297"),) if abort else ()),
        *((penalty("Storyteller's penalty", move.penalty, "other internal", "2E-081"),) if move.penalty else ()),
    )
    return coordinate_attack(leader.sheet, leader.wound_now, bonuses, penalties)
