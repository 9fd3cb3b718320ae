"""Cover: taking it, what a place has of it, getting behind it (3E-226 to 3E-231)."""

from rules.battle.play import about, at
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.decide.effort import exert
from rules.exalted3e.decide.movement import check_move, check_movement_action, roll_alone
from rules.exalted3e.state.board import State, cover_against, distance, find_cover_difficulty
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.places import waste_aims
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.turns import check_in_play
from rules.exalted3e.traits import COVERS
from rules.text import Text


def check_cover(state: State, actor: Combatant) -> None:
    """Refuse without a combat and movement action left (3E-226)."""
    check_movement_action(state, actor, "cover")


def take_cover(play: Play, move: mv.TakeCover) -> None:
    """Roll Dexterity + Dodge for cover against the Storyteller's difficulty (3E-226, 3E-227).

    What has been ruled for a place once stays its own, so that no one says it again.
    """
    check_cover(play.state, play.state.get(move.actor))
    effort = exert(play, move)
    actor = play.state.get(move.actor)
    keeps = play.state.options.cover_of_places
    known = find_cover_difficulty(play.state, actor.position, move.level) if keeps else None
    if keeps and known is None:
        rule_cover(play, actor, move.level, move.difficulty)
    play.emit(ev.MovementUsed(**about(actor), how="cover"))
    if roll_alone(play, move.actor, "cover", Text("Take cover"), move.difficulty if known is None else known, effort):
        play.emit(ev.StanceChanged(**about(play.state.get(move.actor)), what="cover", value=move.level))
        waste_aims(play)


def is_cover_ruled(state: State, move: mv.TakeCover) -> bool:
    """Return whether the actor's place has cover of this level: then no one needs to rule on it."""
    actor = state.find(move.actor)
    if actor is None or move.level not in COVERS or not state.options.cover_of_places:
        return False
    return find_cover_difficulty(state, actor.position, move.level) is not None


def rule_cover(play: Play, actor: Combatant, level: str, difficulty: int) -> None:
    """Keep what cover the actor's place has."""
    play.emit(ev.CoverRuled(**about(actor), at=actor.position, level=level, difficulty=difficulty))


def set_place_cover(play: Play, move: mv.SetPlaceCover) -> None:
    """Rule what cover a place has, and how hard it is to reach (3E-226)."""
    rule_cover(play, play.state.get(move.actor), move.level, move.difficulty)


def set_cover(play: Play, move: mv.SetCover) -> None:
    """Set the cover of a combatant, and against whom it does not help (3E-229); full cover wastes the aims at it."""
    actor = play.state.get(move.actor)
    open_to = tuple(id for id in dict.fromkeys(move.open_to) if id != actor.id) if move.level != "none" else ()
    play.emit(ev.StanceChanged(**about(actor), what="cover", value=move.level, open_to=open_to))
    waste_aims(play)


def count_circling(actor: Combatant, target: Combatant) -> int:
    """Return the Moves that it takes to get behind someone's cover: one for each band between them (3E-230)."""
    return max(1, distance(actor, target))


def check_circle(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse to circle without a Move left, at close range, or around no one's cover (3E-230)."""
    check_move(state, actor, 1)
    check_in_play(target)
    if distance(actor, target) == 0:
        raise IllegalMove("too_close", Text("{who} is at close range: no Move is needed.", who=target.name))
    if cover_against(target, actor) == "none":
        raise IllegalMove("no_cover", Text("{who} has no cover against {whom}.", who=target.name, whom=actor.name))


def circle(play: Play, move: mv.Circle) -> None:
    """Spend the Move on getting behind someone's cover; after enough of them it no longer helps (3E-229, 3E-230)."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    check_circle(play.state, actor, target)
    done = actor.circled + 1 if actor.circling == target.id else 1
    needed = count_circling(actor, target)
    play.emit(ev.MovementUsed(**about(actor), how="move"))
    play.emit(ev.Circled(**at(actor, target), moves=done, needed=needed))
    if done >= needed:
        open_to = (*target.cover_open, actor.id)
        play.emit(ev.StanceChanged(**about(target, actor), what="cover", value=target.cover, open_to=open_to))
