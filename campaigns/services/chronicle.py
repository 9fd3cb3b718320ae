"""Create, edit, order, open, close and delete the parts of a series."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle import P, Part, in_order, siblings
from campaigns.edit_conflict import require_unchanged
from campaigns.models import (
    Character,
    Downtime,
    DowntimeRun,
    Episode,
    Membership,
    RunState,
    Scene,
    Series,
    Story,
    User,
)
from campaigns.refusals import Refused
from campaigns.services.downtime.living import keep_to_clock
from campaigns.services.locks import series_to_run
from campaigns.services.order import number_parts
from campaigns.services.quotas import count_letters, require_room_to_write, require_storage_room
from campaigns.services.record_notices import tell_opened
from campaigns.services.sheet_changes import write_sheet
from campaigns.services.story_end import take_end_back
from rules.fair import new_seed

MAX_SIBLINGS = 500
SPENT = "powers_spent"
"""The key under which a sheet of any system lists the powers that were used up in the scene."""


def add_part(membership: Membership, part: Part, values: Mapping[str, Any], way: str = "") -> Part:
    """Save a new part as the last of its siblings. The part already names the part that it lies in.

    `way`: how whole days until a scene begins are spent.
    """
    with series_to_run(membership) as series:
        _require_same_series(part, series)
        append_part(series, part, values, way)
        if isinstance(part, Downtime):
            tell_opened(part, membership.user)
    return part


def append_part(series: Series, part: Part, values: Mapping[str, Any], way: str = "") -> None:
    """Save a new part as the last of its siblings. The series' row must be locked."""
    if place := _place_of(part):
        fresh_part(place, series)
    require_storage_room(series, count_letters(values))
    family = siblings(part)
    if len(family) >= MAX_SIBLINGS:
        raise Refused(_("There are %(most)s here already. Begin another part.") % {"most": MAX_SIBLINGS})
    part.position = max((other.position for other in family), default=0) + 1
    _set(part, values)
    part.save()
    if isinstance(part, Scene):
        keep_to_clock(series, part, way)


def edit_part(membership: Membership, part: Part, values: Mapping[str, Any], seen: str = "", way: str = "") -> Part:
    """Change a part's fields. Raises `Stale` if they no longer have the fingerprint `seen`."""
    with series_to_run(membership) as series:
        part = fresh_part(part, series)
        require_unchanged(part, tuple(values), seen)
        if isinstance(part, Downtime):
            _require_days(part, values.get("days", part.days))
        require_room_to_write(series, part, values)
        was_hidden = part.hidden
        _set(part, values)
        part.save(update_fields=[*values])
        if isinstance(part, Scene):
            keep_to_clock(series, part, way)
        if isinstance(part, Downtime) and part.hidden != was_hidden:
            tell_opened(part, membership.user)
    return part


def fewest_days(downtime: Downtime) -> int | None:
    """Return the fewest days to which a downtime may be shortened. None if its length is fixed, once it is being worked
    out."""
    if DowntimeRun.objects.filter(downtime=downtime).exclude(state=RunState.OPEN).exists():
        return None
    return max((doing.last for doing in downtime.doings.all()), default=0)


def _require_days(downtime: Downtime, days: int) -> None:
    fewest = fewest_days(downtime)
    if fewest is None and days != downtime.days:
        raise Refused(_("A downtime that is being worked out, or was, keeps its days."), field="days")
    if fewest is not None and days < fewest:
        told = _("Something is put in up to day %(last)s. Take that out first.")
        raise Refused(told % {"last": fewest}, field="days")


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
        target = next((n for n, place in enumerate(places) if place == _place_of(part)), 0) + step
        if not 0 <= target < len(places):
            return False
        _put_into(part, places[target], at_end=step < 0)
        return True


def place_part(membership: Membership, part: Part, place: Story | Episode) -> None:
    """Move a part to the end of another episode or story of the series: one of `list_places`."""
    with series_to_run(membership) as series:
        part, place = fresh_part(part, series), fresh_part(place, series)
        if place not in list_places(part):
            raise Refused(_("It does not fit there. Choose another place."), status=422, field="place")
        if place != _place_of(part):
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
        raise Refused(_("There are %(most)s here already. Begin another part.") % {"most": MAX_SIBLINGS})
    part.save()
    number_parts([*others, part] if at_end else [part, *others])


def set_open(membership: Membership, part: Part, is_open: bool, way: str = "") -> None:
    """Open or close a part. Closing a scene restores the powers that work once in a scene, and shows the seed of its
    dice; opened again, it has another. A story that is opened again takes back what its end gave (`end_story`).

    Opening a planned scene shows it to the players, and it begins by the clock, which moves on to a later beginning;
    `way` says how whole days until then are spent. A scene that is opened again goes on in no other.
    """
    with series_to_run(membership) as series:
        part = fresh_part(part, series)
        if isinstance(part, Scene) and is_open:
            if part.planned:
                part.begins_at = max(part.begins_at or 0, series.clock)
            part.planned, part.next_scene = False, None
            part.save(update_fields=["begins_at", "planned", "next_scene"])
            keep_to_clock(series, part, way)
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
    """Give a scene a new seed for its dice. The old one may be shown now, and no die falls from it any more."""
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
    why = _("A scene is over") if scene.is_hidden else _("The scene is over: %(title)s") % {"title": scene.title[:150]}
    for character in Character.objects.select_for_update().filter(series=series):
        if character.sheet.get(SPENT):
            write_sheet(character, {**character.sheet, SPENT: []}, user, why)


def remove_part(membership: Membership, part: Part) -> None:
    """Delete an empty part. Raises `Refused` for others: what was played is kept, and can be hidden."""
    with series_to_run(membership) as series:
        part = fresh_part(part, series)
        if not is_empty(part):
            raise Refused(_("This is not empty, and what was played is kept. Hide it instead."))
        part.delete()


def is_empty(part: Part) -> bool:
    """Whether deleting the part would delete nothing else: it has no parts inside, and no table."""
    collector = Collector(using=part._state.db or "default", origin=part)
    collector.collect([part])
    held = sum(len(rows) for rows in collector.data.values()) + sum(rows.count() for rows in collector.fast_deletes)
    return held == 1


def _place_of(part: Part) -> Story | Episode | None:
    """Return the part that this one lies in. None for a story: it lies in the series itself."""
    if isinstance(part, Scene):
        return part.episode
    if isinstance(part, Downtime):
        return part.episode or part.story
    return part.story if isinstance(part, Episode) else None


def _set(part: Part, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(part, name, value)


def fresh_part(part: P, series: Series) -> P:
    """Return the part as the database has it now. Raises `Refused` if it is gone, or belongs to another series."""
    try:
        fresh: P = QuerySet(type(part)).get(pk=part.pk)
    except ObjectDoesNotExist:
        raise Refused(_("Somebody has just taken this out.")) from None
    _require_same_series(fresh, series)
    return fresh


def _require_same_series(part: Part, series: Series) -> None:
    if part.series.pk != series.pk:
        raise Refused(_("That belongs to another series."), status=404)
