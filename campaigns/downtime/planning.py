"""Before a downtime is run: its deadline, and what players put in for their characters' days."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.access import require_editor, require_storyteller
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.quotas import require_room_to_write
from campaigns.core.refusals import Refused
from campaigns.models import Character, Doing, Downtime, DowntimeRun, Membership, Project, RunState
from campaigns.notices.record_notices import notify_opened, settle_put_in
from rules import get_system

MAX_DOINGS = 60
"""The most doings of one character in one downtime."""
MAX_TEXT = 2000
EXTENDED = "extended"


@dataclass(frozen=True, slots=True)
class Plan:
    """Days to put in, from `first` on, spent in one way. `text` is for all, `secret` for the Storyteller."""

    kind: str
    first: int
    days: int
    project: int | None = None
    text: str = ""
    secret: str = ""


def run_of(downtime: Downtime) -> DowntimeRun:
    """Return the downtime's run, and create it if there is none."""
    found, _made = DowntimeRun.objects.get_or_create(downtime=downtime, defaults={"seed": secrets.token_hex(16)})
    return found


def list_kinds(downtime: Downtime) -> dict[str, str]:
    """Return the activities to spend days, by key: the system's own, and those of all systems."""
    activities = {activity.key: activity.label for activity in get_system(downtime.series.system).recovery.activities}
    return {
        **activities,
        Doing.TRAIN: _("Train"),
        Doing.PROJECT: _("Work on a project"),
        Doing.FREE: _("Something else"),
    }


def put_in(membership: Membership, downtime: Downtime, character: Character, plan: Plan) -> Doing:
    """Put in what a character does on some days. Raises `Refused` if days are taken."""
    with _open_run(membership, downtime) as run:
        character = lock_character(character)
        require_editor(character, membership)
        doing = draft_doing(run.downtime, character, plan)
        require_room_to_write(membership.series, Doing(), {"text": doing.text, "secret": doing.secret})
        doing.save()
        settle_put_in(run.downtime, character.owner_id)
        return doing


def draft_doing(downtime: Downtime, character: Character, plan: Plan) -> Doing:
    """Return what a plan would put in, unsaved. Raises `Refused` if it does not fit what is there."""
    _check_plan(downtime, list(Doing.objects.filter(downtime=downtime, character=character)), plan)
    return Doing(
        downtime=downtime,
        character=character,
        kind=plan.kind,
        first=plan.first,
        days=plan.days,
        project=_find_project(character, plan),
        text=plan.text[:MAX_TEXT],
        secret=plan.secret[:MAX_TEXT],
    )


def take_out(membership: Membership, doing: Doing) -> None:
    """Delete what was put in."""
    with _open_run(membership, doing.downtime):
        require_editor(lock_character(doing.character), membership)
        Doing.objects.filter(pk=doing.pk).delete()


def set_deadline(membership: Membership, downtime: Downtime, closes_at: datetime | None) -> None:
    """Set when the downtime closes and is resolved automatically. None means by hand."""
    with _open_run(membership, downtime) as run:
        require_storyteller(membership)
        if closes_at is not None and closes_at <= timezone.now():
            raise Refused(_("That moment has passed. Choose a later one."), status=422, field="moment")
        run.closes_at, run.reminded_at = closes_at, None
        run.save(update_fields=["closes_at", "reminded_at"])
        notify_opened(run.downtime, membership.user, closes_at)


@contextmanager
def _open_run(membership: Membership, downtime: Downtime) -> Iterator[DowntimeRun]:
    with locked_series(membership):
        now = Downtime.objects.select_related("story__series").filter(pk=downtime.pk).first()
        if now is None:
            raise Refused(_("Someone has just deleted this."), status=404)
        if not now.is_open:
            raise Refused(_("This downtime is closed."))
        run = run_of(now)
        run.downtime = now
        if run.state != RunState.OPEN:
            raise Refused(_("This downtime is being resolved: plans can no longer change."))
        yield run


def _check_plan(downtime: Downtime, doings: list[Doing], plan: Plan) -> None:
    if plan.kind not in list_kinds(downtime):
        raise Refused(_("Choose from the list how to spend the days."), status=422, field="kind")
    if plan.days < 1 or plan.first < 1 or plan.first + plan.days - 1 > downtime.days:
        sentence = ngettext("The downtime has %(days)s day.", "The downtime has %(days)s days.", downtime.days)
        raise Refused(sentence % {"days": downtime.days}, status=422, field="last")
    if len(doings) >= MAX_DOINGS:
        raise Refused(_("That is too much for one downtime. Plan longer stretches."))
    last = plan.first + plan.days - 1
    taken = next((doing for doing in doings if doing.first <= last and plan.first <= doing.last), None)
    if taken:
        sentence = (
            _("Day %(first)s is already planned. Remove that plan or choose another day.")
            if taken.days == 1
            else _("Days %(first)s to %(last)s are already planned. Remove that plan or choose other days.")
        )
        raise Refused(sentence % {"first": taken.first, "last": taken.last}, status=409, field="first")


def _find_project(character: Character, plan: Plan) -> Project | None:
    if plan.kind != Doing.PROJECT:
        return None
    found = character.projects.filter(pk=plan.project or 0, outcome="").first()
    if found is None:
        raise Refused(_("Choose one of this character’s projects, or start one first."), status=422, field="project")
    return found
