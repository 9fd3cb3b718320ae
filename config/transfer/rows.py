"""Helpers for rows in the file: take their values, and parse times from a file."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from campaigns.series.settings import MAX_SECONDS
from rules.text import Text
from rules.text_codec import pack_text

LAST_SECOND = 2 * MAX_SECONDS
"""The last second of a series' clock in a file. Fights, downtimes and trainings may go beyond the clock's limit."""

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years that every time zone can show."""


def write_row(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """Return the values of these fields. A text of the rules keeps its values."""
    found = {name: getattr(row, name) for name in names}
    return {name: pack_text(value) if isinstance(value, Text) else value for name, value in found.items()}


def read_time(text: Any) -> datetime:
    """Parse a real-world time. Raises `ValueError` or `TypeError` if it is none, or out of range."""
    at = parse_datetime(text)
    if at is None or timezone.is_naive(at) or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError
    return at


def read_past(text: Any) -> datetime:
    """Parse a real-world time that has passed. A later one, by the other server's clock, becomes now."""
    return min(read_time(text), timezone.now())


def read_second(value: Any) -> int:
    """Check a time of a series' clock. Raises `ValueError` if it is none."""
    if type(value) is not int or not 0 <= value <= LAST_SECOND:
        raise ValueError
    return value
