"""Wherever the clock moves by whole days, one question asks how they are spent; the answer is taken back like a
downtime."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from campaigns.calendar.calendar import DAY
from campaigns.chronicle.services import set_open
from campaigns.downtime.recalling import recall
from campaigns.models import Character, Doing, Downtime, RunState, Scene, Series
from campaigns.sheets.json import with_values
from play.commands.moves import NextScene, PassTime, Rewind, RollForTask, Say, StartTask
from rules import get_system
from rules.errors import IllegalMove
from rules.recovery import ACTIVE, REST
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.tasking import WILLPOWER, TaskTable, key_of

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
    recall(cast.membership(cast.storyteller), Downtime.objects.get(run__state=RunState.PUBLISHED))
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
    log = facts_of(table.scene, table.cast.membership(table.cast.player))["log"]
    assert "Time passes: 2 days. Everyone: Rest." in [entry.get("line") for entry in log.values()]


def test_the_clock_asks_the_same_question(cast: Cast, sign_in: SignIn) -> None:
    hurt(cast)
    before = state(cast)
    client, url = sign_in(cast.storyteller), reverse("series_clock", args=[cast.series.pk])
    assert 'name="way"' in client.get(url).content.decode()
    sent = {"clock_0": "4", "clock_1": "06:00", "way": REST}
    assert client.post(url, sent).status_code == 302
    assert (state(cast)["health"], state(cast)["clock"]) == (".......", 3 * DAY + 6 * 3600)
    lived = Downtime.objects.get(run__state=RunState.PUBLISHED)
    assert lived.days == 3
    assert client.post(url, {**sent, "clock_1": "05:00"}).status_code == 302
    assert Downtime.objects.filter(run__state=RunState.PUBLISHED).count() == 1, "back spends no days"
    assert client.post(url, {**sent, "way": "dance"}).status_code == 422
    assert before["health"] == "L......"


def test_a_series_without_a_story_says_so(cast: Cast, sign_in: SignIn) -> None:
    cast.series.stories.all().delete()
    url = reverse("series_clock", args=[cast.series.pk])
    sent = {"clock_0": "4", "clock_1": "06:00", "way": REST}
    answer = sign_in(cast.storyteller).post(url, sent)
    assert answer.status_code == 422
    assert "Create a story first" in answer.content.decode()
    assert Series.objects.get(pk=cast.series.pk).clock == 0


def plan_scene(cast: Cast, begins_at: int) -> Scene:
    """A planned scene that begins at this moment, the last of its episode."""
    return Scene.objects.create(
        episode=cast.episode, title="The Far Bank", planned=True, begins_at=begins_at, position=9
    )


def lived_days() -> list[tuple[int, int]]:
    """The days that were spent, and where they stand."""
    lived = Downtime.objects.filter(run__state=RunState.PUBLISHED).order_by("position")
    return [(one.days, one.position) for one in lived]


def test_a_planned_scene_that_begins_days_later_asks_when_it_is_opened(cast: Cast, sign_in: SignIn) -> None:
    hurt(cast)
    scene, near = plan_scene(cast, 3 * DAY + 3600), plan_scene(cast, DAY - 60)
    client = sign_in(cast.storyteller)
    assert 'name="way"' not in client.get(reverse("part", args=["scene", near.pk])).content.decode()
    assert 'name="way"' in client.get(reverse("part", args=["scene", scene.pk])).content.decode()
    url = reverse("part_open", args=["scene", scene.pk])
    assert client.post(url, {"open": "yes", "way": "dance"}).status_code == 422
    assert client.post(url, {"open": "yes", "way": REST}).status_code == 302
    assert (state(cast)["health"], state(cast)["clock"]) == (".......", 3 * DAY + 3600)
    [(days, place)] = lived_days()
    assert days == 3
    assert place < Scene.objects.get(pk=scene.pk).position, "the days stand before the scene"


def test_days_before_a_scene_are_taken_back_like_a_downtime(cast: Cast) -> None:
    hurt(cast)
    before, teller = state(cast), cast.membership(cast.storyteller)
    set_open(teller, plan_scene(cast, 3 * DAY), True, REST)
    recall(teller, Downtime.objects.get(run__state=RunState.PUBLISHED))
    assert state(cast) == before


def test_a_new_scene_and_one_that_is_dated_later_ask_in_their_form(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("scene_new", args=[cast.episode.pk])
    words = {"title": "The Quay", "in_world_time": "", "notes": "", "secret_notes": ""}
    sent = {**words, "command": "4cf1e6a4-0000-4000-8000-0000000000b1", "way": REST}
    assert client.post(url, {**sent, "begins_at_0": "3", "begins_at_1": "", "hidden": "on"}).status_code == 302
    assert lived_days() == [], "a hidden scene moves no clock"
    edit = reverse("part_edit", args=["scene", cast.scene.pk])
    seen = {"seen": client.get(edit).context["form"]["seen"].value()}
    assert client.post(edit, {**words, **seen, "way": ACTIVE, "begins_at_0": "3"}).status_code == 302
    sent |= {"command": "4cf1e6a4-0000-4000-8000-0000000000b2", "begins_at_0": "6"}
    assert client.post(url, sent).status_code == 302
    assert [days for days, _place in lived_days()] == [2, 3]
    assert state(cast)["clock"] == 5 * DAY


def test_the_next_scene_asks_at_the_table(table: TableInPlay, sign_in: SignIn) -> None:
    cast, scene = table.cast, plan_scene(table.cast, 2 * DAY)
    (form,) = sign_in(cast.storyteller).get(f"/scenes/{table.scene.pk}/stage/tools/next_scene").json()["forms"]
    assert "way" in [field["name"] for field in form["main"]]
    table.act(cast.storyteller, NextScene(planned=scene.pk, way=REST))
    assert (state(cast)["health"], state(cast)["clock"]) == (".......", 2 * DAY)


def test_days_until_a_downtime_begins_are_spent_before_it_is_worked_out(cast: Cast, sign_in: SignIn) -> None:
    hurt(cast)
    Downtime.objects.filter(pk=cast.downtime.pk).update(begins_at=4 * DAY)
    client = sign_in(cast.storyteller)
    assert 'name="way"' in client.get(reverse("part", args=["downtime", cast.downtime.pk])).content.decode()
    act = reverse("downtime_act", args=[cast.downtime.pk])
    assert client.post(act, {"act": "run", "way": REST}).status_code == 302
    assert (state(cast)["health"], state(cast)["clock"]) == (".......", 4 * DAY)
    assert [days for days, _place in lived_days()] == [4]


def test_work_that_takes_days_lets_the_others_rest(cast: Cast) -> None:
    table = TaskTable(cast, cast.scene, get_system("exalted2e"))
    hurt(cast)
    Character.objects.filter(pk=cast.duelist.pk).update(sheet=with_values(cast.duelist.sheet, HURT))
    before = state(cast), table.sheet(cast.duelist)
    table.set_task(action="extended", target=20, interval=2, unit="day", spent=REST)
    rolled = table.roll(cast.player, cast.heroine)
    assert (table.clock, table.sheet(cast.duelist)["health"]) == (2 * DAY, ".......")
    doings = {(one.character_id, one.kind, one.text) for one in Doing.objects.all()}
    assert doings == {(cast.heroine.pk, Doing.FREE, "The lock"), (cast.duelist.pk, REST, "")}
    assert "Everyone: Rest" in table.reads(cast.rival)
    table.act(cast.storyteller, Rewind(rolled.first))
    assert (state(cast), table.sheet(cast.duelist)) == before


def test_many_who_are_asked_at_once_spend_their_days_once(cast: Cast) -> None:
    table = TaskTable(cast, cast.scene, get_system("exalted2e"))
    hurt(cast)
    table.set_task(characters=(key_of(cast.heroine), key_of(cast.duelist)), interval=2, unit="day", spent=ACTIVE)
    first, second = table.state.work.tasks[-2:]
    table.act(cast.player, RollForTask(first.id, key_of(cast.heroine)))
    table.act(cast.rival, RollForTask(second.id, key_of(cast.duelist)))
    assert (table.clock, [days for days, _place in lived_days()]) == (2 * DAY, [2])


@pytest.mark.django_db
def test_what_a_roll_spends_is_spent_before_the_days_that_it_takes() -> None:
    """Each night gives a point of Willpower back, and the one of the roll is not taken once more afterwards."""
    table = TaskTable(cast := gather_cast("v20da"), cast.scene, get_system("v20da"))
    full = table.sheet(cast.heroine)["willpower_points"]
    table.set_task(action="extended", target=20, interval=2, unit="day", spent=REST)
    rolled = table.roll(cast.player, cast.heroine, **WILLPOWER["v20da"][1])
    assert table.sheet(cast.heroine)["willpower_points"] == full
    table.act(cast.storyteller, Rewind(rolled.first))
    assert table.sheet(cast.heroine)["willpower_points"] == full


def test_a_task_of_hours_spends_no_days(cast: Cast) -> None:
    table = TaskTable(cast, cast.scene, get_system("exalted2e"))
    asked = StartTask("The lock", "extended", key_of(cast.heroine), target=9, spent=REST)
    for interval, unit in ((8, "hour"), (14, "month")):
        with pytest.raises(IllegalMove, match="days"):
            table.act(cast.storyteller, replace(asked, interval=interval, unit=unit))
