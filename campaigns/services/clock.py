"""The series' clock: how much time has passed in its world. Fights and tasks move it, and the Storyteller."""

from django.db.models import F, Value
from django.db.models.functions import Greatest

from campaigns.models import Membership, Series
from campaigns.refusals import Refused
from campaigns.services.locks import series_to_run

MAX_SECONDS = 10_000 * 366 * 24 * 3600
"""Ten thousand years: what lies beyond is a slip of the finger."""


def pass_time(series: Series, seconds: int) -> None:
    """Move the clock on, or back when what moved it on is taken back. Call inside a transaction."""
    if seconds:
        Series.objects.filter(pk=series.pk).update(clock=Greatest(F("clock") + seconds, Value(0)))


def set_clock(membership: Membership, seconds: int, prompt_seconds: int) -> None:
    """Put the clock to a time, in seconds since the series began, and say how long prompts wait (0: for ever)."""
    if not 0 <= seconds <= MAX_SECONDS:
        raise Refused("The clock runs from the first day of the series, for ten thousand years.", status=422)
    with series_to_run(membership) as series:
        series.clock, series.prompt_seconds = seconds, prompt_seconds
        series.save(update_fields=["clock", "prompt_seconds"])
