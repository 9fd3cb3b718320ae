"""The series' clock, the rulings of the series, and who may set them."""

from typing import Any

import pytest
from django.forms import MultiWidget
from django.urls import reverse

from campaigns.calendar.calendar import DAY, format_duration, format_moment
from campaigns.chronicle.clock import pass_time
from campaigns.models import Series
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn


@pytest.mark.parametrize(
    ("clock", "said"),
    [(0, "Day 1, 00:00"), (59, "Day 1, 00:00"), (3 * 3600 + 240, "Day 1, 03:04"), (2 * DAY + 60, "Day 3, 00:01")],
)
def test_a_reading_of_the_clock_names_the_day_and_the_hour(clock: int, said: str) -> None:
    assert format_moment(clock) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "no time"),
        (1, "1 second"),
        (90, "1 minute 30 seconds"),
        (2 * DAY + 61, "2 days 1 minute"),
        (DAY, "1 day"),
        (2 * DAY + 2, "2 days"),
    ],
)
def test_a_span_is_said_in_its_two_largest_units(seconds: int, said: str) -> None:
    assert format_duration(seconds) == said


def test_the_clock_never_runs_before_the_first_day(cast: Cast) -> None:
    pass_time(cast.series, 100)
    pass_time(cast.series, -250)
    cast.series.refresh_from_db()
    assert cast.series.clock == 0


def test_the_storyteller_sets_the_clock_and_all_read_it(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("series_clock", args=[cast.series.pk])
    sign_in(cast.co_storyteller).post(url, {"clock_0": "12", "clock_1": "18:30"})
    cast.series.refresh_from_db()
    assert cast.series.clock == 11 * DAY + 18 * 3600 + 30 * 60
    for person in cast.members:
        assert "Day 12, 18:30" in sign_in(person).get(reverse("series", args=[cast.series.pk])).content.decode()
    form = sign_in(cast.storyteller).get(url).content.decode()
    assert 'value="12"' in form
    assert 'value="18:30"' in form


def test_seconds_that_the_form_does_not_show_stay(cast: Cast, sign_in: SignIn) -> None:
    url, client = reverse("series_clock", args=[cast.series.pk]), sign_in(cast.storyteller)
    pass_time(cast.series, DAY + 61)
    assert client.post(url, _drawn(client.get(url))).status_code == 302
    assert Series.objects.get(pk=cast.series.pk).clock == DAY + 61


def test_a_clock_that_has_moved_meanwhile_is_not_set_unread(cast: Cast, sign_in: SignIn) -> None:
    url, client = reverse("series_clock", args=[cast.series.pk]), sign_in(cast.storyteller)
    sent = {**_drawn(client.get(url)), "clock_0": "3"}
    pass_time(cast.series, DAY)
    answer = client.post(url, sent)
    assert answer.status_code == 409
    assert ">Day 2, 00:00</textarea>" in answer.content.decode()
    cast.series.refresh_from_db()
    assert cast.series.clock == DAY
    assert client.post(url, {**sent, "seen": answer.context["form"]["seen"].value()}).status_code == 302
    cast.series.refresh_from_db()
    assert cast.series.clock == 2 * DAY


def test_how_long_prompts_wait_is_set_beside_the_name(cast: Cast, sign_in: SignIn) -> None:
    url, client = reverse("series_edit", args=[cast.series.pk]), sign_in(cast.storyteller)
    sent = {"name": "The Salt Road", "prompt_seconds": "60", "seen": client.get(url).context["form"]["seen"].value()}
    assert client.post(url, {**sent, "prompt_seconds": "-1"}).status_code == 422
    assert client.post(url, sent).status_code == 302
    assert Series.objects.get(pk=cast.series.pk).prompt_seconds == 60


@pytest.mark.parametrize("route", ["series_clock", "series_options"])
def test_only_a_storyteller_comes_to_the_settings(cast: Cast, sign_in: SignIn, route: str) -> None:
    url = reverse(route, args=[cast.series.pk])
    told = {person: sign_in(getattr(cast, person)).post(url, {}).status_code for person in ("player", "stranger")}
    assert told == {"player": 403, "stranger": 404}
    assert Series.objects.get(pk=cast.series.pk).clock == 0


@pytest.mark.parametrize("values", [{"clock_0": "0"}, {"clock_0": "9" * 30}, {"clock_0": ""}, {"clock_1": "25:00"}])
def test_a_clock_that_cannot_be_is_refused_at_its_field(cast: Cast, sign_in: SignIn, values: dict[str, str]) -> None:
    url = reverse("series_clock", args=[cast.series.pk])
    answer = sign_in(cast.storyteller).post(url, {"clock_0": "2", "clock_1": "10:00", **values})
    assert answer.status_code == 422
    assert answer.content.count(b'class="wrong"') == 1


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_only_the_rulings_that_differ_from_the_rules_are_kept(db: None, sign_in: SignIn, system: str) -> None:
    cast = gather_cast(system)
    client, url = sign_in(cast.storyteller), reverse("series_options", args=[cast.series.pk])
    form = client.get(url).context["form"]
    posted = {name: field.initial for name, field in form.fields.items() if field.initial is not False}
    client.post(url, posted)
    cast.series.refresh_from_db()
    assert cast.series.options == {}
    name = next(name for name, field in form.fields.items() if field.initial is False)
    client.post(url, {**posted, name: "on"})
    cast.series.refresh_from_db()
    assert cast.series.options == {name: True}
    assert client.get(url).context["form"].fields[name].initial is True


CALENDAR = {"months": [["Salt", 28]], "weekdays": [], "era": "", "first_year": 1}


@pytest.mark.parametrize("theirs", [{"options": {"stunt_cap": 2}}, {"calendar": CALENDAR}], ids=["options", "calendar"])
def test_what_another_has_settled_meanwhile_is_not_written_over_unread(
    db: None, sign_in: SignIn, theirs: dict[str, Any]
) -> None:
    cast, (kept,) = gather_cast("exalted2e"), theirs
    url, client = reverse(f"series_{kept}", args=[cast.series.pk]), sign_in(cast.storyteller)
    sent = _drawn(client.get(url))
    Series.objects.filter(pk=cast.series.pk).update(**theirs)
    answer = client.post(url, sent)
    assert answer.status_code == 409
    assert "Someone changed this while you were editing." in answer.content.decode()
    assert getattr(Series.objects.get(pk=cast.series.pk), kept) == theirs[kept]
    assert client.post(url, _drawn(answer)).status_code == 302
    assert getattr(Series.objects.get(pk=cast.series.pk), kept) == {}


def _drawn(page: Any) -> dict[str, Any]:
    """What a browser sends of a page's form as it stands."""
    form = page.context["form"]
    sent = {one.html_name: one.value() for one in form if not isinstance(one.value(), bool | None) or one.value()}
    for name, value in [*sent.items()]:
        if isinstance(widget := form.fields[name].widget, MultiWidget):
            parts = value if isinstance(value, list) else widget.decompress(sent.pop(name))
            sent |= {f"{name}_{place}": part for place, part in enumerate(parts or ())}
    return sent


def test_a_ruling_beyond_its_limits_is_refused_at_its_field(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    values = {"dv_stunt": "flat", "tie": "none", "min_speed": "99", "month_days": "28", "stunt_cap": "3"}
    values |= {"numbers": "usual", "small_stunt": "3", "small_dice": "3", "small_difficulty": "1"}
    values |= {"drain_limit": "2", "magnitude_levels": "7", "performance_rate": "1", "war_limit": "ability"}
    answer = sign_in(cast.storyteller).post(reverse("series_options", args=[cast.series.pk]), values)
    assert answer.status_code == 422
    assert answer.content.count(b'class="wrong"') == 1
