"""Who took part in which scene: everybody whose word or deed stands in its log."""

from collections import defaultdict
from collections.abc import Iterable

from play.models import Command


def read_attendance(scenes: Iterable[int]) -> dict[int, list[str]]:
    """The names of those who took part in each of these scenes, in the order of the alphabet."""
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
