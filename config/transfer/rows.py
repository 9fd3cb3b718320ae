"""Helpers for rows in the file: take their values, number them, and parse times from a file."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from campaigns.models import ExperienceEntry, Proposal, SheetChange
from campaigns.series.settings import MAX_SECONDS
from play.models import Entry
from rules.text import Text
from rules.text_codec import pack_text

T = TypeVar("T")
Row = TypeVar("Row", bound=models.Model)
Dated = TypeVar("Dated", Entry, ExperienceEntry, Proposal, SheetChange)
BATCH = 500
LAST_SECOND = 2 * MAX_SECONDS
"""The last second of a series' clock in a file. Fights, downtimes and trainings may go beyond the clock's limit."""

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years that every time zone can show."""


def write_row(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """Return the values of these fields. A text of the rules keeps its values."""
    found = {name: getattr(row, name) for name in names}
    return {name: pack_text(value) if isinstance(value, Text) else value for name, value in found.items()}


def parse_time(text: Any) -> datetime:
    """Parse a real-world time. Raises `ValueError` or `TypeError` if it is none, or out of range."""
    at = parse_datetime(text)
    if at is None or timezone.is_naive(at) or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError
    return at


def parse_past(text: Any) -> datetime:
    """Parse a real-world time that has passed. A later one, by the other server's clock, becomes now."""
    return min(parse_time(text), timezone.now())


def parse_second(value: Any) -> int:
    """Return a time of a series' clock. Raises `ValueError` if it is none."""
    if type(value) is not int or not 0 <= value <= LAST_SECOND:
        raise ValueError
    return value


def parse_optional(value: Any, parse: Callable[[Any], T]) -> T | None:
    """Parse what may be missing."""
    return None if value is None else parse(value)


def number(rows: Iterable[models.Model]) -> dict[int, int]:
    """Return the place of each row in a list of the file, by its key."""
    return {row.pk: place for place, row in enumerate(rows)}


def pick_row(rows: Sequence[T], place: Any, before: int | None = None) -> T:
    """Return the row at a place that the file names, `before` another. Raises `ValueError` if there is none."""
    if type(place) is not int or not 0 <= place < (len(rows) if before is None else before):
        raise ValueError
    return rows[place]


def create_at(rows: Sequence[Dated], times: Iterable[datetime]) -> list[Dated]:
    """Save rows in their order, each with its own time instead of now."""
    if not rows:
        return []
    objects = type(rows[0])._default_manager
    made = objects.bulk_create(rows, BATCH)
    for row, at in zip(made, times, strict=True):
        row.at = at
    objects.bulk_update(made, ["at"], BATCH)
    return made
