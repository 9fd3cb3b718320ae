"""What a roll beside the battle's own moves costs or regains is paid in the battle."""

from collections.abc import Mapping

from rules.battle import Event, Json, Seat
from rules.battle.figures import find_changes, get_fighter
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.v20da.decide.common import about, in_private
from rules.v20da.events import FiguresChanged
from rules.v20da.moves import ChangeFigures
from rules.v20da.state.model import State
from rules.v20da.state.paths import FIGURES


def spend(state: State, character: str, values: Mapping[str, Json], *, bought: bool = False) -> list[Event]:
    """Bring the battle's figures to these values, by sheet path; only wounds are for all to see.

    `bought`: a point of Willpower among them bought a success (V20-087).
    """
    one = get_fighter(state.combatants, character)
    events: list[Event] = []
    if changed := find_changes(FIGURES, one, values, open=False):
        events.append(FiguresChanged(**in_private(one), figures=changed, bought=bought))
    if changed := find_changes(FIGURES, one, values, open=True):
        events.append(FiguresChanged(**about(one), figures=changed))
    return events


def change_figures(state: State, seat: Seat, move: ChangeFigures, roller: Roller) -> list[Event]:
    """Pay for a roll that was made beside the battle."""
    if not seat.controls(move.character):
        raise IllegalMove("not_yours", "You do not act for that character.")
    return spend(state, move.character, move.figures, bought=move.bought)
