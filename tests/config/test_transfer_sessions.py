"""Sessions and dates of scenes in the file of a series; hostile ones are refused."""

import gzip
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from campaigns.calendar.calendar import DAY, Calendar, dump_calendar
from campaigns.calendar.moons import Moon
from campaigns.core.refusals import Refused
from campaigns.models import Downtime, Scene, Series, SessionAnswer, User
from campaigns.sessions.services import answer_dates, keep_attendance
from config import transfer
from tests.cast import Cast, gather_cast, propose_session


def written(cast: Cast) -> dict[str, Any]:
    session = propose_session(
        cast.membership(cast.storyteller), {"words": "At the quay", "minutes": 90}, [timezone.now()], is_fixed=True
    )
    answer_dates(cast.membership(cast.player), session, {session.dates.get().pk: "yes"})
    keep_attendance(cast.membership(cast.storyteller), session, [cast.player.pk])
    Scene.objects.filter(pk=cast.scene.pk).update(begins_at=3 * DAY)
    Downtime.objects.filter(pk=cast.downtime.pk).update(begins_at=4 * DAY)
    calendar = Calendar(start="1230-01-01", moons=(Moon("Moon", 28.0, 3.0),))
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(calendar))
    data: dict[str, Any] = json.loads(gzip.decompress(transfer.write(cast.series)))
    return data


@pytest.fixture(scope="module")
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> str:
    """What is written, as text, without its series: what is only refused needs no series of its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        text = json.dumps(written(gather_cast("exalted2e")))
        transaction.set_rollback(True)
    return text


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("guest")


def test_sessions_come_along_with_their_dates_and_names(cast: Cast) -> None:
    data = written(cast)
    arrived = transfer.import_series(cast.stranger, data)
    session = arrived.sessions.get()
    assert (session.words, session.minutes) == ("At the quay", 90)
    assert session.starts_at == session.dates.get().starts_at == cast.series.sessions.get().starts_at
    assert [(one.name, one.user) for one in session.attendees.all()] == [("player", None)]
    said = SessionAnswer.objects.get(date__session=session)
    assert (said.date.starts_at, said.user, said.name, said.reply) == (session.starts_at, None, "player", "yes")
    assert Scene.objects.get(episode__story__series=arrived, title="The Toll Bridge").begins_at == 3 * DAY
    assert Downtime.objects.get(story__series=arrived, title="High water").begins_at == 4 * DAY
    assert arrived.calendar == Series.objects.get(pk=cast.series.pk).calendar


def test_an_older_file_has_none(cast: Cast) -> None:
    data = written(cast)
    del data["sessions"]
    for story in data["stories"]:
        for part in (story, *story["episodes"], *(scene for one in story["episodes"] for scene in one["scenes"])):
            del part["begins_at"]
    arrived = transfer.import_series(cast.stranger, data)
    assert not arrived.sessions.exists()
    assert not Scene.objects.filter(episode__story__series=arrived, begins_at__isnull=False).exists()


LATE = (timezone.now() + timedelta(days=3)).isoformat()


@pytest.mark.parametrize(
    "forged",
    [
        {"words": 7},
        {"words": "x" * 201},
        {"minutes": -1},
        {"minutes": True},
        {"minutes": 10**9},
        {"starts_at": "soon"},
        {"starts_at": 5},
        {"dates": [LATE] * 2 + ["x"]},
        {"dates": [f"2026-01-{day:02}T10:00:00Z" for day in range(1, 13)]},
        {"dates": {}, "attendees": 3},
        {"attendees": [5]},
        {"answers": 7},
        {"answers": [7]},
        {"answers": [{"date": LATE, "name": "player", "reply": "yes"}], "dates": []},
        {"answers": [{"date": LATE, "name": "player", "reply": "perhaps"}], "dates": [LATE]},
        {"answers": [{"date": LATE, "name": "", "reply": "yes"}], "dates": [LATE]},
        {"answers": [{"date": LATE, "name": 7, "reply": "yes"}], "dates": [LATE]},
        {"answers": [{"date": LATE, "name": ["x"], "reply": "yes"}], "dates": [LATE]},
        {"answers": [{"date": LATE, "name": "x" * 151, "reply": "yes"}], "dates": [LATE]},
        {"attendees": ["x" * 200]},
        {"attendees": [""]},
    ],
)
def test_a_forged_session_is_refused(file: str, guest: User, forged: dict[str, Any]) -> None:
    data = json.loads(file)
    data["sessions"][0] |= forged
    with pytest.raises(Refused):
        transfer.import_series(guest, data)


@pytest.mark.parametrize("moment", [-1, "x", 1.5, True, 10**20])
def test_a_forged_beginning_is_refused(file: str, guest: User, moment: object) -> None:
    data = json.loads(file)
    data["stories"][0]["begins_at"] = moment
    with pytest.raises(Refused):
        transfer.import_series(guest, data)


def test_too_many_sessions_are_refused(file: str, guest: User) -> None:
    data = json.loads(file)
    data["sessions"] *= 501
    with pytest.raises(Refused) as refused:
        transfer.import_series(guest, data)
    assert refused.value.status == 413
