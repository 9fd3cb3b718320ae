"""Tasks: actions outside combat that take several rolls, or one roll that the Storyteller asked for.

This package is the same for every book; the differences are in a system's `TaskRules`. A `Task` is frozen and
JSON-safe, and functions return the changed task. `Work` is all that a table stores about tasks.

`model` has the data, `rules` what a book says, `steps`, `interruption`, `falls` and `influence` what happens to a task,
`view` what a seat may see of it, `work` what a table remembers. Other modules import their names from this package.
"""

from rules.tasks.falls import is_race, lose_race
from rules.tasks.influence import (
    MAX_TRAITS, SAID, Heard, InfluenceRules, Outcome, ResistedInfluence, begin_again, begin_contest, find_listener,
    give_in, hear_answer, hear_roll, list_unruled, rule_listener, with_listener,
)  # fmt: skip
from rules.tasks.interruption import check_cut, interrupt
from rules.tasks.model import (
    EXTENDED, SHARED, SOMEBODY, UNITS, Conditions, Cut, Helper, Influence, Lead, Listener, Progress, Round, Side,
    Status, Task, Verdict,
)  # fmt: skip
from rules.tasks.rules import SpokenRules, StuntRules, TaskRules
from rules.tasks.steps import (
    MAX_TITLE, SUCCESSES, add_help, add_roll, awaited, check_task, check_turn, end_task, is_ready, reveal_task,
    rule_total, settle, takes_choices, with_side,
)  # fmt: skip
from rules.tasks.view import (
    TaskView, count_units, knows_difficulty, knows_outcome, name_for, name_traits, say_lead, task_audience, view_task,
)  # fmt: skip
from rules.tasks.work import Resisted, Stunt, Try, Work, count_failures, forget_tries, note_roll, put_stunt, put_task

__all__ = [
    "EXTENDED", "MAX_TITLE", "MAX_TRAITS", "SAID", "SHARED", "SOMEBODY", "SUCCESSES", "UNITS", "Conditions",
    "Cut", "Heard", "Helper", "Influence", "InfluenceRules", "Lead", "Listener", "Outcome", "Progress",
    "Resisted", "ResistedInfluence", "Round", "Side", "SpokenRules", "Status", "Stunt", "StuntRules", "Task",
    "TaskRules",
    "TaskView", "Try", "Verdict", "Work", "add_help", "add_roll", "awaited", "begin_again", "begin_contest",
    "check_cut", "check_task", "check_turn", "count_failures", "count_units", "end_task", "find_listener",
    "forget_tries", "give_in", "hear_answer", "hear_roll", "interrupt", "is_race", "is_ready", "knows_difficulty",
    "knows_outcome", "list_unruled", "lose_race", "name_for", "name_traits", "note_roll", "put_stunt", "put_task",
    "reveal_task", "rule_listener", "rule_total", "say_lead", "settle", "takes_choices", "task_audience", "view_task",
    "with_listener",
    "with_side",
]  # fmt: skip
