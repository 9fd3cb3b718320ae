"""Whom a scene by post waits for, as a seat may know it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from play.models import Wait, WaitKind
from play.table.state import TableState
from rules.battle import Seat
from rules.system import System
from rules.tasks import task_audience


@dataclass(frozen=True, slots=True)
class AwaitedAt:
    """Somebody who is awaited. `name`: the combatant or the task; `is_mine`: this seat is awaited."""

    key: int
    kind: str
    name: str
    since: datetime
    due_at: datetime | None
    is_mine: bool
    user: int | None


def see_waits(system: System, state: TableState, seat: Seat, waits: Iterable[Wait]) -> tuple[AwaitedAt, ...]:
    """Return those of the open waits of which the seat may know, the first deadline first.

    A seat knows of a prompt or a turn if its board shows it: of hidden combatants there is no trace.
    """
    prompts, acting = {}, {}
    if state.battle is not None:
        view = system.battle.view(state.battle, seat)
        prompts = {prompt["id"]: prompt["mine"] for prompt in view["pending"]}
        acting = {who["id"]: who["mine"] for who in view["combatants"] if who["acts_now"]}
    tasks = {task.id for task in state.work.tasks if seat.may_see(task_audience(task))}
    found = []
    for wait in waits:
        of_kind = {WaitKind.ANSWER: prompts, WaitKind.TURN: acting}.get(WaitKind(wait.kind))
        if wait.subject not in (tasks if of_kind is None else of_kind):
            continue
        mine = wait.user_id is None if seat.storyteller else bool(of_kind and of_kind[wait.subject])
        found.append(AwaitedAt(wait.pk, wait.kind, wait.name, wait.since, wait.due_at, mine, wait.user_id))
    return tuple(sorted(found, key=lambda one: (one.due_at is None, one.due_at or one.since, one.key)))
