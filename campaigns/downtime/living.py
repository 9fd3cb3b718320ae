"""Days that pass at once: a downtime that is worked out and published in one step, and taken back like any other.

Wherever the clock moves by whole days, the Storyteller is asked how they are spent: this is what comes of the answer.
"""

import hashlib
from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.chronicle.clock import pass_time
from campaigns.chronicle.order import put_before
from campaigns.chronicle.tree import siblings
from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import run_of
from campaigns.downtime.publishing import publish_run
from campaigns.downtime.running import close, list_people, work_out
from campaigns.models import Doing, Downtime, DowntimeRun, Episode, Membership, RunState, Scene, Series, Story
from rules import get_system
from rules.fair import new_seed
from rules.raising import DAY
from rules.recovery import ACTIVE, REST

WAYS = (ACTIVE, REST)
"""How days that pass at once can be spent, in every game. Not named: nothing but the clock moves."""
MAX_DAYS = 366
"""The most days that pass at once. More want a downtime, which is worked out beside the page."""


def live_days(
    series: Series,
    days: int,
    activity: str,
    place: Story | Episode | None = None,
    *,
    busy: Collection[int] = (),
    work: str = "",
    seed: str = "",
) -> DowntimeRun:
    """Let everybody who is played spend the next days in one way, and return the published run.

    The series must be locked in a transaction. `place`: where the days belong; None: the last open story. `busy`: the
    keys of those who do something else, the `work`. `seed`: of the dice; empty: a new one. Raises `Refused`
    if there is no story, if there are too many days, or if the rules cannot read a sheet.
    """
    if activity not in WAYS or not 1 <= days <= MAX_DAYS:
        sentence = _("Up to %(most)s days pass at once. Plan a downtime for more.") % {"most": MAX_DAYS}
        raise Refused(sentence, status=422, field="way")
    downtime = _make_downtime(series, days, activity, place or _find_story(series))
    run = DowntimeRun.objects.create(downtime=downtime, seed=seed or new_seed())
    Doing.objects.bulk_create(_list_doings(downtime, activity, busy, work))
    run = close(run)
    if not work_out(run.pk):
        raise Refused(DowntimeRun.objects.get(pk=run.pk).trouble or _("These days can’t be resolved."))
    publish_run(run)
    return DowntimeRun.objects.select_related("downtime").get(pk=run.pk)


def _list_doings(downtime: Downtime, activity: str, busy: Collection[int], work: str) -> list[Doing]:
    """Return what people do. Days with nothing put in are lived as usual, and train."""
    doings = []
    for key in list_people(downtime):
        spent, text = (Doing.FREE, work) if key in busy else (activity, "")
        if spent != ACTIVE:
            stretch = {"first": 1, "days": downtime.days}
            doings.append(Doing(downtime=downtime, character_id=key, kind=spent, text=text, **stretch))
    return doings


def move_on(series: Series, moment: int, activity: str, place: Story | Episode | None = None) -> DowntimeRun | None:
    """Move the clock on to a moment, if that is ahead, and return the run in which whole days until then passed.

    `activity`: how they are spent; empty: nothing but the clock moves. The series must be locked in a transaction.
    """
    clock = Series.objects.values_list("clock", flat=True).get(pk=series.pk)
    days, run = (moment - clock) // DAY, None
    if activity and days >= 1:
        run = live_days(Series.objects.get(pk=series.pk), days, activity, place)
        clock += days * DAY
    pass_time(series, max(moment - clock, 0))
    return run


def keep_to_clock(series: Series, scene: Scene, activity: str = "") -> None:
    """Move the clock on to the beginning of a scene that players see and that is open. Call it inside a transaction.

    `activity`: how whole days until then are spent. They stand before the scene.
    """
    if scene.begins_at is None or not scene.is_open or scene.is_hidden:
        return
    if run := move_on(series, scene.begins_at, activity, scene.episode):
        put_before(run.downtime, scene)


def start_run(membership: Membership, downtime: Downtime, activity: str = "") -> DowntimeRun:
    """Close a downtime for players, to have it resolved. Earlier results are discarded.

    `activity`: how whole days until it begins are spent. They stand before it.
    """
    with series_to_run(membership) as series:
        run = close(run_of(downtime))
        if activity and (
            before := move_on(series, downtime.begins_at or 0, activity, downtime.episode or downtime.story)
        ):
            put_before(before.downtime, downtime)
        return run


def _make_downtime(series: Series, days: int, activity: str, place: Story | Episode) -> Downtime:
    story, episode = (place.story, place) if isinstance(place, Episode) else (place, None)
    label = next(known.label for known in get_system(series.system).recovery.activities if known.key == activity)
    title = ngettext("%(n)s day: %(way)s", "%(n)s days: %(way)s", days) % {"n": days, "way": label}
    downtime = Downtime(story=story, episode=episode, title=title[:120], days=days, begins_at=series.clock)
    downtime.position = max((part.position for part in siblings(downtime)), default=0) + 1
    downtime.save()
    return downtime


def _find_story(series: Series) -> Story:
    """Return the story to which days between scenes belong: the last one that is open, or else the last."""
    stories = list(series.stories.order_by("position", "pk"))
    if not stories:
        sentence = _("Create a story first: days that are spent belong to one. Or choose that nothing happens.")
        raise Refused(sentence, status=422, field="way")
    return next((story for story in reversed(stories) if story.is_open), stories[-1])


def mark_of(seed: str) -> str:
    """Return the mark by which a table's log names the run with this seed. It tells nothing of the run's dice."""
    return hashlib.sha256(f"lived {seed}".encode()).hexdigest()[:24]


def find_lived(series: Series, mark: str) -> DowntimeRun | None:
    """Return the run of a series that has this mark, if it is still there."""
    runs = DowntimeRun.objects.filter(downtime__story__series=series, state__in=(RunState.PUBLISHED, RunState.LOOK))
    return next((run for run in runs.select_related("downtime__story__series") if mark_of(run.seed) == mark), None)


def split_days(seconds: int) -> tuple[int, int]:
    """Return the whole days of a stretch of time, and the seconds that are left."""
    return divmod(seconds, DAY)
