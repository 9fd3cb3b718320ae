"""Facts of a sum: how a figure comes about."""

from collections.abc import Sequence
from typing import cast

from play.stage.shape import SumStep
from play.stage.words import drop_empty, translate
from rules.pool import StepView


def make_sum(steps: Sequence[StepView]) -> list[SumStep]:
    """Return a sum by its steps."""
    return [_make_sum_step(step) for step in steps]


def _make_sum_step(step: StepView) -> SumStep:
    terms = [
        {"name": translate(term["name"]), "amount": term["amount"]} | drop_empty(rule=term["rule"])
        for term in step["terms"]
    ]
    made = {"name": translate(step["name"]), "after": step["after"], "terms": terms}
    return cast(SumStep, made | drop_empty(note=translate(step["note"]), rule=step["rule"]))
