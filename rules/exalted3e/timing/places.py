"""Changes of position, and who follows, retreats or loses an aim (3E-165, 3E-214, 3E-222)."""

from rules.battle.play import about, at
from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State, cover_against, distance, open_opponents
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.exalted3e.traits import band_of
from rules.text import Text, word


def change_position(play: Play, id: str, goal: int, how: str) -> None:
    """Move a combatant; others follow it, retreat from it or lose their aim (3E-165, 3E-214, 3E-222)."""
    was = play.state.get(id)
    play.emit(ev.Moved(**about(was), was=was.position, now=goal, how=how))
    if was.cover != "none" and was.position != goal and play.state.options.cover_of_places:
        play.emit(ev.StanceChanged(**about(was), what="cover", value="none"))
    if how == "move" and play.state.current == id:
        _retreat_from(play, was)
    _follow(play, was)
    waste_aims(play)


def _follow(play: Play, was: Combatant) -> None:
    """Move the combatants that rushed it along, once, when the distance grows (3E-214, 3E-215)."""
    for rusher in play.state.combatants:
        now = play.state.get(was.id)
        if rusher.rush_target != was.id or not rusher.is_in_play:
            continue
        if distance(rusher, now) > distance(rusher, was) and can_follow(rusher, now):
            play.emit(ev.RushWon(**about(rusher), target=""))
            step = 1 if now.position > rusher.position else -1
            change_position(play, rusher.id, rusher.position + step, "follow")


def can_follow(rusher: Combatant, target: Combatant) -> bool:
    """Return whether a combatant has the means to follow another one (3E-216)."""
    return rusher.aloft or not target.aloft


def _retreat_from(play: Play, was: Combatant) -> None:
    """Move the combatants that disengaged from it back, once, when it comes nearer on its turn (3E-222, 3E-223)."""
    for other in play.state.combatants:
        now = play.state.get(was.id)
        if was.id not in other.retreat_from or not other.is_in_play:
            continue
        if distance(other, now) < distance(other, was):
            play.emit(ev.RetreatReady(**about(other), opponents=()))
            step = 1 if other.position > was.position else -1
            change_position(play, other.id, other.position + step, "retreat")


def away_from_opponents(state: State, actor: Combatant) -> int:
    """Return the direction on the line that leads away from the nearest opponents."""
    opponents = sorted(open_opponents(state, actor), key=lambda c: (distance(c, actor), c.position))
    for opponent in opponents:
        if opponent.position != actor.position:
            return 1 if actor.position > opponent.position else -1
    return 1


def away_from(state: State, actor: Combatant, other: Combatant) -> int:
    """Return the direction that leads away from another combatant; side by side, away from the actor's opponents."""
    if other.position == actor.position:
        return away_from_opponents(state, actor)
    return 1 if actor.position > other.position else -1


def wasted_by(aimer: Combatant, target: Combatant) -> str:
    """Return the code of why an aim at the target is wasted: out of range or behind full cover; else "" (3E-165)."""
    if distance(aimer, target) > aimer.arm.reach:
        return "out_of_range"
    return "full_cover" if cover_against(target, aimer) == "full" else ""


def waste_aims(play: Play) -> None:
    """End every aim whose target left the weapon's range or went behind full cover."""
    for aimer in play.state.combatants:
        target = play.state.find(aimer.aim_target)
        if target is None:
            continue
        waste = wasted_by(aimer, target)
        if waste:
            reason = (
                Text("behind full cover")
                if waste == "full_cover"
                else Text("beyond {range} range", range=word(band_of(aimer.arm.reach)))
            )
            play.emit(ev.AimWasted(**at(aimer, target), reason=reason))
