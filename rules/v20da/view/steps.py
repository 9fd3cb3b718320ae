"""Sums and dice as the pages draw them."""

from rules.codec import encode
from rules.dice import Die
from rules.pool import Breakdown
from rules.text import EMPTY, Text
from rules.view import LogStepView, StatView


def make_stat(sum: Breakdown, label: Text = EMPTY) -> StatView:
    """Return a figure with its derivation, without the steps that change nothing."""
    shown = Breakdown(sum.title, tuple(step for step in sum.steps if step.terms), sum.total)
    return {"label": label or sum.title, "value": sum.total, "steps": shown.explain()}


def make_step(
    name: Text, text: Text, rule: str, dice: tuple[Die, ...] = (), sums: tuple[Breakdown | None, ...] = ()
) -> LogStepView:
    """Return one step of the log. `sums`: None stands for one that the seat may not see."""
    step: LogStepView = {"name": name, "text": text, "rule": rule}
    if dice:
        step["dice"] = encode(dice)
    shown = [line for sum in sums if sum is not None for line in sum.explain()]
    if shown:
        step["sum"] = shown
    return step
