"""Extended and contested actions: both sides add up successes, the first to the target wins (WD-120 to WD-129)."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.errors import BadInput
from rules.text import Text
from rules.wod2004.actions.contested import Winner, counted_successes
from rules.wod2004.actions.extended import Progress, Project, add_successes
from rules.wod2004.actions.instant import Result
from rules.wod2004.options import DEFAULTS, Options

RaceStatus = Literal["in_progress", "complete", "draw"]

START: Final = Progress()


@dataclass(frozen=True, slots=True)
class Race:
    """An extended contest. `stages`: the successes of both sides in each stage."""

    a: Project
    b: Project
    options: Options = DEFAULTS
    progress_a: Progress = START
    progress_b: Progress = START
    stages: tuple[tuple[int, int], ...] = ()
    winner: Winner = "none"
    status: RaceStatus = "in_progress"

    @property
    def totals(self) -> tuple[int, int]:
        """The successes of both sides so far."""
        return self.progress_a.total, self.progress_b.total

    @property
    def stage_winners(self) -> tuple[Winner, ...]:
        """Who had more successes in each stage (WD-121)."""
        return tuple("a" if a > b else "b" if b > a else "none" for a, b in self.stages)


def may_roll(progress: Progress) -> bool:
    """Return whether a side may still roll: it has rolls left, and its work is not ruined."""
    return progress.status in ("in_progress", "complete")


def add_stage(race: Race, a: Result | None, b: Result | None) -> Race:
    """Return the contest after one stage. The result is None for a side that has no rolls left (WD-076, WD-080)."""
    if race.status != "in_progress":
        raise BadInput("contest_over", Text("This contest is over: {status}.", status=race.status))
    gained_a, gained_b = _gains(a, b, race.options)
    after = replace(
        race,
        progress_a=_advance(race.progress_a, race.a, a, gained_a),
        progress_b=_advance(race.progress_b, race.b, b, gained_b),
        stages=(*race.stages, (gained_a, gained_b)),
    )
    winner, status = _judge(after)
    return replace(after, winner=winner, status=status)


def _gains(a: Result | None, b: Result | None, options: Options) -> tuple[int, int]:
    if a is not None and b is not None:
        return counted_successes(a, b, options)
    return (a.successes if a else 0), (b.successes if b else 0)


def _advance(progress: Progress, project: Project, result: Result | None, gained: int) -> Progress:
    if result is None:
        return progress
    # A side that has reached its target rolls on while the Storyteller lets a tie continue (WD-124).
    return add_successes(progress, project, None if result.is_dramatic else gained)


def _judge(race: Race) -> tuple[Winner, RaceStatus]:
    a, b = race.totals
    done_a, done_b = a >= race.a.target, b >= race.b.target
    if done_a and done_b:
        if race.options.simultaneous != "continue":
            return "none", "draw"
        if a == b or _finished_together_now(race):
            return "none", _still_open(race)
        return ("a" if a > b else "b"), "complete"
    if done_a or done_b:
        return ("a" if done_a else "b"), "complete"
    return "none", _still_open(race)


def _finished_together_now(race: Race) -> bool:
    """Return whether both sides reached their targets in this stage, so that a later one must decide (WD-124)."""
    ended = (race.a.target, race.b.target)
    before = tuple(total - gained for total, gained in zip(race.totals, race.stages[-1], strict=True))
    return before[0] < ended[0] and before[1] < ended[1]


def _still_open(race: Race) -> RaceStatus:
    return "in_progress" if may_roll(race.progress_a) or may_roll(race.progress_b) else "draw"
