"""Helpers for publishing and recalling results: locked characters, and what days leave beside the sheet."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.downtime.resolution import dump_project
from campaigns.models import Character, DowntimeResult, DowntimeRun, Project, RunState
from campaigns.sheets.json import canonical, with_values
from rules.errors import RulesError
from rules.text import isolate_name


def lock_results(run: DowntimeRun) -> list[DowntimeResult]:
    """Return the results of a run, with their characters loaded and locked."""
    results = list(run.results.select_related("change"))
    characters = Character.objects.select_for_update(of=("self",)).select_related("series").order_by("pk")
    people = {
        character.pk: character for character in characters.filter(pk__in=[result.character_id for result in results])
    }
    for result in results:
        result.character = people[result.character_id]
    return results


def require_look(run: DowntimeRun) -> None:
    """Raise `Refused` unless the run is worked out and not published, so that its results may be changed."""
    if run.state == RunState.PUBLISHED:
        raise Refused(_("It is already published."))
    if run.state != RunState.LOOK:
        raise Refused(_("Resolve it first."))


def after_values(result: DowntimeResult) -> dict[str, Any]:
    """Return the values after the days, by path."""
    return {path: pair[1] for path, pair in result.changes.items()}


def fit_sheet(character: Character, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the character's sheet with these values, by path. Raises `Refused` if the rules refuse it."""
    try:
        return canonical(character.series.system, with_values(character.sheet, values))
    except RulesError as refusal:
        sentence = _("The rules would reject the resulting sheet of %(name)s. %(sentence)s")
        raise Refused(
            sentence % {"name": isolate_name(character.name), "sentence": translate(refusal.sentence)}
        ) from refusal


def require_projects(character: Character, projects: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise `Refused` if a project of the character is no longer as given. One that was given up is fine."""
    for project in character.projects.filter(pk__in=[int(key) for key in projects]):
        now, then = dump_project(project), projects[str(project.pk)]
        if now not in (then, {**then, "outcome": Project.GIVEN_UP}):
            sentence = _("The project “%(title)s” of %(name)s has changed since.")
            raise Refused(sentence % {"title": isolate_name(project.title), "name": isolate_name(character.name)})


def dump_beside(character: Character, projects: Iterable[int | str]) -> dict[str, Any]:
    """Return what the character carries over, and the state of these projects, as `DowntimeResult.was` stores it."""
    found = character.projects.filter(pk__in=[int(key) for key in projects])
    return {"carry": character.carry, "projects": {str(project.pk): dump_project(project) for project in found}}


def put_beside(character: Character, carry: Mapping[str, Any], projects: Mapping[str, Mapping[str, Any]]) -> None:
    """Write what the character carries over, and the state of projects. Projects that were given up stay so."""
    character.carry = dict(carry)
    character.save(update_fields=["carry"])
    for project in character.projects.filter(pk__in=[int(key) for key in projects]):
        kept = {"outcome": project.outcome} if project.outcome == Project.GIVEN_UP else {}
        Project.objects.filter(pk=project.pk).update(**{**projects[str(project.pk)], **kept})
