"""What a table keeps in mind of its tasks: those under way, what has failed before, and stunts to be rewarded."""

from dataclasses import dataclass, replace
from typing import Literal

from rules.errors import IllegalMove
from rules.tasks.model import Conditions, Helper, Side, Task

KEPT_CLOSED, KEPT_TRIES, KEPT_STUNTS = 5, 200, 20


@dataclass(frozen=True, slots=True)
class Try:
    """How often a character has failed at what goes by this title."""

    character: str
    title: str
    failures: int


@dataclass(frozen=True, slots=True)
class Stunt:
    """A stunt outside combat: `awarded` for the next roll, `claimed` by a player and not yet judged, `earned` while a
    reward is to be chosen (`choices`: value and label), `done`.
    """

    id: str
    character: str
    name: str
    rating: int
    state: Literal["awarded", "claimed", "earned", "done"]
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """Tasks, failed tries and stunts of one table."""

    tasks: tuple[Task, ...] = ()
    tries: tuple[Try, ...] = ()
    stunts: tuple[Stunt, ...] = ()

    def task(self, id: str) -> Task | None:
        """The task of this id."""
        return next((task for task in self.tasks if task.id == id), None)

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

    def conditions(self, task: Task, one: Side | Helper, opposing: int | None = None) -> Conditions:
        """What the task brings to the roll of a side or a helper; `opposing`: the other side's dice, if they count."""
        is_side = isinstance(one, Side)
        tries = self.failures(one.character, task.title) if one.character == task.sides[0].character else 0
        return Conditions(
            kind=task.kind,
            difficulty=one.difficulty if isinstance(one, Side) else task.sides[0].difficulty,
            failures=tries,
            pressure=task.pressure,
            helpers=task.helpers if is_side else (),
            helper_count=len(task.helpers),
            helper_limit=task.helper_limit,
            opposing=opposing,
            helping=not is_side,
        )


def put_task(work: Work, task: Task) -> Work:
    """The work with this task as it is now; one that has just been closed is remembered by who began it."""
    before = next((known for known in work.tasks if known.id == task.id), None)
    if before is None:
        return replace(work, tasks=(*work.tasks, task))
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
    """The work with this stunt as it is now; one that is done is forgotten."""
    rest = tuple(one for one in work.stunts if one.id != stunt.id)
    return replace(work, stunts=(rest if stunt.state == "done" else (*rest, stunt))[-KEPT_STUNTS:])


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())
