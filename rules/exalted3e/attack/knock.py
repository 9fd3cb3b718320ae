"""Smashing attacks and throws: a target falls prone or is knocked back a band (3E-251, 3E-294)."""

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.timing.places import away_from, change_position
from rules.exalted3e.timing.play import Play


def knock(play: Play, attacker_id: str, struck_id: str, how: str) -> None:
    """Knock the target prone or, with `how` "back", a band away from the attacker, if it still fights."""
    attacker, struck = play.state.get(attacker_id), play.state.get(struck_id)
    if not struck.is_in_play:
        return
    if how == "back":
        change_position(play, struck.id, struck.position + away_from(play.state, struck, attacker), "knocked")
    elif not struck.prone:
        play.emit(ev.StanceChanged(**about(struck), what="prone", value="yes"))
