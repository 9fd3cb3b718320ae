"""What this process remembers of the scenes that it serves. Nothing else in the process remembers rows of a scene.

The database has the truth. What stands here is compared with it at each use: by the number that the table's row has
now, or by the very objects that it was made from. So a process that another one has overtaken goes on from what it
knows or reads anew, and never shows something older.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from play.kept import Kept
from play.state import Span, TableState
from rules.battle import Event

SCENES = 128
"""How many scenes a process remembers: those that were used last."""
TAIL = 64
"""How many of the newest entries of a scene's log a process remembers at least, and at most twice as many."""


@dataclass(frozen=True, slots=True)
class Record:
    """An entry of the log as this process remembers it: its number, when it was, who acted, what happened."""

    number: int
    at: datetime
    author: str
    event: Event


class LiveScene:
    """What this process remembers of one scene. All threads of the process share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._state: tuple[int, TableState] | None = None
        self.spans: list[Span] = []
        """The stretches of the log that count, as they were when last asked for: the first ends at the number then."""
        self.records: Kept[int, Record] = Kept(2 * TAIL)
        """Committed entries of the log by number: entries never change."""

    @property
    def state(self) -> tuple[int, TableState] | None:
        """Return the newest state that was committed, as far as this process knows, with its number."""
        return self._state

    def keep_state(self, number: int, state: TableState) -> None:
        """Keep a state that is committed, unless a newer one is here: threads may come in any order."""
        with self._lock:
            if self._state is None or self._state[0] <= number:
                self._state = number, state

    def records_between(self, after: int, upto: int) -> Sequence[Record] | None:
        """Return the entries after one number up to another; None unless all of them are remembered."""
        found = [record for at in range(after + 1, upto + 1) if (record := self.records.get(at))]
        return found if len(found) == upto - after else None


class LiveScenes:
    """The scenes that a process remembers, by their keys: at most `size`, those that were used last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._scenes: OrderedDict[int, LiveScene] = OrderedDict()

    def get(self, scene_id: int) -> LiveScene:
        """Return what is remembered of a scene. Ask only for somebody who may see it: others make no room for it."""
        with self._lock:
            live = self._scenes.setdefault(scene_id, LiveScene())
            self._scenes.move_to_end(scene_id)
            if len(self._scenes) > self._size:
                self._scenes.popitem(last=False)
            return live

    def forget(self) -> None:
        """Forget every scene, as a new process would have."""
        with self._lock:
            self._scenes.clear()


live_scenes = LiveScenes(SCENES)
"""The scenes of this process."""
