"""The events of tasks and stunts outside combat, and what a seat may see of each.

Every event carries the whole task as it is afterwards, so the fold only has to store it. What a seat may read of it is
an allow-list here: a hidden difficulty stands in the event, and only in the lines of the Storyteller and of those who
looked before they leapt.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from campaigns.experience.stunts import Earned
from campaigns.sheets.battle_results import Changes
from play.table.lines import count_dice, count_successes, make_line, roll_steps
from rules.battle import Audience, Event, Json, Seat
from rules.codec import decode
from rules.pool import Breakdown
from rules.roll import Roll
from rules.system import System
from rules.tasks import (
    SAID,
    SUCCESSES,
    Cut,
    Listener,
    Side,
    Stunt,
    Task,
    Work,
    count_units,
    forget_tries,
    knows_difficulty,
    name_for,
    name_traits,
    put_stunt,
    put_task,
    say_lead,
    takes_choices,
    task_audience,
)
from rules.text import EMPTY, Text, join, list_texts, small, verbatim, word
from rules.view import EventView, LogStepView


@dataclass(frozen=True, slots=True)
class TaskEvent(Event):
    """Something happened to a task. `task` is its state afterwards."""

    task: Task


@dataclass(frozen=True, slots=True)
class TaskStarted(TaskEvent):
    """The Storyteller set a task. `waived`: earlier failures at it no longer count."""

    waived: bool = False


@dataclass(frozen=True, slots=True)
class TasksAsked(Event):
    """The Storyteller asked many at once: the tasks of one group, one for each who is asked."""

    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class TaskRolled(TaskEvent):
    """A side rolled, and paid for it. `roll` is a `rules.roll.Roll` in its JSON form.

    `against`: of influence, what the roll had to reach for each listener.
    """

    side: int
    roll: Mapping[str, Json]
    changes: Changes = field(default_factory=dict)
    against: tuple[Breakdown, ...] = ()


@dataclass(frozen=True, slots=True)
class ListenerRuled(TaskEvent):
    """The Storyteller said what weighs on one at whom influence is aimed, or that nothing is rolled for it."""

    listener: int


@dataclass(frozen=True, slots=True)
class ListenerAnswered(TaskEvent):
    """One whom influence reached gave in, or refused. `own`: what only those who may read the sheet learn."""

    listener: int
    note: Text
    rule: str
    own: Text = EMPTY
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SideGaveIn(TaskEvent):
    """Who was to resist in a contest gave in without a roll."""

    side: int


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
class SideChose(TaskEvent):
    """A side of a contest chose what it rolls. Nobody reads the choice before the other side has chosen."""

    side: int


@dataclass(frozen=True, slots=True)
class ChoiceLost(TaskEvent):
    """What a side had chosen can no longer be rolled, for this reason, and it chooses again."""

    side: int
    why: Text


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
class SidesFell(TaskEvent):
    """Those who raced here can no longer act, and have lost the race. `fallen`: their places among the sides."""

    fallen: tuple[int, ...]


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
    reward: Text = EMPTY
    refused: bool = False
    changes: Changes = field(default_factory=dict)
    earned: Earned = field(default_factory=dict)


TASK_EVENTS: tuple[type[Event], ...] = (
    TaskStarted,
    TasksAsked,
    TaskRolled,
    ListenerRuled,
    ListenerAnswered,
    SideGaveIn,
    TaskHelped,
    TaskSettled,
    SideChose,
    ChoiceLost,
    TaskLooked,
    TaskRevealed,
    TaskInterrupted,
    TaskRuled,
    TaskEnded,
    SidesFell,
    StuntChanged,
)


def share_audience(tasks: Iterable[Task]) -> Audience:
    """Return who may know of any of these tasks."""
    audiences = [task_audience(task) for task in tasks]
    if None in audiences:
        return None
    return tuple(dict.fromkeys(key for audience in audiences for key in audience or ()))


def apply_task(work: Work, event: TaskEvent | TasksAsked | StuntChanged) -> Work:
    """Return the work after one event."""
    if isinstance(event, TasksAsked):
        return reduce(put_task, event.tasks, work)
    if isinstance(event, StuntChanged):
        return put_stunt(work, event.stunt)
    if isinstance(event, TaskStarted) and event.waived:
        work = forget_tries(work, event.task)
    return put_task(work, event.task)


def view_task_event(system: System, event: TaskEvent | TasksAsked | StuntChanged, seat: Seat) -> EventView | None:
    """Return what a seat in the event's audience may read of it."""
    match event:
        case TaskStarted():
            return _view_started(system, event, seat)
        case TasksAsked():
            return _view_asked(system, event, seat)
        case TaskRolled():
            return _view_roll(system, event, seat)
        case TaskHelped():
            return _view_help(system, event, seat)
        case TaskSettled():
            return _view_settled(system, event, seat)
        case ListenerRuled() | ListenerAnswered() | SideGaveIn():
            return _view_listener(event, seat)
        case SideChose() | ChoiceLost():
            return _view_choice(event, seat)
        case StuntChanged():
            return _view_stunt(event)
    return _view_course(event, seat)


def _view_listener(event: ListenerRuled | ListenerAnswered | SideGaveIn, seat: Seat) -> EventView | None:
    """Return the line of what the person that a task would influence says or does."""
    match event:
        case ListenerRuled():
            return _view_ruled(event, seat)
        case ListenerAnswered():
            return _view_answered(event, seat)
    task = event.task
    values = {"who": name_for(task.sides[1], seat), "whom": name_for(task.sides[0], seat), "title": task.title}
    line = Text("{who} gives in to {whom} on “{title}”.", **values)
    return _view(event, line, verdict=task.verdict, by=values["who"], against=values["whom"])


def _view_choice(event: SideChose | ChoiceLost, seat: Seat) -> EventView:
    """Return the line of a side that chose what it rolls, or must choose again."""
    match event:
        case SideChose(task=task, side=side):
            values = {"who": name_for(task.sides[side], seat), "title": task.title}
            return _view(event, Text("{who} has chosen what to roll for “{title}”.", **values))
        case ChoiceLost(task=task, side=side, why=why):
            values = {"who": name_for(task.sides[side], seat), "title": task.title, "why": why}
            return _view(event, Text("{who} chooses again for “{title}”: {why}", **values))


def _view_course(event: Event, seat: Seat) -> EventView:
    """Return the line of what the Storyteller does with a task that is open, or of its end without a roll."""
    match event:
        case TaskLooked():
            return _view_look(event, seat)
        case TaskRevealed(task=task):
            verdict = EMPTY if task.is_open else task.verdict
            return _view(event, _describe_difficulty(task), verdict=verdict, by=name_for(task.sides[0], seat))
        case TaskInterrupted():
            return _view_interrupted(event, seat)
        case TaskRuled():
            return _view(event, _describe_ruling(event, seat))
        case SidesFell():
            return _view_fallen(event, seat)
        case TaskEnded(task=task, reason=reason):
            if reason:
                return _view(event, Text("“{title}” is canceled: “{text}”", title=task.title, text=reason))
            return _view(event, Text("“{title}” is canceled.", title=task.title))
    raise TypeError(type(event).__name__)


def _view(
    event: Event,
    line: Text,
    *,
    verdict: Text = EMPTY,
    steps: list[LogStepView] | None = None,
    by: str = "",
    against: str = "",
) -> EventView:
    """Return the line of an event. `by` and `against` are as in `make_line`."""
    kind, secret = type(event).__name__, event.audience is not None
    return make_line(kind, line, verdict=verdict, secret=secret, steps=steps or [], by=by, against=against)


def _view_started(system: System, event: TaskStarted, seat: Seat) -> EventView:
    task = event.task
    values = {"who": name_for(task.sides[0], seat), "title": task.title, "terms": _terms(system, task, seat)}
    line = Text("{who}: “{title}”. {terms}.", **values)
    if task.is_contest:
        line = Text("{who} against {whom}: “{title}”. {terms}.", whom=name_for(task.sides[1], seat), **values)
    if task.listeners:
        whom = list_texts(name_for(listener, seat) for listener in task.listeners)
        line = Text("{who} with {whom}: “{title}”. {terms}.", whom=whom, **values)
    return _view(event, join(" ", (line, say_lead(task, seat))))


def _view_asked(system: System, event: TasksAsked, seat: Seat) -> EventView | None:
    """Say who is asked, of those that the seat may know of. One alone is described as by a task of its own."""
    seen = [task for task in event.tasks if seat.may_see(task_audience(task))]
    if len(seen) == 1:
        return _view_started(system, TaskStarted(seen[0], audience=task_audience(seen[0])), seat)
    if not seen:
        return None
    first = seen[0]
    who = list_texts(name_for(task.sides[0], seat) for task in seen)
    values = {"who": who, "title": first.title, "terms": _terms(system, first, seat)}
    if first.is_contest:
        return _view(
            event, Text("{who} against {whom}: “{title}”. {terms}.", whom=name_for(first.sides[1], seat), **values)
        )
    return _view(event, Text("{who}: “{title}”. {terms}.", **values))


def name_kind(system: System, task: Task) -> Text:
    """Return the book's name of a kind of task; of influence what is tried, and on whom."""
    known = system.tasks.kinds
    if task.influence is not None and system.tasks.influence is not None:
        known = system.tasks.influence.actions
    kind = task.influence.action if task.influence else task.kind
    return next((choice.label for choice in known if choice.value == kind), word(kind))


def _terms(system: System, task: Task, seat: Seat) -> Text:
    """Return the terms that the Storyteller has set, as far as the seat may know them."""
    first = task.sides[0]
    terms = [name_kind(system, task)]
    if takes_choices(task, system.tasks):
        terms.append(Text("the difficulty of each side comes from the other"))
    known = not first.veiled or seat.controls(first.character)
    if first.traits and known:
        terms.append(name_traits(first.traits))
    if difficulty := _say_difficulty(system, task, seat, known=known):
        terms.append(difficulty)
    if first.target:
        terms.append(count_successes(first.target))
    terms += [
        Text("{who}: +{n} {what}", who=name_for(side, seat), n=side.edge, what=small(system.tasks.edge))
        for side in task.sides
        if side.edge
    ]
    if first.max_rolls:
        terms.append(Text("at most {n} roll", "at most {n} rolls", n=first.max_rolls))
    if task.interval:
        terms.append(Text("{time} per roll", time=count_units(task.interval, task.unit)))
    if task.spent:
        label = next(activity.label for activity in system.recovery.activities if activity.key == task.spent)
        terms.append(Text("everyone else: {way}", way=small(label)))
    return join(", ", (*terms, *_unusual(system, task)))


def _say_difficulty(system: System, task: Task, seat: Seat, *, known: bool) -> Text:
    """Return the difficulty as far as the seat may know it; empty if there is none yet. `known`: it sees the roll."""
    first, number = task.sides[0], system.tasks.difficulty
    if task.influence is not None:
        return EMPTY  # what it must reach is known once the Storyteller has ruled
    if task.hidden:
        if knows_difficulty(task, seat):
            return Text("hidden difficulty {n}", n=first.difficulty)
        return Text("only the Storyteller knows the difficulty")
    if number is None or not known:
        return EMPTY
    if first.difficulty is not None:
        return Text("{label} {n}", label=small(number.label), n=first.difficulty)
    if not task.is_contest and system.tasks.says_standard:
        return Text("{label} {n} (standard)", label=small(number.label), n=number.initial)
    return EMPTY


def _unusual(system: System, task: Task) -> list[Text]:
    """Return the settings of this task that are not the book's own: "a dramatic failure gives ..."."""
    book = system.options()
    return [
        Text("{setting} {choice}", setting=small(setting.label), choice=choice.label)
        for setting in system.tasks.settings.get(task.kind, ())
        for choice in setting.choices
        if choice.value == task.settings.get(setting.name) != getattr(book, setting.name)
    ]


def _view_roll(system: System, event: TaskRolled, seat: Seat) -> EventView:
    task, side, roll = event.task, event.task.sides[event.side], decode(Roll, event.roll)
    who = name_for(side, seat)
    line = Text(
        "{who} rolls {what} for “{title}”: {successes}.",
        who=who,
        what=roll.title,
        title=task.title,
        successes=count_successes(roll.total),
    )
    if task.is_contest:
        steps = roll_steps(roll, outcome=False)
        if side.sealed is not None:
            sealed = Text("The other side sees it when both have rolled.")
            steps.append({"name": Text("Sealed"), "text": sealed, "rule": ""})
        return _view(event, line, steps=steps, by=who)
    steps = roll_steps(_show_roll(system, task, roll, seat))
    if task.influence is not None:
        return _view_influence(event, line, steps, who, seat)
    if not knows_difficulty(task, seat):
        return _view(event, line, steps=steps, by=who)
    if task.kind == "extended":
        steps.append(_progress(side, task.rule))
    return _view(event, line, verdict=roll.verdict if task.is_open else task.verdict, steps=steps, by=who)


def _view_influence(event: TaskRolled, line: Text, steps: list[LogStepView], who: str, seat: Seat) -> EventView:
    """Return the line of a roll of influence: whom it reaches. Only the Storyteller reads what it had to reach."""
    task = event.task
    if seat.storyteller:
        steps += [
            {"name": resistance.title, "text": verbatim(str(resistance.total)), "rule": "", "sum": resistance.explain()}
            for resistance in event.against
        ]
    reached = [name_for(listener, seat) for listener in task.listeners if listener.reached]
    sentence = (
        Text("It succeeds against {whom}.", whom=list_texts(reached))
        if reached
        else Text("It succeeds against no one.")
    )
    verdict = EMPTY if task.is_open else task.verdict
    whom = list_texts(name_for(listener, seat) for listener in task.listeners)
    return _view(event, join(" ", (line, sentence)), verdict=verdict, steps=steps, by=who, against=whom)


def _view_ruled(event: ListenerRuled, seat: Seat) -> EventView | None:
    """Return the ruling on one listener. What weighs on it only the Storyteller reads, on the task."""
    task = event.task
    listener = task.listeners[event.listener] if task.listeners else task.sides[-1]
    values = {"who": name_for(task.sides[0], seat), "whom": name_for(listener, seat), "title": task.title}
    if isinstance(listener, Listener) and listener.answer:
        return _view(event, Text("{whom} rejects “{title}” by {who} as unacceptable.", **values), verdict=task.verdict)
    return _view(event, Text("The Storyteller has ruled on “{title}” for {whom}.", **values))


def _view_answered(event: ListenerAnswered, seat: Seat) -> EventView:
    """Return the answer of one listener, with its Intimacies only for those who may read its sheet."""
    task, listener = event.task, event.task.listeners[event.listener]
    values = {"who": name_for(listener, seat), "whom": name_for(task.sides[0], seat), "title": task.title}
    line = Text("{who} answers {whom} about “{title}”: {note}.", note=event.note, **values)
    steps: list[LogStepView] = [{"name": Text("Response"), "text": event.note, "rule": event.rule}]
    if event.own and seat.controls(listener.character):
        steps.append({"name": Text("On the sheet"), "text": event.own, "rule": ""})
    return _view(
        event, line, verdict=SAID.get(listener.answer, EMPTY), steps=steps, by=values["who"], against=values["whom"]
    )


def _show_roll(system: System, task: Task, roll: Roll, seat: Seat) -> Roll:
    """Return the roll as a seat may know it: without a difficulty that is hidden from it."""
    if knows_difficulty(task, seat) or system.tasks.conceal is None:
        return roll
    return system.tasks.conceal(roll)


def _progress(side: Side, rule: str, who: str = "") -> LogStepView:
    gained = side.gains[-1] if side.gains else 0
    text = Text("a botch: {total} of {target}", total=side.total, target=side.target)
    if gained is not None:
        text = Text("{gained}: {total} of {target}", gained=f"{gained:+d}", total=side.total, target=side.target)
    return {"name": Text("{who}: Progress", who=who) if who else Text("Progress"), "text": text, "rule": rule}


def _view_help(system: System, event: TaskHelped, seat: Seat) -> EventView:
    task, helper = event.task, event.task.helpers[event.helper]
    who = name_for(helper, seat)
    values = {"who": who, "title": task.title}
    if helper.outcome == "declined":
        return _view(event, Text("{who} does not help with “{title}”.", **values))
    gained = count_successes(helper.gain or 0) if task.kind == "pooled" else count_dice(helper.gain or 0)
    line = Text("{who} helps with “{title}”: {gained}.", gained=gained, **values)
    if event.roll is None:
        return _view(event, line, by=who)
    roll = _show_roll(system, task, decode(Roll, event.roll), seat)
    known = not helper.veiled or seat.controls(helper.character)
    steps = roll_steps(roll) if known else roll_steps(roll)[1:2]
    return _view(event, line, verdict=roll.verdict, steps=steps, by=who)


def _view_interrupted(event: TaskInterrupted, seat: Seat) -> EventView:
    task, cut = event.task, event.cut
    values = {"who": name_for(task.sides[event.side], seat), "title": task.title}
    if cut is None:
        return _view(event, Text("{who}’s work on “{title}” is interrupted.", **values))
    line = Text("{who} is interrupted with {n} of {of} parts of “{title}” done.", n=cut.done, of=cut.of, **values)
    verdict = EMPTY if task.is_open else task.verdict
    return _view(event, join(" ", (line, _describe_cut(cut))), verdict=verdict, by=values["who"])


def _describe_cut(cut: Cut) -> Text:
    """What comes of an interruption."""
    if cut.way == "fail":
        return Text("No effect.")
    if cut.way == "resume":
        return Text("It can continue with the remaining time.")
    if cut.way == "penalty":
        return Text("A roll with fewer dice gives {n} of {of} parts of the effect.", n=cut.parts, of=cut.of)
    return Text("A roll with all dice gives {n} of {of} parts of the effect.", n=cut.parts, of=cut.of)


def _view_settled(system: System, event: TaskSettled, seat: Seat) -> EventView:
    task, parts = event.task, []
    steps: list[LogStepView] = []
    for side, data in zip(task.sides, event.rolls, strict=True):
        who = name_for(side, seat)
        if data is not None:
            roll = decode(Roll, data)
            parts.append(_describe_side(system, side, roll, who))
            shown = roll_steps(roll, outcome=False, who=who)
            steps += shown[1:2] if side.veiled and not seat.controls(side.character) else shown[:2]
        if side.target:
            steps.append(_progress(side, task.rule, who))
    steps.append({"name": Text("Outcome"), "text": task.verdict, "rule": task.rule})
    line = Text("“{title}”: {totals}.", title=task.title, totals=join("; " if task.is_extended else ", ", parts))
    if task.winner is not None:
        line = join(" ", (line, Text("{who} wins.", who=name_for(task.sides[task.winner], seat))))
    first, *others = (name_for(side, seat) for side in task.sides)
    return _view(event, line, verdict=task.verdict, steps=steps, by=first, against=others[0] if others else "")


def _describe_side(system: System, side: Side, roll: Roll, who: str) -> Text:
    """Return the successes of one side of a contest, with the difficulty where each side has its own, and the sum of
    extended work.
    """
    values = {"who": who, "n": roll.total}
    if side.target:
        values |= {"total": side.total, "target": side.target}
    if system.tasks.oppose is None or roll.difficulty is None:
        return Text("{who} {n}, {total} of {target} in all", **values) if side.target else Text("{who} {n}", **values)
    values["difficulty"] = roll.difficulty
    if side.target:
        return Text("{who} {n} at difficulty {difficulty}, {total} of {target} in all", **values)
    return Text("{who} {n} at difficulty {difficulty}", **values)


def _view_fallen(event: SidesFell, seat: Seat) -> EventView:
    """Return who has lost a race by falling, and who has won it."""
    task, names = event.task, [name_for(side, seat) for side in event.task.sides]
    if len(event.fallen) > 1:
        values = {"who": names[0], "whom": names[1], "title": task.title}
        return _view(event, Text("{who} and {whom} can’t continue. No one wins “{title}”.", **values), by=names[0])
    who = names[event.fallen[0]]
    line = Text("{who} can’t go on and loses “{title}”.", who=who, title=task.title)
    if task.winner is None:
        return _view(event, line, verdict=task.verdict, by=who)
    winner = names[task.winner]
    return _view(event, join(" ", (line, Text("{who} wins.", who=winner))), by=who, against=winner)


def _view_look(event: TaskLooked, seat: Seat) -> EventView:
    task, side, roll = event.task, event.task.sides[event.side], decode(Roll, event.roll)
    successes = count_successes(roll.total)
    who = name_for(side, seat)
    line = Text("{who} looks before leaping at “{title}”: {successes}.", who=who, title=task.title, successes=successes)
    if roll.outcome in SUCCESSES and (seat.storyteller or seat.controls(side.character)):
        line = join(" ", (line, Text("The difficulty is {n}.", n=side.difficulty)))
    return _view(event, line, verdict=roll.verdict, steps=roll_steps(roll), by=who)


def _describe_ruling(event: TaskRuled, seat: Seat) -> Text:
    task, side = event.task, event.task.sides[event.side]
    values = {"who": name_for(side, seat), "title": task.title, "total": side.total, "was": event.was}
    if not event.reason and not knows_difficulty(task, seat):
        return Text("The Storyteller sets {who} for “{title}”.", **values)
    if not event.reason:
        return Text("The Storyteller sets {who}’s total for “{title}” to {total}, was {was}.", **values)
    if not knows_difficulty(task, seat):
        return Text("The Storyteller sets {who} for “{title}”: “{text}”", text=event.reason, **values)
    return Text(
        "The Storyteller sets {who}’s total for “{title}” to {total}, was {was}: “{text}”", text=event.reason, **values
    )


def _describe_difficulty(task: Task) -> Text:
    first = task.sides[0]
    sentence = Text("The difficulty of “{title}” was {n}", title=task.title, n=first.difficulty)
    if task.is_open:
        sentence = Text("The difficulty of “{title}” is {n}", title=task.title, n=first.difficulty)
    if first.target:
        came = {"who": first.name, "total": first.total, "target": first.target}
        sentence = Text("{told}. {who} has {total} of {target}", told=sentence, **came)
    if task.status == "success":
        return Text("{told}: a success.", told=sentence)
    return Text("{told}: a failure.", told=sentence) if task.status == "failure" else Text("{told}.", told=sentence)


def _view_stunt(event: StuntChanged) -> EventView | None:
    stunt = event.stunt
    values = {"who": stunt.name, "n": stunt.rating}
    if event.refused or stunt.state == "claimed":
        return None
    if stunt.state == "awarded":
        return _view(event, Text("{who} has a stunt rated {n} for the next roll.", **values))
    earned = event.reward or join(" or ", (label for _, label in stunt.choices))
    if not earned:
        return _view(event, Text("{who} earns nothing for a stunt rated {n}.", **values))
    return _view(event, Text("{who} earns {earned} for a stunt rated {n}.", earned=earned, **values))
