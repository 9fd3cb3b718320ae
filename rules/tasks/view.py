"""What a seat may see of a task. It is an allow-list, like the views of battles."""

from collections.abc import Callable, Mapping
from typing import TypedDict

from rules.battle import Audience, Seat
from rules.tasks.influence import SAID
from rules.tasks.model import SOMEBODY, UNITS, Helper, Listener, Side, Task
from rules.tasks.steps import awaited
from rules.text import EMPTY, Text, join, word


class SideView(TypedDict):
    """One side as a seat may see it. `difficulty` and `total` are None if the seat may not know the difficulty.

    `rolled`: a roll is sealed; `chosen`: what will be rolled is sealed. `successes`: of its one roll; `note`: what an
    interruption has left.
    """

    name: str
    character: str | None
    mine: bool
    traits: Text
    difficulty: int | None
    target: int
    total: int | None
    rolls: int
    max_rolls: int | None
    rolled: bool
    chosen: bool
    successes: int | None
    note: Text
    looked: bool
    winner: bool


class ListenerView(TypedDict):
    """One at whom influence is aimed, as a seat may see it. `unruled`: the Storyteller has not said what weighs on it.

    `said`: what came of it, in a word.
    """

    name: str
    character: str | None
    mine: bool
    unruled: bool
    said: Text


class HelperView(TypedDict):
    """One helper as a seat may see it."""

    name: str
    mine: bool
    gain: int | None
    outcome: str


class TaskView(TypedDict):
    """One task as a seat may see it. `hidden`: the seat may not know the difficulty.

    `confided`: the seat knows a difficulty that is hidden from others. `group`: as in `Task`.
    """

    id: str
    group: str
    title: str
    kind: str
    status: str
    verdict: Text
    rule: str
    hidden: bool
    confided: bool
    pressure: bool
    interval: int
    time: Text
    lead: Text
    lead_rule: str
    sides: list[SideView]
    helpers: list[HelperView]
    listeners: list[ListenerView]
    action: str
    """Of influence: what is tried."""
    awaited: list[str]
    mine: list[str]
    """The characters of this seat that must roll or help."""


def task_audience(task: Task) -> Audience:
    """Return who may know of a task: everyone, unless only hidden characters do it; then those who take part.

    Those at whom it is aimed do not know of what they do not notice; of what someone hidden says to them they do.
    """
    if task.influence is not None and task.influence.private:
        return tuple(side.character for side in task.sides)
    if all(side.veiled for side in task.sides):
        return tuple(person.character for person in (*task.everybody, *task.listeners))
    return None


def knows_difficulty(task: Task, seat: Seat) -> bool:
    """Return whether a seat may know the difficulty. If it is hidden, only those to whom it was revealed may."""
    return not task.hidden or seat.storyteller or any(s.knows and seat.controls(s.character) for s in task.sides)


def knows_outcome(task: Task, seat: Seat) -> bool:
    """Return whether a seat may know what came of a task: of influence everyone who may know of it."""
    return task.influence is not None or knows_difficulty(task, seat)


def view_task(task: Task, seat: Seat) -> TaskView:
    """Return what the seat may see of a task."""
    sees_difficulty, knows = knows_difficulty(task, seat), knows_outcome(task, seat)
    names = {person.character: name_for(person, seat) for person in (*task.listeners, *task.everybody)}
    waits = awaited(task)
    return {
        "id": task.id,
        "group": task.group,
        "title": task.title,
        "kind": task.kind,
        "status": task.status if knows or task.is_open or task.status == "ended" else "rolled",
        "verdict": task.verdict if knows or task.status == "ended" else EMPTY,
        "rule": task.rule if knows or task.status == "ended" else "",
        "hidden": not sees_difficulty and task.influence is None,
        "confided": sees_difficulty and task.hidden and task.influence is None,
        "pressure": task.pressure,
        "interval": task.interval,
        "time": count_time(task.seconds, task.unit) if task.interval else EMPTY,
        "lead": say_lead(task, seat),
        "lead_rule": task.lead_rule,
        "sides": [_view_side(task, index, seat, sees_difficulty) for index in range(len(task.sides))],
        "helpers": [
            {
                "name": names[helper.character],
                "mine": seat.controls(helper.character),
                "gain": helper.gain,
                "outcome": helper.outcome,
            }
            for helper in task.helpers
        ],
        "listeners": [_view_listener(listener, seat) for listener in task.listeners],
        "action": task.influence.action if task.influence else "",
        "awaited": [names[key] for key in waits],
        "mine": [key for key in waits if seat.controls(key)],
    }


def _view_listener(listener: Listener, seat: Seat) -> ListenerView:
    mine = seat.controls(listener.character)
    return {
        "name": name_for(listener, seat),
        "character": listener.character if mine or not listener.veiled else None,
        "mine": mine,
        "unruled": listener.ruling is None and not listener.answer,
        "said": SAID.get(listener.answer, EMPTY),
    }


def _view_side(task: Task, index: int, seat: Seat, sees_difficulty: bool) -> SideView:
    side = task.sides[index]
    mine = seat.controls(side.character)
    known = mine or not side.veiled
    return {
        "name": name_for(side, seat),
        "character": side.character if known else None,
        "mine": mine,
        "traits": name_traits(side.traits) if known else EMPTY,
        "difficulty": side.difficulty if sees_difficulty and known else None,
        "target": side.target,
        "total": side.total if sees_difficulty else None,
        "rolls": len(side.gains),
        "max_rolls": side.max_rolls,
        "rolled": side.sealed is not None,
        "chosen": side.chosen is not None,
        "successes": side.made,
        "note": _describe_cut(task, side) if task.is_open and known else EMPTY,
        "looked": side.looked,
        "winner": task.winner == index,
    }


def name_traits(traits: str) -> Text:
    """Return the traits of a roll as they were named, each as a word: "Wits + Awareness"."""
    return join(" + ", map(word, traits.split(" + ")))


def name_for(person: Side | Helper | Listener, seat: Seat) -> str:
    """Return the name under which a seat knows a character."""
    return SOMEBODY if person.veiled and not seat.controls(person.character) else person.name


def say_lead(task: Task, seat: Seat) -> Text:
    """Return who rolls for the group, and why; empty if the book leaves that to the group."""
    who = name_for(task.sides[0], seat)
    if task.lead == "pool":
        return Text("{who} leads: the highest pool of the group rolls.", who=who)
    return Text("{who} leads: of equal pools the higher Ability rolls.", who=who) if task.lead else EMPTY


def count_time(seconds: int, unit: str) -> Text:
    """Return a time in this unit, or in the largest smaller unit without a fraction: "90 minutes"."""
    for name in (unit, *(name for name in ("day", "hour", "minute") if UNITS[name] < UNITS[unit])):
        if seconds % UNITS[name] == 0:
            return count_units(seconds // UNITS[name], name)
    return count_units(seconds, "second")


def _describe_cut(task: Task, side: Side) -> Text:
    """Return what an interruption has left of an interval, or an empty string."""
    if side.cut is not None:
        parts = {"n": side.cut.parts, "of": side.cut.of}
        if side.cut.way == "penalty":
            return Text("interrupted: roll fewer dice for {n} of {of} parts of the effect", **parts)
        return Text("interrupted: roll all dice for {n} of {of} parts of the effect", **parts)
    if side.begun:
        left = count_time(task.interval_seconds - side.begun, task.unit)
        return Text("interrupted: {time} of work left", time=left)
    return EMPTY


COUNTED: Mapping[str, Callable[[int], Text]] = {
    "second": lambda n: Text("{n} second", "{n} seconds", n=n),
    "turn": lambda n: Text("{n} turn", "{n} turns", n=n),
    "minute": lambda n: Text("{n} minute", "{n} minutes", n=n),
    "hour": lambda n: Text("{n} hour", "{n} hours", n=n),
    "day": lambda n: Text("{n} day", "{n} days", n=n),
    "week": lambda n: Text("{n} week", "{n} weeks", n=n),
    "month": lambda n: Text("{n} month", "{n} months", n=n),
}


def count_units(n: int, unit: str) -> Text:
    """Return a time in words: "1 hour" or "30 minutes"."""
    return COUNTED[unit](n)
