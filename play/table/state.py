"""The state of a table, which its log is folded to. Pure functions, without the database."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from json.encoder import encode_basestring_ascii
from typing import Any, cast, get_args, get_type_hints
from zlib import crc32

from campaigns.models import Series
from play.table.events import BattleClosed, BattleOpened, CardPutAway, CardShown, Fought, Paused
from play.table.orders import Order, OrderEnded, OrderGiven, OrderTaken, apply_order, note_fought
from play.table.task_events import StuntChanged, TaskEvent, apply_task
from rules.battle import Event, Json
from rules.codec import decode, encode
from rules.lru_cache import LruCache
from rules.system import System
from rules.tasks import Work

Span = tuple[int, int]
"""Entries `after` to `upto` of a log, as numbers. `after` is not included."""
NOTHING = Work()
"""A table without tasks stores nothing of them."""


@dataclass(frozen=True, slots=True)
class TableState:
    """`battle` is the state of the fight in the series' system, None between fights. `paused`: players wait.

    `work`: the tasks outside combat. `card`: the safety card lies on the table, and nobody plays on. `order`: the order
    to a group that is being carried out, if any.
    """

    battle: Any = None
    paused: bool = False
    work: Work = NOTHING
    card: bool = False
    order: Order | None = None


def apply(system: System, state: TableState, event: Event) -> TableState:
    """Return the state after one event of the log. A rewind is no event of the fold (see `play.table.history`)."""
    match event:
        case BattleOpened(options=options):
            return replace(state, battle=system.battle.start(decode(system.options, options)))
        case Fought(event=inner, order=order):
            fought = replace(state, battle=system.battle.apply(state.battle, inner))
            return _note_order(system, fought, inner) if order and state.order else fought
        case BattleClosed():
            return replace(state, battle=None, paused=False, order=None)
        case OrderGiven() | OrderTaken() | OrderEnded():
            return replace(state, order=apply_order(state.order, event))
        case Paused(paused=paused):
            return replace(state, paused=paused)
        case CardShown() | CardPutAway():
            return replace(state, card=isinstance(event, CardShown))
        case TaskEvent() | StuntChanged():
            return replace(state, work=apply_task(state.work, event))
    return state


def _note_order(system: System, state: TableState, event: Event) -> TableState:
    if state.order is None:
        return state
    is_told = event.audience is None and system.battle.blow(event) is not None
    order = note_fought(state.order, system.battle.entry_of(event), is_told=is_told)
    return state if order is state.order else replace(state, order=order)


def fold(system: System, state: TableState, events: Iterable[Event]) -> TableState:
    """Apply the events in order."""
    for event in events:
        state = apply(system, state, event)
    return state


def encode_state(state: TableState) -> dict[str, Json]:
    """Return the JSON form that is stored in `Table.state`; `fields` marks the version of a battle's state."""
    kept: dict[str, Json] = {"battle": encode(state.battle), "paused": state.paused}
    kept["fields"] = mark_fields(type(state.battle))
    if state.work != NOTHING:
        kept["work"] = encode(state.work)
    if state.card:
        kept["card"] = True
    if state.order is not None:
        kept["order"] = encode(state.order)
    return kept


def write_state(state: TableState) -> str:
    """Return `encode_state` as text. Parts that earlier states have in common with this one are not written again."""
    mark = mark_fields(type(state.battle))
    kept = f'{{"battle": {_write(state.battle)}, "paused": {_write(state.paused)}, "fields": "{mark}"'
    work = "" if state.work == NOTHING else f', "work": {_write(state.work)}'
    card = ', "card": true' if state.card else ""
    order = "" if state.order is None else f', "order": {json.dumps(encode(state.order))}'
    return f"{kept}{work}{card}{order}}}"


_written: LruCache[int, tuple[Any, str]] = LruCache(16384)
"""Parts of states with their text, by identity: they are frozen, and a fight changes few of them at a time."""
LONG, TOO_LONG = 200, 20_000
"""The fewest and the most letters of a text worth caching. A whole fight is too long: every command changes it, and it
is soon put together from its parts.
"""


_SCALARS: dict[type, Callable[[Any], str]] = {
    int: str,
    str: encode_basestring_ascii,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): lambda _none: "null",
}
"""How JSON writes the values of most fields, without the setup of `json.dumps`."""


def _write(value: Any) -> str:
    if scalar := _SCALARS.get(type(value)):
        return scalar(value)
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_write, value))}]"
    if not is_dataclass(value):
        return json.dumps(encode(value))
    known = _written.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    pairs = []
    for name in value.__dataclass_fields__:
        item = getattr(value, name)
        scalar = _SCALARS.get(type(item))
        pairs.append(f'"{name}": {scalar(item) if scalar else _write(item)}')
    text = f"{{{', '.join(pairs)}}}"
    if LONG <= len(text) < TOO_LONG:
        _written.put(id(value), (value, text))
    return text


def decode_state(system: System, data: dict[str, Json]) -> TableState:
    """Return the state of a JSON form. An empty object is a table where nothing has happened."""
    battle = data.get("battle")
    work = decode(Work, data["work"]) if "work" in data else NOTHING
    fight = None if battle is None else decode(system.battle.state, battle)
    order = decode(Order, data["order"]) if "order" in data else None
    return TableState(fight, data.get("paused", False), work, data.get("card", False), order)


def is_current(system: System, data: Mapping[str, Json]) -> bool:
    """Return whether a stored state has today's fields. A state of another version is folded from its log anew."""
    return data.get("battle") is None or data.get("fields") == mark_fields(system.battle.state)


def mark_fields(kind: type[Any]) -> str:
    """Return a short mark of the names of all fields of a dataclass and of the dataclasses in it; "" for any other."""
    return _mark_fields(cast(Hashable, kind))


@cache
def _mark_fields(kind: Any) -> str:
    known: dict[Any, list[str]] = {}
    ahead = [kind]
    while ahead:
        hint = ahead.pop()
        ahead += get_args(hint)
        if isinstance(hint, type) and is_dataclass(hint) and hint not in known:
            known[hint] = [field.name for field in fields(hint)]
            ahead += get_type_hints(hint).values()
    listed = sorted((cls.__name__, *names) for cls, names in known.items())
    return f"{crc32(repr(listed).encode()):08x}" if listed else ""


def series_options(system: System, series: Series) -> Any:
    """Return the options of the rules that the series plays by."""
    return decode(system.options, series.options)
