"""Moons: their phases on the days of a series, and how they are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, cos, isfinite, pi
from typing import Any

from rules.text import Text

MAX_MOONS, MAX_PERIOD, MAX_NAME = 8, 10_000, 40
REAL_PERIOD, REAL_NEW = 29.530588, date(2000, 1, 6).toordinal() + 0.76
"""The days from one real new moon to the next, and one such moment, as an ordinal of Python's dates."""
R = 6.0
"""The radius of a drawn moon."""


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon, with the days from new to new, and the days that had passed since it was new when the series began."""

    name: str
    period: float
    age: float = 0.0

    def find_phase(self, day: float) -> float:
        """Return how far the moon is on its way from new (0) over full (0.5) to new (1)."""
        return (self.age + day) % self.period / self.period

    def find_event(self, day: int) -> Text | None:
        """Return what happens to the moon on a day: that it is new, full or at a quarter. None on other days."""
        quarter = ceil(4 * (self.age + day) / self.period)
        if quarter >= 4 * (self.age + day + 1) / self.period:
            return None
        events = (
            Text("{moon}: new", moon=self.name),
            Text("{moon}: first quarter", moon=self.name),
            Text("{moon}: full", moon=self.name),
            Text("{moon}: last quarter", moon=self.name),
        )
        return events[quarter % 4]

    def draw(self, day: int) -> str:
        """Return the outline of its lit part at noon, as the path of an SVG of 14 by 14 units."""
        phase = self.find_phase(day + 0.5)
        waxes, width = phase < 0.5, R * cos(2 * pi * phase)
        outer, inner = (1 if waxes else 0), int((width < 0) == waxes)
        return f"M7 1A{R:g} {R:g} 0 0 {outer} 7 13A{abs(width):.2f} {R:g} 0 0 {inner} 7 1Z"


def real_moon(name: str, start: str) -> Moon:
    """Return the moon of the real sky, for a series that begins on this date."""
    age = (date.fromisoformat(start).toordinal() - REAL_NEW) % REAL_PERIOD
    return Moon(name, REAL_PERIOD, round(age, 2))


def parse_moons(rows: Sequence[Any]) -> tuple[Moon, ...]:
    """Return the moons stored in a calendar's JSON. Raises `ValueError` or `TypeError` if they are malformed."""
    moons = tuple(Moon(name, period, age) for name, period, age in rows)
    if len(moons) > MAX_MOONS or any(not _is_sound(moon) for moon in moons):
        raise ValueError("a moon of the calendar is malformed")
    return moons


def _is_sound(moon: Moon) -> bool:
    numbers = (moon.period, moon.age)
    if not isinstance(moon.name, str) or not 0 < len(moon.name) <= MAX_NAME:
        return False
    if any(type(number) not in (int, float) or not isfinite(number) for number in numbers):
        return False
    return 1 <= moon.period <= MAX_PERIOD and 0 <= moon.age <= MAX_PERIOD
