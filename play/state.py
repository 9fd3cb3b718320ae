"""The state of a table: what folding its log gives. Pure functions; the database is in `services`."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Series
from play.events import BattleClosed, BattleOpened, Fought, Paused
from play.task_events import StuntChanged, TaskEvent, apply_task
from rules.battle import Event, Json
from rules.codec import decode, encode
from rules.system import System
from rules.tasks import Work

NOTHING = Work()
"""A table without tasks keeps nothing of them."""


@dataclass(frozen=True, slots=True)
class TableState:
    """`battle` is the state of the fight in the series' system, or None between fights; `paused`: players wait.

    `work`: the tasks outside combat.
    """

    battle: Any = None
    paused: bool = False
    work: Work = NOTHING


def apply(system: System, state: TableState, event: Event) -> TableState:
    """Give the state after one event of the log. A rewind is not an event of the fold (see `services.history`)."""
    match event:
        case BattleOpened(options=options):
            return replace(state, battle=system.battle.start(decode(system.options, options)))
        case Fought(event=inner):
            return replace(state, battle=system.battle.apply(state.battle, inner))
        case BattleClosed():
            return replace(state, battle=None, paused=False)
        case Paused(paused=paused):
            return replace(state, paused=paused)
        case TaskEvent() | StuntChanged():
            return replace(state, work=apply_task(state.work, event))
    return state


def fold(system: System, state: TableState, events: Iterable[Event]) -> TableState:
    """Apply the events in order."""
    for event in events:
        state = apply(system, state, event)
    return state


def encode_state(state: TableState) -> dict[str, Json]:
    """The JSON form that is kept in `Table.state`."""
    kept = {"battle": encode(state.battle), "paused": state.paused}
    return kept if state.work == NOTHING else {**kept, "work": encode(state.work)}


def decode_state(system: System, data: dict[str, Json]) -> TableState:
    """The state of its JSON form; an empty object is a table where nothing has happened."""
    battle = data.get("battle")
    work = decode(Work, data["work"]) if "work" in data else NOTHING
    fight = None if battle is None else decode(system.battle.state, battle)
    return TableState(fight, data.get("paused", False), work)


def series_options(system: System, series: Series) -> Any:
    """The options of the rules that the series plays by."""
    return decode(system.options, series.options)
