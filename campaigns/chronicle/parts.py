"""The kinds of records that the parts of a series are: stories, episodes, scenes and downtimes."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.db.models.deletion import Collector
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.chronicle.tree import P, siblings
from campaigns.core.parts import Part
from campaigns.core.quotas import count_letters, require_storage_room
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.downtime.living import keep_to_clock
from campaigns.models import Downtime, DowntimeRun, Episode, Membership, RunState, Scene, Series, Story
from campaigns.notices.record_notices import notify_opened

MAX_SIBLINGS = 500


class Parts(RecordKind[P]):
    """Parts of a series. A new one already names the part that it lies in, and becomes the last there."""

    most = MAX_SIBLINGS
    too_many = gettext_lazy("There are already %(most)s here. Start another part.")
    gone = gettext_lazy("Someone has just deleted this.")

    def find(self, series: Series, row: P) -> P:
        """Return the part as it is now."""
        return fresh_part(row, series)

    def begin(self, series: Series, row: P) -> P:
        """Return a new part, which comes after those beside it."""
        require_same_series(row, series)
        if place := place_of(row):
            fresh_part(place, series)
        family = siblings(row)
        if len(family) >= self.most:
            raise Refused(str(self.too_many) % {"most": self.most})
        row.position = max((other.position for other in family), default=0) + 1
        return row

    def require_removable(self, membership: Membership, row: P) -> None:
        """Keep what is not empty: what was played is kept, and can be hidden."""
        if not is_empty(row):
            raise Refused(_("This is not empty, and played scenes are kept. Hide it instead."))


class Stories(Parts[Story]):
    """Stories."""

    model = Story


class Episodes(Parts[Episode]):
    """Episodes."""

    model = Episode


class Scenes(Parts[Scene]):
    """Scenes. `way`: how whole days until one begins are spent."""

    model = Scene

    def finish(self, save: Save[Scene]) -> None:
        """Move the clock on to its beginning."""
        keep_to_clock(save.series, save.row, save.beside.get("way", ""))


class Downtimes(Parts[Downtime]):
    """Downtimes."""

    model = Downtime

    def write(self, save: Save[Downtime]) -> None:
        """Store it, and notify people of one that they see for the first time."""
        was_hidden = save.row.hidden
        if not save.is_new:
            _require_days(save.row, save.values.get("days", save.row.days))
        super().write(save)
        if save.is_new or save.row.hidden != was_hidden:
            notify_opened(save.row, save.membership.user)


STORIES, EPISODES, SCENES, DOWNTIMES = Stories(), Episodes(), Scenes(), Downtimes()
PARTS: dict[type[Any], Parts[Any]] = {Story: STORIES, Episode: EPISODES, Scene: SCENES, Downtime: DOWNTIMES}


def append_part(membership: Membership, series: Series, part: Part, values: Mapping[str, Any]) -> None:
    """Store a new part for any member. The series' row must be locked."""
    require_storage_room(series, count_letters(values))
    kind = PARTS[type(part)]
    kind.write(Save(membership, series, kind.begin(series, part), dict(values), {}, is_new=True))


def fewest_days(downtime: Downtime) -> int | None:
    """Return the fewest days to which a downtime may be shortened. None if its length is fixed, once it is being worked
    out."""
    if DowntimeRun.objects.filter(downtime=downtime).exclude(state=RunState.OPEN).exists():
        return None
    return max((doing.last for doing in downtime.doings.all()), default=0)


def _require_days(downtime: Downtime, days: int) -> None:
    fewest = fewest_days(downtime)
    if fewest is None and days != downtime.days:
        raise Refused(_("A downtime that has been resolved keeps its length."), field="days")
    if fewest is not None and days < fewest:
        sentence = _("Plans go up to day %(last)s. Remove them first.")
        raise Refused(sentence % {"last": fewest}, field="days")


def is_empty(part: Part) -> bool:
    """Whether deleting the part would delete nothing else: it has no parts inside, and no table."""
    collector = Collector(using=part._state.db or "default", origin=part)
    collector.collect([part])
    held = sum(len(rows) for rows in collector.data.values()) + sum(rows.count() for rows in collector.fast_deletes)
    return held == 1


def place_of(part: Part) -> Story | Episode | None:
    """Return the part that this one lies in. None for a story: it lies in the series itself."""
    if isinstance(part, Scene):
        return part.episode
    if isinstance(part, Downtime):
        return part.episode or part.story
    return part.story if isinstance(part, Episode) else None


def fresh_part(part: P, series: Series) -> P:
    """Return the part as the database has it now. Raises `Refused` if it is gone, or belongs to another series."""
    try:
        fresh: P = QuerySet(type(part)).get(pk=part.pk)
    except ObjectDoesNotExist:
        raise Refused(_("Someone has just deleted this.")) from None
    require_same_series(fresh, series)
    return fresh


def require_same_series(part: Part, series: Series) -> None:
    """Raise `Refused` for a part of another series."""
    if part.series.pk != series.pk:
        raise Refused(_("That belongs to another series."), status=404)
