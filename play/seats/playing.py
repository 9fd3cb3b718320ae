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
    part, of which she alone is told, by an empty one.
    """
    state, tactics = facts.state, list_tactics(facts.system)
    if state.battle is None or not state.playing:
        return {}
    found: dict[str, PlayingRow] = {}
    for one in (*state.battle.combatants, None):
        playing = find_playing(state.playing, one)
        is_known = seat.storyteller if one is None else can_see(seat, one)
        if playing is None or playing.tactic not in tactics or not is_known:
            continue
        may_stop = seat.storyteller if one is None else seat.controls(one.character)
        id, name = ("", "") if one is None else (one.id, one.name)
        found[id] = PlayingRow(id, name, tactics[playing.tactic].name, bool(playing.character), may_stop)
    return found
