"""Where combatants are: the distances that are known, said or changed (2E-366, 2E-667)."""

from collections.abc import Mapping

from rules.battle import Event, Json, Seat
from rules.battle.play import Play, about
from rules.battle.seats import RecordedSeat
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide.common import check_target
from rules.exalted2e.events.places import DistanceSet, GroundSet
from rules.exalted2e.moves.places import SetDistance, SetGround
from rules.exalted2e.state import Combatant, DeclaredAttack, State
from rules.exalted2e.state.ground import FEATURES, put_steps, say_features
from rules.exalted2e.state.places import Distance, set_apart
from rules.text import Text, join


def set_distance(play: Play[State], move: SetDistance) -> None:
    """Set the distance of two combatants."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    if actor.id == target.id:
        raise IllegalMove("own_target", Text("Choose a target other than {who}.", who=actor.name))
    apart = set_apart(actor.id, target.id, move.yards)
    play.emit(DistanceSet(**about(actor, target), target=target.id, target_name=target.name, apart=apart))


def set_ground(play: Play[State], move: SetGround) -> None:
    """Set where a combatant stands, or all of them."""
    state = play.state
    chosen = {name: getattr(move, name) for name in FEATURES}
    for combatant in state.combatants:
        ground, is_meant = put_steps(combatant.ground, chosen), combatant.id == move.actor
        if not is_meant and (combatant.has_left or not move.everyone or ground == combatant.ground):
            continue
        description = join("; ", say_features(ground)) or Text("nothing special")
        play.emit(GroundSet(**about(combatant), ground=ground, told=description))


def recall_place(event: Event) -> Mapping[str, Json] | None:
    """Return the steps on which a combatant stood, as a move without its actor. What is plain is left out."""
    if not isinstance(event, GroundSet):
        return None
    found: dict[str, Json] = {"kind": SetGround.__name__}
    for name, feature in FEATURES.items():
        value = int(getattr(event.ground, feature.field))
        step = next((key for key, step in feature.steps.items() if value and step.value == value), "")
        if step:
            found[name] = step
    return found


def choose_distance(state: State, actor: Combatant, target: Combatant, said: int) -> int:
    """Return the yards of a shot: those that are said, or the known ones for 0; 0 where no one knows them."""
    return said or state.get_distance(actor.id, target.id) or 0


def list_said(state: State, seat: Seat, attacks: tuple[DeclaredAttack, ...]) -> tuple[Distance, ...]:
    """Return the distances that these shots change. Earlier versions did not keep any."""
    if isinstance(seat, RecordedSeat):
        return ()
    found = []
    for shot in attacks:
        weapon = get_weapon(state.get(shot.actor).sheet, shot.weapon)
        is_new = shot.distance and shot.distance != state.get_distance(shot.actor, shot.target)
        if weapon is not None and weapon.range is not None and is_new:
            found.append(set_apart(shot.actor, shot.target, shot.distance))
    return tuple(found)


def walk(state: State, actor: Combatant, goal: str, yards: int, *, away: bool) -> tuple[Distance, ...]:
    """Return the distance after a move of `yards` toward a combatant, or away; nothing where it is not known."""
    if not goal:
        return ()
    known = state.get_distance(actor.id, check_target(actor, state.get(goal)).id)
    return () if known is None else (set_apart(actor.id, goal, known + yards if away else max(0, known - yards)),)
