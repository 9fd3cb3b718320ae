"""Lasting powers in a battle: switching them on, dropping them, and ending them when their time is over."""

from collections.abc import Callable, Iterable
from typing import Any

from rules.battle.guards import refuse
from rules.battle.moves import SwitchOff
from rules.battle.play import Play, about
from rules.powers import Active, find_on


def switch(play: Play[Any], actor: Any, active: Active, **values: Any) -> None:
    """Emit that a lasting power was switched on or off. `values` are for the game's own `PowerSwitched`."""
    cls: Any = play.battle.events.classes["PowerSwitched"]
    play.emit(cls(**about(actor), active=active, **values))


def switch_off(play: Play[Any], move: SwitchOff) -> None:
    """Drop a lasting power."""
    actor = play.state.get(move.actor)
    refuse("no_switch", play.battle.why_not_switch(play.state, actor))
    switch(play, actor, find_on(actor.active, move.power, actor.name), is_on=False)


def end_powers(play: Play[Any], find_over: Callable[[tuple[Active, ...]], Iterable[Active]], *actors: Any) -> None:
    """Emit the lasting powers that are over, of these combatants, or of all combatants if none are given."""
    for actor in actors or play.state.combatants:
        for active in find_over(actor.active):
            switch(play, actor, active, is_on=False, is_over=True)
