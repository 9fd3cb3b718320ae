"""The series' clock: the seconds that have passed in its world. Fights, tasks, downtimes and Storytellers move it."""

from django.db.models import F, Value
from django.db.models.functions import Greatest

from campaigns.experience.training import postpone_trainings, sync_trainings
from campaigns.models import Scene, Series


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
