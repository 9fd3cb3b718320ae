"""Who took part in each scene, and which scenes had a fight, by their logs."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from play.models import Command
from play.table.history import effective_numbers, table_spans


def read_attendance(scenes: Iterable[int]) -> dict[int, list[str]]:
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


def read_fights(scenes: Iterable[int], since: datetime) -> list[int]:
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


def read_players(scenes: Any, since: datetime, until: datetime) -> list[int]:
    """Return the keys of the people who did something in these scenes between two moments."""
    commands = Command.objects.filter(table__scene__in=scenes, user__isnull=False, entries__at__range=(since, until))
    return list(commands.order_by("user").values_list("user", flat=True).distinct())
