"""Whom a scene by post waits for, as a seat may know it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from campaigns.core.language import translate
from play.models import Wait, WaitKind
from play.table.state import TableState
from rules.battle import Seat
from rules.system import System
from rules.view import BattleView


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

    A seat knows of a prompt or a turn if its board shows it, with the combatant whom it is for. Names are those that
    the board shows. Of hidden combatants there is no trace, and of rolls only for those who make them.
    """
    known = {} if state.battle is None else _list_known(system.battle.view(state.battle, seat))
    tasks = {task.id for task in state.work.tasks}
    found = []
    for wait in waits:
        if wait.kind == WaitKind.ROLL:
            if wait.subject not in tasks or not seat.controls(wait.rolling):
                continue
            name, mine = wait.name, True
        elif (wait.kind, wait.subject) in known:
            name, mine = known[wait.kind, wait.subject]
        else:
            continue
        mine = wait.user_id is None if seat.storyteller else mine
        found.append(AwaitedAt(wait.pk, wait.kind, name, wait.since, wait.due_at, mine, wait.user_id))
    return tuple(sorted(found, key=lambda wait: (wait.due_at is None, wait.due_at or wait.since, wait.key)))


def _list_known(view: BattleView) -> dict[tuple[str, str], tuple[str, bool]]:
    """Return the prompts and turns that a board shows, by kind and id: the name, and whether it is the seat's own."""
    there = {who["id"] for who in view["combatants"]}
    prompts = {
        (str(WaitKind.ANSWER), prompt["id"]): (translate(prompt["name"]), prompt["mine"])
        for prompt in view["pending"]
        if not prompt["who"] or prompt["who"] in there
    }
    acting = {
        (str(WaitKind.TURN), who["id"]): (who["name"], who["mine"]) for who in view["combatants"] if who["acts_now"]
    }
    return prompts | acting
