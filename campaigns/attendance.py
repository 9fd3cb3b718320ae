"""Who took part in which scene, and which scenes had a fight.

The `play` app knows both and registers its functions here, because `campaigns` must not import `play`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

Attendance = Mapping[int, Sequence[str]]
"""By the key of a scene: the names of the people who said or did something there, in order."""


def _nobody(scenes: Iterable[int]) -> Attendance:
    return {}


def _nowhere(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    return ()


def _no_players(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    return ()


_tellers: list[Callable[[Iterable[int]], Attendance]] = [_nobody]
_fights: list[Callable[[Iterable[int], datetime], Sequence[int]]] = [_nowhere]

_players: list[Callable[[Any, datetime, datetime], Sequence[int]]] = [_no_players]


def register_attendance(
    teller: Callable[[Iterable[int]], Attendance],
    fights: Callable[[Iterable[int], datetime], Sequence[int]],
    players: Callable[[Any, datetime, datetime], Sequence[int]],
) -> None:
    """Register the functions that return who took part in scenes, which scenes had a fight, and who played when."""
    _tellers[:], _fights[:], _players[:] = [teller], [fights], [players]


def read_attendance(scenes: Iterable[int]) -> Attendance:
    """Return who took part in these scenes, by scene id."""
    return _tellers[0](scenes)


def read_fights(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    """Return which of these scenes had a fight since that moment. A fight that was rewound does not count."""
    return _fights[0](scenes, since)


def read_players(scenes: Any, since: datetime, until: datetime) -> Sequence[int]:
    """Return the keys of those who did something in these scenes between two moments. `scenes`: keys or a query."""
    return _players[0](scenes, since, until)
