"""Movement as people ask for it."""

from rules.battle import Seat
from rules.errors import IllegalMove

from .. import moves as mv
from ..apply.play import Play
from ..state import Combatant, State, embattling
from ..traits import COVERS
from . import movement
from .guards import check_choice, check_number, find_own, find_seen
from .setup import show
from .stealth import contest_stealth, stealth_pool

UP, DOWN = "@up", "@down"
"""Landmarks at both ends of the field."""
MAX_DIFFICULTY = 10


def read_step(state: State, seat: Seat, actor: Combatant, toward: str) -> int:
    """+1 or -1 on the line, 0 for where the actor stands already."""
    if toward in (UP, DOWN):
        return 1 if toward == UP else -1
    goal = find_seen(state, seat, toward).position
    return (goal > actor.position) - (goal < actor.position)


def move_band(play: Play, seat: Seat, move: mv.MoveBand) -> None:
    """Move one range band (3E-209)."""
    actor = find_own(play.state, seat, move.actor)
    movement.move(play, actor.id, read_step(play.state, seat, actor, move.toward))
    if actor.hidden:
        sneak(play, play.get(actor.id))


def sneak(play: Play, actor: Combatant) -> None:
    """Moving in hiding needs a reflexive Dexterity + Stealth roll; who is noticed is seen by all (3E-279)."""
    if not contest_stealth(play, actor, stealth_pool(actor, ())):
        show(play, actor)


def rush(play: Play, seat: Seat, move: mv.Rush) -> None:
    """Rush (3E-211); rushing at someone in hiding reveals it."""
    actor, target = find_own(play.state, seat, move.actor), find_seen(play.state, seat, move.target)
    movement.check_rush(play.state, actor, target)
    show(play, target)
    movement.rush(play, actor.id, target.id)


def disengage(play: Play, seat: Seat, move: mv.Disengage) -> None:
    """Disengage; every opponent at close range contests (3E-218)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("toward", move.toward, (UP, DOWN))
    contested = tuple(opponent.id for opponent in embattling(play.state, actor))
    movement.disengage(play, actor.id, contested, 1 if move.toward == UP else -1)


def rise(play: Play, seat: Seat, move: mv.Rise) -> None:
    """Rise from prone (3E-225)."""
    movement.rise(play, find_own(play.state, seat, move.actor).id)


def take_cover(play: Play, seat: Seat, move: mv.TakeCover) -> None:
    """Take cover (3E-226)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("level", move.level, COVERS[1:])
    check_number("difficulty", move.difficulty, 0, MAX_DIFFICULTY)
    movement.take_cover(play, actor.id, move.level, move.difficulty)


def withdraw(play: Play, seat: Seat, move: mv.Withdraw) -> None:
    """Withdraw (3E-232)."""
    actor = find_own(play.state, seat, move.actor)
    if actor.clinch:
        raise IllegalMove("grappled", f"{actor.name} is in a clinch.")
    movement.withdraw(play, actor.id)
