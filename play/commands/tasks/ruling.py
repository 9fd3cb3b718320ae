"""The Storyteller's rulings on tasks: interrupt, reveal, set, break off."""

from collections.abc import Sequence
from typing import Any

from play.commands import moves
from play.commands.context import CommandContext
from play.commands.tasks.finding import find_task, list_time_passed
from play.commands.tasks.rolling import settle_choices, settle_if_ready
from play.table.task_events import TaskEnded, TaskInterrupted, TaskRevealed, TaskRuled
from rules.battle import Event
from rules.errors import BadInput
from rules.tasks import Cut, check_cut, end_task, interrupt, reveal_task, rule_total, task_audience
from rules.text import Text

MAX_REASON = 200


def interrupt_task(context: CommandContext, move: moves.InterruptTask) -> Sequence[Event]:
    """Interrupt an interval: it brings nothing, goes on later, or is rolled for in part."""
    context.require_storyteller()
    task = find_task(context, move.task)
    index = task.side_of(move.character)
    cut = _make_cut(context, move) if move.way else None
    rules = {choice.value: choice.hint for choice in context.system.tasks.interruptions}
    after = interrupt(task, index, cut, rules.get(move.way, ""))
    if chosen := settle_choices(context, after):
        return [TaskInterrupted(after, index, cut, audience=task_audience(task)), *chosen]
    settled = settle_if_ready(context, after)
    interrupted = TaskInterrupted(after, index, cut, audience=task_audience(task))
    return [interrupted, *settled, *list_time_passed(context, settled[0].task if settled else after)]


def _make_cut(context: CommandContext, move: moves.InterruptTask) -> Cut:
    result: Any = move.way
    known = tuple(choice.value for choice in context.system.tasks.interruptions)
    return check_cut(Cut(result, move.done, move.of, move.penalty, move.effect), known)


def reveal(context: CommandContext, move: moves.RevealTask) -> Sequence[Event]:
    """Reveal a hidden difficulty, and with it the result of the roll."""
    context.require_storyteller()
    task = reveal_task(find_task(context, move.task))
    return [TaskRevealed(task, audience=task_audience(task))]


def rule_task(context: CommandContext, move: moves.RuleTask) -> Sequence[Event]:
    """Set how far somebody has come, for a reason."""
    context.require_storyteller()
    task = find_task(context, move.task)
    index = task.side_of(move.character)
    was = task.sides[index].total
    ruled = rule_total(task, index, move.total)
    return [TaskRuled(ruled, index, was, _reason(move.reason), audience=task_audience(task))]


def end(context: CommandContext, move: moves.EndTask) -> Sequence[Event]:
    """Break a task off."""
    context.require_storyteller()
    task = end_task(find_task(context, move.task))
    return [TaskEnded(task, _reason(move.reason), audience=task_audience(task))]


def _reason(text: str) -> str:
    if len(text) > MAX_REASON:
        raise BadInput("long_text", Text("A reason can have up to {n} characters.", n=MAX_REASON), key="reason")
    return text.strip()
