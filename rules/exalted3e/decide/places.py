"""Movement as people ask for it."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.pool import Term

from .. import moves as mv
from ..apply.play import Play
from ..state import Combatant, State, embattling
from ..traits import COVERS
from . import movement
from .guards import check_choice, check_number, find_own, find_seen
from .resources import exert
from .setup import show
from .stealth import GLOWING, contest_stealth, stealth_pool

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
    movement.move(play, actor.id, read_step(play.state, seat, actor, move.toward))
    if actor.hidden:
        sneak(play, play.get(actor.id), move.open_ground)


def sneak(play: Play, actor: Combatant, open_ground: bool) -> None:
    """Moving in hiding needs a reflexive Dexterity + Stealth roll; who is noticed or burns is seen (3E-279, 3E-343)."""
    terms = (Term("open ground", OPEN_GROUND, "circumstance", "3E-279"),) if open_ground else ()
    if actor.anima > GLOWING or not contest_stealth(play, actor, stealth_pool(actor, terms)):
        show(play, actor)


def rush(play: Play, seat: Seat, move: mv.Rush) -> None:
    """Rush (3E-211); rushing at someone in hiding reveals it."""
    actor, target = find_own(play.state, seat, move.actor), find_seen(play.state, seat, move.target)
    movement.check_rush(play.state, actor, target)
    effort = exert(play, actor, move.stunt, move.willpower)
    show(play, target)
    movement.rush(play, actor.id, target.id, effort)


def disengage(play: Play, seat: Seat, move: mv.Disengage) -> None:
    """Disengage; every opponent at close range contests (3E-218)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("toward", move.toward, (UP, DOWN))
    movement.check_disengage(play.state, actor)
    contested = tuple(opponent.id for opponent in embattling(play.state, actor))
    effort = exert(play, actor, move.stunt, move.willpower)
    movement.disengage(play, actor.id, contested, 1 if move.toward == UP else -1, effort)


def rise(play: Play, seat: Seat, move: mv.Rise) -> None:
    """Rise from prone (3E-225)."""
    actor = find_own(play.state, seat, move.actor)
    movement.check_rise(play.state, actor)
    movement.rise(play, actor.id, exert(play, actor, move.stunt, move.willpower))


def take_cover(play: Play, seat: Seat, move: mv.TakeCover) -> None:
    """Take cover (3E-226)."""
    actor = find_own(play.state, seat, move.actor)
    check_choice("level", move.level, COVERS[1:])
    check_number("difficulty", move.difficulty, 0, MAX_DIFFICULTY)
    movement.check_cover(play.state, actor)
    movement.take_cover(play, actor.id, move.level, move.difficulty, exert(play, actor, move.stunt, move.willpower))


def withdraw(play: Play, seat: Seat, move: mv.Withdraw) -> None:
    """Withdraw (3E-232)."""
    actor = find_own(play.state, seat, move.actor)
    if actor.clinch:
        raise IllegalMove("grappled", f"{actor.name} is in a clinch.")
    movement.check_withdraw(play.state, actor)
    movement.withdraw(play, actor.id, exert(play, actor, move.stunt, move.willpower))
