"""The series' clock: how much time has passed in its world. Fights and tasks move it, and the Storyteller."""

from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from campaigns.calendar import Calendar, write_calendar
from campaigns.models import Membership, Series
from campaigns.refusals import Refused
from campaigns.services.experience.training import hold_trainings, turn_trainings
from campaigns.services.locks import series_to_run

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


def set_clock(membership: Membership, seconds: int, prompt_seconds: int) -> None:
    """Put the clock to a time, in seconds since the series began, and say how long prompts wait (0: for ever)."""
    if not 0 <= seconds <= MAX_SECONDS:
        raise Refused(_("The clock runs from the first day of the series, for ten thousand years."), status=422)
    with series_to_run(membership) as series:
        series.clock, series.prompt_seconds = seconds, prompt_seconds
        series.save(update_fields=["clock", "prompt_seconds"])
        turn_trainings(series)


def set_calendar(membership: Membership, calendar: Calendar) -> None:
    """Name months, weekdays and years. What has been stays where it is on the clock."""
    with series_to_run(membership) as series:
        series.calendar = write_calendar(calendar)
        series.save(update_fields=["calendar"])
