"""What this process remembers of the scenes that it serves. No other object of the process remembers rows of a scene.

The database is right. What stands here is compared with it at each use, by the number that the table's row has now or
by the identity of the objects that it was made from. So a process that another one has overtaken continues from what it
knows or loads again, and never shows older data.
"""

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import is_
from threading import Lock
from typing import Any, Generic, TypeVar

from campaigns.core.mentions import NO_NAMES, Names
from play.table.lines import LogLine
from play.table.speech import Edits
from play.table.state import Span, TableState
from rules.battle import Event, Field, Seat
from rules.lru_cache import LruCache

V = TypeVar("V")

SCENES = 128
"""How many scenes a process remembers, those that were used last."""
TAIL = 64
"""How many entries of a scene's log a process remembers at least, those that it used last; at most twice as many."""
SEATS = 64
"""How many kinds of seats are remembered of a scene at most."""
SHEETS = 256
"""How many answers about sheets are remembered of a scene at most."""
TALLIES = 8192
"""How many scenes are remembered as they were counted for a seat: a long chronicle has 200 scenes, and ten seats."""
LOG_LINES = 60
"""How many of the newest entries the live page shows."""


@dataclass(frozen=True, slots=True)
class Record:
    """An entry of the log as this process remembers it."""

    number: int
    at: datetime
    author: str
    event: Event
    by: int = 0
    """The key of the author; 0 for what the table does by itself."""


@dataclass(slots=True)
class SeatLog:
    """A seat's log: how far it was read, how many entries it has for the seat, and its newest lines, oldest first.

    `spans` are the stretches of the log that the lines were compared with; the newest may have grown since. `edits` are
    the edits of posts that they show. Take `lock` to read or change any of it.
    """

    read_to: int = 0
    count: int = 0
    lines: deque[LogLine] = field(default_factory=deque)
    spans: list[Span] = field(default_factory=list)
    edits: Edits | None = None
    lock: Lock = field(default_factory=Lock)


class RecentCache(Generic[V]):
    """What follows from some objects that never change, for those that were asked about last. Threads may share it."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], V] | None = None

    def get(self, make: Callable[[], V], *of: object) -> V:
        """Return what follows from these objects; `make` makes it where other objects were asked about last."""
        known = self._known
        if known is None or not all(map(is_, known[0], of)):
            known = self._known = of, make()
        return known[1]


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry of a seat's log as facts, with the lines that it was made of."""

    newest: LogLine
    oldest: LogLine
    lines: int
    facts: Any

    def is_made_of(self, lines: Sequence[LogLine]) -> bool:
        """Return whether an entry of these lines, newest first, says the same. Lines are only added, or replaced."""
        return self.newest is lines[0] and self.oldest is lines[-1] and self.lines == len(lines)


@dataclass(frozen=True, slots=True)
class LogFacts:
    """A seat's log as facts: the entries by the number of their newest line, and what else they were made of."""

    faces: Mapping[str, str]
    names: Names
    tellers: frozenset[int]
    entries: dict[int, EntryFacts] = field(default_factory=dict)

    def is_made_of(self, faces: Mapping[str, str], names: Names, tellers: frozenset[int]) -> bool:
        """Return whether entries of these faces and names, and of posts of these Storytellers, are the same."""
        return self.faces is faces and self.names == names and self.tellers == tellers


class LiveSeat:
    """What this process remembers of a scene for all who have one seat there."""

    def __init__(self) -> None:
        self.log = SeatLog()
        self.parts: defaultdict[str, RecentCache[Any]] = defaultdict(RecentCache)
        """Parts of the board by name, for the rows and the state that each follows from."""
        self.facts: dict[str, LogFacts] = {}
        """The log as facts that were made last, by language."""
        self.names: tuple[object, float, Names] = (None, 0.0, NO_NAMES)
        """The names that the seat knows, for these characters, until this moment of `time.monotonic`."""


class LiveScene:
    """What this process remembers of one scene. All threads of the process share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.rows: dict[object, Any] = {}
        """Rows that the database gave last, with the objects made of them, by query (`play.table.cached_query`)."""
        self.addresses: dict[str, str] = {}
        """Addresses that every board shows, by the name of their view."""
        self._state: tuple[int, TableState] | None = None
        self.spans: list[Span] = []
        """The stretches of the log that counted when they were last asked for. The first ends at the number of that
        time.
        """
        self.records: LruCache[int, Record] = LruCache(2 * TAIL)
        """Committed entries of the log by number: entries never change."""
        self.sheets: LruCache[Hashable, Any] = LruCache(SHEETS)
        """What follows from sheets, by its name, the character, the version of the sheet, and all that it depends on.
        """
        self.recaps: LruCache[Hashable, Any] = LruCache(SEATS)
        """Recaps, by the seat and the number of the newest entry that they tell."""
        self._fought: LruCache[int, tuple[Any, tuple[Field, ...]]] = LruCache(SHEETS)
        self._seats: LruCache[Seat, LiveSeat] = LruCache(SEATS)

    @property
    def state(self) -> tuple[int, TableState] | None:
        """Return the newest state that was committed, as far as this process knows, with its number."""
        return self._state

    def keep_state(self, number: int, state: TableState) -> None:
        """Keep a committed state, unless a newer one is here: threads may come in any order."""
        with self._lock:
            if self._state is None or self._state[0] <= number:
                self._state = number, state

    def seat(self, seat: Seat) -> LiveSeat:
        """Return what is remembered for a seat."""
        return self._seats.get_or_make(seat, LiveSeat)

    def fields_in_fight(
        self, character: int, sheet: Any, make: Callable[[Any], tuple[Field, ...]]
    ) -> tuple[Field, ...]:
        """Return the roll form of a character's sheet in the fight, made again by `make` when the sheet has changed."""
        known = self._fought.get(character)
        if known is None or known[0] != sheet:
            known = sheet, make(sheet)
            self._fought.put(character, known)
        return known[1]

    def records_between(self, after: int, upto: int) -> Sequence[Record] | None:
        """Return the entries after one number up to another; None unless all are remembered."""
        found = [record for at in range(after + 1, upto + 1) if (record := self.records.get(at))]
        return found if len(found) == upto - after else None


class LiveScenes:
    """The scenes that a process remembers, by key: at most `size`, those that were used last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._scenes: OrderedDict[int, LiveScene] = OrderedDict()
        self.tallies: LruCache[Hashable, Any] = LruCache(TALLIES)
        """What seats saw of scenes, counted, by the scene, the seat and the table's number. A page of statistics asks
        for all scenes of a series, most of which nobody plays."""

    def get(self, scene_id: int) -> LiveScene:
        """Return what is remembered of a scene, and make room for it. Call it only for people who may see the scene."""
        with self._lock:
            live = self._scenes.get(scene_id)
            if live is None:
                live = self._scenes[scene_id] = LiveScene()
                if len(self._scenes) > self._size:
                    self._scenes.popitem(last=False)
            else:
                self._scenes.move_to_end(scene_id)
            return live

    def find(self, scene_id: int) -> LiveScene | None:
        """Return what is remembered of a scene, or None. It makes no room, so it may be called for anybody."""
        return self._scenes.get(scene_id)

    def forget(self, scene_id: int | None = None) -> None:
        """Forget a scene, or all scenes (None), as a new process would have."""
        with self._lock:
            if scene_id is None:
                self._scenes.clear()
                self.tallies = LruCache(TALLIES)
            else:
                self._scenes.pop(scene_id, None)


live_scenes = LiveScenes(SCENES)
"""The scenes of this process."""
