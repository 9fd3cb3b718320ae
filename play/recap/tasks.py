"""How a recap tells of tasks: what came of each, as far as the seat may know."""

from collections.abc import Iterator

from play.table.task_events import TaskEvent, TasksAsked
from rules.battle import Seat
from rules.tasks import Helper, Side, Task, knows_outcome, name_for, task_audience
from rules.text import Text, list_texts


def list_tasks(event: TaskEvent | TasksAsked, seat: Seat) -> Iterator[Task]:
    """Yield the tasks of an event that the seat may know of, as they are after it."""
    if isinstance(event, TasksAsked):
        yield from (task for task in event.tasks if seat.may_see(task_audience(task)))
    else:
        yield event.task


def name_workers(task: Task, seat: Seat) -> list[str]:
    """Return who works at a task, without those whom the seat may not know."""
    return [name_for(side, seat) for side in task.everybody if _is_known(side, seat)]


def _is_known(part: Side | Helper, seat: Seat) -> bool:
    return not part.veiled or seat.controls(part.character)


def describe_task(task: Task, seat: Seat) -> Text:
    """Return in a sentence what came of a task."""
    who = list_texts(name_for(side, seat) for side in task.sides)
    values = {"who": who, "title": task.title}
    if task.status == "ended":
        return Text("{who}: “{title}”, canceled.", **values)
    if task.is_open:
        return Text("{who}: “{title}”, still open.", **values)
    if task.is_contest and task.winner is not None:
        sides = _name_sides(task.sides, task.winner, seat)
        return Text("“{title}”: {who} wins against {whom}.", title=task.title, **sides)
    if not (task.is_contest or knows_outcome(task, seat)):
        return Text("{who}: “{title}”; only the Storyteller knows the result.", **values)
    return Text("{who}: “{title}”: {verdict}.", verdict=task.verdict, **values)


def _name_sides(sides: tuple[Side, ...], winner: int, seat: Seat) -> dict[str, Text | str]:
    others = [name_for(side, seat) for place, side in enumerate(sides) if place != winner]
    return {"who": name_for(sides[winner], seat), "whom": list_texts(others)}
