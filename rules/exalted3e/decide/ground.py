"""Difficult terrain: of the whole field, or of the way from one combatant to another (3E-237 to 3E-239)."""

from rules.battle.play import about
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import list_stretches
from rules.exalted3e.timing.play import Play
from rules.text import Text


def set_terrain(play: Play, move: mv.SetTerrain) -> None:
    """Make the whole field difficult terrain, or clear it."""
    play.emit(ev.TerrainSet(difficult=move.difficult))


def set_ground(play: Play, move: mv.SetGround) -> None:
    """Make the way from a combatant difficult terrain, such as an obstacle that takes a detour, or clear it."""
    actor = play.state.get(move.actor)
    if move.toward in (mv.UP, mv.DOWN):
        there = actor.position if move.toward == mv.UP else actor.position - 1
        play.emit(ev.GroundSet(**about(actor), stretches=(there,), difficult=move.difficult, way=move.toward))
        return
    other = find_seen(play.state, play.seat, move.toward)
    stretches = list_stretches(actor.position, other.position)
    if not stretches:
        sentence = Text("{who} and {whom} are at close range.", who=actor.name, whom=other.name)
        raise IllegalMove("nothing_between", sentence)
    names = about(actor, other)
    play.emit(ev.GroundSet(**names, stretches=stretches, difficult=move.difficult, target_name=other.name))
