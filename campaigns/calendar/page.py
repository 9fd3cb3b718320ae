"""The page of one month: its days in weeks, with the scenes and downtimes that a member may see, and the moons."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse

from campaigns.calendar.calendar import DAY, Calendar, Month, format_hour, format_moment, parse_calendar
from campaigns.calendar.moment_field import MAX_DAYS
from campaigns.calendar.moons import Moon
from campaigns.core.access import visible_parts
from campaigns.core.language import translate
from campaigns.models import Downtime, Membership, RunState, Scene, Series
from rules.text import join, verbatim

WIDTH = 7
"""The days of a row where the calendar has no weekdays."""
MAX_WIDTH = 14
"""The most days of a drawn row. A longer week is drawn in rows of `WIDTH`, without names."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A scene or downtime on the calendar, from its first to its last day."""

    kind: str
    title: str
    url: str
    when: str
    first: int
    last: int
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Phase:
    """A moon on a day: its name, the path of its lit part, and what happens to it that day, if anything."""

    name: str
    path: str
    event: str


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the month. `begun` are the marks that begin on it, or before the month; `going_on` the others."""

    number: int
    title: str
    is_today: bool
    begun: tuple[Mark, ...]
    going_on: tuple[Mark, ...]
    moons: tuple[Phase, ...]

    @property
    def is_listed(self) -> bool:
        """Whether the list of the month's days names it."""
        return bool(self.begun or self.is_today or any(moon.event for moon in self.moons))


@dataclass(frozen=True, slots=True)
class Page:
    """A month. `weeks` are rows of days, None where a row has none; `earlier` and `later` are days to turn to."""

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[Day | None, ...], ...]
    days: tuple[Day, ...]
    earlier: int | None
    later: int | None
    has_today: bool


def build_page(membership: Membership, day: int) -> Page:
    """Return the page of the month in which a day lies, in two queries. Days are counted from 0."""
    series = membership.series
    calendar = parse_calendar(series.calendar)
    month = calendar.find_month(day)
    marks = _by_day(_list_marks(membership, calendar, month), month)
    today = series.clock // DAY
    numbers = range(max(month.first, 0), month.first + month.length)
    days = tuple(_day(calendar, month, number, marks.get(number, []), today) for number in numbers)
    names = calendar.weekday_names if len(calendar.weekday_names) <= MAX_WIDTH and not month.is_outside else ()
    lead = calendar.find_weekday(month.first) if names else 0
    empty: list[Day | None] = [None] * ((lead or 0) + numbers.start - month.first)
    later = month.first + month.length
    return Page(
        title=translate(month.title),
        weekdays=tuple(map(translate, names)),
        weeks=_rows([*empty, *days], len(names) or WIDTH),
        days=days,
        earlier=month.first - 1 if month.first > 0 else None,
        later=later if later < MAX_DAYS else None,
        has_today=today in numbers,
    )


def _rows(cells: list[Day | None], width: int) -> tuple[tuple[Day | None, ...], ...]:
    cells = [*cells, *[None] * (-len(cells) % width)]
    return tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))


def _day(calendar: Calendar, month: Month, number: int, marks: Iterable[Mark], today: int) -> Day:
    marks = list(marks)
    first = max(month.first, 0)
    begun = tuple(mark for mark in marks if max(mark.first, first) == number)
    return Day(
        number=number + 1 if calendar.counts_days else number - month.first + 1,
        title=translate(calendar.format_day(number)),
        is_today=number == today,
        begun=begun,
        going_on=tuple(mark for mark in marks if mark not in begun),
        moons=tuple(_phase(moon, number) for moon in calendar.moons),
    )


def _phase(moon: Moon, day: int) -> Phase:
    return Phase(moon.name, moon.draw(day), translate(moon.find_event(day) or ""))


def _by_day(marks: Iterable[Mark], month: Month) -> Mapping[int, list[Mark]]:
    found: dict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        for day in range(max(mark.first, month.first), min(mark.last, month.first + month.length - 1) + 1):
            found[day].append(mark)
    return found


def _list_marks(membership: Membership, calendar: Calendar, month: Month) -> list[Mark]:
    """Return the scenes and downtimes of a month that the member may see, in the order in which they begin."""
    series, begin, end = membership.series, month.first * DAY, (month.first + month.length) * DAY
    scenes = Scene.objects.filter(episode__story__series=series, begins_at__gte=begin, begins_at__lt=end)
    seen = visible_parts(scenes, membership).select_related("episode__story")
    marks = [(scene.begins_at or 0, _mark_scene(scene)) for scene in seen]
    lived = Q(run__state=RunState.PUBLISHED, run__begins_at__lt=end, run__ends_at__gte=begin)
    ahead = Q(closed_at=None, run__begins_at=None)
    rests = visible_parts(Downtime.objects.filter(lived | ahead, story__series=series), membership)
    for rest in rests.select_related("run", "story", "episode"):
        start, stop = rest.find_stretch(series.clock)
        if start < end and stop >= begin:
            marks.append((start, _mark_rest(rest, start, stop, calendar)))
    return [mark for _start, mark in sorted(marks, key=lambda pair: pair[0])]


def _mark_scene(scene: Scene) -> Mark:
    at = scene.begins_at or 0
    hour = translate(join(", ", (format_hour(at), verbatim(scene.in_world_time))))
    return Mark("scene", scene.title, reverse("table", args=[scene.pk]), hour, at // DAY, at // DAY, scene.is_hidden)


def _mark_rest(rest: Downtime, start: int, stop: int, calendar: Calendar) -> Mark:
    when = translate(join(" – ", (format_moment(start, calendar), format_moment(stop, calendar))))
    hidden = rest.hidden or rest.story.hidden or bool(rest.episode and rest.episode.hidden)
    url = reverse("part", args=["downtime", rest.pk])
    return Mark("downtime", rest.title, url, when, start // DAY, max(start, stop - 1) // DAY, hidden)


def find_day(series: Series, asked: int | None) -> int:
    """Return the day to turn to: the one that is asked for, from 0, or today."""
    return series.clock // DAY if asked is None else min(asked, MAX_DAYS - 1)
