"""Movement actions: Move, Rush, Disengage, Rise from Prone, Take Cover, Withdraw (3E-204 to 3E-240)."""

from collections.abc import Mapping

from rules.dice import Die
from rules.errors import IllegalMove
from rules.pool import Pool, Term

from .. import events as ev
from ..actions.count import Thrown, beats_all, is_success
from ..actions.extended import WITHDRAW_GOAL, add_progress
from ..apply.places import away_from_opponents, change_position, waste_aims
from ..apply.play import Play
from ..attack.rolls import situation_terms
from ..pools import build_pool
from ..state import Combatant, Departure, State, are_enemies, distance, embattling, open_opponents
from ..timing.initiative import Cause, change_initiative
from ..timing.turns import check_action, check_in_play, check_own_turn
from .effort import NO_EFFORT, Effort

DISENGAGE_COST = 2
WITHDRAW_COST = 10
MEDIUM, EXTREME = 2, 4
RISE_DIFFICULTY = 2
NOTHING_ADDED: Mapping[str, Effort] = {}


def check_movement(actor: Combatant, action: str) -> None:
    """One movement action per round; only Rush may follow Move (3E-207, 3E-212)."""
    if actor.movement_used and not (action == "rush" and actor.movement_used == "move"):
        raise IllegalMove("movement_already_used", f"{actor.name} has used this round's movement action.")


def contest_pool(
    state: State,
    actor: Combatant,
    title: str,
    ability: str,
    *,
    fleet: bool = False,
    terrain: bool = False,
    effort: Effort = NO_EFFORT,
    weighs: tuple[Term, ...] | None = None,
) -> Pool:
    """A pool for a movement roll: flurry, wounds and difficult terrain weigh on it (3E-161, 3E-238, 3E-264).

    `fleet`: Fleet of Foot helps it (3E-036); `weighs` is what weighed on the actor when it was declared, if not now.
    """
    terms = [*effort.terms, *(situation_terms(actor) if weighs is None else weighs)]
    if fleet and actor.fleet:
        terms.append(Term("Fleet of Foot", actor.fleet, "merit", "3E-036"))
    if terrain and state.difficult_terrain:
        terms.append(Term("difficult terrain", -3, "circumstance", "3E-238"))
    base, carried = movement_terms(actor, ability)
    return build_pool(title, base, (*carried, *terms), effort.successes)


def movement_terms(actor: Combatant, ability: str) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Dexterity + Athletics or Dodge; in the saddle Dexterity + Ride, and the mount's speed (3E-034, 3E-301).

    Armor hinders a rider as it does everyone (3E-035); a quick character's one movement pool is for both.
    """
    on_foot = actor.athletics if ability == "Athletics" else actor.dodge
    if not actor.mounted:
        return (Term(f"Dexterity + {ability}", on_foot, "pool", "3E-034"),), ()
    speed = Term("the mount's speed", actor.mount_speed, "bonus", "3E-301")
    if not actor.ride:
        return (Term(f"Dexterity + {ability}", on_foot, "pool", "3E-034"),), _some(speed)
    armor = Term("mobility penalty", -actor.mobility, "armor", "3E-035")
    return (Term("Dexterity + Ride", actor.ride, "pool", "3E-301"),), _some(speed, armor)


def _some(*terms: Term) -> tuple[Term, ...]:
    """Those that change something."""
    return tuple(term for term in terms if term.amount)


def check_move(state: State, actor: Combatant, step: int) -> None:
    """Reflexive, on one's own turn, not prone, not out of close range of an opponent (3E-209, 3E-210, 3E-299)."""
    check_in_play(actor)
    check_own_turn(state, actor)
    check_movement(actor, "move")
    if actor.has_aimed:
        raise IllegalMove("cannot_move_and_aim", f"{actor.name} has aimed this round and cannot move.")
    if actor.prone:
        raise IllegalMove("prone", f"{actor.name} is prone; rise first.")
    if actor.clinch:
        raise IllegalMove("grappled", f"{actor.name} is in a clinch.")
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
    works = _contest(play, actor, "rush", pool, mine, (target,))
    if works:
        play.emit(ev.RushWon(**play.about(actor, target), target=target.id))


def _contest(
    play: Play,
    actor: Combatant,
    action: str,
    pool: Pool,
    mine: Thrown,
    opponents: tuple[Combatant, ...],
    against: Mapping[str, Effort] = NOTHING_ADDED,
) -> bool:
    """Let the opponents roll Dexterity + Athletics against a roll; a tie is no success (3E-020, 3E-217, 3E-221).

    `against`: what opponents add to theirs.
    """
    dice: list[tuple[Die, ...]] = []
    totals: list[int] = []
    for opponent in opponents:
        added = against.get(opponent.id, NO_EFFORT)
        thrown = play.throw(contest_pool(play.state, opponent, "Contest", "Athletics", effort=added))
        dice.append(thrown.dice)
        totals.append(thrown.total)
    works = beats_all(mine.total, totals)
    play.emit(
        ev.ContestRolled(
            **play.about(actor, *opponents),
            action=action,
            pool=pool,
            dice=mine.dice,
            successes=mine.total,
            opponents=tuple(opponent.id for opponent in opponents),
            opponent_names=tuple(opponent.name for opponent in opponents),
            opponent_dice=tuple(dice),
            opponent_successes=tuple(totals),
            works=works,
        )
    )
    return works


def check_disengage(state: State, actor: Combatant) -> None:
    """Only who is embattled disengages (3E-218)."""
    check_action(state, actor, "disengage")
    check_movement(actor, "disengage")
    if actor.clinch:
        raise IllegalMove("grappled", f"{actor.name} is in a clinch.")
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


def departure_pool(state: State, departure: Departure, effort: Effort) -> Pool:
    """The roll of who disengages."""
    actor, weighs = state.get(departure.actor), departure.weighs
    return contest_pool(state, actor, "Disengage", "Dodge", fleet=True, terrain=True, effort=effort, weighs=weighs)


def get_away(
    play: Play, departure: Departure, effort: Effort = NO_EFFORT, against: Mapping[str, Effort] = NOTHING_ADDED
) -> None:
    """Beat everyone who contests, step to short range and be ready for one retreat (3E-220 to 3E-223)."""
    actor = play.get(departure.actor)
    opponents = tuple(play.get(id) for id in departure.contested)
    if opponents:
        pool = departure_pool(play.state, departure, effort)
        works = _contest(play, actor, "disengage", pool, play.throw(pool), opponents, against)
    else:
        works = _contest(play, actor, "disengage", build_pool("Disengage", (), ()), Thrown((), 0, 0), ())
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
    play.emit(
        ev.ContestRolled(
            **play.about(actor),
            action=action,
            pool=pool,
            dice=thrown.dice,
            successes=thrown.total,
            difficulty=difficulty,
            works=works,
        )
    )
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
    progress = add_progress(actor.withdraw_progress, thrown, 1)
    goal = progress >= WITHDRAW_GOAL
    apart = all(distance(opponent, actor) >= EXTREME for opponent in open_opponents(play.state, actor))
    play.emit(
        ev.ContestRolled(
            **play.about(actor),
            action="withdraw",
            pool=pool,
            dice=thrown.dice,
            successes=thrown.total,
            difficulty=1,
            works=is_success(thrown.total, 1),
            progress=progress,
            goal=goal,
        )
    )
    if goal:
        change_position(play, id, actor.position + step, "withdraw")
        if apart:
            play.emit(ev.WentOut(**play.about(play.get(id)), why="escaped"))
