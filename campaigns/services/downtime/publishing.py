"""After a downtime is worked out: the Storyteller's look, her changes, and the moment at which all of it is true."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import (
    Character,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Project,
    ProposalState,
    RunState,
    Series,
)
from campaigns.refusals import Refused
from campaigns.services.clock import pass_time
from campaigns.services.downtime.planning import run_of
from campaigns.services.experience.training import advance_training, trainings_of
from campaigns.services.locks import series_to_run
from campaigns.services.sheet_changes import read_value, write_sheet
from campaigns.sheets import canonical, with_values
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError
from rules.raising import DAY


def change_result(
    membership: Membership, result: DowntimeResult, words: str, secret_words: str, values: Mapping[str, Any]
) -> None:
    """Put the Storyteller's words to a result, and other values in place of those worked out (by their path)."""
    with series_to_run(membership) as series:
        _require_look(result.run)
        changes = {path: [pair[0], values.get(path, pair[1])] for path, pair in result.changes.items()}
        after = {path: pair[1] for path, pair in changes.items()}
        try:
            canonical(series.system, with_values(result.character.sheet, after))
        except RulesError as refusal:
            raise Refused(refusal.sentence, status=422) from refusal
        result.changes = {path: pair for path, pair in changes.items() if pair[0] != pair[1]}
        result.words, result.secret_words = words, secret_words
        result.save(update_fields=["changes", "words", "secret_words"])


def publish_at(membership: Membership, downtime: Downtime, moment: datetime | None) -> None:
    """Publish at a moment to come; None takes that back."""
    with series_to_run(membership):
        run = run_of(downtime)
        _require_look(run)
        if moment is not None and moment <= timezone.now():
            raise Refused(_("That moment has passed. Choose a later one."), status=422, field="publish_at")
        run.publish_at = moment
        run.save(update_fields=["publish_at"])


def publish(membership: Membership, downtime: Downtime) -> None:
    """Make all results true at once. Refused, and nothing done, where a sheet has moved on since."""
    with series_to_run(membership):
        publish_run(run_of(downtime))


def publish_run(run: DowntimeRun) -> None:
    """The same, for whoever holds the row of the series in a transaction."""
    run = DowntimeRun.objects.select_for_update().select_related("downtime__story__series").get(pk=run.pk)
    _require_look(run)
    results = list(run.results.all())
    characters = Character.objects.select_for_update(of=("self",)).select_related("series").order_by("pk")
    people = {one.pk: one for one in characters.filter(pk__in=[result.character_id for result in results])}
    for result in results:
        result.character = people[result.character_id]
        _require_unmoved(result)
    for result in results:
        _write(run, result)
    series = Series.objects.get(pk=run.downtime.series.pk)
    pass_time(series, run.downtime.days * DAY, training=False)
    trained = {result.character_id: result.trained for result in results}
    for character in Character.objects.filter(series=series, proposals__state=ProposalState.TRAINING).distinct():
        _train(character, trained.get(character.pk, run.downtime.days))
    run.state, run.publish_at, run.trouble = RunState.PUBLISHED, None, ""
    run.save()
    Downtime.objects.filter(pk=run.downtime_id).update(closed_at=timezone.now())


def publish_due() -> None:
    """Publish what has come due; what cannot be, says why on its page."""
    due = DowntimeRun.objects.filter(state=RunState.LOOK, publish_at__lte=timezone.now())
    for run in due.select_related("downtime__story__series"):
        try:
            with transaction.atomic():
                Series.objects.select_for_update().get(pk=run.downtime.series.pk)
                publish_run(run)
        except Refused as refusal:
            DowntimeRun.objects.filter(pk=run.pk).update(publish_at=None, trouble=refusal.sentence[:300])


def _require_look(run: DowntimeRun) -> None:
    if run.state == RunState.PUBLISHED:
        raise Refused(_("It is published already."))
    if run.state != RunState.LOOK:
        raise Refused(_("It must be worked out first."))


def _require_unmoved(result: DowntimeResult) -> None:
    sheet = result.character.sheet
    moved = [path for path, (before, _after) in result.changes.items() if read_value(sheet, path) != before]
    if moved:
        told = _("The sheet of %(name)s has moved on since (%(what)s). Work the downtime out again.")
        raise Refused(told % {"name": result.character.name, "what": ", ".join(moved[:3])})


def _write(run: DowntimeRun, result: DowntimeResult) -> None:
    character = result.character
    after = {path: pair[1] for path, pair in result.changes.items()}
    sheet = canonical(character.series.system, with_values(character.sheet, after))
    told = _("Downtime: %(title)s") % {"title": run.downtime.title}
    write_sheet(character, sheet, None, told[:200])
    character.carry = result.carry
    character.save(update_fields=["carry"])
    for key, values in result.projects.items():
        Project.objects.filter(pk=int(key), character=character).update(**values)


def _train(character: Character, days: int) -> None:
    """Give days of training to what is trained: to all of it at once where the book lets it run side by side."""
    trainings = trainings_of(character)
    system = get_system(character.series.system)
    at_once = system.experience.at_once(decode(system.options, character.series.options))
    for training in trainings if at_once else trainings[:1]:
        advance_training(training, days * DAY)
