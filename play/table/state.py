"""The state of a table, which its log is folded to. Pure functions, without the database."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from json.encoder import encode_basestring_ascii
from typing import Any, cast, get_args, get_type_hints
from zlib import crc32

from campaigns.models import Series
from play.table.by_post import PostBegun, PostEnded, PostTerms
from play.table.events import BattleClosed, BattleOpened, CardPutAway, CardShown, Fought, Paused, RollMade, Tried
from play.table.group_orders import Order, OrderEnded, OrderGiven, OrderTaken, apply_order, note_fought
from play.table.handout_events import HandoutEvent, Shown, apply_handout
from play.table.party_events import CharacterShown
from play.table.playing import Playing, SeatsPlay, SeatsStop, apply_playing, keep_after_fight
from play.table.proposals import ProposalEvent, Proposals, apply_proposal
from play.table.side_scenes import SideSceneEvent, SideScenes, apply_side_scene
from play.table.speech import Edits, PostEdited, apply_edit
from play.table.standing_orders import NOTHING, AheadEvent, LeftAhead, apply_ahead
from play.table.task_events import StuntChanged, TaskEvent, TasksAsked, apply_task
from play.table.undo_events import Requests, UndoEvent, apply_request
from rules.battle import Event, Json
from rules.codec import decode, encode
from rules.lru_cache import LruCache
from rules.system import System
from rules.tasks import Work, note_roll

NO_TASKS = Work()
Span = tuple[int, int]
"""Entries `after` to `upto` of a log, as numbers. `after` is not included."""


@dataclass(frozen=True, slots=True)
class TableState:
    """`battle` is the state of the fight in the series' system, None between fights. `paused`: players wait.

    `work`: the tasks outside combat. `card`: the safety card lies on the table, and nobody plays on. `handouts`: what
    lies there for some or for all, each as it was shown. `requests`: what players ask to take back. `came` and `gone`:
    the keys of characters that the Storyteller brought into the scene or sent away. Without that, the players'
    characters are there and no others.
    `proposals`: numbers that players propose, until the Storyteller has answered.
    `order`: the order to a group that is being carried out, if any. `post`: the terms of play by post; None: live.
    `ahead`: standing orders, and declarations that lie face down. `strands`: side scenes, open and
    merged. `edits`: which posts were edited. `playing`: the seats of the fight that play themselves.
    """

    battle: Any = None
    paused: bool = False
    work: Work = NO_TASKS
    card: bool = False
    handouts: Shown = ()
    requests: Requests = ()
    proposals: Proposals = ()
    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    order: Order | None = None
    post: PostTerms | None = None
    ahead: LeftAhead = NOTHING
    strands: SideScenes = ()
    edits: Edits = ()
    playing: tuple[Playing, ...] = ()

    def is_here(self, character: str, *, plays: bool) -> bool:
        """Return whether a character is in the scene. `plays`: a player plays it."""
        return character in self.came or (plays and character not in self.gone)


EMPTY = TableState()
PARTS: dict[str, Any] = {
    "work": Work,
    "card": bool,
    "handouts": Shown,
    "requests": Requests,
    "proposals": Proposals,
    "order": Order,
    "post": PostTerms,
    "ahead": LeftAhead,
    "strands": SideScenes,
    "edits": Edits,
    "playing": tuple[Playing, ...],
    **dict.fromkeys(("came", "gone"), tuple[str, ...]),
}
"""The parts beside the fight, with their types. An empty one is not stored."""
FOLDS: tuple[tuple[type[Event] | tuple[type[Event], ...], str, Callable[[Any, Any], Any]], ...] = (
    ((OrderGiven, OrderTaken, OrderEnded), "order", apply_order),
    (AheadEvent, "ahead", apply_ahead),
    ((TaskEvent, TasksAsked, StuntChanged), "work", apply_task),
    (HandoutEvent, "handouts", apply_handout),
    (UndoEvent, "requests", apply_request),
    (ProposalEvent, "proposals", apply_proposal),
    (SideSceneEvent, "strands", apply_side_scene),
    ((SeatsPlay, SeatsStop), "playing", apply_playing),
    (PostEdited, "edits", apply_edit),
)
"""The parts that have events of their own: their kinds, the name of the part, and how it changes by one of them."""


def apply(system: System, state: TableState, event: Event) -> TableState:
    """Return the state after one event of the log. A rewind is no event of the fold (see `play.table.history`)."""
    match event:
        case BattleOpened(options=options):
            return replace(state, battle=system.battle.start(decode(system.options, options)))
        case Fought(event=inner, order=order, tried=tried, character=key):
            fought = _note_try(replace(state, battle=system.battle.apply(state.battle, inner)), key, tried)
            return _note_order(system, fought, inner) if order and state.order else fought
        case BattleClosed():
            playing = keep_after_fight(state.playing)
            return replace(state, battle=None, paused=False, order=None, ahead=NOTHING, playing=playing)
        case Paused(paused=paused):
            return replace(state, paused=paused)
        case PostBegun(terms=terms):
            return replace(state, post=terms)
        case PostEnded():
            return replace(state, post=None, ahead=NOTHING)
        case CardShown() | CardPutAway():
            return replace(state, card=isinstance(event, CardShown))
        case RollMade(character=key, tried=tried):
            return _note_try(state, key, tried)
        case CharacterShown(character=key, is_here=is_here):
            return _move_character(state, key, is_here=is_here)
    return _apply_to_part(state, event)


def _apply_to_part(state: TableState, event: Event) -> TableState:
    """Return the state after an event that only one part of the table knows. Other events change nothing."""
    for kinds, name, fold in FOLDS:
        if isinstance(event, kinds):
            return replace(state, **{name: fold(getattr(state, name), event)})
    return state


def _note_try(state: TableState, character: str, tried: Tried | None) -> TableState:
    """Count a try of the pad or of a fight, which are one deed if the traits are the same."""
    if tried is None:
        return state
    values = {"failed": tried.failed, "again": tried.again}
    return replace(state, work=note_roll(state.work, character, tried.title, tried.at, **values))


def _note_order(system: System, state: TableState, event: Event) -> TableState:
    if state.order is None:
        return state
    is_shown = event.audience is None and system.battle.attack_result(event) is not None
    order = note_fought(state.order, system.battle.entry_of(event), is_shown=is_shown)
    return state if order is state.order else replace(state, order=order)


def _move_character(state: TableState, key: str, *, is_here: bool) -> TableState:
    came, gone = (tuple(known for known in keys if known != key) for keys in (state.came, state.gone))
    return replace(state, came=(*came, key), gone=gone) if is_here else replace(state, came=came, gone=(*gone, key))


def fold(system: System, state: TableState, events: Iterable[Event]) -> TableState:
    """Apply the events in order."""
    for event in events:
        state = apply(system, state, event)
    return state


def encode_state(state: TableState) -> dict[str, Json]:
    """Return the JSON form that is stored in `Table.state`; `fields` marks the version of a battle's state."""
    kept: dict[str, Json] = {"battle": encode(state.battle), "paused": state.paused}
    kept["fields"] = mark_fields(type(state.battle))
    return kept | {name: encode(part) for name, part in _list_parts(state)}


def write_state(state: TableState) -> str:
    """Return `encode_state` as text. Parts that earlier states have in common with this one are not written again."""
    mark = mark_fields(type(state.battle))
    kept = f'{{"battle": {_write(state.battle)}, "paused": {_write(state.paused)}, "fields": "{mark}"'
    parts = "".join(f', "{name}": {_write(part)}' for name, part in _list_parts(state))
    return f"{kept}{parts}}}"


def _list_parts(state: TableState) -> Iterator[tuple[str, Any]]:
    """Yield the parts beside the fight that hold something; the others are not stored."""
    for name in PARTS:
        part = getattr(state, name)
        if part != getattr(EMPTY, name):
            yield name, part


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
    fight = None if battle is None else decode(system.battle.state, battle)
    parts = {name: decode(hint, data[name]) for name, hint in PARTS.items() if name in data}
    return TableState(fight, data.get("paused", False), **parts)


def is_current(system: System, data: Mapping[str, Json]) -> bool:
    """Return whether a stored state has today's fields. A state of another version is folded from its log again."""
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
