"""What tables know and the record asks: who took part in which scene, and where there has been a fight.

The app that keeps the tables tells it, so that nothing here needs to know that app.
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
    """Name the functions that know who was there, and where there was a fight."""
    _tellers[:], _fights[:] = [teller], [fights]


def read_attendance(scenes: Iterable[int]) -> Attendance:
    """Who took part in these scenes."""
    return _tellers[0](scenes)


def read_fights(scenes: Iterable[int], since: datetime) -> Sequence[int]:
    """In which of these scenes there has been a fight since that moment, as far as it was not taken back."""
    return _fights[0](scenes, since)
