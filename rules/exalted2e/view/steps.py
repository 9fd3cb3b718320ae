"""What an event tells beside its sentence: the steps of an attack, rolls with their pools."""

from collections.abc import Iterable

from rules.battle import Seat
from rules.codec import encode
from rules.dice import Die
from rules.exalted2e.attack import STEPS
from rules.exalted2e.state import LogStep
from rules.pool import Breakdown, Pool
from rules.view import LogStepView

Told = tuple[str, str, list[LogStepView]]
"""The sentence, the verdict and the steps of one event."""


def view_steps(steps: Iterable[LogStep], seat: Seat) -> list[LogStepView]:
    """The ten steps as far as they have been taken; sums only for those who may see the figures."""
    return [_view_step(step, seat) for step in steps]


def _view_step(step: LogStep, seat: Seat) -> LogStepView:
    name, rule = STEPS[step.number - 1]
    return make_step(name, step.text, rule, step.dice, step.sum if seat.may_see(step.sum_for) else None, step.number)


def make_step(
    name: str, text: str, rule: str, dice: tuple[Die, ...] = (), total: Breakdown | None = None, number: int = 0
) -> LogStepView:
    """One step for the page."""
    shown: LogStepView = {"name": f"{number}. {name}" if number else name, "text": text, "rule": rule}
    if dice:
        shown["dice"] = encode(dice)
    if total is not None:
        shown["sum"] = total.explain()
    return shown


def show_pool(pool: Pool | None, owners: tuple[str, ...], seat: Seat) -> Pool | None:
    """A pool for those whose figures it is."""
    return pool if pool is not None and pool.steps and seat.may_see(owners) else None


def count_successes(total: int) -> str:
    """A number of successes in words."""
    return f"{total} success{'' if total == 1 else 'es'}"
