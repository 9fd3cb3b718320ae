"""The steps of an event beside its sentence: those of an attack, and rolls with their pools."""

from collections.abc import Iterable

from rules.battle import Seat
from rules.exalted2e.attack.steps import STEPS
from rules.exalted2e.state import LogStep
from rules.view import LogStepView, make_step


def view_steps(steps: Iterable[LogStep], seat: Seat) -> list[LogStepView]:
    """Return the steps of an attack so far, with sums if the seat may see them."""
    return [_view_step(step, seat) for step in steps]


def _view_step(step: LogStep, seat: Seat) -> LogStepView:
    name, rule = STEPS[step.number - 1]
    total = step.sum if seat.may_see(step.sum_for) else None
    return {**make_step(name, step.text, rule, step.dice, total), "number": step.number}
