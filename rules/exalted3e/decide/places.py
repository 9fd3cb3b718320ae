"""Movement as people ask for it."""

from dataclasses import replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.pool import Pool, Term
from rules.powers import Switched

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..state import Combatant, Departure, State, embattling
from ..traits import COVERS
from . import movement
from .answering import close_prompt
from .effort import NO_EFFORT, Effort, exert, pay_effort, read_effort
from .guards import check_choice, check_number, find_own, find_prompt, find_seen
from .powers import roll_moment
from .setup import show
from .stealth import contest_stealth, stealth_pool

UP, DOWN = "@up", "@down"
"""Landmarks at both ends of the field."""
MAX_DIFFICULTY = 10
OPEN_GROUND = -3
"""Dice lost by who moves in hiding without a hiding place (3E-279)."""


def read_step(state: State, seat: Seat, actor: Combatant, toward: str) -> int:
    """+1 or -1 on the line, 0 for where the actor stands already."""
    if toward in (UP, DOWN):
        return 1 if toward == UP else -1
    goal = find_seen(state, seat, toward).position
    return (goal > actor.position) - (goal < actor.position)


def move_band(play: Play, seat: Seat, move: mv.MoveBand) -> None:
    """Move one range band (3E-209)."""
    actor = find_own(play.state, seat, move.actor)
    effort = read_sneaking(actor, move)
    movement.move(play, actor.id, read_step(play.state, seat, actor, move.toward))
    if actor.hidden:
        pay_effort(play, actor.id, effort)
        sneak(play, play.get(actor.id), move, effort)


def read_sneaking(actor: Combatant, move: mv.MoveBand) -> Effort:
    """The powers that aid a move in hiding; no other move is rolled for."""
    if move.powers and not actor.hidden:
        raise IllegalMove("nothing_rolled", f"{actor.name} is not in hiding: nothing is rolled for that move.")
    return read_effort(actor, 0, False, move.powers, roll_moment(actor))


def sneaking_pool(actor: Combatant, move: mv.MoveBand, effort: Effort) -> Pool:
    """Dexterity + Stealth on the way, of one who has paid for it (3E-279)."""
    open_ground = (Term("open ground", OPEN_GROUND, "circumstance", "3E-279"),) if move.open_ground else ()
    return stealth_pool(actor, effort, open_ground)


def sneak(play: Play, actor: Combatant, move: mv.MoveBand, effort: Effort) -> None:
    """Moving in hiding needs a reflexive Dexterity + Stealth roll; who is noticed or burns is seen (3E-279, 3E-343)."""
    if not contest_stealth(play, actor, sneaking_pool(actor, move, effort)):
        show(play, actor)


def rush(play: Play, seat: Seat, move: mv.Rush) -> None:
    """Rush (3E-211); rushing at someone in hiding reveals it."""
    actor, target = find_own(play.state, seat, move.actor), find_seen(play.state, seat, move.target)
    movement.check_rush(play.state, actor, target)
    effort = exert(play, actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    show(play, target)
    movement.rush(play, actor.id, target.id, effort)


def disengage(play: Play, seat: Seat, move: mv.Disengage) -> None:
    """Disengage; the opponents at close range are asked whether they contest (3E-218)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("toward", move.toward, (UP, DOWN))
    movement.check_disengage(play.state, actor)
    read_departing(actor, move)
    departure = movement.disengage(play, actor.id, 1 if move.toward == UP else -1)
    asks = play.state.options.ask_contest
    contested = departure.close if not asks and not actor.hidden else ()
    departure = replace(departure, contested=contested, stunt=move.stunt, willpower=move.willpower,
                        powers=move.powers, moment=roll_moment(actor))  # fmt: skip
    play.emit(ev.DepartureBegun(**play.about(play.get(actor.id)), departure=departure))
    if asks and not actor.hidden:
        ask_contest(play, actor, departure.close)


def read_departing(actor: Combatant, move: mv.Disengage) -> Effort:
    """What is to be added if there is a roll, to be paid with the Initiative that disengaging leaves (3E-219)."""
    return read_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor), keep=movement.DISENGAGE_COST)


def ask_contest(play: Play, actor: Combatant, close: tuple[str, ...]) -> None:
    """Ask each opponent; nobody contests who does not see the one in hiding."""
    for id in close:
        opponent = play.get(id)
        prompt = play.prompt("contest", id, actor.id)
        question = f"{actor.name} disengages: does {opponent.name} contest it?"
        play.emit(ev.PromptRaised(prompt=prompt, who_name=opponent.name, question=question))


def answer_contest(play: Play, seat: Seat, move: mv.AnswerContest) -> None:
    """Contest a disengage, or let it be (3E-218)."""
    prompt = find_prompt(play.state, seat, move.prompt, "contest")
    who, about = play.get(prompt.who), play.get(prompt.about)
    added = read_effort(who, 0, False, move.powers if move.contest else (), "contest")
    close_prompt(play, prompt.id)
    pay_effort(play, who.id, added)
    play.emit(
        ev.ContestAnswered(
            **play.about(who, about),
            target_name=about.name,
            contests=move.contest,
            shares=added.powers.shares,
            weighs=added.weighs,
        )
    )


def depart(play: Play, departure: Departure) -> None:
    """Everybody has said whether they contest: roll, if anyone does. Effort is paid for only with a roll."""
    actor = play.get(departure.actor)
    there = {opponent.id for opponent in embattling(play.state, actor)}
    contested = tuple(id for id in departure.contested if id in there)
    effort = NO_EFFORT
    if contested:
        effort = effort_of(actor, departure)
        pay_effort(play, actor.id, effort)
    against = {one.who: Effort(powers=Switched(shares=one.shares), weighs=one.weighs) for one in departure.backing}
    movement.get_away(play, replace(departure, contested=contested), effort, against)


def effort_of(actor: Combatant, departure: Departure) -> Effort:
    """What was declared; what the Storyteller has meanwhile taken from who departs is not there to be paid."""
    try:
        return read_effort(actor, departure.stunt, departure.willpower, departure.powers, departure.moment)
    except IllegalMove:
        return Effort(departure.stunt)


def rise(play: Play, seat: Seat, move: mv.Rise) -> None:
    """Rise from prone (3E-225)."""
    actor = find_own(play.state, seat, move.actor)
    movement.check_rise(play.state, actor)
    effort = exert(play, actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    movement.rise(play, actor.id, effort)


def take_cover(play: Play, seat: Seat, move: mv.TakeCover) -> None:
    """Take cover (3E-226)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("level", move.level, COVERS[1:])
    check_number("difficulty", move.difficulty, 0, MAX_DIFFICULTY)
    movement.check_cover(play.state, actor)
    effort = exert(play, actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    movement.take_cover(play, actor.id, move.level, move.difficulty, effort)


def withdraw(play: Play, seat: Seat, move: mv.Withdraw) -> None:
    """Withdraw (3E-232)."""
    actor = find_own(play.state, seat, move.actor)
    movement.check_withdraw(play.state, actor)
    effort = exert(play, actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    movement.withdraw(play, actor.id, effort)
