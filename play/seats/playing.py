"""Who plays by itself, as one seat sees it."""

from collections.abc import Mapping

from play.seats.board import PlayingRow
from play.seats.facts import TableFacts
from play.table.playing import find_playing
from rules.battle import Seat
from rules.battle.roster import can_see
from rules.forecast.seats import list_tactics


def list_playing(facts: TableFacts, seat: Seat) -> Mapping[str, PlayingRow]:
    """Return those in the fight who play themselves and of whom the seat knows, by their ids; the Storyteller's own
    part, which only they learn of, by an empty one.
    """
    state, tactics = facts.state, list_tactics(facts.system)
    if state.battle is None or not state.playing:
        return {}
    found: dict[str, PlayingRow] = {}
    for combatant in (*state.battle.combatants, None):
        playing = find_playing(state.playing, combatant)
        is_known = seat.storyteller if combatant is None else can_see(seat, combatant)
        if playing is None or playing.tactic not in tactics or not is_known:
            continue
        may_stop = seat.storyteller if combatant is None else seat.controls(combatant.character)
        id, name = ("", "") if combatant is None else (combatant.id, combatant.name)
        found[id] = PlayingRow(id, name, tactics[playing.tactic].name, bool(playing.character), may_stop)
    return found
