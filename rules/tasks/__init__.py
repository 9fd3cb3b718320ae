"""Tasks: what is done outside combat in more than one roll, or in one that somebody waits for.

Everything here is the same in every book; what differs comes from a system's `TaskRules`. A `Task` is frozen and
JSON-safe, and its functions return the task as it is afterwards. `Work` is all of it that a table keeps in mind.
"""

from rules.tasks.interruption import check_cut, interrupt
from rules.tasks.model import (
    EXTENDED,
    UNITS,
    Conditions,
    Cut,
    Helper,
    Kind,
    Progress,
    Round,
    Side,
    Status,
    Task,
    Verdict,
)
from rules.tasks.steps import (
    MAX_TITLE,
    MAX_TRAITS,
    SUCCESSES,
    add_help,
    add_roll,
    awaited,
    check_task,
    check_turn,
    end_task,
    is_ready,
    reveal_task,
    rule_total,
    settle,
    with_side,
)
from rules.tasks.view import TaskView, count_units, knows_difficulty, name_for, task_audience, view_task
from rules.tasks.work import Stunt, Try, Work, count_failures, forget_tries, put_stunt, put_task

__all__ = [
    "EXTENDED",
    "MAX_TITLE",
    "MAX_TRAITS",
    "SUCCESSES",
    "UNITS",
    "Conditions",
    "Cut",
    "Helper",
    "Kind",
    "Progress",
    "Round",
    "Side",
    "Status",
    "Stunt",
    "Task",
    "TaskView",
    "Try",
    "Verdict",
    "Work",
    "add_help",
    "add_roll",
    "awaited",
    "check_cut",
    "check_task",
    "check_turn",
    "count_failures",
    "count_units",
    "end_task",
    "forget_tries",
    "interrupt",
    "is_ready",
    "knows_difficulty",
    "name_for",
    "put_stunt",
    "put_task",
    "reveal_task",
    "rule_total",
    "settle",
    "task_audience",
    "view_task",
    "with_side",
]
