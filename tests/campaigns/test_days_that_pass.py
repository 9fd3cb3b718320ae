"""Wherever the clock moves by whole days, one question asks how they are spent; the answer is taken back like a
downtime."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.calendar import DAY
from campaigns.models import Character, Downtime, RunState, Scene, Series
from campaigns.services import downtime
from campaigns.sheets import with_values
from play.commands.moves import PassTime, Rewind, Say
from play.html.page import log_lines
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import read_board
from rules.errors import IllegalMove
from rules.recovery import ACTIVE, REST
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

HURT = {"health": "L......", "peripheral": 3}


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


def hurt(cast: Cast) -> None:
    """The heroine has a wound and has spent motes."""
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=with_values(cast.heroine.sheet, HURT))


def state(cast: Cast) -> dict[str, Any]:
    sheet = Character.objects.get(pk=cast.heroine.pk).sheet
    clock = Series.objects.get(pk=cast.series.pk).clock
    return {"health": sheet["health"], "peripheral": sheet["peripheral"], "clock": clock}


@pytest.fixture
def table(cast: Cast) -> TableInPlay:
    hurt(cast)
    return TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))


@pytest.mark.parametrize("way", [REST, ACTIVE])
def test_time_at_the_table_heals_and_is_taken_back_with_its_line(table: TableInPlay, way: str) -> None:
    cast, before = table.cast, state(table.cast)
    passed = table.act(cast.storyteller, PassTime(2, "day", way))
    after = state(cast)
    assert (after["health"], after["clock"]) == (".......", before["clock"] + 2 * DAY)
    assert after["peripheral"] > 3
    lived = Downtime.objects.get(run__state=RunState.PUBLISHED)
    assert (lived.days, lived.episode) == (2, cast.episode)
    back = table.act(cast.storyteller, Rewind(passed.last))
    assert state(cast) == before
    table.act(cast.storyteller, Rewind(back.last))
    assert state(cast) == after


def test_time_before_and_after_such_days_is_taken_back_in_one_step(table: TableInPlay) -> None:
    cast, before = table.cast, state(table.cast)
    first = table.act(cast.storyteller, PassTime(3, "hour"))
    table.act(cast.storyteller, PassTime(30, "hour"))
    table.act(cast.storyteller, PassTime(1, "week", REST))
    table.act(cast.storyteller, PassTime(5, "hour"))
    assert state(cast)["clock"] == 7 * DAY + 38 * 3600
    table.act(cast.storyteller, Rewind(first.last))
    assert state(cast) == before


def test_days_can_be_taken_back_on_their_own_page_and_then_the_line_is_only_a_line(table: TableInPlay) -> None:
    cast, before = table.cast, state(table.cast)
    passed = table.act(cast.storyteller, PassTime(2, "day", REST))
    downtime.recall(cast.membership(cast.storyteller), Downtime.objects.get(run__state=RunState.PUBLISHED))
    assert state(cast) == before
    table.act(cast.storyteller, Rewind(passed.last))
    assert state(cast) == before


def test_nothing_happens_unless_it_is_said_and_hours_are_no_days(table: TableInPlay) -> None:
    cast, before = table.cast, state(table.cast)
    table.act(cast.storyteller, PassTime(2, "day"))
    assert state(cast) == {**before, "clock": 2 * DAY}
    with pytest.raises(IllegalMove, match="whole days"):
        table.act(cast.storyteller, PassTime(8, "hour", REST))
    with pytest.raises(IllegalMove, match="at once"):
        table.act(cast.storyteller, PassTime(100, "week", REST))


def test_the_log_says_how_the_days_were_spent(table: TableInPlay) -> None:
    table.act(table.cast.storyteller, PassTime(2, "day", REST))
    table.act(table.cast.storyteller, Say("Dawn."))
    board = read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.player)))
    lines = "".join(html for _number, html in log_lines(board))
    assert "Time passes: 2 days. Everybody: Rest." in lines


def test_the_clock_asks_the_same_question(cast: Cast, sign_in: SignIn) -> None:
    hurt(cast)
    before = state(cast)
    client, url = sign_in(cast.storyteller), reverse("series_clock", args=[cast.series.pk])
    assert 'name="way"' in client.get(url).content.decode()
    sent = {"at_0": "4", "at_1": "06:00", "prompt_seconds": "0", "way": REST, "seen": "0"}
    assert client.post(url, sent).status_code == 302
    assert (state(cast)["health"], state(cast)["clock"]) == (".......", 3 * DAY + 6 * 3600)
    lived = Downtime.objects.get(run__state=RunState.PUBLISHED)
    assert lived.days == 3
    assert client.post(url, {**sent, "at_1": "05:00", "seen": str(state(cast)["clock"])}).status_code == 302
    assert Downtime.objects.filter(run__state=RunState.PUBLISHED).count() == 1, "back spends no days"
    assert client.post(url, {**sent, "way": "dance"}).status_code == 422
    assert before["health"] == "L......"


def test_a_series_without_a_story_says_so(cast: Cast, sign_in: SignIn) -> None:
    cast.series.stories.all().delete()
    url = reverse("series_clock", args=[cast.series.pk])
    sent = {"at_0": "4", "at_1": "06:00", "prompt_seconds": "0", "way": REST, "seen": "0"}
    answer = sign_in(cast.storyteller).post(url, sent)
    assert answer.status_code == 422
    assert "Create a story first" in answer.content.decode()
    assert Series.objects.get(pk=cast.series.pk).clock == 0
