"""Deadlines in working time: outside rest days, quiet hours and absences of the person awaited. Pure functions.

Rest days and quiet hours are the series'; they fall where the clock on the awaited person's own wall says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

DAY = timedelta(days=1)
MIDNIGHT = time()
LEAST_OPEN = timedelta(hours=4)
"""The least that quiet hours leave of a day, so that every deadline comes."""

Span = tuple[datetime, datetime]
"""From a moment, up to another that is not part of it. Both are UTC."""


@dataclass(frozen=True, slots=True)
class Rest:
    """When nobody of a series has to answer: `days` of the week (Monday is 0), and daily quiet hours.

    Quiet hours may go over midnight. There are none where `quiet_from` equals `quiet_until`.
    """

    days: frozenset[int] = frozenset()
    quiet_from: time = MIDNIGHT
    quiet_until: time = MIDNIGHT

    def is_quiet(self, local: datetime) -> bool:
        """Return whether nobody has to answer at this moment of somebody's own wall clock."""
        now, start, end = local.time(), self.quiet_from, self.quiet_until
        hushed = start <= now < end if start <= end else now >= start or now < end
        return local.weekday() in self.days or hushed

    @property
    def open_hours(self) -> list[tuple[time, time]]:
        """The parts of a day that are not quiet. An end at midnight is the end of the day."""
        start, end = self.quiet_from, self.quiet_until
        if start == end:
            return [(MIDNIGHT, MIDNIGHT)]
        if start > end:
            return [(end, start)]
        parts = [(MIDNIGHT, start), (end, MIDNIGHT)]
        return [(opens, closes) for opens, closes in parts if opens != closes]

    @property
    def open_time(self) -> timedelta:
        """How much of a day is not quiet."""
        start, end = (timedelta(hours=at.hour, minutes=at.minute) for at in (self.quiet_from, self.quiet_until))
        return DAY - (end - start) % DAY


def parse_rest(data: Mapping[str, Any]) -> Rest:
    """Return the rest of a series from its JSON form; an empty one has none.

    Raises `ValueError`, `TypeError`, `KeyError` or `AttributeError` if it is malformed or leaves too little time.
    """
    if not data:
        return Rest()
    start, end = (time.fromisoformat(data[name]) for name in ("quiet_from", "quiet_until"))
    rest = Rest(frozenset(data["days"]), start, end)
    week = set(range(7))
    if not rest.days < week or start.tzinfo or end.tzinfo or rest.open_time < LEAST_OPEN:
        raise ValueError
    return rest


def dump_rest(rest: Rest) -> dict[str, Any]:
    """Return the JSON form."""
    if rest == Rest():
        return {}
    start, end = (f"{at:%H:%M}" for at in (rest.quiet_from, rest.quiet_until))
    return {"days": sorted(rest.days), "quiet_from": start, "quiet_until": end}


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose time counts: the series' rest in a person's zone, and the person's absences, without overlaps, in order."""

    zone: tzinfo = UTC
    rest: Rest = Rest()
    absences: tuple["AbsenceSpan", ...] = ()


@dataclass(frozen=True, slots=True)
class AbsenceSpan:
    """An absence, from a moment up to another. `stand_in`: the clock that counts in the meantime; None: none does."""

    begins_at: datetime
    ends_at: datetime
    stand_in: Clock | None = None


def find_deadline(start: datetime, hours: int, clock: Clock) -> datetime:
    """Return when this many working hours have passed since `start`. It never lies in a quiet time or an absence."""
    left = timedelta(hours=hours)
    for begins, ends in list_working(start.astimezone(UTC), clock):
        if ends - begins > left:
            return begins + left
        left -= ends - begins
    raise RuntimeError("working time never ends")


def list_working(start: datetime, clock: Clock) -> Iterator[Span]:
    """Yield the working time from `start` on, in order, without an end."""
    for absence in clock.absences:
        if absence.ends_at > start:
            begins = max(absence.begins_at, start)
            yield from _cut(list_open(start, clock), begins)
            if absence.stand_in is not None:
                yield from _cut(list_working(begins, absence.stand_in), absence.ends_at)
            start = absence.ends_at
    yield from list_open(start, clock)


def _cut(spans: Iterator[Span], end: datetime) -> Iterator[Span]:
    """Yield what of these spans is before `end`."""
    for begins, ends in spans:
        if begins >= end:
            return
        yield begins, min(ends, end)


def list_open(start: datetime, clock: Clock) -> Iterator[Span]:
    """Yield the hours outside rest days and quiet hours from `start` on."""
    day = start.astimezone(clock.zone).date() - DAY
    while True:
        if day.weekday() not in clock.rest.days:
            for opens, closes in clock.rest.open_hours:
                closing = day + DAY if closes == MIDNIGHT else day
                begins, ends = max(_last(day, opens, clock.zone), start), _first(closing, closes, clock.zone)
                if begins < ends:
                    yield begins, ends
        day += DAY


def _first(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the first moment at which a wall clock may show this. It shows some times twice a year, some never."""
    return min(_parse_wall(day, at, zone))


def _last(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the last such moment."""
    return max(_parse_wall(day, at, zone))


def _parse_wall(day: date, at: time, zone: tzinfo) -> list[datetime]:
    return [datetime.combine(day, at, zone).replace(fold=fold).astimezone(UTC) for fold in (0, 1)]
