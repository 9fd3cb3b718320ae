"""Who took part in each scene, and which scenes had a fight, by their logs; and who is in one now."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Min, Q

from campaigns.models import Character, Scene, User
from play.models import Command
from play.table.fighters import find_fighting_sheet, is_running
from play.table.history import effective_numbers, table_spans
from play.table.newest import load_states
from rules import get_system


def load_attendance(scenes: Iterable[int]) -> dict[int, list[str]]:
    """Return the names of those who took part in each of these scenes, in alphabetical order."""
    found = (
        Command.objects.filter(table__scene__in=list(scenes), user__isnull=False)
        .order_by("user__username")
        .values_list("table__scene", "user__username")
        .distinct()
    )
    people: dict[int, list[str]] = defaultdict(list)
    for scene, name in found:
        people[scene].append(name)
    return people


def load_fights(scenes: Iterable[int], since: datetime) -> list[int]:
    """Return the scenes in which somebody made a move of a fight since then. Moves taken back do not count."""
    commands = Command.objects.filter(
        table__scene__in=list(scenes), made__0__isnull=False, entries__at__gt=since
    ).select_related("table")
    counted: dict[int, set[int]] = {}
    found: dict[int, None] = {}
    for command in commands.distinct():
        table = command.table
        if table.pk not in counted:
            counted[table.pk] = effective_numbers(table_spans(table, table.number))
        if counted[table.pk].intersection(range(command.first, command.last + 1)):
            found[table.scene_id] = None
    return list(found)


def load_active(scenes: Iterable[int], since: datetime) -> dict[int, set[int]]:
    """Return the keys of the people who said or did something in each of these scenes since then."""
    commands = Command.objects.filter(table__scene__in=list(scenes), user__isnull=False, at__gt=since).order_by()
    people: dict[int, set[int]] = defaultdict(set)
    for scene, user in commands.values_list("table__scene", "user").distinct():
        people[scene].add(user)
    return people


@dataclass(frozen=True, slots=True)
class Visit:
    """When a person did something in a scene for the last time."""

    scene: int
    user: int
    name: str
    at: datetime


def load_visits(scenes: Iterable[int], user: User, since: datetime) -> list[Visit]:
    """Return who did something in these scenes since then, and in which of them the person ever did, by one query."""
    commands = Command.objects.filter(Q(at__gt=since) | Q(user=user), table__scene__in=list(scenes), user__isnull=False)
    rows = commands.order_by().values_list("table__scene", "user", "user__username").annotate(Max("at"))
    return [Visit(*row) for row in rows]


def load_players(scenes: Any, since: datetime, until: datetime) -> list[int]:
    """Return the keys of the people who did something in these scenes between two moments."""
    commands = Command.objects.filter(table__scene__in=scenes, user__isnull=False, entries__at__range=(since, until))
    return list(commands.order_by("user").values_list("user", flat=True).distinct())


def load_played(scenes: Any, since: datetime, until: datetime) -> list[int]:
    """Return the keys of those scenes in which somebody did something between two moments."""
    commands = Command.objects.filter(table__scene__in=scenes, user__isnull=False, entries__at__range=(since, until))
    return list(commands.order_by().values_list("table__scene", flat=True).distinct())


def load_moments(scene: int) -> tuple[datetime, datetime] | None:
    """Return when somebody did something in a scene for the first and for the last time, if ever."""
    commands = Command.objects.filter(table__scene=scene, user__isnull=False)
    found = commands.aggregate(first=Min("entries__at"), last=Max("entries__at"))
    return (found["first"], found["last"]) if found["first"] else None


def was_played(scene: int, spans: Sequence[tuple[datetime, datetime]]) -> list[bool]:
    """Return for each of these spans of time whether somebody did something in the scene, by one query."""
    commands = Command.objects.filter(table__scene=scene, user__isnull=False)
    counts = {f"span{n}": Count("pk", filter=Q(entries__at__range=span)) for n, span in enumerate(spans)}
    found = commands.aggregate(**counts) if counts else {}
    return [bool(found[name]) for name in counts]


def find_fight(character: Character, scenes: Sequence[Scene]) -> Scene | None:
    """Return which of these scenes of the character's series has a fight that has begun, with the character in it."""
    system, states = get_system(character.series.system), load_states(scenes)
    for scene in scenes:
        state = states.get(scene.pk)
        if state and find_fighting_sheet(system, state, character) is not None and is_running(system, state):
            return scene
    return None
