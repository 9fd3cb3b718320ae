"""What a roll beside the battle's own moves costs or regains is paid in the battle."""

from collections.abc import Mapping

from rules.battle import Event, Json, Seat
from rules.battle.figures import find_changes, get_fighter
from rules.dice import ScriptedRoller
from rules.errors import IllegalMove

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..attack.harm import take_out
from ..state import State
from ..state.paths import FIGURES


def spend(state: State, character: str, values: Mapping[str, Json]) -> list[Event]:
    """Bring the battle's figures to these values, by sheet path; only wounds are for all to see.

    Whom the price fells is out (3E-267).
    """
    play = Play(state, ScriptedRoller(()))
    actor = get_fighter(state.combatants, character)
    if changed := find_changes(FIGURES, actor, values, open=False):
        about = play.about(actor)
        about["audience"] = (character,)
        play.emit(ev.FiguresChanged(**about, figures=changed))
    if changed := find_changes(FIGURES, actor, values, open=True):
        play.emit(ev.FiguresChanged(**play.about(actor), figures=changed))
    take_out(play, actor.id)
    return play.events


def change_figures(play: Play, seat: Seat, move: mv.ChangeFigures) -> None:
    """Pay for a roll that was made beside the battle."""
    if not seat.controls(move.character):
        raise IllegalMove("not_yours", "You do not act for that character.")
    for event in spend(play.state, move.character, move.figures):
        play.emit(event)
