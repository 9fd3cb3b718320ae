"""Who took part in which scene. The app that keeps the tables tells it, so that nothing here needs to know that app."""

from collections.abc import Callable, Iterable, Mapping, Sequence

Attendance = Mapping[int, Sequence[str]]
"""By the key of a scene: the names of the people who said or did something there, in order."""


def _nobody(scenes: Iterable[int]) -> Attendance:
    return {}


_tellers: list[Callable[[Iterable[int]], Attendance]] = [_nobody]


def told_by(teller: Callable[[Iterable[int]], Attendance]) -> None:
    """Name the function that knows."""
    _tellers[:] = [teller]


def read_attendance(scenes: Iterable[int]) -> Attendance:
    """Who took part in these scenes."""
    return _tellers[0](scenes)
