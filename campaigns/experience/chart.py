"""A chart of a ledger over time: the balance of each purse after each entry, as steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from campaigns.models import ExperienceEntry

WIDTH, HEIGHT = 600, 120
MAX_ROWS = 60
"""The most days in the table beside the chart: the newest ones."""


@dataclass(frozen=True, slots=True)
class Line:
    """The steps of one purse as an SVG path, with its label."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart `WIDTH` by `HEIGHT`, from `first` to `last`, with `top` points at its upper edge, and its data as table
    rows."""

    lines: tuple[Line, ...]
    top: int
    first: datetime
    last: datetime
    rows: tuple[tuple[date, tuple[int, ...]], ...]
    width: int = WIDTH
    height: int = HEIGHT


def build_chart(entries: Sequence[ExperienceEntry], purses: Mapping[str, str]) -> Chart | None:
    """Return the chart of a ledger's entries, oldest first. None if there are fewer than two."""
    if len(entries) < 2:
        return None
    labels = {purse: label for purse, label in purses.items() if any(entry.purse == purse for entry in entries)}
    balances = _balances(entries, tuple(labels))
    top = max(1, *(max(row) for row in balances))
    places = _places(entries)
    lines = (
        Line(label, _steps(places, [row[index] for row in balances], top))
        for index, label in enumerate(labels.values())
    )
    days = {localdate(entry.at): row for entry, row in zip(entries, balances, strict=True)}
    rows = tuple(days.items())[-MAX_ROWS:]
    return Chart(tuple(lines), top, entries[0].at, entries[-1].at, rows)


def _balances(entries: Sequence[ExperienceEntry], purses: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return the balance of each purse after each entry."""
    now, rows = dict.fromkeys(purses, 0), []
    for entry in entries:
        now[entry.purse] += entry.points
        rows.append(tuple(now.values()))
    return rows


def _places(entries: Sequence[ExperienceEntry]) -> list[float]:
    """Return the x of each entry: by its time, or evenly spaced if all came within a day."""
    start, span = entries[0].at, (entries[-1].at - entries[0].at).total_seconds()
    if span < 86_400:
        return [WIDTH * place / (len(entries) - 1) for place in range(len(entries))]
    return [WIDTH * (entry.at - start).total_seconds() / span for entry in entries]


def _steps(places: Sequence[float], values: Sequence[int], top: int) -> str:
    heights = [round(HEIGHT * (1 - value / top), 1) for value in values]
    first, *rest = zip(places, heights, strict=True)
    return f"M{first[0]:.1f} {first[1]}" + "".join(f"H{x:.1f}V{y}" for x, y in rest)
