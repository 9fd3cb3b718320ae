"""Extended actions: successes add up over several rolls, within a limit of rolls (WD-070 to WD-092)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.errors import BadInput
from rules.text import Text
from rules.wod2004.actions.instant import EXCEPTIONAL, Result
from rules.wod2004.actions.successive import attempt_penalty

Status = Literal["in_progress", "complete", "exhausted", "ruined"]

EXTRA_BENEFIT: Final = 5
"""Successes beyond the target that may bring an extra effect (WD-090)."""
SOON: Final = ("second", "turn", "minute", "hour")
LATE: Final = ("day", "week", "month")


@dataclass(frozen=True, slots=True)
class Project:
    """What the Storyteller sets: successes needed, time per roll, and the most rolls (None: no limit)."""

    target: int
    interval: int = 1
    unit: str = "turn"
    max_rolls: int | None = None
    delicate: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of an attempt. `per_roll`: the successes of each roll, None for a dramatic failure."""

    total: int = 0
    per_roll: tuple[int | None, ...] = ()
    status: Status = "in_progress"

    @property
    def rolls_used(self) -> int:
        """Number of rolls made, failed ones included (WD-072)."""
        return len(self.per_roll)

    @property
    def exceptional_rolls(self) -> tuple[int, ...]:
        """Numbers (from 1) of the rolls with five or more successes (WD-089)."""
        return tuple(n for n, gained in enumerate(self.per_roll, 1) if gained is not None and gained >= EXCEPTIONAL)

    @property
    def needs_change(self) -> bool:
        """Whether the circumstances must change before the next roll (WD-075)."""
        return None in self.per_roll and self.status != "ruined"


def begin(project: Project, start_total: int = 0) -> Progress:
    """Return an attempt before its first roll. `start_total`: successes that it starts with."""
    begun = Progress(total=start_total)
    return replace(begun, status=_status(begun, project, ruined=False))


def add_roll(progress: Progress, project: Project, result: Result) -> Progress:
    """Return the attempt after one more roll. Raises `BadInput` for an attempt that is over."""
    if progress.status != "in_progress":
        raise BadInput("attempt_over", Text("This attempt is over: {status}.", status=progress.status))
    gained = None if result.is_dramatic else result.successes
    return add_successes(progress, project, gained)


def add_successes(progress: Progress, project: Project, gained: int | None) -> Progress:
    """Return the attempt after a roll. `gained` None is a dramatic failure, which clears the total (WD-075)."""
    total = 0 if gained is None else progress.total + gained
    made = replace(progress, total=total, per_roll=(*progress.per_roll, gained))
    return replace(made, status=_status(made, project, ruined=gained is None and project.delicate))


def _status(progress: Progress, project: Project, *, ruined: bool) -> Status:
    if ruined:
        return "ruined"
    if progress.total >= project.target:
        return "complete"
    if project.max_rolls is not None and progress.rolls_used >= project.max_rolls:
        return "exhausted"
    return "in_progress"


def elapsed(progress: Progress, project: Project) -> int:
    """Return the time that the rolls have taken, in the project's unit (WD-072)."""
    return progress.rolls_used * project.interval


def has_extra_benefit(progress: Progress, project: Project) -> bool:
    """Return whether the total is high enough for an extra effect, which the Storyteller may grant (WD-090)."""
    return progress.status == "complete" and progress.total >= project.target + EXTRA_BENEFIT


def roll_limit(
    attribute: int | None = None,
    skill: int | None = None,
    time_available: int | None = None,
    interval: int | None = None,
) -> int | None:
    """Return the most rolls: time divided by interval (WD-077), Attribute + Skill (WD-078), or the smaller (WD-080).

    Tools, Willpower and penalties do not change the limit by dots. None: no limit (WD-079). Raises `BadInput`.
    """
    limits = []
    if time_available is not None and interval is not None:
        if interval <= 0:
            raise BadInput("bad_interval", Text("Each roll takes some time: the interval is 1 or more."))
        limits.append(time_available // interval)
    if attribute is not None or skill is not None:
        limits.append((attribute or 0) + (skill or 0))
    return min(limits, default=None)


def trait_target(dots: int, *, double: bool = False) -> int:
    """Return a target taken from traits: the dots (a Speed, an Attribute + Skill), or twice that (WD-088)."""
    return 2 * dots if double else dots


def stage_pools(pool: int, rolls: int, attempt: int) -> Sequence[int]:
    """Return the dice of each roll of a new attempt, which all have one penalty (WD-083, WD-084)."""
    return [max(0, pool - attempt_penalty(attempt))] * rolls


def retry_wait(unit: str) -> Text:
    """Return the suggested wait after an attempt ran out of rolls, by the unit of its interval (WD-082)."""
    if unit in SOON:
        return Text("next scene")
    if unit in LATE:
        return Text("1 month")
    sentence = Text(
        "There is no interval in {text}s. Known: {known}.", text=repr(unit[:20]), known=", ".join(SOON + LATE)
    )
    raise BadInput("bad_unit", sentence)
