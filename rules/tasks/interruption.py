"""An interval of work that is interrupted before it is over."""

from dataclasses import replace

from rules.errors import BadInput, IllegalMove
from rules.tasks.model import Cut, Task
from rules.tasks.steps import run_out, with_side
from rules.text import Text

MAX_PARTS = 1000
MAX_LOST = 30


def check_cut(cut: Cut, known: tuple[str, ...]) -> Cut:
    """Return the interruption. Raises `BadInput` that says what is wrong if this book does not allow it."""
    if cut.way not in known:
        raise BadInput("unknown_way", Text("Choose the result of the interruption."), key="way")
    if not 1 <= cut.of <= MAX_PARTS or not 0 <= cut.done < cut.of:
        raise BadInput("bad_share", Text("Enter how much of the interval was done: less than all of it."), key="done")
    if not cut.done and cut.rolls:
        raise BadInput("bad_share", Text("Nothing was done yet, so there is nothing to roll."), key="done")
    if cut.effect is not None and not 0 <= cut.effect <= cut.of:
        raise BadInput("bad_effect", Text("The effect that remains must be 0 to {of} parts.", of=cut.of), key="effect")
    if cut.penalty is not None and not 0 <= cut.penalty <= MAX_LOST:
        raise BadInput("bad_penalty", Text("Dice lost must be 0 to {n}.", n=MAX_LOST), key="penalty")
    return cut


def interrupt(task: Task, index: int, cut: Cut | None = None, rule: str = "") -> Task:
    """Return the task after an interruption. Without a `cut`, the whole interval was spent and brought nothing."""
    side = task.sides[index]
    if not task.is_open or not (task.is_extended or (cut and task.interval)):
        raise IllegalMove("not_extended", Text("Only an extended action in progress can be interrupted."))
    if side.sealed is not None:
        raise IllegalMove("has_rolled", Text("{who} has already rolled.", who=side.name))
    if not side.may_roll:
        raise IllegalMove("no_rolls", Text("{who} has no rolls left.", who=side.name))
    if cut is None:
        return run_out(with_side(task, index, gains=(*side.gains, 0), begun=0, cut=None))
    if cut.rolls and task.is_contest:
        raise IllegalMove("no_part", Text("No partial-interval rolls in a contest."))
    begun = max(side.begun, int(cut.share * task.interval_seconds))
    if cut.way != "fail":
        return with_side(task, index, begun=begun, cut=cut if cut.rolls else None)
    spared = side.spared + task.interval_seconds - begun
    after = with_side(task, index, gains=(*side.gains, 0), begun=0, spared=spared, cut=None)
    if task.is_extended:
        return run_out(after)
    return replace(after, status="failure", verdict=Text("Interrupted"), rule=rule)
