"""Stories, episodes, scenes and downtime: made, put in order, opened, closed, taken out, and seen by each role."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.chronicle.services import move_part, place_part, set_open
from campaigns.chronicle.tree import build_tree, fold_past, list_open_scenes, open_scene, siblings, walk
from campaigns.core.parts import Part
from campaigns.core.refusals import Refused
from campaigns.models import Character, Downtime, Episode, Membership, Role, Scene, Series, SheetChange, Story
from campaigns.series.services import create_series
from play.models import Table
from tests.cast import SECRET, Cast, remove_part, save_part


def titles(cast: Cast, name: str) -> list[str]:
    return [branch.part.title for branch in walk(build_tree(cast.membership(getattr(cast, name))))]


def test_the_storyteller_sees_the_whole_tree_in_order(cast: Cast) -> None:
    assert titles(cast, "storyteller") == [
        "The Drowned Ledger",
        "Silt",
        "The Toll Bridge",
        f"Scene {SECRET}",
        f"Episode {SECRET}",
        f"Inside {SECRET}",
        f"Rest {SECRET}",
        "High water",
        f"Story {SECRET}",
    ]


@pytest.mark.parametrize("name", ["player", "spectator"])
def test_the_others_see_no_trace_of_what_is_hidden(cast: Cast, name: str) -> None:
    assert titles(cast, name) == ["The Drowned Ledger", "Silt", "The Toll Bridge", "High water"]


def test_hidden_episodes_leave_no_gap_in_the_count(cast: Cast) -> None:
    Episode.objects.create(story=cast.story, title="Ink", position=9)
    numbers = {
        branch.part.title: branch.number
        for branch in walk(build_tree(cast.membership(cast.player)))
        if branch.kind == "episode"
    }
    assert numbers == {"Silt": 1, "Ink": 2}


def test_the_tree_costs_four_queries(cast: Cast, django_assert_num_queries: Any) -> None:
    membership = cast.membership(cast.player)
    with django_assert_num_queries(4):
        build_tree(membership)


def test_scenes_and_downtime_share_one_order(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    rest = save_part(run, Downtime(story=cast.story, episode=cast.episode), {"title": "A night", "days": 1})
    assert siblings(rest) == [cast.scene, cast.hidden_scene, rest]
    move_part(run, rest, -1)
    assert siblings(rest) == [cast.scene, rest, cast.hidden_scene]
    move_part(run, cast.scene, 1)
    assert siblings(rest) == [rest, cast.scene, cast.hidden_scene]


def test_at_the_end_of_the_row_a_part_stays(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    move_part(run, cast.story, -1)
    move_part(run, cast.hidden_story, 1)
    assert siblings(cast.story) == [cast.story, cast.hidden_story]


def test_what_is_there_once_in_a_scene_is_there_again_when_it_closes(cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**cast.heroine.sheet, "powers_spent": ["oath"]})
    run = cast.membership(cast.storyteller)
    set_open(run, cast.scene, False)
    heroine = Character.objects.get(pk=cast.heroine.pk)
    assert heroine.sheet["powers_spent"] == []
    (change,) = SheetChange.objects.filter(character=heroine)
    assert change.why == f"Scene closed: {cast.scene.title}"
    set_open(run, cast.scene, True)
    assert SheetChange.objects.filter(character=heroine).count() == 1


def test_why_powers_are_there_again_names_no_hidden_scene(cast: Cast) -> None:
    inside = Scene.objects.get(episode=cast.hidden_episode)
    for scene in (cast.hidden_scene, inside):
        Character.objects.filter(pk=cast.heroine.pk).update(sheet={**cast.heroine.sheet, "powers_spent": ["oath"]})
        set_open(cast.membership(cast.storyteller), scene, False)
    assert {change.why for change in cast.heroine.changes.all()} == {"A scene closed"}


def test_parts_are_closed_and_opened_again(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    set_open(run, cast.scene, False)
    closed = Scene.objects.get(pk=cast.scene.pk)
    assert not closed.is_open
    set_open(run, cast.scene, False)
    assert Scene.objects.get(pk=cast.scene.pk).closed_at == closed.closed_at
    set_open(run, cast.scene, True)
    assert Scene.objects.get(pk=cast.scene.pk).is_open


def test_the_way_in_is_the_last_open_scene_that_all_may_see(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    assert open_scene(run) == cast.scene
    later = save_part(run, Scene(episode=cast.episode), {"title": "The far bank"})
    assert open_scene(run) == later
    set_open(run, cast.episode, False)
    assert open_scene(cast.membership(cast.player)) is None
    hidden = open_scene(run)
    assert hidden
    assert hidden.episode == cast.hidden_episode, "what is hidden comes second, for Storytellers alone"


def test_only_empty_parts_are_taken_out(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    for part in (cast.story, cast.episode):
        with pytest.raises(Refused):
            remove_part(run, part)
    remove_part(run, cast.hidden_story)
    remove_part(run, cast.downtime)
    assert not Story.objects.filter(pk=cast.hidden_story.pk).exists()
    assert Story.objects.filter(pk=cast.story.pk).exists()


def test_a_scene_that_was_played_is_kept(cast: Cast) -> None:
    Table.objects.create(scene=cast.scene)
    with pytest.raises(Refused):
        remove_part(cast.membership(cast.storyteller), cast.scene)
    assert Scene.objects.filter(pk=cast.scene.pk).exists()


def test_what_was_taken_out_meanwhile_is_said(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    Scene.objects.filter(pk=cast.scene.pk).delete()
    with pytest.raises(Refused):
        save_part(run, cast.scene, {"title": "Gone"})


def test_players_change_no_part(cast: Cast) -> None:
    asker = cast.membership(cast.player)
    for change in (
        lambda: save_part(asker, Scene(episode=cast.episode), {"title": "Mine"}),
        lambda: save_part(asker, cast.scene, {"title": "Mine"}),
        lambda: move_part(asker, cast.scene, 1),
        lambda: set_open(asker, cast.scene, False),
        lambda: remove_part(asker, cast.downtime),
    ):
        with pytest.raises(PermissionDenied):
            change()
    assert not Scene.objects.filter(title="Mine").exists()


def test_a_storyteller_of_one_series_runs_no_other(cast: Cast) -> None:
    other = create_series(cast.player, {"name": "Other", "system": cast.series.system, "tone": "", "house_notes": ""})
    run = other.memberships.get()
    with pytest.raises(Refused):
        save_part(run, cast.scene, {"title": "Mine"})
    with pytest.raises(Refused):
        save_part(run, Story(series=Series.objects.get(pk=cast.series.pk)), {"title": "Mine"})
    cast.scene.refresh_from_db()
    assert cast.scene.title == "The Toll Bridge"


def test_each_series_has_its_own_way_in(cast: Cast) -> None:
    other = Series.objects.create(name="Another", system="toybox", owner=cast.player)
    mine = Membership.objects.create(series=other, user=cast.player, role=Role.STORYTELLER)
    here = cast.membership(cast.player)
    assert list_open_scenes([here, mine]) == [cast.scene]
    episode = Episode.objects.create(story=Story.objects.create(series=other, title="Mud"), title="Reeds")
    weir = Scene.objects.create(episode=episode, title="Weir", hidden=True)
    assert list_open_scenes([here, mine]) == [weir, cast.scene]
    assert list_open_scenes([]) == []


def test_nothing_is_made_in_what_was_taken_out_meanwhile(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    gone = save_part(run, Episode(story=cast.story), {"title": "Reeds"})
    assert isinstance(gone, Episode)
    lost: list[Part] = [Scene(episode=gone), Downtime(story=cast.story, episode=gone)]
    Episode.objects.filter(pk=gone.pk).delete()
    for part in lost:
        with pytest.raises(Refused, match="just deleted this"):
            save_part(run, part, {"title": "Weir"})


def names_in(model: type[Scene | Episode], inside: Story | Episode) -> list[str]:
    """What lies in a part, in order."""
    held = {"episode": inside} if model is Scene else {"story": inside}
    return [one.title for one in model._default_manager.filter(**held).order_by("position", "pk")]


def test_parts_move_across_the_borders_of_episodes_and_stories(cast: Cast) -> None:
    run, story = cast.membership(cast.storyteller), cast.story
    second = save_part(run, Episode(story=story), {"title": "Second"})
    assert isinstance(second, Episode)
    for title in ("A", "B"):
        save_part(run, Scene(episode=second), {"title": title})
    moved = Scene.objects.get(title="A")
    assert move_part(run, moved, -1)
    assert names_in(Scene, cast.hidden_episode)[-1] == "A"
    assert move_part(run, Scene.objects.get(pk=moved.pk), 1)
    assert names_in(Scene, second) == ["A", "B"]
    last = Scene.objects.get(title="B")
    assert not move_part(run, last, 1)
    assert names_in(Scene, second) == ["A", "B"]
    assert not move_part(run, story, -1)
    place_part(run, last, cast.episode)
    assert names_in(Scene, cast.episode)[-1] == "B"
    place_part(run, second, cast.hidden_story)
    assert names_in(Episode, cast.hidden_story) == ["Second"]


def test_a_downtime_between_scenes_takes_its_story_along(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    other = save_part(run, Episode(story=cast.hidden_story), {"title": "Elsewhere"})
    assert isinstance(other, Episode)
    rest = Downtime.objects.get(episode=cast.hidden_episode)
    place_part(run, rest, other)
    rest.refresh_from_db()
    assert (rest.episode, rest.story) == (other, cast.hidden_story)


def test_a_part_fits_only_where_its_kind_lies_and_in_its_own_series(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    elsewhere = Series.objects.create(name="Another", system="toybox", owner=cast.player)
    story = Story.objects.create(series=elsewhere, title="Mud")
    episode = Episode.objects.create(story=story, title="Reeds")
    for part, place in (
        (cast.scene, cast.story), (cast.scene, episode), (cast.episode, story), (cast.episode, cast.episode),
        (cast.story, cast.hidden_story), (cast.downtime, cast.episode),
    ):  # fmt: skip
        with pytest.raises(Refused):
            place_part(run, part, place)


def test_a_long_chronicle_folds_what_is_past(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def folded(now: Scene | None, at: tuple[str, int] | None = None) -> list[str]:
        tree = build_tree(cast.membership(cast.player))
        fold_past(tree, now, at)
        return [branch.part.title for branch in walk(tree) if branch.is_folded]

    later = Episode.objects.create(story=cast.story, title="Ink", position=9)
    scene = Scene.objects.create(episode=later, title="The Well", position=1)
    assert folded(scene) == []
    monkeypatch.setattr("campaigns.chronicle.tree.MAX_UNFOLDED", 3)
    assert folded(cast.scene) == ["Ink"]
    assert folded(scene) == folded(None) == ["Silt"]
    assert folded(scene, ("scene", cast.scene.pk)) == []
    assert folded(scene, ("episode", cast.episode.pk)) == []
    assert folded(scene, ("scene", 10**8)) == ["Silt"]
