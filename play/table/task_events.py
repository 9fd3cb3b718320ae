"""The events of tasks and stunts outside combat, and what a seat may see of each.

Every event carries the whole task as it is afterwards, so the fold only has to store it. What a seat may read of it is
an allow-list here: a hidden difficulty stands in the event, and only in the lines of the Storyteller and of those who
looked before they leapt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.services.battle_results import Changes
from campaigns.services.experience.stunts import Earned
from play.table.lines import count_successes, make_line, roll_steps
from rules.battle import Event, Json, Seat
from rules.codec import decode, encode
from rules.roll import Roll
from rules.system import System
from rules.tasks import (
    SUCCESSES,
    Cut,
    Side,
    Stunt,
    Task,
    Work,
    count_units,
    forget_tries,
    knows_difficulty,
    name_for,
    put_stunt,
    put_task,
    say_lead,
)
from rules.view import EventView, LogStepView


@dataclass(frozen=True, slots=True)
class TaskEvent(Event):
    """Something happened to a task. `task` is its state afterwards."""

    task: Task


@dataclass(frozen=True, slots=True)
class TaskStarted(TaskEvent):
    """The Storyteller set a task. `waived`: earlier failures at it do not count any more."""

    waived: bool = False


@dataclass(frozen=True, slots=True)
class TaskRolled(TaskEvent):
    """A side rolled, and paid for it. `roll` is a `rules.roll.Roll` in its JSON form."""

    side: int
    roll: Mapping[str, Json]
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskHelped(TaskEvent):
    """Somebody helped, with a roll where the book wants one, or declined to help."""

    helper: int
    roll: Mapping[str, Json] | None = None
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskSettled(TaskEvent):
    """Both sides of a contest had rolled, and their rolls were compared. None stands for a side that could not roll
    again.
    """

    rolls: tuple[Mapping[str, Json] | None, ...]


@dataclass(frozen=True, slots=True)
class TaskLooked(TaskEvent):
    """A side looked before it leapt."""

    side: int
    roll: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class TaskRevealed(TaskEvent):
    """The Storyteller told a hidden difficulty."""


@dataclass(frozen=True, slots=True)
class TaskInterrupted(TaskEvent):
    """An interval was interrupted. Without a `cut` all of it passed without a roll."""

    side: int
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class TaskRuled(TaskEvent):
    """The Storyteller set how far a side has come."""

    side: int
    was: int
    reason: str


@dataclass(frozen=True, slots=True)
class TaskEnded(TaskEvent):
    """The Storyteller broke a task off."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class StuntChanged(Event):
    """A stunt was awarded, claimed or judged.

    `reward`: what was paid for it, in words; `refused`: whether nothing is paid. `earned`: the experience in the
    payment, as in `BattleClosed`.
    """

    stunt: Stunt
    reward: str = ""
    refused: bool = False
    changes: Changes = field(default_factory=dict)
    earned: Earned = field(default_factory=dict)


TASK_EVENTS: tuple[type[Event], ...] = (
    TaskStarted,
    TaskRolled,
    TaskHelped,
    TaskSettled,
    TaskLooked,
    TaskRevealed,
    TaskInterrupted,
    TaskRuled,
    TaskEnded,
    StuntChanged,
)


def apply_task(work: Work, event: TaskEvent | StuntChanged) -> Work:
    """Return the work after one event."""
    if isinstance(event, StuntChanged):
        return put_stunt(work, event.stunt)
    if isinstance(event, TaskStarted) and event.waived:
        work = forget_tries(work, event.task)
    return put_task(work, event.task)


def view_task_event(system: System, event: TaskEvent | StuntChanged, seat: Seat) -> EventView | None:
    """Return what a seat in the event's audience may read of it."""
    match event:
        case TaskStarted(task=task):
            lead = f" {led}" if (led := say_lead(task, seat)) else ""
            return _view(event, f"{_names(task, seat)}: {_quote(task)}. {_terms(system, task, seat)}{lead}")
        case TaskRolled():
            return _view_roll(system, event, seat)
        case TaskHelped():
            return _view_help(system, event, seat)
        case TaskSettled():
            return _view_settled(event, seat)
        case TaskLooked():
            return _view_look(event, seat)
        case TaskRevealed(task=task):
            return _view(event, _tell_difficulty(task), verdict="" if task.is_open else task.verdict)
        case TaskInterrupted():
            return _view_interrupted(event, seat)
        case TaskRuled(task=task, side=side):
            told = f" to {task.sides[side].total}, was {event.was}" if knows_difficulty(task, seat) else ""
            who, why = name_for(task.sides[side], seat), f": “{event.reason}”" if event.reason else "."
            return _view(event, f"The Storyteller sets {who} at {_quote(task)}{told}{why}")
        case TaskEnded(task=task):
            why = f": “{event.reason}”" if event.reason else "."
            return _view(event, f"{_quote(task)} is broken off{why}")
        case StuntChanged():
            return _view_stunt(event)
    raise TypeError(type(event).__name__)


def _view(event: Event, line: str, *, verdict: str = "", steps: list[LogStepView] | None = None) -> EventView:
    secret = event.audience is not None
    return make_line(type(event).__name__, line, verdict=verdict, secret=secret, steps=steps or [])


def _quote(task: Task) -> str:
    return f"“{task.title}”"


def _names(task: Task, seat: Seat) -> str:
    return " against ".join(name_for(side, seat) for side in task.sides)


def _terms(system: System, task: Task, seat: Seat) -> str:
    """Return the terms that the Storyteller has set, as far as the seat may know them."""
    first, number = task.sides[0], system.tasks.difficulty
    terms = [next(kind.label for kind in system.tasks.kinds if kind.value == task.kind)]
    known = not first.veiled or seat.controls(first.character)
    if first.traits and known:
        terms.append(first.traits)
    if task.hidden:
        told = knows_difficulty(task, seat)
        terms.append(f"hidden difficulty {first.difficulty}" if told else "the difficulty is the Storyteller's")
    elif first.difficulty is not None and number is not None and known:
        terms.append(f"{number.label.lower()} {first.difficulty}")
    if first.target:
        terms.append(count_successes(first.target))
    if first.max_rolls:
        terms.append(f"at most {first.max_rolls} rolls")
    if task.interval:
        terms.append(f"{count_units(task.interval, task.unit)} a roll")
    terms += _unusual(system, task)
    return ", ".join(terms) + "."


def _unusual(system: System, task: Task) -> list[str]:
    """Return the settings of this task that are not the book's own: "a dramatic failure gives ..."."""
    book = system.options()
    return [
        f"{setting.label.lower()} {choice.label}"
        for setting in system.tasks.settings.get(task.kind, ())
        for choice in setting.choices
        if choice.value == task.settings.get(setting.name) != getattr(book, setting.name)
    ]


def _view_roll(system: System, event: TaskRolled, seat: Seat) -> EventView:
    task, side, roll = event.task, event.task.sides[event.side], event.roll
    line = f"{name_for(side, seat)} rolls {roll['title']} for {_quote(task)}: {count_successes(roll['total'])}."
    if task.is_contest:
        steps = roll_steps(roll, outcome=False)
        if side.sealed is not None:
            steps.append({"name": "Sealed", "text": "The others see it when both sides have rolled.", "rule": ""})
        return _view(event, line, steps=steps)
    steps = roll_steps(_told(system, task, roll, seat))
    if not knows_difficulty(task, seat):
        return _view(event, line, steps=steps)
    if task.kind == "extended":
        steps.append(_progress(side, task.rule))
    return _view(event, line, verdict=roll["verdict"] if task.is_open else task.verdict, steps=steps)


def _told(system: System, task: Task, roll: Mapping[str, Json], seat: Seat) -> Mapping[str, Json]:
    """Return the roll as a seat may know it: without a difficulty that is hidden from it."""
    if knows_difficulty(task, seat) or system.tasks.conceal is None:
        return roll
    concealed: Mapping[str, Json] = encode(system.tasks.conceal(decode(Roll, roll)))
    return concealed


def _progress(side: Side, rule: str, who: str = "") -> LogStepView:
    gained = side.gains[-1] if side.gains else 0
    text = f"{'a botch' if gained is None else f'{gained:+d}'}: {side.total} of {side.target}"
    return {"name": f"{who}: Progress" if who else "Progress", "text": text, "rule": rule}


def _view_help(system: System, event: TaskHelped, seat: Seat) -> EventView:
    task, helper = event.task, event.task.helpers[event.helper]
    who = name_for(helper, seat)
    if helper.outcome == "declined":
        return _view(event, f"{who} does not help with {_quote(task)}.")
    gained = "1 die" if helper.gain == 1 else f"{helper.gain} dice"
    if task.kind == "pooled":
        gained = count_successes(helper.gain or 0)
    line = f"{who} helps with {_quote(task)}: {gained}."
    if event.roll is None:
        return _view(event, line)
    roll = _told(system, task, event.roll, seat)
    known = not helper.veiled or seat.controls(helper.character)
    return _view(event, line, verdict=roll["verdict"], steps=roll_steps(roll) if known else roll_steps(roll)[1:2])


def _view_interrupted(event: TaskInterrupted, seat: Seat) -> EventView:
    task, cut = event.task, event.cut
    who = name_for(task.sides[event.side], seat)
    if cut is None:
        return _view(event, f"{who} is interrupted at {_quote(task)}.")
    parts = f"{cut.parts} of {cut.of} parts of the effect"
    comes = {
        "fail": "Nothing comes of it",
        "resume": "It may go on with the time that is left",
        "penalty": f"A roll with fewer dice gives {parts}",
        "share": f"A roll with all dice gives {parts}",
    }
    verdict = "" if task.is_open else task.verdict
    line = f"{who} is interrupted with {cut.done} of {cut.of} parts of {_quote(task)} done. {comes[cut.way]}."
    return _view(event, line, verdict=verdict)


def _view_settled(event: TaskSettled, seat: Seat) -> EventView:
    task, told = event.task, []
    steps: list[LogStepView] = []
    for side, roll in zip(task.sides, event.rolls, strict=True):
        who = name_for(side, seat)
        if roll is not None:
            told.append(f"{who} {roll['total']}")
            shown = roll_steps(roll, outcome=False, who=who)
            steps += shown[1:2] if side.veiled and not seat.controls(side.character) else shown[:2]
        if side.target:
            steps.append(_progress(side, task.rule, who))
    won = "" if task.winner is None else f" {name_for(task.sides[task.winner], seat)} wins."
    steps.append({"name": "Outcome", "text": task.verdict, "rule": task.rule})
    return _view(event, f"{_quote(task)}: {', '.join(told)}.{won}", verdict=task.verdict, steps=steps)


def _view_look(event: TaskLooked, seat: Seat) -> EventView:
    task, side, roll = event.task, event.task.sides[event.side], event.roll
    line = f"{name_for(side, seat)} looks before the leap at {_quote(task)}: {count_successes(roll['total'])}."
    if roll["outcome"] in SUCCESSES and (seat.storyteller or seat.controls(side.character)):
        line += f" The difficulty is {side.difficulty}."
    return _view(event, line, verdict=roll["verdict"], steps=roll_steps(roll))


def _tell_difficulty(task: Task) -> str:
    first = task.sides[0]
    line = f"The difficulty of {_quote(task)} {'is' if task.is_open else 'was'} {first.difficulty}"
    came = f", and {first.name} has {first.total} of {first.target}" if first.target else ""
    return f"{line}{came}: a {task.status}." if task.status in ("success", "failure") else f"{line}{came}."


def _view_stunt(event: StuntChanged) -> EventView | None:
    stunt = event.stunt
    if event.refused or stunt.state == "claimed":
        return None
    if stunt.state == "awarded":
        return _view(event, f"{stunt.name} has a {stunt.rating}-point stunt for the next roll.")
    earned = event.reward or " or ".join(label for _, label in stunt.choices)
    return _view(event, f"{stunt.name} earns {earned or 'nothing'} for a {stunt.rating}-point stunt.")
