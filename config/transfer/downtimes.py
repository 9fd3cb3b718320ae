"""Downtimes in the file: what was put in, the results, and the projects that span several downtimes."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.chronicle.forms import MAX_DAYS
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import list_kinds
from campaigns.downtime.projects.services import MAX_GOAL, MAX_INTERVAL
from campaigns.downtime.recalling import standing_change
from campaigns.downtime.results import fit_sheet
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Project,
    Recall,
    RunState,
)
from campaigns.sheets.json import canonical, with_values
from config.transfer.fields import DOING, DOWNTIME, MAX_DOINGS, PROJECT, RECALL, RESULT, RUN
from config.transfer.history import HistoryImporter, parse_name
from config.transfer.rows import number, parse_optional, parse_past, parse_second, parse_time, pick_row, write_row
from config.transfer.saving import save
from rules.codec import decode
from rules.names import clean_values
from rules.system import System
from rules.text_codec import decode_text

MOVES = {"gains": list, "successes": int, "worked": int, "outcome": str}
"""The fields of a project in a result, with their types."""


def write_projects(character: Character) -> list[dict[str, Any]]:
    """Return the projects of a character, in the order by which downtimes refer to them."""
    return [{**write_row(project, PROJECT), "helper": project.helper_id} for project in character.projects.all()]


def write_downtime(downtime: Downtime, people: Sequence[Character]) -> dict[str, Any]:
    """Return a downtime with what was put in, its state and its results. The seed of its dice is left out.

    `people` are the characters of the file with their proposals and projects, all of which are referred to by index.
    """
    places = number(people)
    doings = [
        {
            **write_row(doing, DOING),
            "character": places[doing.character_id],
            "project": number(people[places[doing.character_id]].projects.all()).get(doing.project_id or 0),
        }
        for doing in downtime.doings.all()
    ]
    run: DowntimeRun | None = getattr(downtime, "run", None)
    return {**write_row(downtime, DOWNTIME), "doings": doings, "run": _write_run(run, people) if run else None}


def _write_run(run: DowntimeRun, people: Sequence[Character]) -> dict[str, Any]:
    recalls = [{**write_row(recall, RECALL), "who": recall.who} for recall in run.recalls.all()]
    row = {**write_row(run, RUN), "recalls": recalls}
    results = run.results.all()
    if run.state == RunState.RUNNING or (run.state == RunState.LOOK and not all(map(_fits, results))):
        # A half-finished run has no results, and results that no longer fit a sheet must be resolved again.
        return {**row, "state": RunState.OPEN, "publish_at": None, "results": [], "trainings": []}
    rows = [{**write_row(result, RESULT), **_write_references(result, people)} for result in results]
    return {**row, "results": rows, "trainings": _write_trainings(run, people)}


def _fits(result: DowntimeResult) -> bool:
    """Whether the results can still be written to the sheet as it is now."""
    try:
        fit_sheet(result.character, {path: now for path, (_was, now) in result.changes.items()})
    except Refused:
        return False
    return True


def _write_trainings(run: DowntimeRun, people: Sequence[Character]) -> list[list[int]]:
    """Return what the run did to trainings: index of the character, index of the proposal, end before, end after."""
    asked = {
        proposal.pk: (place, earlier)
        for place, character in enumerate(people)
        for earlier, proposal in enumerate(character.proposals.all())
    }
    return [[*asked[int(key)], *ends] for key, ends in run.trainings.items() if int(key) in asked]


def _write_references(result: DowntimeResult, people: Sequence[Character]) -> dict[str, Any]:
    """Return what a result refers to: its character, the projects that it moved, and the change of the sheet."""
    character = number(people)[result.character_id]
    places = number(people[character].projects.all())
    projects, was = (
        {str(places[int(key)]): moves for key, moves in rows.items() if int(key) in places}
        for rows in (result.projects, result.was.get("projects", {}))
    )
    return {
        "character": character,
        "projects": projects,
        "was": {**result.was, "projects": was} if result.was else {},
        "wrote": change.values if (change := standing_change(result)) else None,
        "change": number(people[character].changes.all()).get(change.pk) if change else None,
    }


class DowntimeImporter:
    """Imports downtimes. `people`: the new characters in the order of the file, by what the file calls them."""

    def __init__(self, system: System, people: Mapping[int, Character], history: HistoryImporter) -> None:
        self._system, self._people, self._history = system, [*people.values()], history
        self._by_id = people
        self._projects: dict[tuple[int, str], Project] = {}
        self._count = 0

    def keep_projects(self, character: Character, rows: Sequence[Mapping[str, Any]]) -> None:
        """Save the projects of a character."""
        for place, data in enumerate(rows):
            self._bound()
            row = {"rated": True, **data}  # missing in files of 0.1.0, where every project was rated
            project = Project(character=character, **{name: row[name] for name in PROJECT})
            if not isinstance(project.rated, bool):
                raise ValueError
            decode(self._system.rolls.request, project.request)
            _check_moves({name: row[name] for name in MOVES})
            self._check_rating(project)
            if (helper := row.get("helper")) is not None:
                project.helper = self._by_id[helper]
            self._projects[character.pk, str(place)] = save(project)

    def _check_rating(self, project: Project) -> None:
        rated, difficulty = self._system.tasks.difficulty, project.difficulty
        if not (1 <= project.goal <= MAX_GOAL and 1 <= project.interval <= MAX_INTERVAL):
            raise ValueError
        if difficulty is not None and (rated is None or not rated.low <= difficulty <= rated.high):
            raise ValueError

    def keep(self, downtime: Downtime, row: Mapping[str, Any]) -> None:
        """Save what was put in, and the results. Raises what `import_series` catches if it is no downtime."""
        if downtime.days > MAX_DAYS:
            raise ValueError
        row = clean_values(row)
        for doing in row["doings"]:
            self._bound()
            self._keep_doing(downtime, doing)
        if row["run"] is not None:
            self._keep_run(downtime, row["run"])

    def _bound(self) -> None:
        self._count += 1
        if self._count > MAX_DOINGS:
            raise Refused(f"There are more than {MAX_DOINGS} lines of downtime in the file.", status=413)

    def _keep_doing(self, downtime: Downtime, row: Mapping[str, Any]) -> None:
        character = pick_row(self._people, row["character"])
        doing = Doing(downtime=downtime, character=character, **{name: row[name] for name in DOING})
        if doing.kind not in list_kinds(downtime) or not 1 <= doing.first <= doing.last <= downtime.days:
            raise ValueError
        others = Doing.objects.filter(downtime=downtime, character=character)
        if any(other.first <= doing.last and doing.first <= other.last for other in others):
            raise ValueError
        if row["project"] is not None:
            doing.project = self._projects[character.pk, str(int(row["project"]))]
        save(doing)

    def _keep_run(self, downtime: Downtime, row: Mapping[str, Any]) -> None:
        if row["state"] not in (RunState.OPEN, RunState.LOOK, RunState.PUBLISHED):
            raise ValueError
        moments = {name: parse_optional(row[name], parse_time) for name in ("closes_at", "publish_at", "published_at")}
        seconds = {name: parse_optional(row[name], parse_second) for name in ("begins_at", "ends_at")}
        run = DowntimeRun(downtime=downtime, state=row["state"], seed=secrets.token_hex(16), **moments, **seconds)
        run.done = run.total = len(row["results"])
        run.trainings = {str(key): ends for key, ends in map(self._parse_training, row["trainings"])}
        save(run)
        for result in row["results"]:
            self._bound()
            self._keep_result(run, result)
        for recall in row["recalls"]:
            self._bound()
            self._keep_recall(run, recall)

    def _keep_recall(self, run: DowntimeRun, row: Mapping[str, Any]) -> None:
        """Save a recall: when, by whom, and its time on the clock. The person is not imported, only the name."""
        seconds = {name: parse_second(row[name]) for name in ("begins_at", "ends_at")}
        kept = Recall.objects.create(run=run, by_name=parse_name(row.get("who", "")), **seconds)
        Recall.objects.filter(pk=kept.pk).update(at=parse_past(row["at"]))

    def _parse_training(self, row: Sequence[Any]) -> tuple[int, list[int]]:
        """Return the key of a proposal, and the end of its training before and after."""
        place, nth, *ends = row
        if len(ends) != 2 or type(nth) is not int or nth < 0:
            raise ValueError
        character = pick_row(self._people, place)
        (key,) = character.proposals.order_by("pk").values_list("pk", flat=True)[nth : nth + 1]
        return key, [parse_second(end) for end in ends]

    def _keep_result(self, run: DowntimeRun, row: Mapping[str, Any]) -> None:
        character = pick_row(self._people, row["character"])
        result = DowntimeResult(run=run, character=character, **{name: row[name] for name in RESULT})
        result.projects = self._parse_projects(character, row["projects"])
        if row["was"]:
            if not isinstance(row["was"]["carry"], dict):
                raise TypeError
            result.was = {
                "carry": row["was"]["carry"],
                "projects": self._parse_projects(character, row["was"]["projects"]),
            }
        result.change = self._history.find(character, row, "Downtime")
        _check_lines(result.lines)
        after = {path: now for path, (_was, now) in result.changes.items()}
        if not isinstance(result.carry, dict):
            raise TypeError
        if run.state == RunState.LOOK:  # it is still to be written to the sheet
            canonical(self._system.key, with_values(character.sheet, after))
        save(result)

    def _parse_projects(self, character: Character, rows: Mapping[str, Any]) -> dict[str, Any]:
        """Return the projects of a result by their new keys."""
        for moves in rows.values():
            _check_moves(moves)
        return {str(self._projects[character.pk, key].pk): moves for key, moves in rows.items()}


def _check_moves(moves: Mapping[str, Any]) -> None:
    if set(moves) != set(MOVES) or any(type(moves[name]) is not kind for name, kind in MOVES.items()):
        raise ValueError
    if any(gain is not None and type(gain) is not int for gain in moves["gains"]):
        raise ValueError
    if not (0 <= moves["successes"] < 10_000 and 0 <= moves["worked"] < 10_000 and len(moves["outcome"]) <= 20):
        raise ValueError


def _check_lines(lines: Any) -> None:
    if not isinstance(lines, list):
        raise TypeError
    for line in lines:
        decode_text(line["text"])
        if type(line["day"]) is not int or not isinstance(line["rule"], str):
            raise ValueError
        if any(type(face) is not int for face in line["faces"]):
            raise ValueError
