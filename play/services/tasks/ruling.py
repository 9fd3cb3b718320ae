"""The Storyteller's hand on tasks: interrupt, tell, set, break off."""

from collections.abc import Sequence

from play import moves
from play.services.desk import Desk
from play.services.tasks.finding import find_task, tell_time
from play.services.tasks.rolling import settle_if_ready
from play.task_events import TaskEnded, TaskInterrupted, TaskRevealed, TaskRuled
from rules.battle import Event
from rules.errors import BadInput
from rules.tasks import end_task, interrupt, reveal_task, rule_total, task_audience

MAX_REASON = 200


def interrupt_task(desk: Desk, move: moves.InterruptTask) -> Sequence[Event]:
    """Let an interval pass that brings nothing."""
    desk.require_storyteller()
    task = find_task(desk, move.task)
    index = task.side_of(move.character)
    after = interrupt(task, index)
    settled = settle_if_ready(desk, after)
    interrupted = TaskInterrupted(after, index, audience=task_audience(task))
    return [interrupted, *settled, *tell_time(desk, settled[0].task if settled else after)]


def reveal(desk: Desk, move: moves.RevealTask) -> Sequence[Event]:
    """Tell a hidden difficulty, and with it how the roll came out."""
    desk.require_storyteller()
    task = reveal_task(find_task(desk, move.task))
    return [TaskRevealed(task, audience=task_audience(task))]


def rule_task(desk: Desk, move: moves.RuleTask) -> Sequence[Event]:
    """Set how far somebody has come, for a reason."""
    desk.require_storyteller()
    task = find_task(desk, move.task)
    index = task.side_of(move.character)
    was = task.sides[index].total
    ruled = rule_total(task, index, move.total)
    return [TaskRuled(ruled, index, was, _reason(move.reason), audience=task_audience(task))]


def end(desk: Desk, move: moves.EndTask) -> Sequence[Event]:
    """Break a task off."""
    desk.require_storyteller()
    task = end_task(find_task(desk, move.task))
    return [TaskEnded(task, _reason(move.reason), audience=task_audience(task))]


def _reason(text: str) -> str:
    if len(text) > MAX_REASON:
        raise BadInput("long_text", f"A reason has at most {MAX_REASON} characters.", key="reason")
    return text.strip()
