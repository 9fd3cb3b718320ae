"""Publish a downtime: its results are written to the sheets."""

import logging
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle.clock import pass_time
from campaigns.core.locks import lock_series, series_to_run
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import run_of
from campaigns.downtime.results import (
    after_values,
    dump_beside,
    fit_sheet,
    lock_results,
    put_beside,
    require_look,
    require_projects,
)
from campaigns.experience.training import advance_training, trainings_of
from campaigns.models import (
    Character,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Proposal,
    ProposalState,
    RunState,
    Series,
)
from campaigns.notices.record_notices import notify_moved, notify_published
from campaigns.sheets.changes import get_value, write_sheet
from rules import get_system
from rules.codec import decode
from rules.raising import DAY
from rules.text import isolate_name

logger = logging.getLogger(__name__)


def publish_at(membership: Membership, downtime: Downtime, moment: datetime | None) -> None:
    """Set when to publish automatically. None means by hand."""
    with series_to_run(membership):
        run = run_of(downtime)
        require_look(run)
        if moment is not None and moment <= timezone.now():
            raise Refused(_("That moment has passed. Choose a later one."), status=422, field="moment")
        run.publish_at = moment
        run.save(update_fields=["publish_at"])


def publish(membership: Membership, downtime: Downtime) -> None:
    """Write all results to the sheets. Raises `Refused` without a change if a sheet was changed since."""
    with series_to_run(membership):
        publish_run(run_of(downtime))


def publish_run(run: DowntimeRun) -> None:
    """Publish a run. The series must be locked in a transaction."""
    run = DowntimeRun.objects.select_for_update().select_related("downtime__story__series").get(pk=run.pk)
    require_look(run)
    results = lock_results(run)
    for result in results:
        _require_unmoved(result)
    for result in results:
        _write(run, result)
    stood = run.downtime.series.clock
    series = _wait_for(run.downtime)
    before = _load_ends(series)
    pass_time(series, run.downtime.days * DAY, training=False)
    trained = {result.character_id: result.trained for result in results}
    for character in Character.objects.filter(series=series, proposals__state=ProposalState.TRAINING).distinct():
        _train(character, trained.get(character.pk, run.downtime.days))
    after = dict(Proposal.objects.filter(pk__in=before).values_list("pk", "ends_at"))
    run.trainings = {str(key): [end, after[key]] for key, end in before.items()}
    run.begins_at, run.ends_at = series.clock, Series.objects.get(pk=series.pk).clock
    run.state, run.publish_at, run.published_at, run.trouble = RunState.PUBLISHED, None, timezone.now(), ""
    run.save()
    Downtime.objects.filter(pk=run.downtime_id).update(closed_at=run.published_at, begins_at=run.begins_at)
    notify_published(run.downtime)
    _notify_overtaken(run, stood)


def _notify_overtaken(run: DowntimeRun, since: int) -> None:
    """Tell of downtimes whose first day has passed while the clock went from `since` to the end of this one."""
    ends_at = run.ends_at or since
    days = {"begins_at__gte": since, "begins_at__lt": ends_at}
    others = Downtime.objects.filter(story__series=run.downtime.series, closed_at=None, **days).exclude(
        pk=run.downtime_id
    )
    for other in others.select_related("story__series", "episode"):
        notify_moved(other, ends_at)


def _wait_for(downtime: Downtime) -> Series:
    """Move the clock on to the day on which the downtime begins, if that is ahead. Returns the series as it is then."""
    series = Series.objects.get(pk=downtime.series.pk)
    pass_time(series, max((downtime.begins_at or 0) - series.clock, 0))
    return Series.objects.get(pk=series.pk)


def publish_due() -> None:
    """Publish the runs whose time has come. One that cannot be published stores the reason, which its page shows."""
    due = DowntimeRun.objects.filter(state=RunState.LOOK, publish_at__lte=timezone.now())
    for run in due.select_related("downtime__story"):
        try:
            with transaction.atomic():
                lock_series(run.downtime.story.series_id)
                if due.filter(pk=run.pk).exists():  # the moment may have been taken back since we looked
                    publish_run(run)
        except Refused as refusal:
            due.filter(pk=run.pk).update(publish_at=None, trouble=refusal.sentence[:300])
        except (OperationalError, InterfaceError):  # not the run's fault: the task is retried
            raise
        except Exception:  # an unexpected error in one series must not block the others
            logger.exception("run %s cannot be published", run.pk)
            sentence = _("Part of it can’t be published. The server’s log says what; ask the person who runs it.")
            due.filter(pk=run.pk).update(publish_at=None, trouble=sentence[:300])


def _require_unmoved(result: DowntimeResult) -> None:
    """Raise `Refused` if the sheet, recovery or a project was changed since the result was resolved."""
    sheet = result.character.sheet
    moved = [path for path, (before, _after) in result.changes.items() if get_value(sheet, path) != before]
    if moved:
        sentence = _("The sheet of %(name)s has changed since (%(what)s). Resolve the downtime again.")
        raise Refused(sentence % {"name": isolate_name(result.character.name), "what": ", ".join(moved[:3])})
    if result.character.carry != result.was.get("carry", result.character.carry):
        sentence = _("%(name)s has healed or rested since. Resolve the downtime again.")
        raise Refused(sentence % {"name": isolate_name(result.character.name)})
    require_projects(result.character, result.was.get("projects", {}))


def _write(run: DowntimeRun, result: DowntimeResult) -> None:
    reason = _("Downtime: %(title)s") % {"title": run.downtime.title}
    sheet = fit_sheet(result.character, after_values(result))
    result.change = write_sheet(result.character, sheet, None, reason[:200])
    result.was = dump_beside(result.character, result.projects)
    result.save(update_fields=["change", "was"])
    put_beside(result.character, result.carry, result.projects)


def _load_ends(series: Series) -> dict[int, int]:
    """Return when the trainings of a series end, by proposal id."""
    running = Proposal.objects.filter(character__series=series, state=ProposalState.TRAINING)
    return {key: end for key, end in running.values_list("pk", "ends_at") if end is not None}


def _train(character: Character, days: int) -> None:
    """Count the days for the character's trainings: for all of them, or for the first one, by the options."""
    trainings = trainings_of(character)
    system = get_system(character.series.system)
    at_once = system.experience.at_once(decode(system.options, character.series.options))
    for training in trainings if at_once else trainings[:1]:
        advance_training(training, days * DAY)
