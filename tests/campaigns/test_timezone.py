"""Moments are typed and printed by the clock of whoever sits there, which their browser names in a cookie."""

from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from django.http import HttpResponseBase
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.core.timezone import TIMEZONE_FIELD, parse_timezone
from campaigns.models import Character, DowntimeRun, SheetChange
from campaigns.templatetags.times import near_date
from tests.cast import Cast
from tests.conftest import SignIn

NONSENSE = ("", "Nowhere/Atall", "../../etc/passwd", "/etc/localtime", "Europe", "a\0b", "x" * 4000, "Ꮪ/Ꮤ", "\r\nEST")
NEXT = timezone.now().year + 1


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The Storyteller's browser, which has said nothing yet."""
    return sign_in(cast.storyteller)


def page(client: Client, cast: Cast) -> str:
    return client.get(reverse("part", args=["downtime", cast.downtime.pk])).content.decode()


def set_deadline(client: Client, cast: Cast, moment: str, zone: str) -> HttpResponseBase:
    url = reverse("downtime_act", args=[cast.downtime.pk])
    return client.post(url, {"act": "deadline", "moment": moment, TIMEZONE_FIELD: zone})


def said(answer: HttpResponseBase) -> str:
    content: bytes = getattr(answer, "content", b"")
    return content.decode()


def deadline() -> datetime | None:
    return DowntimeRun.objects.get().closes_at


@pytest.mark.parametrize("name", NONSENSE)
def test_what_is_no_zone_is_utc(name: str) -> None:
    assert parse_timezone(name) is UTC


@pytest.mark.parametrize("name", NONSENSE)
def test_a_page_is_drawn_whatever_the_cookie_says(client: Client, cast: Cast, name: str) -> None:
    for said in (quote(name), name.encode().decode("latin-1")):
        client.cookies[TIMEZONE_FIELD] = said
        assert "In your time zone, UTC" in page(client, cast)


def test_names_that_browsers_still_give_are_known() -> None:
    old = ("Asia/Calcutta", "Europe/Kiev", "America/Buenos_Aires", "Etc/GMT+5")
    assert [str(parse_timezone(name)) for name in old] == list(old)


def test_what_is_typed_by_ones_own_clock_is_kept_and_printed_by_it(client: Client, cast: Cast) -> None:
    client.cookies[TIMEZONE_FIELD] = "America/New_York"
    assert "In your time zone, America/New York" in page(client, cast)
    assert set_deadline(client, cast, f"{NEXT}-01-15T18:00", "America/New_York").status_code == 302
    assert deadline() == datetime(NEXT, 1, 15, 23, tzinfo=UTC)
    told = page(client, cast)
    assert f"It closes on 15 January {NEXT}, 18:00 (America/New York)." in told
    assert f'value="{NEXT}-01-15T18:00"' in told
    client.cookies[TIMEZONE_FIELD] = "Asia/Kolkata"
    assert f"It closes on 16 January {NEXT}, 04:30 (Asia/Kolkata)." in page(client, cast)


def test_a_form_is_read_by_the_clock_for_which_it_was_drawn(client: Client, cast: Cast) -> None:
    client.cookies[TIMEZONE_FIELD] = "Asia/Tokyo"  # somebody has landed since
    set_deadline(client, cast, f"{NEXT}-07-01T12:00", "Europe/Helsinki")
    assert deadline() == datetime(NEXT, 7, 1, 9, tzinfo=UTC)
    set_deadline(client, cast, f"{NEXT}-07-01T12:00", "../../etc/passwd")
    assert deadline() == datetime(NEXT, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(("month", "start"), [(3, 3), (10, 3)])
def test_an_hour_that_is_skipped_or_comes_twice_is_said_so(client: Client, cast: Cast, month: int, start: int) -> None:
    last = max(day for day in range(25, 32) if datetime(NEXT, month, day, tzinfo=UTC).weekday() == 6)
    answer = set_deadline(client, cast, f"{NEXT}-{month:02}-{last}T{start:02}:30", "Europe/Helsinki")
    assert answer.status_code == 422
    assert "In the time zone Europe/Helsinki that hour is skipped or occurs twice." in said(answer)
    assert set_deadline(client, cast, f"{NEXT}-{month:02}-{last}T05:30", "Europe/Helsinki").status_code == 302


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
@pytest.mark.parametrize("moment", ["9999-12-31T23:59", "0001-01-01T00:00", "9999-12-31T23:59-23:59"])
def test_the_ends_of_time_are_refused_by_every_clock(client: Client, cast: Cast, zone: str, moment: str) -> None:
    assert set_deadline(client, cast, moment, zone).status_code == 422
    client.cookies[TIMEZONE_FIELD] = zone
    assert page(client, cast)


def test_a_change_of_a_sheet_is_told_by_the_clock_of_who_reads(client: Client, cast: Cast) -> None:
    change = SheetChange.objects.create(character=Character.objects.get(pk=cast.heroine.pk), values={})
    SheetChange.objects.filter(pk=change.pk).update(at=datetime(2026, 6, 30, 22, 15, tzinfo=UTC))
    client.cookies[TIMEZONE_FIELD] = "Europe/Helsinki"
    told = client.get(reverse("character_changes", args=[cast.heroine.pk])).content.decode()
    assert "1 July 2026, 01:15" in told
    assert "in the time zone Europe/Helsinki" in told


def test_a_clock_is_put_back_when_the_page_is_drawn(client: Client, cast: Cast) -> None:
    client.cookies[TIMEZONE_FIELD] = "Asia/Tokyo"
    page(client, cast)
    assert client.get("/series/999/").status_code == 404
    assert timezone.get_current_timezone_name() == "UTC"


def test_what_leaves_the_server_is_told_in_utc(client: Client, cast: Cast) -> None:
    client.cookies[TIMEZONE_FIELD] = "Asia/Tokyo"
    text = client.get(reverse("my_data")).content.decode()
    written = text.partition('"written_at": "')[2].partition('"')[0]
    assert written.endswith(("+00:00", "Z"))
    assert abs(datetime.fromisoformat(written) - timezone.now()) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("language", "form", "near", "far"),
    [
        ("en", "l j E, H:i", "Thursday 5 March, 19:00", "Friday 5 March 2027, 19:00"),
        ("en", "D j N, H:i", "Thu 5 March, 19:00", "Fri 5 March 2027, 19:00"),
        ("en", "j E, H:i", "5 March, 19:00", "5 March 2027, 19:00"),
        ("fi", "l j E, H:i", "torstai 5. maaliskuuta, 19:00", "perjantai 5. maaliskuuta 2027, 19:00"),
        ("fi", "D j N, H:i", "torstai 5.3. 19:00", "perjantai 5.3.2027 19:00"),
        ("fi", "j E, H:i", "5. maaliskuuta, 19:00", "5. maaliskuuta 2027, 19:00"),
    ],
)
def test_a_moment_of_another_year_has_its_year(
    monkeypatch: pytest.MonkeyPatch, language: str, form: str, near: str, far: str
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 11, 28, tzinfo=UTC))
    with override(language):
        for year, words in ((2026, near), (2027, far)):
            assert near_date(datetime(year, 3, 5, 19, tzinfo=UTC), form) == words


def test_whose_year_it_is_goes_by_the_readers_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 12, 31, 23, tzinfo=UTC))
    new_year = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    page = Template('{% load times %}{{ at|near_date:"j E, H:i" }}')
    for zone, words in (("UTC", "31 December, 23:30"), ("Europe/Helsinki", "1 January, 01:30")):
        with timezone.override(zone):
            assert page.render(Context({"at": new_year})) == words
