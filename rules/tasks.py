"""Tasks: what is done outside combat in more than one roll, or in one that somebody waits for.

Everything here is the same in every book; what differs comes from a system's `TaskRules`. A `Task` is frozen and
JSON-safe, and its functions return the task as it is afterwards. `Work` is all of it that a table keeps in mind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from rules.battle import Json, Seat
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove

if TYPE_CHECKING:
    from rules.system import Roll, TaskRules

Kind = Literal["simple", "contested", "extended", "extended_contested", "teamwork"]
Status = Literal["open", "success", "failure", "tie", "ended"]
"""How it stands for who began it; `ended`: broken off by the Storyteller."""

UNITS = ("turn", "minute", "hour", "day", "week", "month")
MAX_TITLE, MAX_TRAITS, MAX_NAME = 80, 120, 80
MAX_TARGET, MAX_ROLLS, MAX_INTERVAL = 500, 100, 1000
MAX_OPEN, KEPT_CLOSED, KEPT_TRIES = 12, 5, 200
SUCCESSES = ("success", "exceptional")
"""The outcomes of a roll that reach what was wanted."""
SOMEBODY = "Somebody"
"""The name under which a hidden character takes part, for those who may not know of it."""


@dataclass(frozen=True, slots=True)
class Side:
    """One who works at a task: `traits` as they were asked for ("Wits + Awareness"), `difficulty` None for the book's.

    `target`: successes to gather; `gains`: what each roll brought, None for a botch. `veiled`: a hidden character.
    `looked`: she has looked before she leaps; `knows`: a hidden difficulty was revealed to her owner.
    `sealed`: the roll that waits for the other side's, as JSON.
    """

    character: str
    name: str
    traits: str = ""
    difficulty: int | None = None
    target: int = 0
    max_rolls: int | None = None
    total: int = 0
    gains: tuple[int | None, ...] = ()
    veiled: bool = False
    looked: bool = False
    knows: bool = False
    sealed: Mapping[str, Json] | None = None

    @property
    def may_roll(self) -> bool:
        """Whether its rolls have not run out."""
        return self.max_rolls is None or len(self.gains) < self.max_rolls


@dataclass(frozen=True, slots=True)
class Helper:
    """One who helps. `gain`: what the help brought, None until then; `outcome`: of its roll, joined, or declined."""

    character: str
    name: str
    traits: str = ""
    veiled: bool = False
    gain: int | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task. `sides`: who does it, and in contests who resists. `hidden`: the difficulty is the Storyteller's.

    `pressure`: under stress or in danger, where nothing is automatic. `interval` and `unit`: the time of one roll.
    `botch`: what a botch costs an extended action, a key of the system's list. `helper_limit`: helpers that the task
    has room for. `verdict` and `rule`: how it came out, in the book's words, by which rule.
    """

    id: str
    title: str
    kind: Kind
    sides: tuple[Side, ...]
    hidden: bool = False
    pressure: bool = False
    interval: int = 0
    unit: str = "minute"
    botch: str = ""
    helpers: tuple[Helper, ...] = ()
    helper_limit: int | None = None
    status: Status = "open"
    winner: int | None = None
    verdict: str = ""
    rule: str = ""

    @property
    def is_open(self) -> bool:
        """Whether anybody still works at it."""
        return self.status == "open"

    @property
    def is_contest(self) -> bool:
        """Whether two sides roll against each other."""
        return len(self.sides) > 1

    @property
    def rolls(self) -> int:
        """Intervals gone by."""
        return max(len(side.gains) for side in self.sides)

    def side_of(self, character: str) -> int:
        """The place of a character among the sides. Raises `IllegalMove` if it has none."""
        for index, side in enumerate(self.sides):
            if side.character == character:
                return index
        raise IllegalMove("not_in_task", "That character does not work at this task.")

    def helper_of(self, character: str) -> int:
        """The place of a character among the helpers. Raises `IllegalMove` if it has none."""
        for index, helper in enumerate(self.helpers):
            if helper.character == character:
                return index
        raise IllegalMove("no_helper", "That character was not asked to help.")


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a task brings to one roll, for a system to put into the request.

    `failures`: earlier tries that failed. `helpers`: those who have helped, `crowd` how many too many they are.
    `opposing`: the dice of the other side, where a book makes them the difficulty. `helping`: this roll is help.
    """

    kind: Kind
    difficulty: int | None = None
    failures: int = 0
    pressure: bool = False
    helpers: tuple[Helper, ...] = ()
    helper_count: int = 0
    helper_limit: int | None = None
    opposing: int | None = None
    helping: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """What one roll did to an extended action: what it gained (None: a botch), the total then, and how it stands."""

    gained: int | None
    total: int
    status: Status
    verdict: str
    rule: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two rolls compare: the winner's place (None: nobody), in the book's words, by which rule."""

    winner: int | None
    verdict: str
    rule: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round of an extended contest: what each side gained and has, and who has won when it is over."""

    gains: tuple[int | None, int | None]
    totals: tuple[int, int]
    is_over: bool
    winner: int | None
    verdict: str
    rule: str


# --- the steps of a task


def check_task(task: Task, rules: "TaskRules") -> Task:
    """The task, if it is one that this book knows. Raises `BadInput` that says what is wrong."""
    kinds = [kind.value for kind in rules.kinds]
    if task.kind not in kinds:
        raise BadInput("unknown_kind", f"Here a task is one of: {', '.join(kind.label for kind in rules.kinds)}.")
    _check_length("title", task.title.strip(), MAX_TITLE, least=1)
    if task.botch not in {choice.value for choice in rules.botches} | {""}:
        raise BadInput("unknown_botch", "That is not among what a botch may cost here.", key="botch")
    if task.unit not in UNITS:
        raise BadInput("unknown_unit", f"The time of a roll is counted in {', '.join(UNITS)}.", key="unit")
    _check_range("interval", task.interval, 0, MAX_INTERVAL)
    if task.helper_limit is not None:
        _check_range("helper_limit", task.helper_limit, 0, MAX_ROLLS)
    wanted = 2 if task.kind in ("contested", "extended_contested") else 1
    if len(task.sides) != wanted:
        raise BadInput("wrong_sides", "A contest has two sides; choose whom it is against." if wanted == 2 else
                       "Only a contest has another side.")  # fmt: skip
    if bool(task.helpers) != (task.kind == "teamwork"):
        raise BadInput("no_helpers", "Teamwork needs helpers, and nothing else has any. Choose who helps.")
    everybody = [side.character for side in task.sides] + [helper.character for helper in task.helpers]
    if len(set(everybody)) < len(everybody):
        raise BadInput("twice", "Nobody takes part twice in one task.")
    if task.hidden and (task.kind != "simple" or rules.conceal is None or task.sides[0].difficulty is None):
        raise BadInput("no_hiding", "Only the difficulty of a simple task can be hidden, where the book has one to set.")
    for side in task.sides:
        _check_side(side, task, rules)
    return task


def _check_side(side: Side, task: Task, rules: "TaskRules") -> None:
    _check_length("traits", side.traits, MAX_TRAITS)
    if task.kind in ("extended", "extended_contested"):
        _check_range("target", side.target, 1, MAX_TARGET)
    if side.max_rolls is not None:
        _check_range("max_rolls", side.max_rolls, 1, MAX_ROLLS)
    if side.difficulty is not None:
        if rules.difficulty is None:
            raise BadInput("no_difficulty", "Rolls have no difficulty here.", key="difficulty")
        _check_range("difficulty", side.difficulty, rules.difficulty.low, rules.difficulty.high)


def _check_range(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{key.replace('_', ' ').capitalize()} is {low} to {high}, not {value}.", key=key)


def _check_length(key: str, text: str, most: int, least: int = 0) -> None:
    if not least <= len(text) <= most:
        raise BadInput("bad_text", f"The {key} takes {least} to {most} characters.", key=key)


def awaited(task: Task) -> tuple[str, ...]:
    """The characters whose roll or help the task waits for: helpers first, in contests all who have not rolled."""
    if not task.is_open:
        return ()
    helping = tuple(helper.character for helper in task.helpers if helper.gain is None)
    if helping:
        return helping
    return tuple(side.character for side in task.sides if side.sealed is None and side.may_roll)


def check_turn(task: Task, character: str) -> None:
    """Refuse a roll or help that the task does not wait for."""
    if not task.is_open:
        raise IllegalMove("task_closed", f"“{task.title}” is done.")
    if character not in awaited(task):
        names = {one.character: one.name for one in (*task.sides, *task.helpers) if not one.veiled}
        waits = ", ".join(names.get(key, SOMEBODY) for key in awaited(task))
        raise IllegalMove("not_awaited", f"“{task.title}” waits for {waits}.")


def add_roll(task: Task, index: int, roll: "Roll", rules: "TaskRules", options: Any) -> Task:
    """The task after the roll of one side; in a contest it is sealed until `is_ready`."""
    if task.is_contest:
        return with_side(task, index, sealed=encode(roll))
    if task.kind != "extended":
        status: Status = "success" if roll.outcome in SUCCESSES else "failure"
        return replace(task, status=status, verdict=roll.verdict)
    found = rules.extend(task, roll, options)
    side = task.sides[index]
    after = with_side(task, index, total=found.total, gains=(*side.gains, found.gained))
    return replace(after, status=found.status, verdict=found.verdict, rule=found.rule)


def is_ready(task: Task) -> bool:
    """Whether a contest has every roll that it needs to be settled."""
    return task.is_open and task.is_contest and any(side.sealed for side in task.sides) and not awaited(task)


def sealed_rolls(task: Task) -> tuple["Roll | None", ...]:
    """The sealed roll of each side; None for one that may roll no more."""
    from rules.system import Roll

    return tuple(None if side.sealed is None else decode(Roll, side.sealed) for side in task.sides)


def settle(task: Task, rules: "TaskRules", options: Any) -> Task:
    """Compare the rolls of a contest that `is_ready`, and open them."""
    first, second = sealed_rolls(task)
    opened = replace(task, sides=tuple(replace(side, sealed=None) for side in task.sides))
    if task.kind == "contested":
        assert first is not None
        assert second is not None
        found = rules.contest(first, second, options)
        return _decide(opened, found.winner, found.verdict, found.rule)
    race = rules.race(task, (first, second), options)
    for index, side in enumerate(task.sides):
        if side.sealed is not None:
            gains = (*side.gains, race.gains[index])
            opened = with_side(opened, index, total=race.totals[index], gains=gains)
    if not race.is_over:
        return replace(opened, verdict=race.verdict, rule=race.rule)
    return _decide(opened, race.winner, race.verdict, race.rule)


def _decide(task: Task, winner: int | None, verdict: str, rule: str) -> Task:
    status: Status = "tie" if winner is None else "success" if winner == 0 else "failure"
    return replace(task, status=status, winner=winner, verdict=verdict, rule=rule)


def add_help(task: Task, index: int, gain: int, outcome: str) -> Task:
    """The task after one has helped, or declined to."""
    helpers = list(task.helpers)
    helpers[index] = replace(helpers[index], gain=gain, outcome=outcome)
    return replace(task, helpers=tuple(helpers))


def interrupt(task: Task, index: int) -> Task:
    """The interval was spent, and brought nothing; the work may go on later."""
    if not task.is_open or task.kind not in ("extended", "extended_contested"):
        raise IllegalMove("not_extended", "Only extended work that is under way can be interrupted.")
    side = task.sides[index]
    if not side.may_roll:
        raise IllegalMove("no_rolls", f"{side.name} has no rolls left.")
    return with_side(task, index, gains=(*side.gains, 0))


def end_task(task: Task) -> Task:
    """Break it off: whoever is behind it neither wins nor loses."""
    if not task.is_open:
        raise IllegalMove("task_closed", f"“{task.title}” is done.")
    opened = tuple(replace(side, sealed=None) for side in task.sides)
    return replace(task, sides=opened, status="ended", verdict="Broken off", rule="")


def reveal_task(task: Task) -> Task:
    """Show a hidden difficulty to all."""
    if not task.hidden:
        raise IllegalMove("not_hidden", "The difficulty of this task is known.")
    return replace(task, hidden=False)


def rule_total(task: Task, index: int, total: int) -> Task:
    """Set how far one side has come; what it reaches with that is for its next roll to tell."""
    if not task.is_open or task.kind not in ("extended", "extended_contested"):
        raise IllegalMove("not_extended", "Only the total of extended work that is under way can be set.")
    _check_range("total", total, 0, MAX_TARGET)
    return with_side(task, index, total=total)


def with_side(task: Task, index: int, **changes: Any) -> Task:
    """The task with one side changed."""
    sides = list(task.sides)
    sides[index] = replace(sides[index], **changes)
    return replace(task, sides=tuple(sides))


# --- what a table keeps in mind


@dataclass(frozen=True, slots=True)
class Try:
    """How often a character has failed at what goes by this title."""

    character: str
    title: str
    failures: int


@dataclass(frozen=True, slots=True)
class Stunt:
    """A stunt outside combat: `awarded` for the next roll, `claimed` by a player and not yet judged, or `earned`.

    `choices`: the rewards that the player still has to choose from, as value and label.
    """

    id: str
    character: str
    name: str
    rating: int
    state: Literal["awarded", "claimed", "earned"]
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """Tasks, failed tries and stunts of one table; `made` counts what was ever given an id."""

    tasks: tuple[Task, ...] = ()
    tries: tuple[Try, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    made: int = 0

    def task(self, id: str) -> Task:
        """The task of this id. Raises `IllegalMove`."""
        for task in self.tasks:
            if task.id == id:
                return task
        raise IllegalMove("no_task", "There is no such task here any more.")

    def stunt(self, id: str) -> Stunt:
        """The stunt of this id. Raises `IllegalMove`."""
        for stunt in self.stunts:
            if stunt.id == id:
                return stunt
        raise IllegalMove("no_stunt", "There is no such stunt here any more.")

    def failures(self, character: str, title: str) -> int:
        """How often the character has failed at this."""
        wanted = (character, _plain(title))
        return next((one.failures for one in self.tries if (one.character, one.title) == wanted), 0)

    @property
    def next_id(self) -> str:
        """An id that was never given."""
        return f"t{self.made + 1}"


def put_task(work: Work, task: Task) -> Work:
    """The work with this task as it is now; one that has just been closed is remembered by who began it."""
    before = next((known for known in work.tasks if known.id == task.id), None)
    if before is None:
        return replace(work, tasks=(*work.tasks, task), made=work.made + 1)
    tasks = tuple(task if known.id == task.id else known for known in work.tasks)
    if before.is_open and not task.is_open:
        work = _remember(work, task)
        closed = [known.id for known in tasks if not known.is_open]
        tasks = tuple(known for known in tasks if known.id not in closed[:-KEPT_CLOSED])
    return replace(work, tasks=tasks)


def forget_tries(work: Work, task: Task) -> Work:
    """The circumstances have changed: what failed before does not count any more."""
    key = (task.sides[0].character, _plain(task.title))
    return replace(work, tries=tuple(one for one in work.tries if (one.character, one.title) != key))


def _remember(work: Work, task: Task) -> Work:
    """Count one more failed try, or forget the old ones after a success."""
    if task.status == "ended":
        return work
    character, failures = task.sides[0].character, work.failures(task.sides[0].character, task.title)
    work = forget_tries(work, task)
    if task.status == "success":
        return work
    tries = (*work.tries, Try(character, _plain(task.title), failures + 1))
    return replace(work, tries=tries[-KEPT_TRIES:])


def put_stunt(work: Work, stunt: Stunt) -> Work:
    """The work with this stunt as it is now; an earned one without a choice left is done with."""
    known = [one.id for one in work.stunts]
    rest = tuple(one for one in work.stunts if one.id != stunt.id)
    made = work.made if stunt.id in known else work.made + 1
    done = stunt.state == "earned" and not stunt.choices
    return replace(work, stunts=rest if done else (*rest, stunt), made=made)


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())


# --- what a seat may see


class SideView(TypedDict):
    """One side as a seat may see it; `difficulty` None where it is not told."""

    name: str
    character: str | None
    mine: bool
    traits: str
    difficulty: int | None
    target: int
    total: int
    rolls: int
    max_rolls: int | None
    rolled: bool
    looked: bool
    winner: bool


class HelperView(TypedDict):
    """One helper as a seat may see it."""

    name: str
    mine: bool
    gain: int | None
    outcome: str


class TaskView(TypedDict):
    """One task as a seat may see it. `hidden`: there is a difficulty that this seat is not told."""

    id: str
    title: str
    kind: str
    status: str
    verdict: str
    rule: str
    hidden: bool
    pressure: bool
    time: str
    sides: list[SideView]
    helpers: list[HelperView]
    awaited: list[str]
    mine: list[str]
    """The characters of this seat whose roll or help is awaited."""


def knows_difficulty(task: Task, seat: Seat) -> bool:
    """Whether a seat may know the difficulty: all may, until it is hidden from those who have not looked."""
    return not task.hidden or seat.storyteller or any(s.knows and seat.controls(s.character) for s in task.sides)


def view_task(task: Task, seat: Seat) -> TaskView:
    """What the seat may see of a task."""
    told = knows_difficulty(task, seat)
    names = {one.character: name_for(one, seat) for one in (*task.sides, *task.helpers)}
    waits = awaited(task)
    return {
        "id": task.id,
        "title": task.title,
        "kind": task.kind,
        "status": task.status if told or task.is_open or task.status == "ended" else "rolled",
        "verdict": task.verdict if told or task.status == "ended" else "",
        "rule": task.rule,
        "hidden": not told,
        "pressure": task.pressure,
        "time": spent_time(task),
        "sides": [_view_side(task, index, seat, told) for index in range(len(task.sides))],
        "helpers": [
            {
                "name": names[helper.character],
                "mine": seat.controls(helper.character),
                "gain": helper.gain,
                "outcome": helper.outcome,
            }
            for helper in task.helpers
        ],
        "awaited": [names[key] for key in waits],
        "mine": [key for key in waits if seat.controls(key)],
    }


def _view_side(task: Task, index: int, seat: Seat, told: bool) -> SideView:
    side = task.sides[index]
    mine = seat.controls(side.character)
    known = mine or not side.veiled
    return {
        "name": name_for(side, seat),
        "character": side.character if known else None,
        "mine": mine,
        "traits": side.traits if known else "",
        "difficulty": side.difficulty if told and known else None,
        "target": side.target,
        "total": side.total,
        "rolls": len(side.gains),
        "max_rolls": side.max_rolls,
        "rolled": side.sealed is not None,
        "looked": side.looked,
        "winner": task.winner == index,
    }


def name_for(one: Side | Helper, seat: Seat) -> str:
    """The name under which a seat knows somebody."""
    return SOMEBODY if one.veiled and not seat.controls(one.character) else one.name


def spent_time(task: Task) -> str:
    """The time that the rolls so far have taken: "30 minutes", or nothing where it is not counted."""
    if not task.interval:
        return ""
    return count_units(task.rolls * task.interval, task.unit)


def count_units(count: int, unit: str) -> str:
    """Such as "1 hour" or "30 minutes"."""
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
