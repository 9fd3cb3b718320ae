"""Who took part in which scene, and which scenes had a fight.

The `play` app knows both and registers its functions here, because `campaigns` must not import `play`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

Attendance = Mapping[int, Sequence[str]]
"""By the key of a scene: the names of the people who said or did something there, in order."""


def _nobody(scenes: Iterable[int]) -> Attendance:
    return {}


def _nowhere(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    return ()


_tellers: list[Callable[[Iterable[int]], Attendance]] = [_nobody]
_fights: list[Callable[[Iterable[int], datetime], Sequence[int]]] = [_nowhere]


def register_attendance(
    teller: Callable[[Iterable[int]], Attendance], fights: Callable[[Iterable[int], datetime], Sequence[int]]
) -> None:
    """Register the functions that return who took part in scenes, and which scenes had a fight."""
    _tellers[:], _fights[:] = [teller], [fights]


def read_attendance(scenes: Iterable[int]) -> Attendance:
    """Return who took part in these scenes, by scene id."""
    return _tellers[0](scenes)


def read_fights(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    """Return which of these scenes had a fight since that moment. A fight that was rewound does not count."""
    return _fights[0](scenes, since)
