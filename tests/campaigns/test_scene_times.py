"""When a scene happens is picked by the series' calendar, and one time is told of it everywhere."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.calendar.calendar import DAY, Calendar, dump_calendar
from campaigns.chronicle.clock import pass_time
from campaigns.chronicle.next_scene import NextScene, go_on
from campaigns.chronicle.services import set_open
from campaigns.chronicle.tree import describe_time, describe_time_now
from campaigns.core.records.save import save_record
from campaigns.models import Scene, Series, Story
from campaigns.series.settings import CLOCK
from tests.cast import Cast, save_part
from tests.conftest import SignIn

HOUR = 3600
RUSH = Calendar((("Rush", 28), ("Fog", 5)), (), "RY", 768)
FORM = {"in_world_time": "", "notes": "", "secret_notes": "", "command": "4cf1e6a4-0000-4000-8000-00000000000a"}


def clock(cast: Cast) -> int:
    return Series.objects.get(pk=cast.series.pk).clock


def fresh(scene: Scene) -> Scene:
    return Scene.objects.get(pk=scene.pk)


def new_scene(cast: Cast, sign_in: SignIn, **sent: Any) -> int:
    url = reverse("scene_new", args=[cast.episode.pk])
    return sign_in(cast.storyteller).post(url, {**FORM, "title": "The Quay", **sent}).status_code


def test_a_scene_begins_when_the_storyteller_picks(cast: Cast, sign_in: SignIn) -> None:
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(RUSH), clock=40 * DAY)
    picked = {"begins_at_0": "2", "begins_at_1": "2", "begins_at_2": "768", "begins_at_3": "18:30"}
    form = sign_in(cast.storyteller).get(reverse("scene_new", args=[cast.episode.pk])).content.decode()
    assert '<option value="8" selected>8</option>' in form  # what is new begins now: 8 Rush, RY 769
    assert '<option value="2">Fog</option>' in form
    assert new_scene(cast, sign_in, in_world_time="After dark", **picked) == 302
    scene = Scene.objects.get(title="The Quay")
    assert scene.begins_at == 29 * DAY + 18 * HOUR + 30 * 60
    for address in (reverse("series", args=[cast.series.pk]), reverse("part", args=["scene", scene.pk])):
        assert "2 Fog, RY 768, 18:30, After dark" in sign_in(cast.player).get(address).content.decode()


def test_a_story_begins_on_a_day(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("story_new", args=[cast.series.pk])
    assert sign_in(cast.storyteller).post(url, {**FORM, "title": "Fog", "begins_at_0": "3"}).status_code == 302
    story = Story.objects.get(title="Fog")
    assert (story.begins_at, describe_time(story, Calendar())) == (2 * DAY, "Day 3")


@pytest.mark.parametrize("wrong", [{"begins_at_0": "0"}, {"begins_at_0": "x"}, {"begins_at_0": "9" * 12},
                                   {"begins_at_0": "1", "begins_at_1": "25:00"}])  # fmt: skip
def test_a_moment_that_cannot_be_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    assert new_scene(cast, sign_in, **wrong) == 422


@pytest.mark.parametrize("day", ["29", "0", ""])
def test_a_day_that_the_month_lacks_is_refused_and_no_day_is_no_time(cast: Cast, sign_in: SignIn, day: str) -> None:
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(RUSH))
    sent = {"begins_at_0": day, "begins_at_1": "1", "begins_at_2": "768"}
    assert new_scene(cast, sign_in, **sent) == (422 if day else 302)


def test_old_words_stay_as_they_are(cast: Cast, sign_in: SignIn) -> None:
    Scene.objects.filter(pk=cast.scene.pk).update(in_world_time="Day 14, dawn")
    scene = fresh(cast.scene)
    assert describe_time(scene, Calendar()) == describe_time_now(scene, 12 * DAY, Calendar()) == "Day 14, dawn"
    url = reverse("part_edit", args=["scene", scene.pk])
    form = sign_in(cast.storyteller).get(url).context["form"]
    sent = {"title": "Bridge", **FORM, "in_world_time": "Day 14, dawn", "seen": form["seen"].value()}
    assert sign_in(cast.storyteller).post(url, sent).status_code == 302
    assert (fresh(scene).begins_at, fresh(scene).in_world_time) == (None, "Day 14, dawn")


def test_the_table_tells_the_time_of_the_clock_once() -> None:
    played = Scene(begins_at=12 * DAY, in_world_time="dusk")
    assert describe_time_now(played, 12 * DAY + HOUR, Calendar()) == "Day 13, 01:00, dusk"
    planned = Scene(begins_at=14 * DAY, planned=True)
    assert describe_time_now(planned, 12 * DAY, Calendar()) == "Day 15, 00:00"
    assert describe_time_now(Scene(), 12 * DAY, RUSH) == "13 Rush, RY 768, 00:00"


def test_the_clock_moves_on_to_a_scene_that_is_opened_later(cast: Cast) -> None:
    later = Scene.objects.create(episode=cast.episode, title="Dawn", planned=True, begins_at=13 * DAY + 6 * HOUR)
    assert clock(cast) == 0
    go_on(cast.membership(cast.storyteller), cast.scene, NextScene(planned=later.pk))
    assert (clock(cast), fresh(later).begins_at) == (13 * DAY + 6 * HOUR, 13 * DAY + 6 * HOUR)


def test_a_planned_scene_whose_time_has_passed_begins_now(cast: Cast) -> None:
    late = Scene.objects.create(episode=cast.episode, title="Dawn", planned=True, begins_at=DAY)
    pass_time(cast.series, 3 * DAY)
    set_open(cast.membership(cast.storyteller), late, True)
    assert (clock(cast), fresh(late).begins_at) == (3 * DAY, 3 * DAY)


def test_a_new_scene_and_episode_begin_by_the_clock(cast: Cast) -> None:
    pass_time(cast.series, 2 * DAY)
    made = go_on(cast.membership(cast.storyteller), cast.scene, NextScene("On", episode="New"))
    assert (made.begins_at, made.episode.begins_at) == (2 * DAY, 2 * DAY)


def test_a_hidden_scene_moves_no_clock(cast: Cast) -> None:
    member = cast.membership(cast.storyteller)
    save_part(member, cast.hidden_scene, {"begins_at": 9 * DAY})
    assert clock(cast) == 0
    save_part(member, fresh(cast.hidden_scene), {"hidden": False})
    assert clock(cast) == 9 * DAY


def test_a_clock_that_goes_back_takes_the_scene_along(cast: Cast) -> None:
    member = cast.membership(cast.storyteller)
    save_part(member, cast.scene, {"begins_at": 5 * DAY})
    planned = Scene.objects.create(episode=cast.episode, title="Dawn", planned=True, begins_at=13 * DAY)
    save_record(CLOCK, member, cast.series, {"clock": 2 * DAY})
    assert (fresh(cast.scene).begins_at, fresh(planned).begins_at) == (2 * DAY, 13 * DAY)
    pass_time(cast.series, -DAY)
    assert fresh(cast.scene).begins_at == DAY


def test_two_people_who_date_a_scene_see_each_others_date(cast: Cast, sign_in: SignIn) -> None:
    url, client = reverse("part_edit", args=["scene", cast.scene.pk]), sign_in(cast.storyteller)
    seen = client.get(url).context["form"]["seen"].value()
    Scene.objects.filter(pk=cast.scene.pk).update(begins_at=4 * DAY)
    sent = {**FORM, "title": "The Toll Bridge", "begins_at_0": "2", "begins_at_1": "10:00", "seen": seen}
    answer = client.post(url, sent)
    assert answer.status_code == 409
    assert "Day 5, 00:00" in answer.content.decode()
