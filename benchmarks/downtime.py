"""How long a year of downtime takes: fifty characters with wounds, work and sleep, worked out and published.

`python -m benchmarks.downtime [characters] [days]` prints a line; it writes to a database in memory alone.
"""

import sys
import time

from benchmarks.memory import make_tables
from campaigns.downtime.living import start_run
from campaigns.downtime.publishing import publish
from campaigns.downtime.running import work_out
from campaigns.models import Character, Doing, Downtime, Membership, Role, Series, Story, User
from campaigns.sheets.json import with_values
from rules import SYSTEMS, get_system

ROLLS = {
    "exalted2e": {"attribute": "intelligence", "ability": "craft"},
    "exalted3e": {"attribute": "intelligence", "ability": "craft"},
    "wod2004": {"attribute": "intelligence", "second": "crafts"},
    "v20da": {"first": "intelligence", "second": "crafts"},
}
WOUNDS = {"exalted2e": ("health", "LLLLB.."), "exalted3e": ("health.marks", "lllb"), "v20da": ("health", "*XX/")}


def measure(system: str, count: int, days: int) -> tuple[float, float]:
    """Seconds to work out and seconds to publish a downtime for this many characters."""
    owner = User.objects.create(username=f"storyteller-{system}")
    series = Series.objects.create(name="A year", system=system, owner=owner)
    membership = Membership.objects.create(series=series, user=owner, role=Role.STORYTELLER)
    place = Downtime.objects.create(story=Story.objects.create(series=series, title="Time"), title="A year", days=days)
    for number in range(count):
        _fill(_character(series, owner, number), place, membership)
    run = start_run(membership, place)
    began = time.perf_counter()
    work_out(run.pk)
    worked = time.perf_counter()
    publish(membership, place)
    return worked - began, time.perf_counter() - worked


def _character(series: Series, owner: User, number: int) -> Character:
    sheets = get_system(series.system).sheets
    archetypes = list(sheets.archetypes)
    sheet = sheets.blank(archetypes[number % len(archetypes)])
    path, marks = WOUNDS.get(series.system, ("", ""))
    if path and number % len(archetypes) == 0:  # others may have other boxes
        sheet = with_values(sheet, {path: marks})
    return Character.objects.create(series=series, owner=owner, name=f"Number {number}", sheet=sheet)


def _fill(character: Character, place: Downtime, membership: Membership) -> None:
    """A quarter of rest, a half of work at a project that is never done, the rest as usual."""
    quarter = place.days // 4
    project = character.projects.create(title="A tower", request=ROLLS[character.series.system], goal=999, interval=7)
    for kind, first, days in (("rest", 1, quarter), ("project", quarter + 1, 2 * quarter)):
        Doing.objects.create(
            downtime=place,
            character=character,
            kind=kind,
            first=first,
            days=days,
            project=project if kind == "project" else None,
        )


def main(count: int = 50, days: int = 365) -> None:
    """Print a line for every system."""
    make_tables()
    for system in SYSTEMS:
        worked, published = measure(system, count, days)
        print(
            f"{system}: {days} days of {count} characters worked out in {worked:.1f} s, published in {published:.1f} s"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
