"""The series' clock: the seconds that have passed in its world. Fights, tasks, downtimes and Storytellers move it."""

from collections.abc import Callable

from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from campaigns.calendar import DAY, format_moment, parse_calendar
from campaigns.language import tell
from campaigns.models import Membership, Scene, Series
from campaigns.refusals import Refused, Stale
from campaigns.services.experience.training import postpone_trainings, sync_trainings
from campaigns.services.locks import series_to_run

MAX_SECONDS = 10_000 * 366 * 24 * 3600
"""Ten thousand years. A later time is taken for a typing error."""


def pass_time(series: Series, seconds: int, *, training: bool = True) -> None:
    """Move the clock on by `seconds`, or back if they are negative. Call it inside a transaction.

    A training that ends is written to the sheet, and taken off again if the clock goes back before its end. With
    `training=False` the time does not count for trainings: their ends are put off (see `services.experience.training`).
    """
    if seconds:
        Series.objects.filter(pk=series.pk).update(clock=Greatest(F("clock") + seconds, Value(0)))
        if not training:
            postpone_trainings(series, seconds)
        if seconds < 0:
            _pull_scenes_back(series)
        sync_trainings(Series.objects.get(pk=series.pk))


def _pull_scenes_back(series: Series) -> None:
    """Let no scene that is played begin after the clock, which has gone back."""
    clock = Series.objects.values_list("clock", flat=True).get(pk=series.pk)
    played = Scene.objects.filter(episode__story__series=series, planned=False, closed_at=None)
    played.filter(begins_at__gt=clock).update(begins_at=clock)


def set_clock(
    membership: Membership,
    seconds: int | None,
    prompt_seconds: int,
    seen: int | None = None,
    live: Callable[[Series, int], object] | None = None,
) -> Series:
    """Set the clock, in seconds since the series began, and how long prompts wait (0: for ever).

    With `seconds=None` the clock stays. `live` spends the whole days of a move forward before the rest passes.
    Raises `Stale` if the clock is no longer at `seen`: the table moves it, too.
    """
    if seconds is not None and not 0 <= seconds <= MAX_SECONDS:
        raise Refused(_("The clock runs from the first day of the series, for ten thousand years."), status=422)
    with series_to_run(membership) as series:
        series.prompt_seconds = prompt_seconds
        if seconds is not None:
            _require_clock(series, seen)
            if live is not None and seconds - series.clock >= DAY:
                live(series, (seconds - series.clock) // DAY)
            series.clock = seconds
        series.save(update_fields=["clock", "prompt_seconds"])
        if seconds is not None:
            _pull_scenes_back(series)
        sync_trainings(series)
    return series


def _require_clock(series: Series, seen: int | None) -> None:
    if seen is not None and series.clock != seen:
        now = tell(format_moment(series.clock, parse_calendar(series.calendar)))
        told = _("The clock has moved on while you wrote: it is %(moment)s. Save again to set it all the same.")
        raise Stale(told % {"moment": now})
