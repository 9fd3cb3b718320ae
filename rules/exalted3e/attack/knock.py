"""Smashing: a target thrown prone or back a band, as the attacker chose (3E-251); a throw leaves it prone (3E-294)."""

from .. import events as ev
from ..apply.places import away_from, change_position
from ..apply.play import Play

SMASHES = ("prone", "back")
"""What a smashing blow may do."""


def knock(play: Play, attacker_id: str, struck_id: str, how: str) -> None:
    """Knock whoever still fights to the ground, or (`back`) a band away from the attacker."""
    attacker, struck = play.get(attacker_id), play.get(struck_id)
    if not struck.is_in_play:
        return
    if how == "back":
        change_position(play, struck.id, struck.position + away_from(play.state, struck, attacker), "knocked")
    elif not struck.prone:
        play.emit(ev.StanceChanged(**play.about(struck), what="prone", value="yes"))
