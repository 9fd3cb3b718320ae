"""What every move at a task begins with: finding the task, and the time that its work takes."""

from dataclasses import replace
from typing import Any

from play.commands.context import CommandContext
from play.commands.days import let_pass
from play.table.events import TimePassed
from play.table.state import series_options
from rules.errors import IllegalMove
from rules.tasks import Task, task_audience
from rules.text import Text


def find_task(context: CommandContext, id: str) -> Task:
    """Return the task of this id. One that the seat may not know of is refused like one that does not exist."""
    task = context.state.work.task(id)
    if task is None or not context.seat.may_see(task_audience(task)):
        raise IllegalMove("no_task", Text("That task no longer exists."))
    return task


def task_options(context: CommandContext, task: Task) -> Any:
    """Return the options of the rules for a task: those of the series, changed by what the Storyteller has set for the
    task.
    """
    return replace(series_options(context.system, context.series), **task.settings)


def lock_clock(context: CommandContext) -> int:
    """Return the series' clock and lock it: it stays so until this command is written, whatever other scenes do."""
    return context.hold_record().clock


def list_time_passed(context: CommandContext, task: Task) -> list[TimePassed]:
    """Return the event of the time that the work has taken and the clock does not show yet, if there is any.

    Those who work side by side share their time. A fight has its own time, and what hidden characters do alone does not
    move the clock. Whole days are spent as the task says, by those who do not work at it.
    """
    if not task.seconds or context.state.battle is not None or task_audience(task) is not None:
        return []
    seconds = task.began + task.seconds - lock_clock(context)
    busy = {int(side.character) for side in task.everybody if getattr(side, "outcome", "") != "declined"}
    return [let_pass(context, seconds, task.spent, busy=busy, work=task.title)] if seconds > 0 else []
