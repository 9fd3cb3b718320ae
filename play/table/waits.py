"""Whom a table waits for, as its state says. Pure functions; the moments are in rows (`play.models.Wait`)."""

from collections.abc import Iterator
from dataclasses import dataclass

from play.models import WaitKind
from play.table.state import TableState
from rules.battle import STORYTELLER, Seat
from rules.system import System
from rules.tasks import awaited, task_audience


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody is awaited for something.

    `subject`: the id of the prompt, of the combatant in its turn, or of the task; `combatant`: the id of the one who is
    awaited; `character`: its key, if it has one; `name`: the combatant's or the task's.
    """

    kind: WaitKind
    key: str
    subject: str
    combatant: str
    character: str
    name: str


def list_waiting(system: System, state: TableState) -> list[Waiting]:
    """Return whom the table waits for; nobody while the fight is paused or the card is out.

    Those who have laid their move face down are not awaited, nor those who wait for a ruling of the Storyteller.
    """
    if state.card:
        return []
    asked = {(proposal.subject, proposal.character) for proposal in state.proposals if not proposal.is_refused}
    there = (*_list_in_fight(system, state), *_list_rolls(state))
    return [waiting for waiting in there if (waiting.subject, waiting.character) not in asked]


def _list_in_fight(system: System, state: TableState) -> Iterator[Waiting]:
    if state.battle is None or state.paused:
        return
    view = system.battle.view(state.battle, STORYTELLER)
    there = {who["id"]: who for who in view["combatants"]}
    for prompt in view["pending"]:
        asked = there.get(prompt["who"])
        character = (asked["character"] if asked else None) or ""
        key = f"answer {prompt['id']}"
        yield Waiting(WaitKind.ANSWER, key, prompt["id"], prompt["who"], character, str(prompt["name"]))
    if view["phase"] == "running" and not system.battle.blocking(state.battle):
        for id, who in there.items():
            if who["acts_now"] and not who["out"] and state.ahead.find_laid(id) is None:
                key = f"turn {id} {view['time']}"
                yield Waiting(WaitKind.TURN, key, id, id, who["character"] or "", who["name"])


def _list_rolls(state: TableState) -> Iterator[Waiting]:
    for task in state.work.tasks:
        for character in awaited(task):
            yield Waiting(WaitKind.ROLL, f"roll {task.id} {character}", task.id, "", character, task.title)


def list_open_to_all(system: System, state: TableState) -> frozenset[str]:
    """Return the prompts, turns and tasks of which everybody may know, by id."""
    seat, found = Seat(), [task.id for task in state.work.tasks if task_audience(task) is None]
    if state.battle is not None:
        view = system.battle.view(state.battle, seat)
        there = {who["id"] for who in view["combatants"]}
        found += [prompt["id"] for prompt in view["pending"] if not prompt["who"] or prompt["who"] in there]
        found += [who["id"] for who in view["combatants"] if who["acts_now"]]
    return frozenset(found)
