"""The pace of a scene by post: who is awaited, the nudge, and how long people took."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Notice, User
from play.models import Wait
from play.seats.pace import count_weeks, list_awaited_in, measure_pace
from play.table.newest import load_states
from tests.cast import SECRET
from tests.play.conftest import TableInPlay
from tests.play.test_overdue import pending
from tests.play.test_waits import by_post, open_waits, pass_hours


def url_of(table: TableInPlay, wait: Wait) -> str:
    return f"/scenes/{table.scene.pk}/waits/{wait.pk}/nudge/"


def test_everybody_sees_on_the_series_page_whom_an_open_blow_waits_for(db: None, client: Client) -> None:
    table = by_post()
    for user in table.cast.members:
        client.force_login(user)
        html = client.get(f"/series/{table.cast.series.pk}/").content.decode()
        assert 'id="awaited"' in html
        assert ("/nudge/" in html) == (user in table.cast.members[:2])


def test_a_hidden_combatant_is_awaited_for_the_storyteller_alone(db: None) -> None:
    table = by_post()
    Wait.objects.create(table=table.table, kind="turn", key="turn h", subject="h", combatant="h", name=SECRET)
    for user in (table.cast.player, table.cast.rival, table.cast.spectator):
        found = list_awaited_in(table.cast.membership(user), [table.scene], load_states([table.scene]))
        assert [one.wait.kind for one in found] == ["answer"]
        assert SECRET not in repr(found)


def test_a_nudge_tells_the_player_once_in_some_hours(db: None, client: Client) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    client.force_login(table.cast.player)
    assert client.post(url_of(table, wait)).status_code == 403
    client.force_login(table.cast.stranger)
    assert client.post(url_of(table, wait)).status_code == 404
    client.force_login(table.cast.storyteller)
    assert client.post(url_of(table, wait)).status_code == 302
    assert client.post(url_of(table, wait)).status_code == 409
    assert Notice.objects.get(kind="nudge").user == table.cast.player
    Wait.objects.update(nudged_at=timezone.now() - timedelta(hours=13))
    assert client.post(url_of(table, wait)).status_code == 302
    assert Notice.objects.filter(kind="nudge", closed_at=None).count() == 1
    assert client.get(url_of(table, wait)).status_code == 405


def test_how_long_people_took_is_told_by_the_median(db: None, client: Client) -> None:
    table = by_post()
    ended = {"ended_at": timezone.now(), "kind": "answer", "table": table.table, "user": table.cast.player}
    for number, hours in enumerate((1, 5, 30)):
        since = timezone.now() - timedelta(hours=hours)
        Wait.objects.create(key=f"answer {number}", subject="p", name="", public=True, since=since, **ended)
    Wait.objects.create(
        key="answer x", subject="p", name="", public=False, since=timezone.now() - timedelta(hours=2), **ended
    )
    (seen,) = measure_pace(table.scene, table.cast.membership(table.cast.rival))
    assert (seen.who, seen.count, seen.typical, seen.missed) == ("player", 3, "5 hours", 0)
    for user in (table.cast.player, table.cast.storyteller):
        (own,) = measure_pace(table.scene, table.cast.membership(user))
        assert own.count == 4
    client.force_login(table.cast.rival)
    html = client.get(f"/scenes/{table.scene.pk}/pace/").content.decode()
    assert "5 hours" in html
    client.force_login(table.cast.stranger)
    assert client.get(f"/scenes/{table.scene.pk}/pace/").status_code == 404


@pytest.mark.parametrize("name", ["player", "spectator", "storyteller"])
def test_lines_of_each_week_are_those_the_reader_sees(db: None, name: str) -> None:
    table = by_post()
    user: User = getattr(table.cast, name)
    assert sum(count for _week, count in count_weeks(table.scene, table.cast.membership(user))) == table.count(user)


def test_what_was_missed_counts(db: None) -> None:
    from config.tasks import turn_tables

    table = by_post()
    pass_hours(table, 49)
    turn_tables()
    assert not pending(table)
    found = {
        (one.who, one.kind): one.missed for one in measure_pace(table.scene, table.cast.membership(table.cast.rival))
    }
    assert found["player", "an answer"] == 1
