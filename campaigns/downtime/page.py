"""A downtime as its pages show it: the days, a preview of them, and the results."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.language import translate
from campaigns.downtime.day_activities import ask_days
from campaigns.downtime.planning import list_kinds
from campaigns.downtime.resolution import Progress, dump_project, list_stretches, resolve_days
from campaigns.downtime.trainings import Trainings, foresee_trainings, load_trainings
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Project,
    Proposal,
    RunState,
)
from campaigns.sheets.changes import differences
from campaigns.sheets.history import ChangedTrait, describe_moved
from rules.errors import RulesError
from rules.text import Text, isolate_name

WIDTH = 1000
"""The width of the strip of days, in its own units."""
TRIES = 3
"""How often a preview is resolved, to tell what depends on the dice."""
MAX_LOOK = 120
"""The most days to preview. More would take too long for a request."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days in a row. Without a `doing` nothing is put in. `x` and `width` place it on the strip."""

    first: int
    last: int
    label: str
    kind: str
    doing: Doing | None
    x: int
    width: int

    @property
    def days(self) -> int:
        """The number of days."""
        return self.last - self.first + 1

    @property
    def when(self) -> str:
        """The first and the last day."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Days:
    """The days of one character."""

    character: Character
    stretches: tuple[Stretch, ...]
    can_edit: bool
    result: "ResultSummary | None" = None

    @property
    def free(self) -> int:
        """The number of days with nothing put in."""
        return sum(stretch.days for stretch in self.stretches if stretch.doing is None)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is put in."""
        return all(stretch.doing is None for stretch in self.stretches)


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """The result for one character, in words."""

    result: DowntimeResult
    moved: tuple[ChangedTrait, ...]
    projects: tuple[str, ...]
    trainings: Trainings = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What days would give: what is certain, what depends on the dice, and what becomes of trainings."""

    sure: tuple[ChangedTrait, ...]
    by_dice: tuple[str, ...]
    trainings: Trainings = ()
    is_long: bool = False


def find_run(downtime: Downtime) -> DowntimeRun | None:
    """Return the run of a downtime, or None if it has none yet."""
    return getattr(downtime, "run", None)


def find_state(downtime: Downtime) -> RunState:
    """Return how far a downtime has come."""
    run = find_run(downtime)
    return RunState(run.state) if run else RunState.OPEN


def takes_plans(downtime: Downtime) -> bool:
    """Whether players may put something in now."""
    return downtime.is_open and find_state(downtime) == RunState.OPEN


def build_page(downtime: Downtime, membership: Membership) -> dict[str, Any]:
    """Return what a member sees. Storytellers see everybody's days, players their own, spectators only the state."""
    run, state = find_run(downtime), find_state(downtime)
    storyteller, clock = access.is_storyteller(membership), membership.series.clock
    days = _add_results(_find_shown_run(downtime, membership), list_days([downtime], membership)[downtime.pk])
    mine = [day for day in days if day.character.owner_id == membership.user_id and day.can_edit]
    return {
        "run": run,
        "run_state": state,
        "state_label": state.label,
        "takes_plans": takes_plans(downtime),
        "all_days": days,
        "to_plan": _find_to_plan(mine) if takes_plans(downtime) and not storyteller else None,
        "stretch": downtime.find_stretch(clock),
        "is_ahead": (downtime.begins_at or 0) > clock,
        "is_overtaken": downtime.begins_at is not None and downtime.begins_at < clock,
        "may_run": storyteller and downtime.is_open,
        "day_ways": ask_days(membership.series, downtime.begins_at) if storyteller else [],
        "may_recall": storyteller and state == RunState.PUBLISHED,
        "recalls": list(run.recalls.select_related("user")) if run and storyteller else [],
    }


def _find_to_plan(mine: Sequence[Days]) -> Days | None:
    """Return the days to plan first: those of a character with days free, or else of the first."""
    return next((person for person in mine if person.free), mine[0] if mine else None)


def load_days(downtime: Downtime, character: Character, membership: Membership) -> Days:
    """Return the days of one character."""
    return _days(downtime, character, list_doings(downtime, character), membership)


def list_doings(downtime: Downtime, character: Character) -> list[Doing]:
    """Return what is put in for one character."""
    return list(Doing.objects.filter(downtime=downtime, character=character).select_related("project"))


def list_days(downtimes: Sequence[Downtime], membership: Membership) -> dict[int, list[Days]]:
    """Return the days of the characters that the member may read, by downtime id. All downtimes take the same queries.

    The days are those of played characters, and of extras with something put in. Once a downtime is resolved they are
    those of the characters with a result; characters that came later are left out.
    """
    characters = access.visible_characters(membership).select_related("owner")
    mine = [character for character in characters if access.can_read_sheet(character, membership)]
    for character in mine:
        character.series = membership.series
    doings = defaultdict[tuple[int, int], list[Doing]](list)
    for doing in Doing.objects.filter(downtime__in=downtimes, character__in=mine).select_related("project"):
        doings[doing.downtime_id, doing.character_id].append(doing)
    resolved = _list_resolved(downtimes, membership)
    days: dict[int, list[Days]] = {downtime.pk: [] for downtime in downtimes}
    for downtime, character in product(downtimes, mine):
        found, people = doings[downtime.pk, character.pk], resolved.get(downtime.pk)
        is_played = character.owner_id is not None and not character.extra
        takes_part = is_played or bool(found) if people is None else character.pk in people
        if takes_part:
            days[downtime.pk].append(_days(downtime, character, found, membership))
    return days


def _find_shown_run(downtime: Downtime, membership: Membership) -> DowntimeRun | None:
    """Return the run whose results the member may read: players those of published runs."""
    run = find_run(downtime)
    return run if run and (access.is_storyteller(membership) or run.state == RunState.PUBLISHED) else None


def _list_resolved(downtimes: Iterable[Downtime], membership: Membership) -> dict[int, set[int]]:
    """Return the ids of the characters with a result in each downtime that is resolved for the member, by its id."""
    runs = [run for downtime in downtimes if (run := _find_shown_run(downtime, membership))]
    found = {run.pk: run.downtime_id for run in runs if run.state in (RunState.LOOK, RunState.PUBLISHED)}
    resolved: dict[int, set[int]] = {downtime: set() for downtime in found.values()}
    rows = DowntimeResult.objects.filter(run__in=list(found)).values_list("run", "character") if found else ()
    for key, character in rows:
        resolved[found[key]].add(character)
    return resolved


def _add_results(run: DowntimeRun | None, days: Sequence[Days]) -> list[Days]:
    sentences = _describe_results(run, [day.character for day in days]) if run else {}
    return [replace(day, result=sentences.get(day.character.pk)) for day in days]


def _days(downtime: Downtime, character: Character, doings: Sequence[Doing], membership: Membership) -> Days:
    kinds = list_kinds(downtime)
    stretches = []
    for first, count, doing in list_stretches(doings, downtime.days):
        label = translate(kinds.get(doing.kind, doing.kind)) if doing else _("Nothing planned")
        if doing and doing.project:
            rated, title = doing.project.rated, doing.project.title
            label = title if rated else _("%(title)s (not reviewed yet)") % {"title": isolate_name(title)}
        x = (first - 1) * WIDTH // downtime.days
        width = (first + count - 1) * WIDTH // downtime.days - x
        kind = doing.kind if doing else "unfilled"
        stretches.append(Stretch(first, first + count - 1, label, kind, doing, x, width))
    return Days(character, tuple(stretches), access.can_edit_character(character, membership))


def describe_result(result: DowntimeResult) -> ResultSummary:
    """Return a result in the words of its character's sheet."""
    return describe_results(result.run, [result])[0]


def describe_results(run: DowntimeRun, results: Sequence[DowntimeResult]) -> list[ResultSummary]:
    """Return several results of one run, with one query for their projects and one for their trainings."""
    keys = {int(key) for result in results for key in result.projects}
    known = {str(project.pk): project for project in Project.objects.filter(pk__in=keys)}
    trainings = load_trainings(run, results)
    return [
        ResultSummary(
            result,
            describe_moved(result.character, result.changes),
            tuple(_say_project(known[key], now) for key, now in result.projects.items() if key in known),
            trainings.get(result.character_id, ()),
        )
        for result in results
    ]


def _describe_results(run: DowntimeRun, people: Sequence[Character]) -> dict[int, ResultSummary]:
    """Return the results of these characters, by character id."""
    by_key = {character.pk: character for character in people}
    results = list(run.results.filter(character__in=people))
    for result in results:
        result.character = by_key[result.character_id]
    return {described.result.character_id: described for described in describe_results(run, results)}


def preview_recall(run: DowntimeRun) -> dict[str, Any]:
    """Return what recalling a published downtime would take back: its results, and the trainings that it moved."""
    results = list(run.results.select_related("character__series"))
    trainings = Proposal.objects.filter(pk__in=[int(key) for key in run.trainings]).select_related("character")
    return {"told": describe_results(run, results), "trainings": list(trainings)}


def _say_project(project: Project, now: Mapping[str, Any]) -> str:
    ends = {
        "success": _("done"),
        "failure": _("failed"),
        "": _("in progress"),
        Project.GIVEN_UP: translate(Text("broken off")),
    }
    sentence = _("%(title)s: %(has)s of %(goal)s successes, %(end)s.")
    end = ends.get(now["outcome"], now["outcome"])
    return sentence % {
        "title": isolate_name(project.title),
        "has": now["successes"],
        "goal": project.goal,
        "end": end,
    }


def preview_days(downtime: Downtime, character: Character, doings: Iterable[Doing]) -> Preview | None:
    """Return what the days would give, or None if the sheet cannot be read.

    It uses other dice than the real run, to find what depends on them.
    """
    if downtime.days > MAX_LOOK:
        return Preview((), (), is_long=True)
    planned = list(doings)
    try:
        lives = [resolve_days(character, planned, downtime.days, f"look {n}") for n in range(TRIES)]
    except RulesError:
        return None
    changes = [{path: (was, now) for path, was, now in differences(character.sheet, life.sheet)} for life in lives]
    paths = list(dict.fromkeys(path for change in changes for path in change))
    same = {
        path: changes[0][path] for path in paths if all(change.get(path) == changes[0].get(path) for change in changes)
    }
    moved = describe_moved(character, {path: changes[0].get(path, (None, None)) for path in paths if path not in same})
    by_dice = (*(place.label for place in moved), *_projects(planned, lives))
    return Preview(describe_moved(character, same), by_dice, foresee_trainings(character, lives[0].trained))


def _projects(doings: Sequence[Doing], lives: Sequence[Progress]) -> list[str]:
    """Return the projects that get days, with how many rolls they would get."""
    sentences = []
    for project in {doing.project for doing in doings if doing.project}:
        if not project.rated:
            sentences.append(_("%(title)s (not reviewed yet)") % {"title": isolate_name(project.title)})
            continue
        rolls = max(len(life.projects.get(project.pk, dump_project(project))["gains"]) for life in lives)
        text = _("%(title)s: up to %(count)s rolls")
        sentences.append(text % {"title": isolate_name(project.title), "count": rolls - len(project.gains)})
    return sentences
