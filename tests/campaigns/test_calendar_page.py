"""The page of a month: what stands on its days, who sees it, the moons, and how one turns the pages."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.calendar.calendar import DAY, Calendar, dump_calendar, parse_calendar
from campaigns.calendar.moons import Moon, real_moon
from campaigns.calendar.page import Page, build_page
from campaigns.models import Downtime, DowntimeRun, RunState, Scene, Series
from tests.cast import SECRET, Cast
from tests.conftest import SignIn

REAL = Calendar(start="1230-10-15")
ODD = Calendar((("Rush", 3), ("Calibration", 2), ("Fog", 3)), ("Salt day", "Toll day"), "RY", 768, (1,))


def page(cast: Cast, name: str = "player", day: int = 0) -> Page:
    return build_page(cast.membership(getattr(cast, name)), day)


def told(found: Page) -> list[tuple[int, str]]:
    """The number of a day and the title of what begins there."""
    return [(day.number, mark.title) for day in found.days for mark in day.begun]


@given(st.integers(0, 3_000_000))
def test_the_real_calendar_is_that_of_the_world(day: int) -> None:
    month, at = REAL.find_month(day), date(1230, 10, 15) + timedelta(days=day)
    assert (month.year, month.number, day - month.first + 1) == (at.year, at.month, at.day)
    assert REAL.find_weekday(day) == at.weekday()
    assert REAL.count_days(month.year, month.number, at.day) == day


def test_the_real_calendar_goes_on_after_the_year_9999() -> None:
    assert REAL.format_day(3_660_000 - 1).endswith(" 11251")


def test_days_outside_the_months_belong_to_no_week() -> None:
    days = [str(ODD.format_day(day)) for day in range(9)]
    assert days[2:6] == [
        "Salt day, 3 Rush, RY 768",
        "1 Calibration, RY 768",
        "2 Calibration, RY 768",
        "Toll day, 1 Fog, RY 768",
    ]
    assert days[8] == "Salt day, 1 Rush, RY 769"


@given(st.integers(0, 10_000), st.sampled_from([ODD, REAL]))
def test_a_date_leads_back_to_its_day(day: int, calendar: Calendar) -> None:
    month = calendar.find_month(day)
    assert calendar.count_days(month.year, month.number, day - month.first + 1) == day


@pytest.mark.parametrize("calendar", [ODD, REAL, Calendar(moons=(Moon("Silver", 28.0, 3.5),))])
def test_a_calendar_is_kept_with_its_moons_and_its_start(calendar: Calendar) -> None:
    assert parse_calendar(dump_calendar(calendar)) == calendar


@pytest.mark.parametrize(
    "forged",
    [
        {"start": "1230-13-01"},
        {"start": "12301001"},
        {"start": 7},
        {"outside": [0]},
        {"moons": [["", 28, 0]]},
        {"moons": [["Silver", 0, 0]]},
        {"moons": [["Silver", float("nan"), 0]]},
        {"moons": [["Silver", True, 0]]},
        {"moons": [["Silver", 28, 0]] * 9},
    ],
)
def test_a_forged_calendar_is_refused(forged: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        parse_calendar({"months": [], "weekdays": [], "era": "", "first_year": 1, **forged})


def test_a_moon_goes_round_and_each_quarter_is_told_once() -> None:
    moon = Moon("Silver", 28.0)
    events = {day: str(moon.find_event(day)) for day in range(28) if moon.find_event(day)}
    assert events == {0: "Silver: new", 7: "Silver: first quarter", 14: "Silver: full", 21: "Silver: last quarter"}
    assert (moon.draw(3), moon.draw(24)) == (
        "M7 1A6 6 0 0 1 7 13A4.24 6 0 0 0 7 1Z",
        "M7 1A6 6 0 0 0 7 13A4.24 6 0 0 1 7 1Z",
    )


def test_the_real_moon_is_new_when_it_was() -> None:
    moon = real_moon("Moon", "2024-01-01")
    assert [day + 1 for day in range(31) if str(moon.find_event(day)) == "Moon: new"] == [11]


def test_scenes_and_downtimes_stand_on_their_days(cast: Cast) -> None:
    Scene.objects.filter(pk=cast.scene.pk).update(begins_at=2 * DAY + 3600)
    Scene.objects.create(episode=cast.episode, title="Next month", begins_at=28 * DAY)
    DowntimeRun.objects.create(
        downtime=cast.downtime, state=RunState.PUBLISHED, begins_at=20 * DAY, ends_at=32 * DAY, seed="s"
    )
    assert told(page(cast)) == [(3, "The Toll Bridge"), (21, "High water")]
    assert [mark.title for mark in page(cast).days[22].going_on] == ["High water"]
    assert told(page(cast, day=28)) == [(29, "High water"), (29, "Next month")]


def test_an_open_downtime_stands_where_the_clock_will_take_it(cast: Cast) -> None:
    Series.objects.filter(pk=cast.series.pk).update(clock=4 * DAY)
    assert told(page(cast)) == [(5, "High water")]
    Downtime.objects.filter(pk=cast.downtime.pk).update(closed_at="2026-01-01T00:00Z")
    assert told(page(cast)) == []


def test_an_open_downtime_with_a_day_stands_on_that_day_but_not_before_the_clock(cast: Cast) -> None:
    Downtime.objects.filter(pk=cast.downtime.pk).update(begins_at=9 * DAY)
    assert told(page(cast)) == [(10, "High water")]
    Series.objects.filter(pk=cast.series.pk).update(clock=11 * DAY)
    assert told(page(cast)) == [(12, "High water")]


def test_what_is_hidden_stands_there_for_the_storyteller_alone(cast: Cast) -> None:
    Scene.objects.update(begins_at=DAY)
    Scene.objects.filter(pk=cast.scene.pk).update(planned=True)
    for name in ("player", "rival", "spectator"):
        assert told(page(cast, name)) == [(1, "High water")]
    assert [mark.is_hidden for day in page(cast, "storyteller").days for mark in day.begun if mark.kind == "scene"] == [
        True,
        True,
        True,
    ]
    assert SECRET in str(told(page(cast, "storyteller")))


def test_a_month_is_drawn_in_its_own_weeks_and_today_is_marked(cast: Cast) -> None:
    Series.objects.filter(pk=cast.series.pk).update(clock=3 * DAY, calendar=dump_calendar(REAL))
    found = page(cast)
    assert (found.title, found.weekdays[0], len(found.weeks[0])) == ("October 1230", "Monday", 7)
    assert [day.number for day in found.days] == list(range(15, 32))  # the series began in its midst
    assert [day.number for day in found.days if day.is_today] == [18]
    placed = {day.number: row.index(day) for row in found.weeks for day in row if day}
    assert all(placed[number] == date(1230, 10, number).weekday() for number in placed)
    assert (found.earlier, found.later) == (None, 17)


def test_one_turns_the_pages_and_turns_to_a_date(cast: Cast, sign_in: SignIn) -> None:
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(ODD))
    client, url = sign_in(cast.spectator), reverse("calendar", args=[cast.series.pk])
    assert 'href="?day' not in client.get(url).content.decode()
    assert "Calibration, RY 768" in client.get(url, {"day": "4"}).content.decode()
    assert client.get(url, {"at_0": "2", "at_1": "3", "at_2": "769"})["Location"] == f"{url}?day={8 + 6}"
    for wrong in ({"at_0": "3", "at_1": "2", "at_2": "768"}, {"at_0": "1", "at_1": "1", "at_2": "767"}, {"at_0": "x"}):
        assert client.get(url, wrong).status_code == 422
    for odd in ("9" * 18, "9" * 30, "-4", "x"):
        assert client.get(url, {"day": odd}).status_code == 200
    assert sign_in(cast.stranger).get(url).status_code == 404


FORM = {"start": "", "months": "", "weekdays": "", "era": "", "first_year": "1", "moons": ""}


def test_the_storyteller_sets_the_real_calendar_and_its_moon(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("series_calendar", args=[cast.series.pk])
    assert client.post(url, {**FORM, "start": "2024-01-01", "moons": "Moon"}).status_code == 302
    cast.series.refresh_from_db()
    assert parse_calendar(cast.series.calendar) == Calendar(
        start="2024-01-01", moons=(real_moon("Moon", "2024-01-01"),)
    )
    drawn = client.get(url).content.decode()
    assert 'value="2024-01-01"' in drawn
    assert ">\nMoon</textarea>" in drawn
    page = sign_in(cast.player).get(reverse("calendar", args=[cast.series.pk])).content.decode()
    assert "January 2024" in page
    assert "Moon: new" in page


@pytest.mark.parametrize("moon", ["Silver Sister 29.5 3", "Silver Sister, 29.5, 3"])
def test_the_storyteller_sets_days_outside_the_months_and_moons(cast: Cast, sign_in: SignIn, moon: str) -> None:
    client, url = sign_in(cast.storyteller), reverse("series_calendar", args=[cast.series.pk])
    sent = {**FORM, "months": "Rush 3\n* Calibration 2\nFog 3", "moons": moon}
    assert client.post(url, sent).status_code == 302
    cast.series.refresh_from_db()
    calendar = parse_calendar(cast.series.calendar)
    assert (calendar.outside, calendar.moons) == ((1,), (Moon("Silver Sister", 29.5, 3.0),))
    drawn = client.get(url).content.decode()
    assert "* Calibration 2" in drawn
    assert "Silver Sister 29.5 3" in drawn


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": "2024-01-01", "months": "Rush 3"},
        {"start": "2024-02-30"},
        {"months": "* Calibration 5"},
        {"months": "* 5"},
        {"moons": "Silver"},
        {"moons": "Silver 0 0"},
        {"moons": "Silver nan 0"},
        {"moons": "28 3"},
        {"moons": "Silver 28 3\n" * 9},
    ],
)
def test_a_calendar_that_cannot_be_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    url = reverse("series_calendar", args=[cast.series.pk])
    assert sign_in(cast.storyteller).post(url, {**FORM, **wrong}).status_code == 422
