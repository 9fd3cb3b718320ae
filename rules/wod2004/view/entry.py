"""An entry of the log in the making: its sentence, verdict and steps."""

from dataclasses import dataclass, field

from rules.codec import encode
from rules.view import LogStepView
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import VERDICTS


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry says: the sentence, the verdict, the steps."""

    line: str
    verdict: str = ""
    steps: list[LogStepView] = field(default_factory=list)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def roll_step(name: str, rule: str, roll: e.Rolled, *, told: bool) -> LogStepView:
    """A roll as a step; the sum only for those who may know the traits."""
    dice = "Chance roll" if roll.pool.total <= 0 else count(roll.pool.total, "die", "dice")
    step: LogStepView = {
        "name": name,
        "text": f"{dice}: {count(roll.successes, 'success', 'successes')}.",
        "rule": rule,
        "dice": encode(roll.dice),
    }
    if told:
        step["sum"] = roll.pool.explain()
    return step


def result(roll: e.Rolled) -> str:
    """One roll."""
    return VERDICTS[roll.outcome]
