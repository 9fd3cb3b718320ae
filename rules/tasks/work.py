"""What a table stores about its tasks: those under way, failed tries, and stunts to be rewarded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.battle import Json
from rules.codec import decode
from rules.errors import IllegalMove
from rules.tasks.influence import WON, InfluenceRules, ListenerState
from rules.tasks.model import Conditions, Helper, Listener, Side, Task
from rules.text import Text

KEPT_CLOSED, KEPT_TRIES, KEPT_FAILURES, KEPT_STUNTS = 5, 200, 50, 20


@dataclass(frozen=True, slots=True)
class Try:
    """The failed tries of a character at tasks with one title, as one table remembers them.

    `failed`: when she failed; `cleared`: since when earlier failures at any table do not count (0: they all count).
    Times as in `Task.at`.
    """

    character: str
    title: str
    failed: tuple[int, ...] = ()
    cleared: int = 0

    def is_of(self, character: str, title: str) -> bool:
        """Return whether it is about this character and title."""
        return (self.character, self.title) == (character, _plain(title))


@dataclass(frozen=True, slots=True)
class ResistedAttempt:
    """Influence of `character` that `listener` held out against or refused. `ruling`: the Storyteller's, as JSON."""

    character: str
    listener: str
    action: str
    title: str
    ruling: Mapping[str, Json]

    def is_like(self, task: Task, listener: Listener, *, same_title: bool = True) -> bool:
        """Return whether a task tries the same again on this listener; without `same_title`, the same action."""
        action = task.influence.action if task.influence else ""
        tried = (self.character, self.listener, self.action)
        is_same = tried == (task.sides[0].character, listener.character, action)
        return is_same and (not same_title or self.title == _plain(task.title))


@dataclass(frozen=True, slots=True)
class Stunt:
    """A stunt outside combat.

    `state`: `awarded` for the next roll; `claimed` by a player and not yet judged; `earned` while the player chooses a
    reward (`choices`: value and label); `done`.
    """

    id: str
    character: str
    name: str
    rating: int
    state: Literal["awarded", "claimed", "earned", "done"]
    choices: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """Tasks, failed tries, influence that was resisted, and stunts of one table."""

    tasks: tuple[Task, ...] = ()
    tries: tuple[Try, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    resisted: tuple[ResistedAttempt, ...] = ()

    def task(self, id: str) -> Task | None:
        """Return the task with this id, or None."""
        return next((task for task in self.tasks if task.id == id), None)

    def stunt(self, id: str) -> Stunt:
        """Return the stunt with this id. Raises `IllegalMove` if there is none."""
        for stunt in self.stunts:
            if stunt.id == id:
                return stunt
        raise IllegalMove("no_stunt", Text("That stunt no longer exists."))

    def failures(self, character: str, title: str) -> int:
        """Return how often the character has failed at this, as far as this table knows."""
        return count_failures(self.tries, character, title)

    def find_open_try(self, task: Task, listener: Listener, *, same_title: bool = True) -> Task | None:
        """Return the open task in which the same is tried on this listener, and is not answered yet, or None.

        Without `same_title` the same action is the same. A try that has become a contest is known by its title.
        """
        action = task.influence.action if task.influence else ""
        for other in self.tasks:
            if (
                other.is_open
                and other.sides[0].character == task.sides[0].character
                and _awaits(other, listener.character)
            ):
                is_titled, tried = _is_same(other, task), other.influence
                if is_titled if tried is None else tried.action == action and (is_titled or not same_title):
                    return other
        return None

    def hear(
        self,
        rules: InfluenceRules,
        task: Task,
        listener: Listener,
        sheet: Any,
        now: Any,
        ruling: Mapping[str, Json] | None = None,
    ) -> ListenerState:
        """Return a listener as the rules see it. `ruling`: one in place of its own."""
        asked: Any = rules.ruling
        same_title = task.influence is None or rules.goes_by_title(task.influence.action)
        resisted = [known for known in self.resisted if known.is_like(task, listener, same_title=same_title)]
        ruled = decode(asked, (listener.ruling or {}) if ruling is None else ruling)
        return ListenerState(
            sheet,
            now,
            ruled,
            listener.again or bool(resisted),
            tuple(decode(asked, known.ruling) for known in resisted),
        )

    def conditions(self, task: Task, person: Side | Helper, opposing: int | None = None) -> Conditions:
        """Return the conditions for the roll of a side or helper. `opposing`: the other side's dice, if they count."""
        is_side = isinstance(person, Side)
        known = self.failures(person.character, task.title) if task.failures is None else task.failures
        tries = known if person.character == task.sides[0].character else 0
        return Conditions(
            kind=task.kind,
            difficulty=person.difficulty if isinstance(person, Side) else task.sides[0].difficulty,
            failures=tries,
            pressure=task.pressure,
            helpers=task.helpers if is_side else (),
            helper_count=len(task.helpers),
            helper_limit=task.helper_limit,
            opposing=opposing,
            edge=person.edge if isinstance(person, Side) else 0,
            helping=not is_side,
            cut=person.cut if isinstance(person, Side) else None,
        )


def note_roll(work: Work, character: str, title: str, at: int, *, failed: bool, again: bool) -> Work:
    """Return the work after a roll that is no task. A failure counts for those who try `again`, until a success or a
    fresh beginning.
    """
    known = next((attempt for attempt in work.tries if attempt.is_of(character, title)), None)
    earlier = known.failed if known and again else ()
    rest = tuple(attempt for attempt in work.tries if attempt is not known)
    if not failed:
        return replace(work, tries=rest)
    noted = Try(character, _plain(title), (*earlier, at)[-KEPT_FAILURES:])
    return replace(work, tries=(*rest, noted)[-KEPT_TRIES:])


def count_failures(tries: Iterable[Try], character: str, title: str) -> int:
    """Return how often the character has failed at this since the last success or waiver.

    `tries` may be those of several tables.
    """
    known = [attempt for attempt in tries if attempt.is_of(character, title)]
    cleared = max((attempt.cleared for attempt in known), default=0)
    return sum(at >= cleared for attempt in known for at in attempt.failed)


def put_task(work: Work, task: Task) -> Work:
    """Return the work with this task. If the task was just closed, its result is remembered for its first side."""
    before = next((known for known in work.tasks if known.id == task.id), None)
    if before is None:
        return replace(work, tasks=(*work.tasks, task))
    work = replace(work, tasks=tuple(task if known.id == task.id else known for known in work.tasks))
    if not before.is_open or task.is_open:
        return work
    return _note_resisted(_remember(replace(work, tasks=_drop_old(work.tasks)), task), task)


def _drop_old(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return the tasks without those that were closed long ago. A request to many stays until all of it is closed."""
    asked = {task.group or task.id: False for task in tasks}
    for task in tasks:
        asked[task.group or task.id] |= task.is_open
    dropped = [key for key, is_open in asked.items() if not is_open][:-KEPT_CLOSED]
    return tuple(task for task in tasks if (task.group or task.id) not in dropped)


def forget_tries(work: Work, task: Task) -> Work:
    """Return the work without earlier failures at this: it was done, or the circumstances have changed."""
    if task.influence is not None and task.is_open:
        who, heard = task.sides[0].character, {listener.character for listener in task.listeners}
        kept = tuple(record for record in work.resisted if record.character != who or record.listener not in heard)
        work = replace(work, resisted=kept)
    return _note(work, task, Try(task.sides[0].character, _plain(task.title), cleared=task.at), 0)


def _remember(work: Work, task: Task) -> Work:
    """Count one more failed try, or forget the earlier ones after a success."""
    if task.status == "ended":
        return work
    if task.status == "success":
        return forget_tries(work, task)
    character = task.sides[0].character
    before = next(
        (attempt for attempt in work.tries if attempt.is_of(character, task.title)), Try(character, _plain(task.title))
    )
    failed = (*before.failed, task.at)[-KEPT_FAILURES:]
    earlier = work.conditions(task, task.sides[0]).failures
    return _note(work, task, replace(before, failed=failed), earlier + 1)


def _note_resisted(work: Work, task: Task) -> Work:
    """Remember whom the influence of a closed task has not swayed. A hidden character stays unknown: none is kept."""
    if task.influence is None or task.status == "ended":
        return work
    who, action, title = task.sides[0].character, task.influence.action, _plain(task.title)
    heard = {
        listener.character: listener
        for listener in task.listeners
        if listener.reached is not None and not listener.veiled
    }
    kept = (
        record
        for record in work.resisted
        if record.listener not in heard
        or (record.character, record.action, record.title) != (who, action, title)
        or heard[record.listener].answer not in WON
    )
    new = (
        ResistedAttempt(who, key, action, title, listener.ruling or {})
        for key, listener in heard.items()
        if listener.answer not in WON
    )
    return replace(work, resisted=(*kept, *new)[-KEPT_TRIES:])


def _note(work: Work, task: Task, noted: Try, failures: int) -> Work:
    """Replace what was remembered, and update the open tasks of the character with this title."""
    tries = tuple(attempt for attempt in work.tries if not attempt.is_of(noted.character, noted.title))

    def count(other: Task) -> Task:
        counts = other.is_open and other.failures is not None
        return replace(other, failures=failures) if counts and _is_same(other, task) else other

    return replace(work, tasks=tuple(map(count, work.tasks)), tries=(*tries, noted)[-KEPT_TRIES:])


def _awaits(task: Task, character: str) -> bool:
    """Return whether this character has yet to answer an influence, or to resist it as the other side of a contest."""
    resists = task.kind == "contested" and any(side.character == character for side in task.sides[1:])
    return resists or any(listener.character == character and not listener.answer for listener in task.listeners)


def _is_same(task: Task, other: Task) -> bool:
    """Return whether two tasks are tries at one thing."""
    return (task.sides[0].character, _plain(task.title)) == (other.sides[0].character, _plain(other.title))


def put_stunt(work: Work, stunt: Stunt) -> Work:
    """Return the work with this stunt; a stunt that is done is removed."""
    rest = tuple(other for other in work.stunts if other.id != stunt.id)
    return replace(work, stunts=(rest if stunt.state == "done" else (*rest, stunt))[-KEPT_STUNTS:])


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())
