"""The series' clock: how much time has passed in its world. Fights and tasks move it, and the Storyteller."""

from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from campaigns.calendar import Calendar, dump_calendar, format_moment, parse_calendar
from campaigns.edit_conflict import require_unchanged
from campaigns.models import Membership, Series
from campaigns.phrases import tell
from campaigns.refusals import Refused, Stale
from campaigns.services.experience.training import hold_trainings, turn_trainings
from campaigns.services.locks import series_to_run

CALENDAR = ("calendar",)
MAX_SECONDS = 10_000 * 366 * 24 * 3600
"""Ten thousand years: what lies beyond is a slip of the finger."""


def pass_time(series: Series, seconds: int, *, training: bool = True) -> None:
    """Move the clock on, or back when what moved it on is taken back. Call inside a transaction.

    Trainings that end come to the sheets, and leave them again when the clock goes back before their end. Without
    `training` this time counts for none of them: their ends are put off (see `services.experience.training`).
    """
    if seconds:
        Series.objects.filter(pk=series.pk).update(clock=Greatest(F("clock") + seconds, Value(0)))
        if not training:
            hold_trainings(series, seconds)
        turn_trainings(Series.objects.get(pk=series.pk))


def set_clock(membership: Membership, seconds: int | None, prompt_seconds: int, seen: int | None = None) -> Series:
    """Put the clock to a time, in seconds since the series began, and say how long prompts wait (0: for ever).

    None leaves the clock where it is. Raises `Stale` if it is not where it was `seen`: the table moves it too.
    """
    if seconds is not None and not 0 <= seconds <= MAX_SECONDS:
        raise Refused(_("The clock runs from the first day of the series, for ten thousand years."), status=422)
    with series_to_run(membership) as series:
        series.prompt_seconds = prompt_seconds
        if seconds is not None:
            _require_clock(series, seen)
            series.clock = seconds
        series.save(update_fields=["clock", "prompt_seconds"])
        turn_trainings(series)
    return series


def _require_clock(series: Series, seen: int | None) -> None:
    if seen is not None and series.clock != seen:
        now = tell(format_moment(series.clock, parse_calendar(series.calendar)))
        told = _("The clock has moved on while you wrote: it is %(moment)s. Save again to set it all the same.")
        raise Stale(told % {"moment": now})


def set_calendar(membership: Membership, calendar: Calendar, seen: str = "") -> None:
    """Name months, weekdays and years. What has been stays where it is on the clock.

    Raises `Stale` if they are not what was `seen`.
    """
    with series_to_run(membership) as series:
        require_unchanged(series, CALENDAR, seen)
        series.calendar = dump_calendar(calendar)
        series.save(update_fields=["calendar"])
