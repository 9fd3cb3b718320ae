"""What an event tells beside its sentence: the steps of an attack, rolls with their pools."""

from collections.abc import Iterable

from rules.battle import Seat
from rules.codec import encode
from rules.dice import Die
from rules.exalted2e.attack.steps import STEPS
from rules.exalted2e.state import LogStep
from rules.pool import Breakdown
from rules.text import Text
from rules.view import LogStepView


def view_steps(steps: Iterable[LogStep], seat: Seat) -> list[LogStepView]:
    """The ten steps as far as they have been taken; sums only for those who may see the figures."""
    return [_view_step(step, seat) for step in steps]


def _view_step(step: LogStep, seat: Seat) -> LogStepView:
    name, rule = STEPS[step.number - 1]
    total = step.sum if seat.may_see(step.sum_for) else None
    return make_step(Text("{number}. {name}", number=step.number, name=name), step.text, rule, step.dice, total)


def make_step(
    name: str, text: str, rule: str, dice: tuple[Die, ...] = (), total: Breakdown | None = None
) -> LogStepView:
    """One step for the page."""
    shown: LogStepView = {"name": name, "text": text, "rule": rule}
    if dice:
        shown["dice"] = encode(dice)
    if total is not None:
        shown["sum"] = total.explain()
    return shown
