"""The timeline is drawn from what a member may see."""

from campaigns.calendar.calendar import DAY, Calendar
from campaigns.chronicle.timeline import TimelineStory, build_timeline
from campaigns.chronicle.tree import build_tree, open_scene
from campaigns.models import Downtime, DowntimeRun, Episode, Story
from tests.cast import SECRET, Cast


def timeline_for(cast: Cast, name: str, *people: str) -> tuple[TimelineStory, ...]:
    membership = cast.membership(getattr(cast, name))
    return build_timeline(build_tree(membership), open_scene(membership), {cast.scene.pk: people}, Calendar())


def test_the_storyteller_sees_every_scene_as_a_stop(cast: Cast) -> None:
    timeline = timeline_for(cast, "storyteller")
    episodes = [stretch for story in timeline for stretch in story.stretches if stretch.name]
    assert [episode.name for episode in episodes] == ["1 Silt", f"2 Episode {SECRET}"]
    assert [[stop.kind for stop in episode.stops] for episode in episodes] == [
        ["scene", "scene"],
        ["scene", "downtime"],
    ]


def test_the_mark_stands_at_the_open_scene(cast: Cast) -> None:
    here = [s for story in timeline_for(cast, "player") for e in story.stretches for s in e.stops if s.is_here]
    assert [stop.name for stop in here] == ["The Toll Bridge"]


def test_what_is_hidden_takes_no_room(cast: Cast) -> None:
    before = timeline_for(cast, "player")
    assert before
    Story.objects.filter(hidden=True).delete()
    Episode.objects.filter(hidden=True).delete()
    cast.hidden_scene.delete()
    assert timeline_for(cast, "player") == before


def test_a_long_downtime_is_drawn_longer(cast: Cast) -> None:
    for days, span in ((1, "days"), (30, "weeks"), (200, "season")):
        Downtime.objects.filter(pk=cast.downtime.pk).update(days=days)
        stretches = timeline_for(cast, "player")[0].stretches
        assert [stop.span for stretch in stretches for stop in stretch.stops if stop.kind == "downtime"] == [span]


def test_a_published_downtime_says_from_when_to_when(cast: Cast) -> None:
    run = DowntimeRun.objects.create(downtime=cast.downtime)
    stops = [stop for stretch in timeline_for(cast, "player")[0].stretches for stop in stretch.stops]
    assert {(stop.begins_at, stop.ends_at) for stop in stops} == {(None, None)}
    run.begins_at, run.ends_at = 2 * DAY, 14 * DAY
    run.save()
    stops = [stop for stretch in timeline_for(cast, "player")[0].stretches for stop in stretch.stops]
    assert [(s.begins_at, s.ends_at) for s in stops if s.kind == "downtime"] == [(2 * DAY, 14 * DAY)]


def test_a_crowd_that_took_part_is_counted(cast: Cast) -> None:
    stop = timeline_for(cast, "player", "ada", "ben", "cas", "dov", "eva", "fay")[0].stretches[0].stops[0]
    assert (stop.people, stop.more) == (("ada", "ben", "cas", "dov"), 2)


def test_without_an_episode_there_is_no_timeline(cast: Cast) -> None:
    Episode.objects.all().delete()
    assert timeline_for(cast, "player") == ()
