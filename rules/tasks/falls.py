"""What becomes of a race when someone in it falls: the others go on without them."""

from collections.abc import Collection
from dataclasses import replace

from rules.tasks.model import Task
from rules.text import Text

FELL = Text("Can’t go on")
OTHER_FELL = Text("The other side can’t go on")
NOBODY_LEFT = Text("No side can continue")


def is_race(task: Task) -> bool:
    """Return whether several gather successes against each other, in one contest or side by side in one request."""
    return task.is_open and (task.kind == "extended_contested" or (task.kind == "extended" and bool(task.group)))


def lose_race(task: Task, fallen: Collection[int]) -> Task:
    """Return the race after these sides have fallen: they lose it, and nothing that is still sealed counts."""
    opened = replace(task, sides=tuple(replace(side, sealed=None, chosen=None) for side in task.sides), rule="")
    if not task.is_contest:
        return replace(opened, status="failure", verdict=FELL)
    if len(fallen) > 1:
        return replace(opened, status="tie", winner=None, verdict=NOBODY_LEFT)
    won = 0 not in fallen
    return replace(opened, status="success" if won else "failure", winner=0 if won else 1, verdict=OTHER_FELL)
