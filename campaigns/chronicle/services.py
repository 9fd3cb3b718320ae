"""Order, move, open and close the parts of a series."""

from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle.order import number_parts
from campaigns.chronicle.parts import MAX_SIBLINGS, fresh_part, place_of
from campaigns.chronicle.story_end import take_end_back
from campaigns.chronicle.tree import in_order, siblings
from campaigns.core.locks import series_to_run
from campaigns.core.parts import Part
from campaigns.core.refusals import Refused
from campaigns.downtime.living import keep_to_clock
from campaigns.models import (
    Character,
    Downtime,
    Episode,
    Membership,
    Scene,
    Series,
    Story,
    User,
)
from campaigns.sheets.changes import write_sheet
from rules.fair import new_seed

SPENT = "powers_spent"
"""The key under which a sheet of any system lists the powers that were used up in the scene."""


def move_part(membership: Membership, part: Part, step: int) -> bool:
    """Move a part one place up (-1) or down (1): at the end of a row, into the part before or after the one that it is
    in.

    Return False where it is the first or the last of all already, and nothing has happened.
    """
    with series_to_run(membership) as series:
        part = fresh_part(part, series)
        family = siblings(part)
        target = family.index(part) + step
        if 0 <= target < len(family):
            family.remove(part)
            family.insert(target, part)
            number_parts(family)
            return True
        places = list_places(part)
        target = next((n for n, place in enumerate(places) if place == place_of(part)), 0) + step
        if not 0 <= target < len(places):
            return False
        _put_into(part, places[target], at_end=step < 0)
        return True


def place_part(membership: Membership, part: Part, place: Story | Episode) -> None:
    """Move a part to the end of another episode or story of the series: one of `list_places`."""
    with series_to_run(membership) as series:
        part, place = fresh_part(part, series), fresh_part(place, series)
        if place not in list_places(part):
            raise Refused(_("It can’t go there. Choose another place."), status=422, field="place")
        if place != place_of(part):
            _put_into(part, place, at_end=True)


def list_places(part: Part) -> list[Story | Episode]:
    """Return the parts of the series in which this one could lie, in their order, with the one that it is in.

    Scenes, and downtimes between scenes, lie in episodes; episodes, and the other downtimes, in stories.
    """
    if isinstance(part, Story):
        return []
    stories = in_order(Story.objects.filter(series=part.series))
    if isinstance(part, Episode) or (isinstance(part, Downtime) and part.episode_id is None):
        return [*stories]
    episodes: dict[int, list[Episode]] = {story.pk: [] for story in stories}
    for episode in in_order(Episode.objects.filter(story__series=part.series).select_related("story")):
        episodes[episode.story_id].append(episode)
    return [episode for story in stories for episode in episodes[story.pk]]


def _put_into(part: Part, place: Story | Episode, *, at_end: bool) -> None:
    if isinstance(place, Story) and isinstance(part, Episode | Downtime):
        part.story = place
    elif isinstance(place, Episode) and isinstance(part, Scene | Downtime):
        part.episode = place
        if isinstance(part, Downtime):
            part.story = place.story
    others = [other for other in siblings(part) if other != part]
    if len(others) >= MAX_SIBLINGS:
        raise Refused(_("There are already %(most)s here. Start another part.") % {"most": MAX_SIBLINGS})
    part.save()
    number_parts([*others, part] if at_end else [part, *others])


def set_open(membership: Membership, part: Part, is_open: bool, activity: str = "") -> None:
    """Open or close a part. Closing a scene restores the powers that work once in a scene, and shows the seed of its
    dice; opened again, it has another. A story that is opened again takes back what its end gave (`end_story`).

    Opening a planned scene shows it to the players, and it begins by the clock, which moves on to a later beginning;
    `activity` says how whole days until then are spent. A scene that is opened again goes on in no other.
    """
    with series_to_run(membership) as series:
        part = fresh_part(part, series)
        if isinstance(part, Scene) and is_open:
            if part.planned:
                part.begins_at = max(part.begins_at or 0, series.clock)
            part.planned, part.next_scene = False, None
            part.save(update_fields=["begins_at", "planned", "next_scene"])
            keep_to_clock(series, part, activity)
        if part.is_open != is_open:
            if isinstance(part, Story) and is_open:
                take_end_back(series, part, membership.user)
            part.closed_at = None if is_open else timezone.now()
            part.save(update_fields=["closed_at"])
            if isinstance(part, Scene) and is_open:
                renew_dice(part)
            if isinstance(part, Scene) and not is_open:
                _renew_powers(part, series, membership.user)


def renew_dice(scene: Scene) -> None:
    """Give a scene a new seed for its dice. The old one may be shown now, and no die falls from it now."""
    scene.dice_seed = new_seed()
    scene.save(update_fields=["dice_seed"])


def renew_all_dice(alias: str = DEFAULT_DB_ALIAS) -> None:
    """Give every open scene a new seed, as after a backup was restored: what fell since it was made is known."""
    there = list(Scene.objects.using(alias).filter(closed_at=None).only("pk"))
    for scene in there:
        scene.dice_seed = new_seed()
    Scene.objects.using(alias).bulk_update(there, ["dice_seed"], batch_size=500)


def _renew_powers(scene: Scene, series: Series, user: User) -> None:
    """Clear the used-up powers of every character. Players can read the reason, so it does not name a hidden scene."""
    why = _("A scene closed") if scene.is_hidden else _("Scene closed: %(title)s") % {"title": scene.title[:150]}
    for character in Character.objects.select_for_update().filter(series=series):
        if character.sheet.get(SPENT):
            write_sheet(character, {**character.sheet, SPENT: []}, user, why)
