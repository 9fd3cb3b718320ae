"""Movement actions: Move, Rush, Disengage, Rise from Prone, Take Cover, Withdraw (3E-204 to 3E-240)."""

from collections.abc import Mapping

from rules.errors import IllegalMove

from .. import events as ev
from ..actions.count import Thrown, is_success
from ..actions.extended import WITHDRAW_GOAL, add_progress
from ..apply.places import away_from_opponents, change_position, waste_aims
from ..apply.play import Play
from ..apply.rolls import tell_contest
from ..attack.rolls import situation_terms
from ..pools import build_pool
from ..state import Combatant, Departure, State, are_enemies, distance, embattling, open_opponents
from ..timing.initiative import Cause, change_initiative
from ..timing.turns import check_action, check_in_play, check_movement, check_own_turn
from .contests import NOTHING_ADDED, contest_pool, departure_pool, roll_contest
from .effort import NO_EFFORT, Effort

DISENGAGE_COST = 2
WITHDRAW_COST = 10
MEDIUM, EXTREME = 2, 4
RISE_DIFFICULTY = 2
WITHDRAW_DIFFICULTY = 1


def _check_free(actor: Combatant) -> None:
    if actor.clinch:
        raise IllegalMove("grappled", f"{actor.name} is in a clinch.")


def check_move(state: State, actor: Combatant, step: int) -> None:
    """Reflexive, on one's own turn, not prone, not out of close range of an opponent (3E-209, 3E-210, 3E-299)."""
    check_in_play(actor)
    check_own_turn(state, actor)
    check_movement(actor, "move")
    if actor.has_aimed:
        raise IllegalMove("cannot_move_and_aim", f"{actor.name} has aimed this round and cannot move.")
    if actor.prone:
        raise IllegalMove("prone", f"{actor.name} is prone; rise first.")
    _check_free(actor)
    if step and embattling(state, actor):
        raise IllegalMove("must_disengage", f"{actor.name} is embattled; only Disengage leads away.")
    if not step:
        raise IllegalMove("already_there", f"{actor.name} is there already.")


def move(play: Play, id: str, step: int) -> None:
    """Move one band up (+1) or down (-1) the line; difficult terrain takes two (3E-209, 3E-237, 3E-240)."""
    actor = play.get(id)
    check_move(play.state, actor, step)
    goal = actor.position + step
    play.emit(ev.MovementUsed(**play.about(actor), how="move"))
    if play.state.difficult_terrain and actor.half_to != goal:
        play.emit(ev.Moved(**play.about(actor), was=actor.position, now=actor.position, how="move", half=goal))
        return
    change_position(play, id, goal, "move")


def check_rush(state: State, actor: Combatant, target: Combatant) -> None:
    """At an opponent at close or short range (3E-211); not from hiding (3E-279)."""
    check_action(state, actor, "rush")
    check_movement(actor, "rush")
    check_in_play(target)
    if not are_enemies(actor, target):
        raise IllegalMove("not_an_opponent", "A rush goes at an opponent.")
    if actor.hidden:
        raise IllegalMove("hidden_no_rush", f"{actor.name} is in hiding and cannot rush.")
    if distance(actor, target) > 1:
        raise IllegalMove("out_of_range", f"{target.name} is not within short range.")


def rush(play: Play, id: str, target_id: str, effort: Effort = NO_EFFORT) -> None:
    """Contested Dexterity + Athletics; on success follow the opponent's next step away (3E-211 to 3E-217)."""
    actor, target = play.get(id), play.get(target_id)
    check_rush(play.state, actor, target)
    pool = contest_pool(play.state, actor, "Rush", "Athletics", fleet=True, terrain=True, effort=effort)
    play.emit(ev.MovementUsed(**play.about(actor), how="rush"))
    mine = play.throw(pool)
    works = roll_contest(play, actor, "rush", pool, mine, (target,))
    if works:
        play.emit(ev.RushWon(**play.about(actor, target), target=target.id))


def check_disengage(state: State, actor: Combatant) -> None:
    """Only who is embattled disengages (3E-218)."""
    check_action(state, actor, "disengage")
    check_movement(actor, "disengage")
    _check_free(actor)
    if not embattling(state, actor):
        raise IllegalMove("not_embattled", f"No opponent is at close range of {actor.name}; Move is free.")


def disengage(play: Play, id: str, step: int) -> Departure:
    """Spend the action and 2 Initiative (3E-218, 3E-219); nobody has contested yet."""
    actor = play.get(id)
    check_disengage(play.state, actor)
    close = tuple(opponent.id for opponent in embattling(play.state, actor))
    play.emit(ev.MovementUsed(**play.about(actor), how="disengage"))
    change_initiative(play, id, -DISENGAGE_COST, Cause("own", "disengages", "3E-219"))
    return Departure(id, step, close, weighs=situation_terms(actor))


def get_away(
    play: Play, departure: Departure, effort: Effort = NO_EFFORT, against: Mapping[str, Effort] = NOTHING_ADDED
) -> None:
    """Beat everyone who contests, step to short range and be ready for one retreat (3E-220 to 3E-223)."""
    actor = play.get(departure.actor)
    opponents = tuple(play.get(id) for id in departure.contested)
    if opponents:
        pool = departure_pool(play.state, departure, effort)
        works = roll_contest(play, actor, "disengage", pool, play.throw(pool), opponents, against)
    else:
        works = roll_contest(play, actor, "disengage", build_pool("Disengage", (), ()), Thrown((), 0, 0), ())
    if works:
        play.emit(ev.RetreatReady(**play.about(actor), opponents=departure.close))
        change_position(play, actor.id, actor.position + departure.step, "disengage")


def check_rise(state: State, actor: Combatant) -> None:
    """Only who is prone rises."""
    check_action(state, actor, "rise")
    check_movement(actor, "rise")
    if not actor.prone:
        raise IllegalMove("not_prone", f"{actor.name} is on its feet.")


def rise(play: Play, id: str, effort: Effort = NO_EFFORT) -> None:
    """Rise from prone; with an opponent at close range roll Dexterity + Dodge against 2 (3E-225)."""
    actor = play.get(id)
    check_rise(play.state, actor)
    play.emit(ev.MovementUsed(**play.about(actor), how="rise"))
    works = True
    if embattling(play.state, actor):
        works = _roll_alone(play, actor, "rise", "Rise from prone", RISE_DIFFICULTY, effort)
    if works:
        play.emit(ev.StanceChanged(**play.about(actor), what="prone", value="no"))


def _roll_alone(play: Play, actor: Combatant, action: str, title: str, difficulty: int, effort: Effort) -> bool:
    """A Dexterity + Dodge roll against a difficulty."""
    pool = contest_pool(play.state, actor, title, "Dodge", effort=effort)
    thrown = play.throw(pool)
    works = is_success(thrown.total, difficulty)
    tell_contest(play, actor, action, pool, thrown, works, difficulty=difficulty)
    return works


def check_cover(state: State, actor: Combatant) -> None:
    """A combat and movement action (3E-226)."""
    check_action(state, actor, "cover")
    check_movement(actor, "cover")


def take_cover(play: Play, id: str, level: str, difficulty: int, effort: Effort = NO_EFFORT) -> None:
    """Roll Dexterity + Dodge against the Storyteller's difficulty for cover (3E-226, 3E-227)."""
    actor = play.get(id)
    check_cover(play.state, actor)
    play.emit(ev.MovementUsed(**play.about(actor), how="cover"))
    if _roll_alone(play, actor, "cover", "Take cover", difficulty, effort):
        set_cover(play, id, level)


def set_cover(play: Play, id: str, level: str) -> None:
    """What someone stands behind now; full cover wastes the aims at it (3E-165)."""
    play.emit(ev.StanceChanged(**play.about(play.get(id)), what="cover", value=level))
    waste_aims(play)


def check_withdraw(state: State, actor: Combatant) -> None:
    """Only at medium range or more from all opponents (3E-232)."""
    check_action(state, actor, "withdraw")
    check_movement(actor, "withdraw")
    _check_free(actor)
    if any(distance(opponent, actor) < MEDIUM for opponent in open_opponents(state, actor)):
        raise IllegalMove("opponents_too_close", "Withdraw needs medium range or more from all opponents.")


def withdraw(play: Play, id: str, effort: Effort = NO_EFFORT) -> None:
    """Pay 10, move a band, roll, test for escape, move another on the goal (3E-232 to 3E-236)."""
    actor = play.get(id)
    check_withdraw(play.state, actor)
    step = away_from_opponents(play.state, actor)
    pool = contest_pool(play.state, actor, "Withdraw", "Athletics", fleet=True, terrain=True, effort=effort)
    play.emit(ev.MovementUsed(**play.about(actor), how="withdraw"))
    change_initiative(play, id, -WITHDRAW_COST, Cause("own", "withdraws", "3E-233"))
    change_position(play, id, actor.position + step, "withdraw")
    actor = play.get(id)
    thrown = play.throw(pool)
    progress = add_progress(actor.withdraw_progress, thrown, WITHDRAW_DIFFICULTY)
    goal = progress >= WITHDRAW_GOAL
    apart = all(distance(opponent, actor) >= EXTREME for opponent in open_opponents(play.state, actor))
    works = is_success(thrown.total, WITHDRAW_DIFFICULTY)
    tell_contest(
        play, actor, "withdraw", pool, thrown, works, difficulty=WITHDRAW_DIFFICULTY, progress=progress, goal=goal
    )
    if goal:
        change_position(play, id, actor.position + step, "withdraw")
        if apart:
            play.emit(ev.WentOut(**play.about(play.get(id)), why="escaped"))
