"""What a roll beside the battle's own moves costs or regains is paid in the battle."""

from collections.abc import Mapping

from rules.battle import Event, Json, Seat
from rules.battle.figures import find_changes, get_fighter
from rules.errors import IllegalMove
from rules.exalted2e.decide.script import Script, get_audience, get_side_audience
from rules.exalted2e.events import FiguresChanged
from rules.exalted2e.moves import ChangeFigures
from rules.exalted2e.state import State
from rules.exalted2e.state.paths import FIGURES


def spend(state: State, character: str, values: Mapping[str, Json]) -> list[Event]:
    """Bring the battle's figures to these values, by sheet path; what is left in pools is for her own side."""
    one = get_fighter(state.combatants, character)
    events: list[Event] = []
    for open, audience in ((False, get_side_audience(state, one.id)), (True, get_audience(state, one.id))):
        if changed := find_changes(FIGURES, one, values, open=open):
            events.append(
                FiguresChanged(
                    actor=one.id, actor_name=one.name, figures=changed, tick=state.tick, audience=audience
                )
            )  # fmt: skip
    return events


def change_figures(script: Script, seat: Seat, move: ChangeFigures) -> None:
    """Pay for a roll that was made beside the battle."""
    if not seat.controls(move.character):
        raise IllegalMove("not_yours", "You do not act for that character.")
    for event in spend(script.state, move.character, move.figures):
        script.emit(event)
