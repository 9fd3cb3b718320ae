"""The ribbon is drawn from what a member may see."""

from itertools import pairwise

from campaigns.chronicle import draw_tree, open_scene
from campaigns.models import Episode, Story
from campaigns.ribbon import Ribbon, draw_ribbon
from tests.cast import SECRET, Cast


def ribbon_for(cast: Cast, name: str) -> Ribbon | None:
    tree = draw_tree(cast.membership(getattr(cast, name)))
    return draw_ribbon(tree, open_scene(tree))


def test_the_storyteller_sees_every_scene_as_a_stroke(cast: Cast) -> None:
    ribbon = ribbon_for(cast, "storyteller")
    assert ribbon is not None
    assert [episode.name for episode in ribbon.episodes] == ["1 Silt", f"2 Episode {SECRET}"]
    assert [len(episode.strokes) for episode in ribbon.episodes] == [2, 1]
    assert [len(episode.rests) for episode in ribbon.episodes] == [0, 1]


def test_the_mark_stands_at_the_open_scene(cast: Cast) -> None:
    ribbon = ribbon_for(cast, "player")
    assert ribbon is not None
    assert ribbon.now == ribbon.episodes[0].strokes[0]
    assert ribbon.now_name == "The Toll Bridge"


def test_what_is_hidden_takes_no_room(cast: Cast) -> None:
    before = ribbon_for(cast, "player")
    Story.objects.filter(hidden=True).delete()
    Episode.objects.filter(hidden=True).delete()
    cast.hidden_scene.delete()
    assert ribbon_for(cast, "player") == before


def test_nothing_overlaps(cast: Cast) -> None:
    for n in range(3):
        Episode.objects.create(story=cast.story, title="An episode of a long name " * n + "end", position=5 + n)
    ribbon = ribbon_for(cast, "storyteller")
    assert ribbon is not None
    bands = sorted(ribbon.episodes, key=lambda band: band.x)
    assert all(left.x + left.width <= right.x for left, right in pairwise(bands))
    assert all(band.x + band.width <= ribbon.width for band in (*ribbon.stories, *ribbon.episodes))


def test_without_an_episode_there_is_no_ribbon(cast: Cast) -> None:
    Episode.objects.all().delete()
    assert ribbon_for(cast, "player") is None
