"""What a roll beside the battle's own moves costs or regains is paid in the battle."""

from collections.abc import Mapping

from rules.battle import Event, Json, Seat
from rules.battle.figures import find_changes, get_fighter
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.decide.common import named
from rules.wod2004.state import State, audience_of
from rules.wod2004.state.paths import FIGURES


def spend(state: State, character: str, values: Mapping[str, Json]) -> list[Event]:
    """Bring the battle's figures to these values, by sheet path; only wounds are for all to see."""
    one = get_fighter(state.combatants, character)
    events: list[Event] = []
    for open, audience in ((False, (character,)), (True, audience_of(one))):
        if changed := find_changes(FIGURES, one, values, open=open):
            events.append(e.FiguresChanged(**named(one), figures=changed, audience=audience))
    return events


def change_figures(state: State, seat: Seat, move: m.ChangeFigures, roller: Roller) -> list[Event]:
    """Pay for a roll that was made beside the battle."""
    if not seat.controls(move.character):
        raise IllegalMove("not_yours", "You do not act for that character.")
    return spend(state, move.character, move.figures)
