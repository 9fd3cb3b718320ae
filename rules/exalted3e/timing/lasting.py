"""When powers that are switched on are over."""

from rules.powers import Active, list_over, list_turned

from .. import events as ev
from ..apply.play import Play


def switch_off(play: Play, id: str, active: Active, *, is_over: bool = False) -> None:
    """A power counts no more: dropped, or (`is_over`) its time has run out."""
    play.emit(ev.PowerSwitched(**play.about(play.get(id)), active=active, is_on=False, is_over=is_over))


def end_with_round(play: Play) -> None:
    """Those whose rounds are counted and over, as a round begins."""
    for combatant in play.state.combatants:
        for active in list_over(combatant.active, play.state.round):
            switch_off(play, combatant.id, active, is_over=True)


def end_with_turn(play: Play, id: str) -> None:
    """Those that last until this turn."""
    for active in list_turned(play.get(id).active):
        switch_off(play, id, active, is_over=True)
