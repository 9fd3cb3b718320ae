"""Resolve what days do to one character, without writing: from its sheet, its doings and the run's dice."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.models import Character, Doing, Project
from campaigns.sheets.json import canonical, with_values
from rules import get_system
from rules.battle import Json
from rules.codec import decode
from rules.dice import SIDES, Roller, check_dice
from rules.errors import RulesError
from rules.recovery import ACTIVE, Line
from rules.roll import Roll
from rules.system import System
from rules.tasks import Conditions, Helper, Side, Task
from rules.text import Text, join

OPEN = "open"
EFFORTS = ("willpower", "effort")
"""The fields of a request that spend Willpower."""


class SeededRoller:
    """A roller whose faces follow from a stored seed, so that the same rolls give the same faces again."""

    def __init__(self, seed: str) -> None:
        self._seed, self._drawn, self._left = seed, 0, b""

    def roll(self, count: int) -> tuple[int, ...]:
        """Return `count` faces from 1 to 10, each with the same chance."""
        check_dice(count)
        return tuple(self._face() for _ in range(count))

    def _face(self) -> int:
        while True:
            if not self._left:
                self._left = hashlib.sha256(f"{self._seed}:{self._drawn}".encode()).digest()
                self._drawn += 1
            byte, self._left = self._left[0], self._left[1:]
            if byte < 256 - 256 % SIDES:  # higher bytes would favor low faces
                return byte % SIDES + 1


@dataclass(slots=True)
class Progress:
    """A character's state during the days: sheet, recovery carried over, projects, days of training, and lines of the
    account."""

    sheet: dict[str, Json]
    carry: Mapping[str, Json]
    projects: dict[int, dict[str, Any]] = field(default_factory=dict)
    trained: int = 0
    lines: list[Line] = field(default_factory=list)


def resolve_days(character: Character, doings: Sequence[Doing], days: int, seed: str) -> Progress:
    """Return what the days of a downtime do to one character.

    Days with nothing put in are spent actively, and count for training.
    """
    system = get_system(character.series.system)
    options: Any = decode(system.options, character.series.options)
    teller = _Teller(
        system, options, SeededRoller(f"{seed}:{character.pk}"), Progress(character.sheet, character.carry)
    )
    for first, count, doing in list_stretches(doings, days):
        teller.spend(first, count, doing)
    return teller.life


def list_stretches(doings: Iterable[Doing], days: int) -> list[tuple[int, int, Doing | None]]:
    """Return the days in order as (first day, number of days, doing). The doing is None if nothing is put in."""
    stretches: list[tuple[int, int, Doing | None]] = []
    now = 1
    for doing in sorted(doings, key=lambda doing: doing.first):
        if doing.first > now:
            stretches.append((now, doing.first - now, None))
        stretches.append((doing.first, doing.days, doing))
        now = doing.first + doing.days
    if now <= days:
        stretches.append((now, days - now + 1, None))
    return stretches


class _Teller:
    def __init__(self, system: System, options: Any, roller: Roller, life: Progress) -> None:
        self.system, self.options, self.roller, self.life = system, options, roller, life

    def spend(self, first: int, days: int, doing: Doing | None) -> None:
        kind = doing.kind if doing else ACTIVE
        if doing is None or kind == Doing.TRAIN:
            self.life.trained += days
        activities = {activity.key for activity in self.system.recovery.activities}
        if doing and doing.project and kind == Doing.PROJECT:
            self._work(doing.project, first, days)
        else:
            self._live(kind if kind in activities else ACTIVE, first, days)

    def _live(self, activity: str, first: int, days: int) -> None:
        sheet = self.system.sheets.parse(self.life.sheet)
        lived = self.system.recovery.live(sheet, self.life.carry, activity, days, self.roller, self.options)
        self.life.sheet = canonical(self.system.key, with_values(self.life.sheet, lived.changes))
        self.life.carry = lived.carry
        self.life.lines += [Line(line.day + first - 1, line.text, line.rule, line.faces) for line in lived.lines]

    def _work(self, project: Project, first: int, days: int) -> None:
        """Work at a project for some days: roll at the end of every interval, until it is done or the days are over."""
        now = self.life.projects.setdefault(project.pk, dump_project(project))
        day, end = first, first + days
        if not project.rated and not now["outcome"]:
            sentence = Text(
                "The Storyteller has not reviewed it yet: no roll is made, but days count toward the first one."
            )
            self.life.lines.append(Line(first, _about(project, sentence), ""))
        while day < end:
            due = max(1, project.interval - now["worked"])  # it may be overdue: the interval was shortened since
            count = end - day if now["outcome"] else min(end - day, due)
            self._live(ACTIVE, day, count)
            day += count
            if now["outcome"]:
                continue
            now["worked"] += count
            if not project.rated:
                continue
            if now["worked"] >= project.interval:
                now["worked"] = 0
                self._roll(project, now, day - 1)

    def _roll(self, project: Project, now: dict[str, Any], day: int) -> None:
        rules, task = self.system.tasks, as_task(project, now)
        sheet: Any = self.system.sheets.parse(self.life.sheet)
        thrift = without_effort(project.request)
        try:
            try:
                request, roll, paid = self._throw(project, sheet, project.request)
            except RulesError:
                if thrift == project.request:
                    raise
                request, roll, paid = self._throw(project, sheet, thrift)  # no Willpower is left
            progress = rules.extend(task, roll, self.options)
        except RulesError as refusal:
            self.life.lines.append(Line(day, _about(project, refusal.sentence), ""))
            return
        self.life.sheet = canonical(self.system.key, with_values(self.life.sheet, paid))
        now["gains"] = [*now["gains"], progress.gained]
        now["successes"] = progress.total
        limit = rules.roll_limit(sheet, request) if rules.roll_limit else None
        now["outcome"] = "" if progress.status == OPEN else progress.status
        if not now["outcome"] and limit is not None and len(now["gains"]) >= limit:
            now["outcome"] = "failure"
        sentence = Text(
            "{verdict}, {n} of {goal} successes.", verdict=progress.verdict, n=progress.total, goal=project.goal
        )
        if now["outcome"] and progress.status == OPEN:
            sentence = join(" ", (sentence, Text("No rolls left.")))
        faces = tuple(die.face for die in roll.dice)
        self.life.lines.append(Line(day, _about(project, sentence), progress.rule, faces))

    def _throw(self, project: Project, sheet: Any, asked: Mapping[str, Json]) -> tuple[Any, Roll, Mapping[str, Json]]:
        """Return a roll with its request and what it costs. Raises `RulesError` if it cannot be made or paid."""
        request = prepare_request(self.system, self.options, project, sheet, asked, self.roller)
        roll = self.system.rolls.roll(sheet, request, self.roller, self.options)
        return request, roll, self.system.tasks.cost(sheet, request, roll, self.options)


def prepare_request(
    system: System, options: Any, project: Project, sheet: Any, asked: Mapping[str, Json], roller: Roller | None = None
) -> Any:
    """Return the request of a project's next roll, with its difficulty and its helper.

    Without a `roller` the help of somebody who rolls for it is left out. Raises `RulesError`.
    """
    helpers = _list_help(system, options, project, roller)
    conditions = Conditions("extended", project.difficulty, helpers=helpers, helper_count=len(helpers))
    request: Any = decode(system.rolls.request, asked)
    return system.tasks.prepare(sheet, request, conditions, options)


def rolls_help(system: System) -> bool:
    """Whether who helps rolls for it in this game."""
    return "teamwork" in system.tasks.rolling_help


def _list_help(system: System, options: Any, project: Project, roller: Roller | None) -> tuple[Helper, ...]:
    rules, helper = system.tasks, project.helper
    if helper is None or rules.help is None or (rolls_help(system) and roller is None):
        return ()
    sheet: Any = system.sheets.parse(helper.sheet)
    traits = {name: value for name, value in project.request.items() if name in rules.spoken.traits}
    request: Any = decode(system.rolls.request, traits)
    roll = None
    if rolls_help(system) and roller is not None:
        conditions = Conditions("teamwork", project.difficulty, helping=True)
        request = rules.prepare(sheet, request, conditions, options)
        roll = system.rolls.roll(sheet, request, roller, options)
    gain = rules.help(sheet, request, roll)
    return (Helper(str(helper.pk), helper.name, gain=gain, outcome=roll.outcome if roll else "joined"),)


def without_effort(asked: Mapping[str, Json]) -> dict[str, Json]:
    """Return what is rolled without the Willpower that is spent on it."""
    return {name: value for name, value in asked.items() if name not in EFFORTS}


def _about(project: Project, sentence: Text) -> Text:
    """Return what happened to a project, after its title."""
    return Text("{title}: {told}", title=project.title, told=sentence)


def dump_project(project: Project) -> dict[str, Any]:
    """Return the fields of a project that change as it is worked on."""
    return {
        "gains": list(project.gains),
        "successes": project.successes,
        "worked": project.worked,
        "outcome": project.outcome,
    }


def as_task(project: Project, now: Mapping[str, Any]) -> Task:
    """Return the project as an extended action of the rules."""
    side = Side(
        str(project.character_id),
        "",
        difficulty=project.difficulty,
        target=project.goal,
        total=now["successes"],
        gains=tuple(now["gains"]),
    )
    return Task(str(project.pk), project.title, "extended", (side,), interval=project.interval, unit="day")
