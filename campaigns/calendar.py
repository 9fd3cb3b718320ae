"""In-world time in words: counted days, or the calendar that a series defines."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.tasks import count_units
from rules.text import Text, join, verbatim

DAY = 24 * 3600
UNITS = {"minute": 60, "hour": 3600, "day": DAY, "week": 7 * DAY}
"""The units in which the Storyteller lets time pass, in seconds."""
MAX_NAME, MAX_MONTHS, MAX_YEAR = 40, 60, 1_000_000


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a year in order (name and number of days), the weekdays, and the name and number of the first year.

    The first day of a series is the first day of the first month, and the first weekday.
    """

    months: tuple[tuple[str, int], ...] = ()
    weekdays: tuple[str, ...] = ()
    era: str = ""
    first_year: int = 1

    def format_day(self, day: int) -> Text:
        """Return a day in words, counted from 0: "Salt day, 3 Rushmonth, RY 768", or "Day 3" without months."""
        weekday = self.weekdays[day % len(self.weekdays)] if self.weekdays else ""
        return join(", ", (weekday, self._format_date(day)))

    def _format_date(self, day: int) -> Text:
        if not self.months:
            return Text("Day {n}", n=day + 1)
        year, left = divmod(day, sum(days for _name, days in self.months))
        for name, days in self.months:
            if left < days:
                return verbatim(f"{left + 1} {name}, {f'{self.era} {self.first_year + year}'.strip()}")
            left -= days
        raise AssertionError("a day of the year lies in one of its months")


def parse_calendar(data: Mapping[str, Any]) -> Calendar:
    """Return the calendar stored in a series' JSON. Empty JSON means counted days. Raises `ValueError` if it is
    malformed."""
    if not data:
        return Calendar()
    months = tuple((name, days) for name, days in data["months"])
    calendar = Calendar(months, tuple(data["weekdays"]), data["era"], data["first_year"])
    words = (*(name for name, _days in months), *calendar.weekdays, calendar.era)
    numbers = (calendar.first_year, *(days for _name, days in months))
    if any(not isinstance(word, str) or len(word) > MAX_NAME for word in words):
        raise ValueError("a name of the calendar is no text, or too long")
    if any(type(number) is not int or not 0 <= number <= MAX_YEAR for number in numbers) or 0 in dict(months).values():
        raise ValueError("a number of the calendar is out of range")
    if max(len(months), len(calendar.weekdays)) > MAX_MONTHS:
        raise ValueError("the calendar is too long")
    return calendar


def dump_calendar(calendar: Calendar) -> dict[str, Any]:
    """Return the calendar as JSON. Counted days give empty JSON."""
    if calendar == Calendar():
        return {}
    return {
        "months": [[name, days] for name, days in calendar.months],
        "weekdays": list(calendar.weekdays),
        "era": calendar.era,
        "first_year": calendar.first_year,
    }


@lru_cache(maxsize=1024)
def format_moment(clock: int, calendar: Calendar | None = None) -> Text:
    """Return a moment of the series' clock in words: "Day 3, 14:05". Seconds are shown unless they are 0."""
    day, seconds = divmod(clock, DAY)
    hours, minutes = divmod(seconds // 60, 60)
    exact = f":{seconds % 60:02}" if seconds % 60 else ""
    return join(", ", ((calendar or Calendar()).format_day(day), f"{hours:02}:{minutes:02}{exact}"))


def format_duration(seconds: int) -> Text:
    """Return a duration in its two largest units: "2 days 3 hours", "45 seconds"."""
    parts = []
    for unit, length in (("day", DAY), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(count_units(count, unit))
    return join(" ", parts[:2]) or Text("no time")
