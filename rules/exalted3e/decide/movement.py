"""Movement actions: Move, Rush, Rise from Prone, Take Cover, Withdraw (3E-204 to 3E-240)."""

from rules.battle import Seat
from rules.battle.play import about
from rules.battle.roster import find_seen
from rules.battle.setup import show
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import is_success
from rules.exalted3e.actions.extended import WITHDRAW_GOAL, add_progress
from rules.exalted3e.decide.contests import contest_movement, contest_pool, contest_stealth, stealth_pool
from rules.exalted3e.decide.effort import Effort, exert, gather_effort, pay_effort
from rules.exalted3e.decide.powers import roll_moment
from rules.exalted3e.state.board import (
    State,
    are_enemies,
    distance,
    embattling,
    is_rough,
    is_rough_between,
    open_opponents,
)
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.places import away_from_opponents, can_follow, change_position
from rules.exalted3e.timing.play import Play, log_contest, throw
from rules.exalted3e.timing.turns import check_action, check_in_play, check_movement, check_own_turn
from rules.pool import Pool, Term
from rules.text import Text

WITHDRAW_COST = 10
MEDIUM, EXTREME = 2, 4
RISE_DIFFICULTY = 2
WITHDRAW_DIFFICULTY = 1
OPEN_GROUND = -3
"""Dice lost by a move in hiding over open ground (3E-279)."""


def check_free(actor: Combatant) -> None:
    """Refuse a combatant in a clinch."""
    if actor.clinch:
        raise IllegalMove("grappled", Text("{who} is in a clinch.", who=actor.name))


def check_movement_action(state: State, actor: Combatant, action: str) -> None:
    """Refuse an action for which the combat or the movement action is used."""
    check_action(state, actor, action)
    check_movement(actor, action)


def check_move(state: State, actor: Combatant, step: int) -> None:
    """Refuse a Move off turn, while prone, or out of close range of an opponent (3E-209, 3E-210, 3E-299)."""
    check_in_play(actor)
    check_own_turn(state, actor)
    check_movement(actor, "move")
    if actor.has_aimed:
        raise IllegalMove("cannot_move_and_aim", Text("{who} has aimed this round and can’t move.", who=actor.name))
    if actor.prone:
        raise IllegalMove("prone", Text("{who} is prone; rise first.", who=actor.name))
    check_free(actor)
    if step and embattling(state, actor):
        raise IllegalMove("must_disengage", Text("{who} is embattled; only Disengage gets away.", who=actor.name))
    if not step:
        raise IllegalMove("already_there", Text("{who} is already here.", who=actor.name))


def parse_step(state: State, seat: Seat, actor: Combatant, toward: str) -> int:
    """Return +1 or -1 on the line, or 0 for a goal at the actor's own position."""
    if toward in (mv.UP, mv.DOWN):
        return 1 if toward == mv.UP else -1
    goal = find_seen(state, seat, toward).position
    return (goal > actor.position) - (goal < actor.position)


def move_band(play: Play, move: mv.MoveBand) -> None:
    """Move one range band (3E-209). In hiding this needs a reflexive roll; failure or a burning anima reveals (3E-279,
    3E-343).
    """
    actor = play.state.get(move.actor)
    effort = gather_sneaking(actor, move)
    step(play, actor, parse_step(play.state, play.seat, actor, move.toward))
    if actor.hidden:
        pay_effort(play, actor.id, effort)
        actor = play.state.get(actor.id)
        if not contest_stealth(play, actor, sneaking_pool(actor, move, effort)):
            show(play, actor)


def step(play: Play, actor: Combatant, step: int) -> None:
    """Move one band up (+1) or down (-1) the line; difficult terrain takes two moves (3E-209, 3E-237, 3E-240)."""
    check_move(play.state, actor, step)
    goal = actor.position + step
    play.emit(ev.MovementUsed(**about(actor), how="move"))
    if is_rough(play.state, actor.position, step) and actor.half_to != goal:
        play.emit(ev.Moved(**about(actor), was=actor.position, now=actor.position, how="move", half=goal))
        return
    change_position(play, actor.id, goal, "move")


def gather_sneaking(actor: Combatant, move: mv.MoveBand) -> Effort:
    """Return the powers that aid a move in hiding. Raise `IllegalMove` for powers on any other move."""
    if move.powers and not actor.hidden:
        sentence = Text("{who} is not hidden: no roll for that move.", who=actor.name)
        raise IllegalMove("nothing_rolled", sentence)
    return gather_effort(actor, powers=move.powers, moment=roll_moment(actor))


def sneaking_pool(actor: Combatant, move: mv.MoveBand, effort: Effort) -> Pool:
    """Return Dexterity + Stealth for a move in hiding (3E-279). `actor` has paid for the effort."""
    open_ground = (Term(Text("open ground"), OPEN_GROUND, "circumstance", "3E-279"),) if move.open_ground else ()
    return stealth_pool(actor, effort, open_ground)


def check_rush(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse a target that is no opponent at close or short range (3E-211), and a rush from hiding (3E-279)."""
    check_movement_action(state, actor, "rush")
    check_in_play(target)
    if not are_enemies(actor, target):
        raise IllegalMove("not_an_opponent", Text("Choose an opponent to rush."))
    if actor.hidden:
        raise IllegalMove("hidden_no_rush", Text("{who} is hidden and can’t rush.", who=actor.name))
    if distance(actor, target) > 1:
        raise IllegalMove("out_of_range", Text("{who} is not within short range.", who=target.name))
    if not can_follow(actor, target):
        raise IllegalMove("cannot_follow", Text("{who} can’t follow {whom} there.", who=actor.name, whom=target.name))


def rush(play: Play, move: mv.Rush) -> None:
    """Roll Dexterity + Athletics against the opponent; on success follow its next step away (3E-211 to 3E-217).

    Rushing at a hidden opponent reveals it.
    """
    target = play.state.get(move.target)
    check_rush(play.state, play.state.get(move.actor), target)
    effort = exert(play, move)
    show(play, target)
    actor, target = play.state.get(move.actor), play.state.get(target.id)
    pool = rush_pool(play.state, actor, target, effort)
    play.emit(ev.MovementUsed(**about(actor), how="rush"))
    if contest_movement(play, actor, "rush", pool, (target,)):
        play.emit(ev.RushWon(**about(actor, target), target=target.id))


def rush_pool(state: State, actor: Combatant, target: Combatant, effort: Effort) -> Pool:
    """Return the pool of a rush (3E-211, 3E-238)."""
    rough = is_rough_between(state, actor, target)
    return contest_pool(state, actor, Text("Rush"), "Athletics", runs=True, rough=rough, effort=effort)


def check_rise(state: State, actor: Combatant) -> None:
    """Refuse to rise if not prone."""
    check_movement_action(state, actor, "rise")
    if not actor.prone:
        raise IllegalMove("not_prone", Text("{who} is standing.", who=actor.name))


def rise(play: Play, move: mv.Rise) -> None:
    """Rise from prone; with an opponent at close range roll Dexterity + Dodge against 2 (3E-225)."""
    check_rise(play.state, play.state.get(move.actor))
    effort = exert(play, move)
    actor = play.state.get(move.actor)
    play.emit(ev.MovementUsed(**about(actor), how="rise"))
    embattled = embattling(play.state, actor)
    if not embattled or roll_alone(play, actor.id, "rise", Text("Rise from prone"), RISE_DIFFICULTY, effort):
        play.emit(ev.StanceChanged(**about(actor), what="prone", value="no"))


def roll_alone(play: Play, id: str, action: str, title: Text, difficulty: int, effort: Effort) -> bool:
    """Roll Dexterity + Dodge against a difficulty. Return whether it works."""
    actor = play.state.get(id)
    pool = contest_pool(play.state, actor, title, "Dodge", effort=effort)
    thrown = throw(play, pool, actor)
    works = is_success(thrown.total, difficulty)
    log_contest(play, actor, action, pool, thrown, works, difficulty=difficulty)
    return works


def check_withdraw(state: State, actor: Combatant) -> None:
    """Refuse to withdraw with an opponent nearer than medium range (3E-232)."""
    check_movement_action(state, actor, "withdraw")
    check_free(actor)
    if any(distance(opponent, actor) < MEDIUM for opponent in open_opponents(state, actor)):
        raise IllegalMove("opponents_too_close", Text("Withdraw needs medium range or more from all opponents."))


def withdraw(play: Play, move: mv.Withdraw) -> None:
    """Pay 10 Initiative, move a band and roll; on the goal move another band and perhaps escape (3E-232 to 3E-236)."""
    check_withdraw(play.state, play.state.get(move.actor))
    effort = exert(play, move)
    actor = play.state.get(move.actor)
    step = away_from_opponents(play.state, actor)
    rough = is_rough(play.state, actor.position, step)
    pool = contest_pool(play.state, actor, Text("Withdraw"), "Athletics", runs=True, rough=rough, effort=effort)
    play.emit(ev.MovementUsed(**about(actor), how="withdraw"))
    change_initiative(play, actor.id, -WITHDRAW_COST, Cause("own", Text("withdraws"), "3E-233"))
    change_position(play, actor.id, actor.position + step, "withdraw")
    actor = play.state.get(actor.id)
    thrown = throw(play, pool, actor)
    progress = add_progress(actor.withdraw_progress, thrown, WITHDRAW_DIFFICULTY)
    goal = progress >= WITHDRAW_GOAL
    apart = all(distance(opponent, actor) >= EXTREME for opponent in open_opponents(play.state, actor))
    works = is_success(thrown.total, WITHDRAW_DIFFICULTY)
    log_contest(
        play, actor, "withdraw", pool, thrown, works, difficulty=WITHDRAW_DIFFICULTY, progress=progress, goal=goal
    )
    if goal:
        change_position(play, actor.id, actor.position + step, "withdraw")
        if apart:
            play.emit(ev.WentOut(**about(play.state.get(actor.id)), why="escaped"))
