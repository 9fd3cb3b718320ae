"""How long the table waits before the book's default is taken. The table's row stores the moment."""

from datetime import datetime, timedelta

from django.utils import timezone

from play.commands.context import CommandContext
from play.commands.waits import follow_waits
from play.table.state import TableState
from rules.battle import STORYTELLER
from rules.system import System


def awaited(system: System, state: TableState) -> tuple[str, ...]:
    """Return the prompts that wait for a combatant's answer; none while the fight is paused or the card is out."""
    if state.battle is None or state.paused or state.card:
        return ()
    pending = system.battle.view(state.battle, STORYTELLER)["pending"]
    return tuple(prompt["id"] for prompt in pending if prompt["who"])


def next_due(context: CommandContext, state: TableState) -> datetime | None:
    """Return when the table of this new state has waited long enough. What waited before gets no more time."""
    if state.post is not None or context.state.post is not None:
        due = follow_waits(context, state)
        if state.post is not None:
            return due
    wait = context.series.prompt_seconds
    if not wait:
        return None
    prompts = awaited(context.system, state)
    if not prompts:
        return None
    if context.table.due_at and prompts == awaited(context.system, context.state):
        return context.table.due_at
    return timezone.now() + timedelta(seconds=wait)
