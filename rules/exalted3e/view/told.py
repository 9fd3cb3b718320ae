"""What a sentence function returns, and the parts that sentences share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.battle import Event
from rules.text import EMPTY, Text
from rules.view import LogStepView, make_step


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, the book's word for its outcome, and the steps behind it."""

    line: Text
    verdict: Text = EMPTY
    steps: tuple[LogStepView, ...] = ()


SILENT = Told(EMPTY)
"""An event that says nothing to a reader, because the events that come with it do."""
Tell = Callable[[Any], Told]


def silent(event: Event) -> Told:
    """Say nothing of the event."""
    return SILENT


def plain(line: Callable[[Any], Text], step: Text = EMPTY, rule: str = "") -> Tell:
    """Return a sentence function for a line, which is also a step of this name where a rule stands behind it."""

    def tell(event: Any) -> Told:
        told = line(event)
        return Told(told, EMPTY, (make_step(step, told, rule),) if step else ())

    return tell


def successes(n: int) -> Text:
    """Return "3 successes"."""
    return Text("{n} success", "{n} successes", n=n)


def successes_against(n: int, difficulty: int | Text) -> Text:
    """Return "3 successes against 2", or against the successes of several."""
    return Text("{n} success against {n2}", "{n} successes against {n2}", n=n, n2=difficulty)


def dice(n: int) -> Text:
    """Return "3 dice"."""
    return Text("{n} die", "{n} dice", n=n)
