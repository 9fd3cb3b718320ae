"""What all of it shares: taking the values of a row for the file, and reading moments out of a stranger's."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from campaigns.services.clock import MAX_SECONDS

LAST_SECOND = 2 * MAX_SECONDS
"""Fights, downtimes and trainings may go on past the last day that a clock is put to, but not for ever."""

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Moments outside cannot be told by every clock on earth."""


def write_row(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """The values of these fields."""
    return {name: getattr(row, name) for name in names}


def read_time(text: Any) -> datetime:
    """A moment of the world's time. Raises `ValueError` or `TypeError` for what is none that anybody lives in."""
    at = parse_datetime(text)
    if at is None or timezone.is_naive(at) or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError
    return at


def read_past(text: Any) -> datetime:
    """The same of what has happened already, however the clock of the other server went."""
    return min(read_time(text), timezone.now())


def read_second(value: Any) -> int:
    """A moment of a series' own time. Raises `ValueError` for what is none."""
    if type(value) is not int or not 0 <= value <= LAST_SECOND:
        raise ValueError
    return value
