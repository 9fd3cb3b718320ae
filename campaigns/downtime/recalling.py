"""Recall a published downtime: sheets, projects, trainings and the clock go back, all or nothing.

Every sheet gets a change that undoes the one from publishing. Then the results can be changed and published again.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import format_moment, parse_calendar
from campaigns.chronicle.attendance import load_fights
from campaigns.chronicle.clock import pass_time
from campaigns.core.language import translate
from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import run_of
from campaigns.downtime.results import fit_sheet, lock_results, put_beside, require_projects
from campaigns.experience.training import PAID
from campaigns.models import (
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Proposal,
    ProposalState,
    Recall,
    RunState,
    Scene,
    Series,
    SheetChange,
    User,
)
from campaigns.sheets.changes import get_value, write_sheet
from rules.text import isolate_name


def recall(membership: Membership, downtime: Downtime) -> DowntimeRun:
    """Recall a published downtime. Raises `Refused` if something later depends on it."""
    with series_to_run(membership) as series:
        run = run_of(downtime)
        _require_recallable(series, run, lock_results(run))
        began, ended = run.begins_at or 0, run.ends_at or 0
        _turn_back(series, run)
        for result in lock_results(run):  # trainings may have left the sheets in the meantime
            _restore(result, membership.user)
        Recall.objects.create(run=run, user=membership.user, begins_at=began, ends_at=ended)
        run.state, run.trainings = RunState.LOOK, {}
        run.published_at = run.begins_at = run.ends_at = None
        run.save()
        Downtime.objects.filter(pk=run.downtime_id).update(closed_at=None)
        return run


def find_hindrance(membership: Membership, downtime: Downtime) -> str:
    """Return the sentence with which `recall` would refuse now, or an empty string."""
    with series_to_run(membership) as series:
        run = run_of(downtime)
        try:
            _require_recallable(series, run, lock_results(run))
        except Refused as refusal:
            return refusal.sentence
    return ""


def _require_recallable(series: Series, run: DowntimeRun, results: list[DowntimeResult]) -> None:
    if run.state != RunState.PUBLISHED:
        raise Refused(_("It is not published, so there is nothing to take back."))
    if run.published_at is None or run.begins_at is None or run.ends_at is None:
        raise Refused(_("The old values were not stored. Take back single changes in each sheet’s history."))
    _require_last(series, run)
    _require_unspent(series, run)
    for result in results:
        _require_unmoved(result)


def _require_last(series: Series, run: DowntimeRun) -> None:
    """Raise `Refused` if a later downtime, a later fight or the clock stands in the way."""
    runs = DowntimeRun.objects.filter(downtime__story__series=series, state=RunState.PUBLISHED)
    if later := runs.filter(published_at__gt=run.published_at).select_related("downtime").last():
        sentence = _("“%(title)s” was published later. Take that back first.")
        raise Refused(sentence % {"title": isolate_name(later.downtime.title)})
    scenes = Scene.objects.filter(episode__story__series=series)
    since = run.published_at or timezone.now()
    if fought := scenes.filter(pk__in=load_fights(scenes.values_list("pk", flat=True), since)).first():
        sentence = _("There was a fight in “%(title)s” since. Take back single changes in each sheet’s history.")
        raise Refused(sentence % {"title": isolate_name(fought.title)})
    if series.clock != run.ends_at:
        calendar = parse_calendar(series.calendar)
        sentence = _("The clock has moved since: it is now %(now)s. Set it back to %(end)s first.")
        now, end = (
            translate(format_moment(series.clock, calendar)),
            translate(format_moment(run.ends_at or 0, calendar)),
        )
        raise Refused(sentence % {"now": now, "end": end})


def _require_unspent(series: Series, run: DowntimeRun) -> None:
    """Raise `Refused` if experience was spent since, or a training has moved since."""
    paid = Proposal.objects.filter(character__series=series, state__in=PAID).select_related("character")
    if bought := paid.filter(answered_at__gt=run.published_at).last():
        sentence = _("%(name)s has bought “%(what)s” since. Take back that purchase first.")
        raise Refused(sentence % {"name": isolate_name(bought.character.name), "what": bought.label})
    for training in paid.filter(pk__in=[int(key) for key in run.trainings]):
        if training.ends_at != run.trainings[str(training.pk)][1]:
            sentence = _("The training of %(name)s for “%(what)s” has changed since.")
            raise Refused(sentence % {"name": isolate_name(training.character.name), "what": training.label})


def _require_unmoved(result: DowntimeResult) -> None:
    """Raise `Refused` if the values that publishing wrote have changed since."""
    if change := standing_change(result):
        sheet = result.character.sheet
        moved = [path for path, (_was, now) in change.values.items() if get_value(sheet, path) != now]
        if moved:
            sentence = _("The sheet of %(name)s has changed since (%(what)s). Take back those later changes first.")
            raise Refused(sentence % {"name": isolate_name(result.character.name), "what": ", ".join(moved[:3])})
    if result.character.carry != result.carry:
        raise Refused(_("%(name)s has healed or rested since.") % {"name": isolate_name(result.character.name)})
    require_projects(result.character, result.projects)


def standing_change(result: DowntimeResult) -> SheetChange | None:
    """Return the sheet change through which the published values still stand, or None if it was undone.

    If the undoing was undone in turn, it is the last of these changes.
    """
    change = result.change
    while change and (undone := SheetChange.objects.filter(undoes=change).first()):
        change = SheetChange.objects.filter(undoes=undone).first()
    return change


def _turn_back(series: Series, run: DowntimeRun) -> None:
    """Set the trainings and the clock back to before. What was learned in the meantime leaves the sheets."""
    moved = {int(key): before for key, (before, _after) in run.trainings.items()}
    for key, before in moved.items():
        Proposal.objects.filter(pk=key, state__in=PAID).update(ends_at=before)
    pass_time(series, (run.begins_at or 0) - (run.ends_at or 0))
    stuck = Proposal.objects.filter(pk__in=moved, state__in=PAID, ends_at__gt=run.begins_at)
    if held := stuck.exclude(state=ProposalState.TRAINING).select_related("character").first():
        sentence = _("%(name)s learned “%(what)s” in it, and the sheet has changed since. Change it by hand first.")
        raise Refused(sentence % {"name": isolate_name(held.character.name), "what": held.label})


def _restore(result: DowntimeResult, user: User) -> None:
    if change := standing_change(result):
        reason = _("Downtime taken back: %(title)s") % {"title": result.run.downtime.title[:150]}
        sheet = fit_sheet(result.character, {path: before for path, (before, _after) in change.values.items()})
        if done := write_sheet(result.character, sheet, user, reason):
            SheetChange.objects.filter(pk=done.pk).update(undoes=change)
    put_beside(result.character, result.was.get("carry", {}), result.was.get("projects", {}))
    result.change = None
    result.save(update_fields=["change"])
