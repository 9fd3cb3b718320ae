"""Days that pass at once: a downtime that is worked out and published in one step, and taken back like any other.

Wherever the clock moves by whole days, the Storyteller is asked how they are spent: this is what comes of the answer.
"""

import hashlib

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.chronicle import siblings
from campaigns.models import Doing, Downtime, DowntimeRun, Episode, RunState, Series, Story
from campaigns.refusals import Refused
from campaigns.services.downtime.planning import run_of
from campaigns.services.downtime.publishing import publish_run
from campaigns.services.downtime.running import close, list_people, work_out
from rules import get_system
from rules.raising import DAY
from rules.recovery import ACTIVE, REST

WAYS = (ACTIVE, REST)
"""How days that pass at once can be spent, in every game. Not named: nothing but the clock moves."""
MAX_DAYS = 366
"""The most days that pass at once. More want a downtime, which is worked out beside the page."""


def live_days(series: Series, days: int, way: str, episode: Episode | None = None) -> DowntimeRun:
    """Let everybody who is played spend the next days in one way, and return the published run.

    The series must be locked in a transaction. `episode`: where the days belong; None: the last open story. Raises
    `Refused` if there is no story, if there are too many days, or if the rules cannot read a sheet.
    """
    if way not in WAYS or not 1 <= days <= MAX_DAYS:
        told = _("Up to %(most)s days pass at once. Plan a downtime for more.") % {"most": MAX_DAYS}
        raise Refused(told, status=422, field="way")
    downtime = _make_downtime(series, days, way, episode)
    run = run_of(downtime)
    if way != ACTIVE:  # days with nothing planned are lived as usual, and train
        people = list_people(downtime)
        Doing.objects.bulk_create(
            Doing(downtime=downtime, character_id=key, kind=way, first=1, days=days) for key in people
        )
    run = close(run)
    if not work_out(run.pk):
        raise Refused(DowntimeRun.objects.get(pk=run.pk).trouble or _("These days cannot be worked out."))
    publish_run(run)
    return DowntimeRun.objects.select_related("downtime").get(pk=run.pk)


def _make_downtime(series: Series, days: int, way: str, episode: Episode | None) -> Downtime:
    story = episode.story if episode is not None else _find_story(series)
    label = next(one.label for one in get_system(series.system).recovery.ways if one.key == way)
    title = ngettext("%(n)s day: %(way)s", "%(n)s days: %(way)s", days) % {"n": days, "way": label}
    downtime = Downtime(story=story, episode=episode, title=title[:120], days=days, begins_at=series.clock)
    downtime.position = max((part.position for part in siblings(downtime)), default=0) + 1
    downtime.save()
    return downtime


def _find_story(series: Series) -> Story:
    """Return the story to which days between scenes belong: the last one that is open, or else the last."""
    stories = list(series.stories.order_by("position", "pk"))
    if not stories:
        told = _("Create a story first: days that are spent belong to one. Or choose that nothing happens.")
        raise Refused(told, status=422, field="way")
    return next((story for story in reversed(stories) if story.is_open), stories[-1])


def mark_of(run: DowntimeRun) -> str:
    """Return the mark by which a table's log names a run. It tells nothing of the run's dice."""
    return hashlib.sha256(f"lived {run.seed}".encode()).hexdigest()[:24]


def find_lived(series: Series, mark: str) -> DowntimeRun | None:
    """Return the run of a series that has this mark, if it is still there."""
    runs = DowntimeRun.objects.filter(downtime__story__series=series, state__in=(RunState.PUBLISHED, RunState.LOOK))
    return next((run for run in runs.select_related("downtime__story__series") if mark_of(run) == mark), None)


def split_days(seconds: int) -> tuple[int, int]:
    """Return the whole days of a stretch of time, and the seconds that are left."""
    return divmod(seconds, DAY)
