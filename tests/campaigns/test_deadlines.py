"""Deadlines count working time only: laws for every zone, rest, absence and moment, over changes of summer time."""

import json
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.sessions.deadlines import (
    LEAST_OPEN,
    AbsenceSpan,
    Clock,
    Rest,
    dump_rest,
    find_deadline,
    list_working,
    parse_rest,
)

pytestmark = pytest.mark.walk

ZONES = ("UTC", "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia")
HELSINKI = ZoneInfo("Europe/Helsinki")


@st.composite
def rests(draw: st.DrawFn) -> Rest:
    days = draw(st.frozensets(st.integers(0, 6), max_size=5))
    hours = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30]))
    rest = Rest(days, draw(hours), draw(hours))
    return rest if rest.open_time >= LEAST_OPEN else Rest(days)


moments = st.datetimes(datetime(2020, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC))
hours = st.integers(1, 200)


@st.composite
def clocks(draw: st.DrawFn, *, deep: bool = True) -> Clock:
    absences, at = [], draw(moments)
    for _ in range(draw(st.integers(0, 2)) if deep else 0):
        begins = at + timedelta(hours=draw(st.integers(0, 200)))
        at = begins + timedelta(hours=draw(st.integers(1, 400)))
        absences.append(AbsenceSpan(begins, at, draw(st.none() | clocks(deep=False))))
    return Clock(ZoneInfo(draw(st.sampled_from(ZONES))), draw(rests()), tuple(absences))


def whose(clock: Clock, at: datetime) -> Clock | None:
    """Whose clock counts at a moment; None: nobody's."""
    for one in clock.absences:
        if one.begins_at <= at < one.ends_at:
            return whose(one.stand_in, at) if one.stand_in else None
    return clock


@settings(deadline=None, max_examples=120)
@given(moments, hours, clocks())
def test_a_deadline_is_never_in_a_quiet_time_nor_in_an_absence(start: datetime, n: int, clock: Clock) -> None:
    due = find_deadline(start, n, clock)
    counting = whose(clock, due)
    assert counting
    assert not counting.rest.is_quiet(due.astimezone(counting.zone))


@settings(deadline=None, max_examples=120)
@given(moments, hours, clocks())
def test_exactly_the_hours_are_worked_until_it(start: datetime, n: int, clock: Clock) -> None:
    due, worked = find_deadline(start, n, clock), timedelta()
    for begins, ends in list_working(start, clock):
        if begins >= due:
            break
        assert begins < ends
        worked += min(ends, due) - begins
    assert worked == timedelta(hours=n)


@settings(deadline=None, max_examples=120)
@given(moments, st.timedeltas(timedelta(), timedelta(days=30)), hours, st.integers(0, 50), clocks())
def test_who_is_asked_later_or_has_more_time_is_never_due_earlier(
    start: datetime, later: timedelta, n: int, more: int, clock: Clock
) -> None:
    due = find_deadline(start, n, clock)
    assert find_deadline(start + later, n, clock) >= due
    assert find_deadline(start, n + more, clock) >= due
    assert due >= start + timedelta(hours=n)


@given(rests())
def test_the_rest_of_a_series_survives_json(rest: Rest) -> None:
    assert parse_rest(json.loads(json.dumps(dump_rest(rest)))) == rest


@pytest.mark.parametrize(
    "data",
    [
        {"days": [0, 1, 2, 3, 4, 5, 6], "quiet_from": "22:00", "quiet_until": "08:00"},
        {"days": [7], "quiet_from": "22:00", "quiet_until": "08:00"},
        {"days": [], "quiet_from": "08:00", "quiet_until": "06:00"},
        {"days": [], "quiet_from": "late", "quiet_until": "06:00"},
        {"days": [], "quiet_from": "22:00+02:00", "quiet_until": "08:00"},
        {"days": 5, "quiet_from": "22:00", "quiet_until": "08:00"},
        {"days": []},
        [1],
    ],
)
def test_malformed_rest_is_refused(data: Any) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)):
        parse_rest(data)


@settings(deadline=None, max_examples=60)
@given(moments, hours, clocks(deep=False), st.data())
def test_an_absence_never_brings_a_deadline_nearer(start: datetime, n: int, clock: Clock, data: st.DataObject) -> None:
    begins = start + timedelta(hours=data.draw(st.integers(-50, 200)))
    away = AbsenceSpan(begins, begins + timedelta(hours=data.draw(st.integers(1, 300))))
    assert find_deadline(start, n, Clock(clock.zone, clock.rest, (away,))) >= find_deadline(start, n, clock)


@pytest.mark.parametrize(
    ("start", "hours", "due"),
    [
        ("2026-11-27 20:00", 4, "2026-11-30 10:00"),  # Friday evening: two hours, then Monday's first two
        ("2026-11-28 12:00", 1, "2026-11-30 09:00"),
        ("2026-11-25 08:00", 14, "2026-11-26 08:00"),  # all of a day: the next one's first moment
        ("2026-03-27 21:00", 2, "2026-03-30 09:00"),  # over the night of summer time
    ],
)
def test_weekends_and_nights_do_not_count(start: str, hours: int, due: str) -> None:
    clock = Clock(HELSINKI, Rest(frozenset({5, 6}), time(22), time(8)))
    begins, ends = (datetime.fromisoformat(at).replace(tzinfo=HELSINKI) for at in (start, due))
    assert find_deadline(begins, hours, clock) == ends


def test_a_stand_in_counts_by_her_own_clock() -> None:
    start = datetime(2026, 11, 25, 12, tzinfo=UTC)
    stand_in = Clock(UTC, Rest(quiet_from=time(13), quiet_until=time(15)))
    away = AbsenceSpan(start, start + timedelta(hours=6), stand_in)
    assert find_deadline(start, 2, Clock(UTC, Rest(), (away,))) == start + timedelta(hours=4)
