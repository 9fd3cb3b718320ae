"""The calendar that a series names itself: days told by it, and how it is set."""

from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.calendar.calendar import DAY, Calendar, dump_calendar, format_moment, parse_calendar
from campaigns.experience.ledger import Gift, award
from campaigns.models import Series
from rules.raising import GENERAL
from tests.cast import Cast
from tests.conftest import SignIn

RUSH = Calendar((("Rushmonth", 28), ("Fogmonth", 5)), ("Salt day", "Toll day"), "RY", 768)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (0, "Salt day, 1 Rushmonth, RY 768"),
        (27, "Toll day, 28 Rushmonth, RY 768"),
        (28, "Salt day, 1 Fogmonth, RY 768"),
        (33, "Toll day, 1 Rushmonth, RY 769"),
    ],
)
def test_a_day_has_its_weekday_month_and_year(day: int, said: str) -> None:
    assert RUSH.format_day(day) == said
    assert format_moment(day * DAY + 3600, RUSH) == f"{said}, 01:00"


def test_without_names_days_are_counted() -> None:
    assert format_moment(2 * DAY) == "Day 3, 00:00"
    assert Calendar(weekdays=("Salt day",)).format_day(4) == "Salt day, Day 5"
    assert Calendar((("Rushmonth", 28),)).format_day(28) == "1 Rushmonth, 2"


@given(st.integers(0, 10**7))
def test_every_day_of_a_year_has_another_name(day: int) -> None:
    assert len({RUSH.format_day(day + more) for more in range(33)}) == 33


def test_a_calendar_is_kept_as_it_was_named() -> None:
    assert parse_calendar(dump_calendar(RUSH)) == RUSH
    assert dump_calendar(Calendar()) == {}


@pytest.mark.parametrize(
    "forged",
    [
        {"months": [["A", 0]], "weekdays": [], "era": "", "first_year": 1},
        {"months": [["A", "x"]], "weekdays": [], "era": "", "first_year": 1},
        {"months": [], "weekdays": [3], "era": "", "first_year": 1},
        {"months": [], "weekdays": ["d"] * 61, "era": "", "first_year": 1},
        {"months": [], "weekdays": [], "era": "x" * 41, "first_year": 1},
        {"months": [], "weekdays": [], "era": "", "first_year": True},
    ],
)
def test_a_forged_calendar_is_refused(forged: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="calendar"):
        parse_calendar(forged)


def test_the_clocks_answer_and_the_ledger_tell_days_by_it(cast: Cast, sign_in: SignIn) -> None:
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(RUSH))
    client = sign_in(cast.storyteller)
    sent = {"clock_0": "1", "clock_1": "2", "clock_2": "768", "clock_3": "06:00"}
    answer = client.post(reverse("series_clock", args=[cast.series.pk]), sent, follow=True)
    assert "It is now Salt day, 1 Fogmonth, RY 768, 06:00." in answer.content.decode()
    award(cast.membership(cast.storyteller), [cast.heroine.pk], [Gift(GENERAL, 2, "For the toll")])
    ledger = client.get(reverse("experience", args=[cast.heroine.pk])).content.decode()
    assert "Salt day, 1 Fogmonth, RY 768, 06:00" in ledger


def test_the_storyteller_names_it_and_all_read_it(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("series_calendar", args=[cast.series.pk])
    client = sign_in(cast.storyteller)
    sent = {
        "months": "Rushmonth 28\nDeep Fogmonth 5",
        "weekdays": "Salt day\nToll day",
        "era": "RY",
        "first_year": "768",
    }
    assert client.post(url, sent).status_code == 302
    page = sign_in(cast.spectator).get(reverse("series", args=[cast.series.pk])).content.decode()
    assert "Salt day, 1 Rushmonth, RY 768, 00:00" in page
    assert "Deep Fogmonth 5" in client.get(url).content.decode()
    for wrong in ("Rushmonth", "Rushmonth 0", "Rushmonth 2000", "28"):
        assert client.post(url, {**sent, "months": wrong}).status_code == 422
    assert sign_in(cast.player).get(url).status_code == 403
    assert sign_in(cast.stranger).get(url).status_code == 404
