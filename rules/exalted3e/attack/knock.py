"""Smashing: a target thrown prone or back a band (3E-251)."""

from .. import events as ev
from ..apply.play import Play


def knock_down(play: Play, attacker_id: str, struck_id: str) -> None:
    """Knock whoever is still up to the ground."""
    struck = play.get(struck_id)
    if struck.is_in_play and not struck.prone:
        play.emit(ev.StanceChanged(**play.about(struck), what="prone", value="yes"))
