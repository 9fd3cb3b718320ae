"""Who took part in which scene, which scenes had a fight, and who is in one now.

The `play` app knows it and registers its functions here, because `campaigns` must not import `play`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from campaigns.models import Character, Scene

Attendance = Mapping[int, Sequence[str]]
"""By the key of a scene: the names of the people who said or did something there, in order."""


Span = tuple[datetime, datetime]
"""From a moment to a later one."""


def _nobody(scenes: Iterable[int]) -> Attendance:
    return {}


def _nowhere(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    return ()


def _no_players(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    return ()


def _no_scenes(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    return ()


def _no_moments(scene: int) -> Span | None:
    return None


def _no_spans(scene: int, spans: Sequence[Span]) -> Sequence[bool]:
    return [False] * len(spans)


def _no_fighters(character: Character, scenes: Sequence[Scene]) -> Scene | None:
    return None


_tellers: list[Callable[[Iterable[int]], Attendance]] = [_nobody]
_fights: list[Callable[[Iterable[int], datetime], Sequence[int]]] = [_nowhere]

_players: list[Callable[[Any, datetime, datetime], Sequence[int]]] = [_no_players]
_fighters: list[Callable[[Character, Sequence[Scene]], Scene | None]] = [_no_fighters]
_played: list[Callable[[Any, datetime, datetime], Sequence[int]]] = [_no_scenes]
_moments: list[Callable[[int], Span | None]] = [_no_moments]
_spans: list[Callable[[int, Sequence[Span]], Sequence[bool]]] = [_no_spans]


def register_attendance(
    teller: Callable[[Iterable[int]], Attendance],
    fights: Callable[[Iterable[int], datetime], Sequence[int]],
    players: Callable[[Any, datetime, datetime], Sequence[int]],
    fighters: Callable[[Character, Sequence[Scene]], Scene | None],
    played: Callable[[Any, datetime, datetime], Sequence[int]],
    moments: Callable[[int], Span | None],
    spans: Callable[[int, Sequence[Span]], Sequence[bool]],
) -> None:
    """Register the functions that return who took part in scenes, which scenes had a fight, who played when,
    in which running fight a character is, and which scenes were played when."""
    _tellers[:], _fights[:], _players[:], _fighters[:] = [teller], [fights], [players], [fighters]
    _played[:], _moments[:], _spans[:] = [played], [moments], [spans]


def load_attendance(scenes: Iterable[int]) -> Attendance:
    """Return who took part in these scenes, by scene id."""
    return _tellers[0](scenes)


def load_fights(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    """Return which of these scenes had a fight since that moment. A fight that was rewound does not count."""
    return _fights[0](scenes, since)


def load_players(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    """Return the keys of those who did something in these scenes between two moments. `scenes`: keys or a query."""
    return _players[0](scenes, since, until)


def find_fight(character: Character, scenes: Sequence[Scene]) -> Scene | None:
    """Return which of these scenes has a running fight with the character: there the table holds the numbers."""
    return _fighters[0](character, scenes)


def load_played(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    """Return the keys of those scenes in which something was done between two moments. `scenes`: keys or a query."""
    return _played[0](scenes, since, until)


def load_moments(scene: int) -> Span | None:
    """Return when somebody did something in a scene for the first and for the last time, if ever."""
    return _moments[0](scene)


def was_played(scene: int, spans: Sequence[Span]) -> Sequence[bool]:
    """Return for each of these spans of time whether somebody did something in the scene, by one query."""
    return _spans[0](scene, spans)
