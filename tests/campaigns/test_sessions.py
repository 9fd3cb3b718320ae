"""Sessions: dates proposed, answered and fixed, who was there, the next one, and the feed for other calendars."""

import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from campaigns.accounts.services import delete_account
from campaigns.core.refusals import Refused
from campaigns.experience.ledger import Gift, award
from campaigns.models import (
    Downtime,
    DowntimeRun,
    ExperienceEntry,
    Membership,
    Series,
    Session,
    SessionAnswer,
    User,
)
from campaigns.sessions.services import MAX_DATES, answer_dates, fix_date, keep_attendance, remove_date, renew_feed
from campaigns.sessions.visible import fold_years, guess_attendees, next_session, next_sessions, say_session
from config.accounts import my_data
from play.commands.moves import Say
from play.commands.submit import submit
from rules.raising import GENERAL
from tests.cast import SECRET, Cast, propose_session
from tests.conftest import SignIn
from tests.markup import flat

pytestmark = pytest.mark.walk

FORM = {"words": "At the quay", "minutes": "240", "command": "4cf1e6a4-0000-4000-8000-00000000000a"}


def test_sessions_of_earlier_years_are_folded(cast: Cast, sign_in: SignIn) -> None:
    moments = [datetime(year, 3, day, tzinfo=UTC) for year, day in ((2024, 1), (2025, 1), (2025, 8), (2023, 1))]
    rows = [Session(starts_at=at) for at in sorted(moments, reverse=True)]
    undated = Session()
    shown, years = fold_years([undated, *rows])
    assert shown == [undated, rows[0], rows[1]]
    assert years == [(2024, [rows[2]]), (2023, [rows[3]])]
    assert fold_years([]) == ([], [])
    assert fold_years([undated]) == ([undated], [])
    for at in moments:
        Session.objects.create(series=cast.series, starts_at=at)
    page = sign_in(cast.player).get(reverse("sessions", args=[cast.series.pk])).content.decode()
    folded = page[page.index("2024 <span") :]
    assert "1 March 2024" in folded
    assert "8 March 2025" not in folded
    assert "8 March 2025" in page


def soon(hours: float) -> datetime:
    return (timezone.now() + timedelta(hours=hours)).replace(second=0, microsecond=0)


def propose(cast: Cast, *hours: float, is_fixed: bool = False, **values: Any) -> Session:
    dates = [soon(hour) for hour in hours]
    values = {"words": "", "minutes": 240, **values}
    return propose_session(cast.membership(cast.storyteller), values, dates, is_fixed=is_fixed)


def typed(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M")


def test_the_storyteller_proposes_dates_in_their_own_time_zone(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("session_new", args=[cast.series.pk])
    client.cookies["zone"] = "Europe/Helsinki"
    assert 'name="zone" value="Europe/Helsinki"' in client.get(url).content.decode()
    at = (timezone.now() + timedelta(days=9)).replace(hour=18, minute=0, second=0, microsecond=0)
    sent = {**FORM, "zone": "America/New_York", "date_1": typed(at)}
    for _twice in range(2):
        answer = client.post(url, sent)
    session = Session.objects.get()
    assert answer["Location"] == reverse("session", args=[session.pk])
    assert (session.words, session.minutes, session.starts_at) == ("At the quay", 240, None)
    assert (session.dates.get().starts_at - at) in (timedelta(hours=4), timedelta(hours=5))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"date_1": "tomorrow"},
        {"date_1": "1999-01-01T10:00"},
        {"date_1": "2999-01-01T10:00"},
        {"date_1": "{soon}", "minutes": "0"},
        {"date_1": "{soon}", "minutes": "x"},
        {"date_1": "{soon}", "words": "x" * 201},
    ],
)
def test_a_session_that_cannot_be_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    sent = {**FORM, **{name: value.format(soon=typed(soon(9))) for name, value in wrong.items()}}
    assert sign_in(cast.storyteller).post(reverse("session_new", args=[cast.series.pk]), sent).status_code == 422


def test_each_member_answers_and_all_read_it(cast: Cast, sign_in: SignIn) -> None:
    session = propose(cast, 50, 80)
    first, second = session.dates.all()
    for person, reply in ((cast.player, "yes"), (cast.rival, "maybe"), (cast.spectator, "no")):
        sent = {f"date-{first.pk}": reply, f"date-{second.pk}": "nonsense", "date-x": "yes", "date-99999": "yes"}
        sign_in(person).post(reverse("session_answer", args=[session.pk]), sent)
    sign_in(cast.player).post(reverse("session_answer", args=[session.pk]), {f"date-{first.pk}": "maybe"})
    said = SessionAnswer.objects.order_by("user").values_list("date", "user__username", "reply")
    assert list(said) == [(first.pk, "player", "maybe"), (first.pk, "rival", "maybe"), (first.pk, "spectator", "no")]
    page = " ".join(sign_in(cast.spectator).get(reverse("session", args=[session.pk])).content.decode().split())
    assert '0 <span class="q">+ 2 maybe</span>' in page
    assert f'name="date-{first.pk}" value="no" checked' in page
    other = propose(cast, 99).dates.get()
    sign_in(cast.player).post(reverse("session_answer", args=[session.pk]), {f"date-{other.pk}": "yes"})
    assert not other.answers.exists()


def test_one_date_is_fixed_and_left_open_again(cast: Cast, sign_in: SignIn) -> None:
    session, client = propose(cast, 50, 80), sign_in(cast.co_storyteller)
    first, second = session.dates.all()
    client.post(reverse("session_fix", args=[session.pk]), {"date": str(second.pk)})
    session.refresh_from_db()
    assert session.starts_at == second.starts_at
    with pytest.raises(Refused):
        remove_date(cast.membership(cast.storyteller), session, second.pk)
    client.post(reverse("session_date_remove", args=[session.pk]), {"date": str(first.pk)})
    client.post(reverse("session_fix", args=[session.pk]), {"date": ""})
    session.refresh_from_db()
    assert list(session.dates.all()) == [second]
    assert not Session.objects.get(pk=session.pk).starts_at
    assert client.post(reverse("session_fix", args=[session.pk]), {"date": str(first.pk)}).status_code == 404
    assert client.post(reverse("session_fix", args=[session.pk]), {"date": "x"}).status_code == 422


def test_further_dates_are_proposed_up_to_a_limit(cast: Cast, sign_in: SignIn) -> None:
    session, client = propose(cast, 50), sign_in(cast.storyteller)
    url = reverse("session_edit", args=[session.pk])
    seen = client.get(url).context["form"]["seen"].value()
    sent = {"words": "At Mira’s", "minutes": "210", "date_1": typed(soon(90)), "zone": "UTC", "seen": seen}
    assert client.post(url, sent).status_code == 302
    session.refresh_from_db()
    assert (session.words, session.minutes, session.dates.count()) == ("At Mira’s", 210, 2)
    assert client.post(url, {**sent, "words": "Mine"}).status_code == 409
    with pytest.raises(Refused):
        propose(cast, *range(1, MAX_DATES + 2))


def test_only_members_find_sessions_and_only_storytellers_run_them(cast: Cast, sign_in: SignIn) -> None:
    session = propose(cast, 50)
    read = [("sessions", cast.series.pk), ("session", session.pk)]
    runs = [("session_new", cast.series.pk), ("session_edit", session.pk)]
    acts = ["session_fix", "session_date_remove", "session_attendance", "session_remove"]
    for person, status in ((cast.stranger, 404), (cast.player, 403), (cast.spectator, 403)):
        client = sign_in(person)
        assert {client.get(reverse(name, args=[key])).status_code for name, key in runs} == {status}
        assert {client.post(reverse(name, args=[session.pk]), {"date": "1"}).status_code for name in acts} == {status}
        reads = {client.get(reverse(name, args=[key])).status_code for name, key in read}
        assert reads == {404 if person == cast.stranger else 200}
    assert sign_in(cast.stranger).post(reverse("session_answer", args=[session.pk]), {}).status_code == 404
    with pytest.raises(PermissionDenied):
        fix_date(cast.membership(cast.player), session, None)
    assert sign_in(cast.storyteller).post(reverse("session_remove", args=[session.pk])).status_code == 302
    assert not Session.objects.exists()


def test_who_was_there_is_guessed_from_the_answers_and_kept(cast: Cast, sign_in: SignIn) -> None:
    session = propose(cast, -2, is_fixed=True)
    date = session.dates.get()
    for person, reply in ((cast.player, "yes"), (cast.rival, "no"), (cast.spectator, "maybe")):
        answer_dates(cast.membership(person), session, {date.pk: reply})
    assert guess_attendees(session) == {cast.player.pk, cast.spectator.pk}
    client, url = sign_in(cast.storyteller), reverse("session_attendance", args=[session.pk])
    client.post(url, {"present": [str(cast.player.pk), str(cast.stranger.pk), "x"]})
    client.post(url, {"present": [str(cast.player.pk), str(cast.rival.pk)]})
    assert [one.name for one in session.attendees.all()] == ["player", "rival"]
    assert guess_attendees(session) == {cast.player.pk, cast.rival.pk}
    cast.membership(cast.rival).delete()
    client.post(url, {})
    assert [one.name for one in session.attendees.all()] == ["rival"]
    page = sign_in(cast.player).get(reverse("session", args=[session.pk])).content.decode()
    assert "No attendance recorded." not in page
    User.objects.get(pk=cast.rival.pk).delete()
    assert not session.attendees.exists()


def test_the_next_session_is_the_fixed_one_or_the_earliest_that_is_proposed(cast: Cast) -> None:
    player = cast.membership(cast.player)
    assert next_session(player) is None
    propose(cast, -9, is_fixed=True)
    propose(cast, -5)
    late = propose(cast, 99, is_fixed=True)
    asked = propose(cast, -1, 30, 40)
    found = next_session(player)
    assert found is not None
    assert (found.session, found.is_fixed, found.is_unanswered) == (late, True, False)
    fix_date(cast.membership(cast.storyteller), late, None)
    found = next_session(player)
    assert found is not None
    assert (found.session, found.at, found.is_unanswered) == (asked, asked.dates.all()[1].starts_at, True)
    answer_dates(player, asked, {date.pk: "yes" for date in asked.dates.all()})
    assert [one.is_unanswered for one in next_sessions(cast.player)] == [False, True]
    running = propose(cast, -3, is_fixed=True)
    assert next_sessions(cast.player)[0].session == running


def test_the_next_sessions_of_all_series_take_one_query(cast: Cast, django_assert_num_queries: Any) -> None:
    for hour in (10, 20, 30):
        propose(cast, hour, hour + 1)
    with django_assert_num_queries(1):
        found = next_sessions(cast.player)
        assert [one.session.series.name for one in found] == ["The Salt Road"] * 3
    assert next_sessions(cast.stranger) == []


# ---- the feed


def make_feed(client: Client, cast: Cast) -> str:
    client.post(reverse("feed_renew", args=[cast.series.pk]))
    page = client.get(reverse("sessions", args=[cast.series.pk])).content.decode()
    found = re.search(r'value="http://testserver(/feed/[^"]+)"', page)
    assert found
    return found[1]


def events(content: bytes) -> list[tuple[str, str, datetime]]:
    found: list[Any] = Calendar.from_ical(content).walk("VEVENT")
    return [(str(one["summary"]), str(one["status"]), one["dtstart"].dt) for one in found]


def test_the_feed_tells_all_dates_of_a_person(cast: Cast, sign_in: SignIn) -> None:
    fixed, asked = propose(cast, 50, is_fixed=True, words="Bring dice; snacks, too\nand " + "x" * 90), propose(cast, 80)
    address = make_feed(sign_in(cast.player), cast)
    closes = soon(9)
    DowntimeRun.objects.create(downtime=cast.downtime, closes_at=closes, seed="s")
    answer = Client().get(address)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert events(answer.content) == [
        ("The Salt Road", "CONFIRMED", fixed.starts_at),
        ("The Salt Road (proposed)", "TENTATIVE", asked.dates.get().starts_at),
        ("The Salt Road: “High water” closes", "CONFIRMED", closes),
    ]
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    assert b"Bring dice\\; snacks\\, too and" in answer.content.replace(b"\r\n ", b"")
    Membership.objects.filter(user=cast.player).delete()
    assert events(Client().get(address).content) == []


def test_the_feed_names_nothing_hidden_not_even_for_a_storyteller(cast: Cast, sign_in: SignIn) -> None:
    address = make_feed(sign_in(cast.storyteller), cast)
    for rest in Downtime.objects.filter(title__contains=SECRET):
        DowntimeRun.objects.create(downtime=rest, closes_at=soon(9), seed="s")
    cast.downtime.hidden = True
    cast.downtime.save()
    DowntimeRun.objects.create(downtime=cast.downtime, closes_at=soon(9), seed="s")
    assert events(Client().get(address).content) == []


def test_a_new_address_ends_the_old_one_and_others_are_not_there(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    old, new = make_feed(client, cast), make_feed(client, cast)
    assert old != new
    assert [Client().get(address).status_code for address in (old, new, "/feed/None.ics", "/feed/x.ics")] == [
        404,
        200,
        404,
        404,
    ]
    propose(cast, 5)
    assert "(ehdotettu)" in Client().get(new.replace("in=en", "in=fi")).content.decode()
    User.objects.filter(pk=cast.player.pk).update(is_active=False)
    assert Client().get(new).status_code == 404
    User.objects.filter(pk=cast.player.pk).update(is_active=True)
    client = sign_in(User.objects.get(pk=cast.player.pk))
    client.post(reverse("feed_renew", args=[cast.series.pk]), {"end": "yes"})
    assert Client().get(new).status_code == 404
    assert sign_in(cast.stranger).post(reverse("feed_renew", args=[cast.series.pk])).status_code == 404


def test_my_answers_and_where_i_was_are_among_my_data(cast: Cast) -> None:
    session = propose(cast, -2, is_fixed=True)
    date = session.dates.get()
    answer_dates(cast.membership(cast.player), session, {date.pk: "yes"})
    answer_dates(cast.membership(cast.rival), session, {date.pk: "no"})
    keep_attendance(cast.membership(cast.storyteller), session, [cast.player.pk])
    renew_feed(cast.player)
    written = my_data.write(cast.player)
    dates = json.loads(written)["dates"]
    assert [one["reply"] for one in dates["answers"]] == ["yes"]
    assert len(dates["attended"]) == 1
    assert dates["feed"] is True
    assert (cast.player.feed_token or "").encode() not in written


def test_answers_that_an_import_has_brought_are_read_beside_those_of_members(cast: Cast, sign_in: SignIn) -> None:
    member = cast.membership(cast.storyteller)
    session = propose_session(member, {"words": "", "minutes": 60}, [soon(48)])
    date = session.dates.get()
    answer_dates(cast.membership(cast.player), session, {date.pk: "yes"})
    for name in ("Otso", "Ada"):
        SessionAnswer.objects.create(date=date, name=name, reply="maybe")
    context = sign_in(cast.player).get(reverse("session", args=[session.pk])).context
    assert context["names"][-2:] == ["Ada", "Otso"]
    (row,) = context["dates"]
    assert (row.yes, row.maybe, row.replies[-2:]) == (1, 2, ("maybe", "maybe"))


def test_an_account_that_is_deleted_takes_its_answers_and_attendance_along(cast: Cast) -> None:
    member = cast.membership(cast.storyteller)
    session = propose_session(member, {"words": "", "minutes": 60}, [timezone.now()], is_fixed=True)
    for user in (cast.player, cast.rival):
        answer_dates(cast.membership(user), session, {session.dates.get().pk: "yes"})
    keep_attendance(member, session, [cast.player.pk, cast.rival.pk])
    delete_account(cast.player, {})
    assert [one.user for one in SessionAnswer.objects.all()] == [cast.rival]
    assert [one.name for one in session.attendees.all()] == ["rival"]


def test_the_moment_of_a_session_is_exact() -> None:
    session = Session(starts_at=datetime(2026, 12, 4, 18, tzinfo=UTC), minutes=90)
    assert (session.ends_at, session.hours) == (datetime(2026, 12, 4, 19, 30, tzinfo=UTC), "1.5")


def test_a_session_that_has_begun_asks_nobody_whether_they_come(cast: Cast, sign_in: SignIn) -> None:
    for hours, asked in ((5, True), (-2, False)):
        session = propose(cast, hours, is_fixed=True)
        page = sign_in(cast.player).get(reverse("session", args=[session.pk])).content.decode()
        assert ('id="answer-h"' in page) == asked


def test_a_date_is_told_as_finns_write_it(cast: Cast, sign_in: SignIn) -> None:
    session = propose(cast, 5)
    client = sign_in(cast.player)
    client.cookies["django_language"] = "fi"
    for name, pk in (("session", session.pk), ("sessions", cast.series.pk)):
        page = client.get(reverse(name, args=[pk])).content.decode()
        assert f">{session.dates.get().starts_at.day}. " in page or f" {session.dates.get().starts_at.day}. " in page


def give(cast: Cast, sign_in: SignIn, **sent: str) -> ExperienceEntry:
    """The Storyteller awards two points on the page."""
    asked = {"who": str(cast.heroine.pk), "own": "A gift", "own_points": "2", "purse": GENERAL, **sent}
    url = reverse("series_experience", args=[cast.series.pk])
    assert sign_in(cast.storyteller).post(url, {**asked, "command": str(uuid.uuid4())}).status_code == 302
    return ExperienceEntry.objects.latest("pk")


def test_an_award_for_a_session_stands_dated_in_the_ledger(cast: Cast, sign_in: SignIn) -> None:
    session = propose(cast, -50, is_fixed=True)
    told = say_session(session)
    page = f"{reverse('series_experience', args=[cast.series.pk])}?session={session.pk}"
    assert f'value="session:{session.pk}" selected' in sign_in(cast.storyteller).get(page).content.decode()
    assert give(cast, sign_in, occasion=f"session:{session.pk}").session == session
    line = f'<a class="q" href="{reverse("session", args=[session.pk])}">{told}</a>'
    assert line in sign_in(cast.player).get(reverse("experience", args=[cast.heroine.pk])).content.decode()
    there = reverse("session", args=[session.pk])
    assert "Ysane of the Reeds 2" in flat(sign_in(cast.player).get(there).content.decode())
    assert "Ysane of the Reeds 2" not in flat(sign_in(cast.rival).get(there).content.decode()), "others read their own"
    session.delete()
    assert give(cast, sign_in).session is None
    assert ExperienceEntry.objects.count() == 2, "what was given stays"


def test_a_session_of_another_series_is_no_occasion(cast: Cast, sign_in: SignIn) -> None:
    strange = Series.objects.create(name="Elsewhere", system="toybox", owner=cast.storyteller)
    session = strange.sessions.create(starts_at=soon(-50))
    gift = Gift(GENERAL, 2, "A gift")
    with pytest.raises(Refused, match="just deleted this session"):
        award(cast.membership(cast.storyteller), [cast.heroine.pk], [gift], session)


def test_a_session_leads_to_what_was_played_and_back(cast: Cast, sign_in: SignIn) -> None:
    session, other = propose(cast, -1, is_fixed=True), propose(cast, -90, is_fixed=True)
    for scene in (cast.scene, cast.hidden_scene):
        submit(cast.membership(cast.storyteller), scene, uuid.uuid4(), None, Say("Dusk."))
    page = sign_in(cast.player).get(reverse("session", args=[session.pk])).content.decode()
    assert reverse("part", args=["scene", cast.scene.pk]) in page
    assert SECRET not in page
    assert SECRET in sign_in(cast.storyteller).get(reverse("session", args=[session.pk])).content.decode()
    assert cast.scene.title not in sign_in(cast.player).get(reverse("session", args=[other.pk])).content.decode()
    back = sign_in(cast.player).get(reverse("part", args=["scene", cast.scene.pk])).content.decode()
    assert reverse("session", args=[session.pk]) in back
    assert reverse("session", args=[other.pk]) not in back
