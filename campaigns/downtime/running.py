"""Run a downtime: close it, resolve each character, cancel it, and resume it after a crash."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.core.locks import lock_series, series_to_run
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import run_of
from campaigns.downtime.resolution import resolve_days
from campaigns.downtime.results import dump_beside
from campaigns.models import Character, Doing, Downtime, DowntimeResult, DowntimeRun, Membership, RunState
from campaigns.notices.record_notices import settle_downtime
from campaigns.sheets.changes import differences
from rules.errors import RulesError
from rules.text_codec import encode_text

STANDSTILL = timedelta(seconds=15)
"""A run without progress for this long has lost its worker. Resuming one that has not is harmless (`work_out`)."""


def close(run: DowntimeRun) -> DowntimeRun:
    """Turn a run from open to running. Call it in a transaction that has locked the series."""
    run.refresh_from_db()
    if not run.downtime.is_open or run.state == RunState.PUBLISHED:
        raise Refused(_("This downtime is over."))
    if run.state != RunState.RUNNING:
        run.results.all().delete()
        run.state, run.done, run.trouble = RunState.RUNNING, 0, ""
        run.total, run.beat_at = len(list_people(run.downtime)), timezone.now()
        run.save()
        settle_downtime(run.downtime)
    return run


def open_again(membership: Membership, downtime: Downtime) -> None:
    """Cancel a run, or discard its results. Players may put in again, and the next run uses the same dice."""
    with series_to_run(membership):
        run = lock_run(run_of(downtime).pk)  # waits for the character that is being resolved
        if run is None or run.state == RunState.PUBLISHED:
            raise Refused(_("It is published. Take it back first."))
        run.results.all().delete()
        run.state, run.done, run.closes_at, run.publish_at = RunState.OPEN, 0, None, None
        run.save()


def work_out(run_id: int) -> bool:
    """Resolve every character that has no result yet. Return False if the run was cancelled.

    Each character is one transaction. The results do not depend on how often it is killed and called again, nor on how
    many processes call it at once.
    """
    done = None
    while done is None:
        run = DowntimeRun.objects.select_related("downtime__story").filter(pk=run_id).first()
        if run is None or not all(work_out_character(run_id, key) for key in list_people(run.downtime)):
            return False
        done = _finish(run)
    return done


def lock_run(key: int) -> DowntimeRun | None:
    """Return the run with its row locked, or None if it is gone. Call it in a transaction."""
    return DowntimeRun.objects.select_for_update().filter(pk=key).first()


def list_people(downtime: Downtime) -> list[int]:
    """Return the ids of the characters whose days are resolved: played ones, and those with something put in; no other
    extras."""
    doers = Doing.objects.filter(downtime=downtime).values("character")
    characters = Character.objects.filter(series=downtime.series)
    people = characters.filter(owner__isnull=False, extra=False) | characters.filter(pk__in=doers)
    return list(people.order_by("pk").distinct().values_list("pk", flat=True))


def list_stranded() -> list[int]:
    """Return the ids of runs that have lost their worker."""
    stale = DowntimeRun.objects.filter(state=RunState.RUNNING, beat_at__lt=timezone.now() - STANDSTILL)
    return list(stale.values_list("pk", flat=True))


def work_out_character(run_id: int, key: int) -> bool:
    """Store the result of one character. Return False if the run is over or the rules refuse the sheet."""
    if DowntimeResult.objects.filter(run=run_id, character=key).exists():
        return True
    with transaction.atomic():
        run = lock_run(run_id)
        if run is None or run.state != RunState.RUNNING:
            return False
        character = Character.objects.select_related("series").filter(pk=key).first()
        if character is None or DowntimeResult.objects.filter(run=run, character=key).exists():
            return True
        try:
            _keep(run, character)
        except RulesError as refusal:  # a sheet that was saved under older rules
            _break_off(run, character, refusal)
            return False
        done = DowntimeResult.objects.filter(run=run).count()
        DowntimeRun.objects.filter(pk=run.pk).update(done=done, beat_at=timezone.now())
    return True


def _keep(run: DowntimeRun, character: Character) -> None:
    doings = Doing.objects.filter(downtime=run.downtime, character=character).select_related("project")
    life = resolve_days(character, list(doings), run.downtime.days, run.seed)
    DowntimeResult.objects.create(
        run=run,
        character=character,
        changes={path: [before, after] for path, before, after in differences(character.sheet, life.sheet)},
        carry=dict(life.carry),
        projects={str(key): values for key, values in life.projects.items()},
        trained=life.trained,
        was=dump_beside(character, life.projects),
        lines=[
            {"day": line.day, "text": encode_text(line.text), "rule": line.rule, "faces": list(line.faces)}
            for line in life.lines
        ],
    )


def _break_off(run: DowntimeRun, character: Character, refusal: RulesError) -> None:
    """Open the downtime again because the rules cannot read a sheet, and store whose."""
    why = _("The rules can’t read this sheet: %(sentence)s") % {"sentence": translate(refusal.sentence)}
    run.results.all().delete()
    DowntimeRun.objects.filter(pk=run.pk).update(
        state=RunState.OPEN, done=0, closes_at=None, publish_at=None, trouble=f"{character.name}: {why}"[:300]
    )


def _finish(run: DowntimeRun) -> bool | None:
    """Turn the run over to the Storyteller. Return None if characters without a result are left, as when it was begun
    again."""
    with transaction.atomic():
        lock_series(run.downtime.story.series_id)
        if set(list_people(run.downtime)) - set(run.results.values_list("character", flat=True)):
            return None
        return bool(DowntimeRun.objects.filter(pk=run.pk, state=RunState.RUNNING).update(state=RunState.LOOK))
