"""Before a downtime is run: its deadline, and what players put in for their characters' days."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.access import is_storyteller, require_editor, require_storyteller
from campaigns.edit_conflict import require_unchanged
from campaigns.models import Character, Doing, Downtime, DowntimeRun, Membership, Project, RunState
from campaigns.refusals import Refused
from campaigns.services.locks import lock_character, locked_series, series_to_run
from campaigns.services.quotas import require_room_to_write, require_storage_room
from campaigns.services.record_notices import settle_project, settle_put_in, tell_opened, tell_rated, tell_to_rate
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError

MAX_DOINGS = 60
"""The most doings of one character in one downtime."""
MAX_PROJECTS = 30
"""The most unfinished projects of one character."""
MAX_TEXT = 2000
MAX_GOAL = 999
MAX_INTERVAL = 999
RATED = ("difficulty", "goal", "interval", "rated")
"""What the Storyteller says of a project."""
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
    """Return the ways to spend days, by key: the system's own, and those of all systems."""
    ways = {way.key: way.label for way in get_system(downtime.series.system).recovery.ways}
    return {**ways, Doing.TRAIN: _("Train"), Doing.PROJECT: _("Work at a project"), Doing.FREE: _("Something else")}


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


def begin_project(membership: Membership, character: Character, title: str, values: Mapping[str, Any]) -> Project:
    """Create an extended project from `request` (traits as the system names them), difficulty, goal, and interval in
    days.

    A player's numbers are a suggestion: nothing is rolled until the Storyteller has rated the project.
    """
    with locked_series(membership):
        character = lock_character(character)
        require_editor(character, membership)
        if character.projects.filter(outcome="").count() >= MAX_PROJECTS:
            raise Refused(_("There are many projects already. Finish or give up some first."))
        require_storage_room(membership.series)
        rated = is_storyteller(membership)
        project = Project(character=character, title=title, rated=rated, **_check_project(character, values))
        project.save()
        if not rated:
            tell_to_rate(project, membership.user)
        return project


def rate_project(membership: Membership, project: Project, values: Mapping[str, Any], seen: str = "") -> None:
    """Set the numbers of a project, as a Storyteller.

    Raises `Stale` if the project no longer has the fingerprint `seen`.
    """
    with series_to_run(membership):
        character = lock_character(project.character)
        project = character.projects.get(pk=project.pk)
        if project.outcome:
            raise Refused(_("This project is over: it is rated no more."))
        require_unchanged(project, RATED, seen)
        for name, value in _check_project(character, {"request": project.request, **values}).items():
            setattr(project, name, value)
        project.rated = True
        project.save(update_fields=RATED)
        tell_rated(project, membership.user)


def give_up_project(membership: Membership, project: Project) -> None:
    """End a project before it is done."""
    with locked_series(membership):
        require_editor(lock_character(project.character), membership)
        Project.objects.filter(pk=project.pk, outcome="").update(outcome=Project.GIVEN_UP)
        settle_project(project)


def set_deadline(membership: Membership, downtime: Downtime, closes_at: datetime | None) -> None:
    """Set when the downtime closes and is resolved automatically. None means by hand."""
    with _open_run(membership, downtime) as run:
        require_storyteller(membership)
        if closes_at is not None and closes_at <= timezone.now():
            raise Refused(_("That moment has passed. Choose a later one."), status=422, field="moment")
        run.closes_at, run.reminded_at = closes_at, None
        run.save(update_fields=["closes_at", "reminded_at"])
        tell_opened(run.downtime, membership.user, closes_at)


@contextmanager
def _open_run(membership: Membership, downtime: Downtime) -> Iterator[DowntimeRun]:
    with locked_series(membership):
        now = Downtime.objects.select_related("story__series").filter(pk=downtime.pk).first()
        if now is None:
            raise Refused(_("Somebody has just taken this out."), status=404)
        if not now.is_open:
            raise Refused(_("This downtime is closed."))
        run = run_of(now)
        run.downtime = now
        if run.state != RunState.OPEN:
            raise Refused(_("This downtime is being worked out: nothing can be put in any more."))
        yield run


def _check_plan(downtime: Downtime, doings: list[Doing], plan: Plan) -> None:
    if plan.kind not in list_kinds(downtime):
        raise Refused(_("Choose from the list how the days are spent."), status=422, field="kind")
    if plan.days < 1 or plan.first < 1 or plan.first + plan.days - 1 > downtime.days:
        told = ngettext("The downtime has %(days)s day.", "The downtime has %(days)s days.", downtime.days)
        raise Refused(told % {"days": downtime.days}, status=422, field="last")
    if len(doings) >= MAX_DOINGS:
        raise Refused(_("That is too much for one downtime. Put longer stretches in."))
    last = plan.first + plan.days - 1
    taken = next((doing for doing in doings if doing.first <= last and plan.first <= doing.last), None)
    if taken:
        told = (
            _("Day %(first)s is taken. Take that out first, or choose another.")
            if taken.days == 1
            else _("Days %(first)s to %(last)s are taken. Take that out first, or choose other days.")
        )
        raise Refused(told % {"first": taken.first, "last": taken.last}, status=409, field="first")


def _find_project(character: Character, plan: Plan) -> Project | None:
    if plan.kind != Doing.PROJECT:
        return None
    found = character.projects.filter(pk=plan.project or 0, outcome="").first()
    if found is None:
        raise Refused(_("Choose a project of this character, or begin one first."), status=422, field="project")
    return found


def _check_project(character: Character, values: Mapping[str, Any]) -> dict[str, Any]:
    system = get_system(character.series.system)
    goal, interval, difficulty = values["goal"], values["interval"], values.get("difficulty")
    if not 1 <= goal <= MAX_GOAL or not 1 <= interval <= MAX_INTERVAL:
        raise Refused(_("A project wants 1 to 999 successes, with a roll every 1 to 999 days."), status=422)
    rated = system.tasks.difficulty
    if rated is None:
        difficulty = None
    elif difficulty is not None and not rated.low <= difficulty <= rated.high:
        told = _("The difficulty lies between %(low)s and %(high)s.") % {"low": rated.low, "high": rated.high}
        raise Refused(told, status=422, field="difficulty")
    try:
        request: Any = decode(system.rolls.request, values["request"])
        options: Any = decode(system.options, character.series.options)
        system.rolls.pool(character.parsed_sheet(), request, options)
    except RulesError as refusal:
        raise Refused(refusal.sentence, status=422) from refusal
    return {"request": dict(values["request"]), "difficulty": difficulty, "goal": goal, "interval": interval}
