"""In-world time in words: counted days, a calendar that a series defines, or the real one.

Days are counted from 0, the first day of the series. A moment is a second of the series' clock.
"""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from campaigns.calendar.moons import Moon, parse_moons
from rules.tasks import count_units
from rules.text import EMPTY, Text, join, verbatim

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR
UNITS = {"minute": 60, "hour": 3600, "day": DAY, "week": 7 * DAY}
"""The units in which the Storyteller lets time pass, in seconds."""
MAX_NAME, MAX_MONTHS, MAX_YEAR = 40, 60, 1_000_000
PAGE = 28
"""The days of a page where days are only counted."""
CYCLE_YEARS, CYCLE_DAYS = 400, 146_097
"""Years and days after which the real calendar repeats, weekdays included. Python's dates end with the year 9999."""
MONTHS = (
    *(Text("January"), Text("February"), Text("March"), Text("April"), Text("May"), Text("June")),
    *(Text("July"), Text("August"), Text("September"), Text("October"), Text("November"), Text("December")),
)
WEEKDAYS = (
    *(Text("Monday"), Text("Tuesday"), Text("Wednesday"), Text("Thursday")),
    *(Text("Friday"), Text("Saturday"), Text("Sunday")),
)


@dataclass(frozen=True, slots=True)
class Month:
    """A page of the calendar. `first` is its first day, which may lie before the series began; `length` is in days."""

    title: Text
    year: int
    number: int
    """The place of the month in its year, from 1. Of counted days it is the number of the page."""
    first: int
    length: int
    is_outside: bool = False
    """Whether its days belong to no month and no week."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a year in order (name and number of days), the weekdays, and the name and number of the first year.

    The first day of a series is the first day of the first month, and the first weekday. With a `start` (a date as
    "1230-10-01") the calendar is the real one, and the first day of the series is that date.
    """

    months: tuple[tuple[str, int], ...] = ()
    weekdays: tuple[str, ...] = ()
    era: str = ""
    first_year: int = 1
    outside: tuple[int, ...] = ()
    """The places in `months`, from 0, whose days belong to no month and no week."""
    start: str = ""
    moons: tuple[Moon, ...] = ()

    @property
    def counts_days(self) -> bool:
        """Whether days have numbers only."""
        return not (self.months or self.start)

    @property
    def month_names(self) -> tuple[Text, ...]:
        """The names of a year's months in order. Empty where days are counted."""
        return MONTHS if self.start else tuple(verbatim(name) for name, _days in self.months)

    @property
    def weekday_names(self) -> tuple[Text, ...]:
        """The names of a week's days in order."""
        return WEEKDAYS if self.start else tuple(map(verbatim, self.weekdays))

    def format_day(self, day: int) -> Text:
        """Return a day in words: "Salt day, 3 Rushmonth, RY 768", or "Day 3" without months."""
        weekday = self.find_weekday(day)
        name = EMPTY if weekday is None else self.weekday_names[weekday]
        return join(", ", (name, self._format_date(day)))

    def _format_date(self, day: int) -> Text:
        if self.counts_days:
            return Text("Day {n}", n=day + 1)
        month = self.find_month(day)
        number = day - month.first + 1
        if self.start:
            return join(" ", (_name_days(number)[month.number - 1], str(month.year)))
        name = self.months[month.number - 1][0]
        is_alone = month.is_outside and month.length == 1
        return join(", ", (name if is_alone else join(" ", (str(number), name)), self._say_year(month.year)))

    def _say_year(self, year: int) -> str:
        return f"{self.era} {year}".strip()

    def find_weekday(self, day: int) -> int | None:
        """Return the place of a day in its week, from 0. None without weekdays, and for days outside the months."""
        if self.start:
            return (date.fromisoformat(self.start).weekday() + day) % len(WEEKDAYS)
        if not self.weekdays:
            return None
        if self.outside:
            month = self.find_month(day)
            if month.is_outside:
                return None
            day -= self._count_outside(month)
        return day % len(self.weekdays)

    def _count_outside(self, month: Month) -> int:
        """Return how many days outside the months have passed before this month."""
        lengths = {place: self.months[place][1] for place in self.outside}
        passed = sum(length for place, length in lengths.items() if place < month.number - 1)
        return sum(lengths.values()) * (month.year - self.first_year) + passed

    def find_month(self, day: int) -> Month:
        """Return the month in which a day lies."""
        if self.start:
            return self._find_real_month(day)
        if self.counts_days:
            page = day // PAGE
            first, last = page * PAGE + 1, (page + 1) * PAGE
            return Month(Text("Days {first} to {last}", first=first, last=last), 0, page + 1, page * PAGE, PAGE)
        year, left = divmod(day, sum(days for _name, days in self.months))
        number = 0
        while left >= self.months[number][1]:
            left -= self.months[number][1]
            number += 1
        name, days = self.months[number]
        year += self.first_year
        title = join(", ", (name, self._say_year(year)))
        return Month(title, year, number + 1, day - left, days, number in self.outside)

    def _find_real_month(self, day: int) -> Month:
        cycles, left = divmod(date.fromisoformat(self.start).toordinal() - 1 + day, CYCLE_DAYS)
        found = date.fromordinal(left + 1)
        year = found.year + cycles * CYCLE_YEARS
        title = join(" ", (MONTHS[found.month - 1], str(year)))
        return Month(title, year, found.month, day - found.day + 1, monthrange(found.year, found.month)[1])

    def count_days(self, year: int, month: int, day: int) -> int | None:
        """Return a day by its date (the month from 1). None if there is no such date. It may lie before the series."""
        if self.start:
            cycles, within = divmod(year - 1, CYCLE_YEARS)
            if not (1 <= month <= len(MONTHS) and 1 <= day <= monthrange(within + 1, month)[1]):
                return None
            passed = date(within + 1, month, day).toordinal() + cycles * CYCLE_DAYS
            return passed - date.fromisoformat(self.start).toordinal()
        if not (1 <= month <= len(self.months) and 1 <= day <= self.months[month - 1][1]):
            return None
        lengths = [days for _name, days in self.months]
        return (year - self.first_year) * sum(lengths) + sum(lengths[: month - 1]) + day - 1


def _name_days(day: int) -> tuple[Text, ...]:
    """Return the day of this number in each month of the real calendar. Some languages inflect the month in a date."""
    return (
        *(Text("{day} January", day=day), Text("{day} February", day=day), Text("{day} March", day=day)),
        *(Text("{day} April", day=day), Text("{day} May", day=day), Text("{day} June", day=day)),
        *(Text("{day} July", day=day), Text("{day} August", day=day), Text("{day} September", day=day)),
        *(Text("{day} October", day=day), Text("{day} November", day=day), Text("{day} December", day=day)),
    )


def parse_calendar(data: Mapping[str, Any]) -> Calendar:
    """Return the calendar stored in a series' JSON. Empty JSON means counted days. Raises `ValueError` if it is
    malformed."""
    if not data:
        return Calendar()
    calendar = Calendar(
        months=tuple((name, days) for name, days in data["months"]),
        weekdays=tuple(data["weekdays"]),
        era=data["era"],
        first_year=data["first_year"],
        outside=tuple(data.get("outside", ())),
        start=data.get("start", ""),
        moons=parse_moons(data.get("moons", ())),
    )
    _check(calendar)
    return calendar


def _check(calendar: Calendar) -> None:
    months = calendar.months
    words = (*(name for name, _days in months), *calendar.weekdays, calendar.era, calendar.start)
    numbers = (calendar.first_year, *(days for _name, days in months), *calendar.outside)
    if any(not isinstance(word, str) or len(word) > MAX_NAME for word in words):
        raise ValueError("a name of the calendar is no text, or too long")
    if any(type(number) is not int or not 0 <= number <= MAX_YEAR for number in numbers) or 0 in dict(months).values():
        raise ValueError("a number of the calendar is out of range")
    if max(len(months), len(calendar.weekdays), len(calendar.outside)) > MAX_MONTHS:
        raise ValueError("the calendar is too long")
    if any(place >= len(months) for place in calendar.outside) or len(set(calendar.outside)) < len(calendar.outside):
        raise ValueError("days outside the months stand nowhere")
    if calendar.start and (date.fromisoformat(calendar.start).isoformat() != calendar.start or months):
        raise ValueError("the real calendar starts at a date, and has its own months")


def dump_calendar(calendar: Calendar) -> dict[str, Any]:
    """Return the calendar as JSON. Counted days give empty JSON."""
    if calendar == Calendar():
        return {}
    more: dict[str, Any] = {
        "outside": list(calendar.outside),
        "start": calendar.start,
        "moons": [[moon.name, moon.period, moon.age] for moon in calendar.moons],
    }
    return {
        "months": [[name, days] for name, days in calendar.months],
        "weekdays": list(calendar.weekdays),
        "era": calendar.era,
        "first_year": calendar.first_year,
        **{name: value for name, value in more.items() if value},
    }


@lru_cache(maxsize=1024)
def format_moment(clock: int, calendar: Calendar | None = None) -> Text:
    """Return a moment of the series' clock in words: "Day 3, 14:05". The seconds of fights are left out."""
    return join(", ", ((calendar or Calendar()).format_day(clock // DAY), format_hour(clock)))


def format_hour(clock: int) -> str:
    """Return the time of day of a moment: "14:05". The seconds of fights are left out."""
    hours, minutes = divmod(clock % DAY // 60, 60)
    return f"{hours:02}:{minutes:02}"


def format_time(moment: int | None, words: str, calendar: Calendar, *, is_day: bool = False) -> Text:
    """Return when a part of a series happens: its picked moment, then the Storyteller's own words for it.

    `is_day`: the hour is left out. Parts without a moment have only the words.
    """
    if moment is None:
        return verbatim(words)
    at = calendar.format_day(moment // DAY) if is_day else format_moment(moment, calendar)
    return join(", ", (at, verbatim(words)))


def format_duration(seconds: int) -> Text:
    """Return a duration in its two largest units: "2 days 3 hours", "45 seconds". An hour or more has no seconds."""
    parts, seconds = [], seconds - seconds % 60 if seconds >= HOUR else seconds
    for unit, length in (("day", DAY), ("hour", HOUR), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(count_units(count, unit))
    return join(" ", parts[:2]) or Text("no time")
