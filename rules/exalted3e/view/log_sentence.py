"""What a sentence function returns, and the parts that sentences share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Event
from rules.battle.lines import Line
from rules.text import EMPTY, Text
from rules.view import LogStepView, make_step


@dataclass(frozen=True, slots=True)
class LogSentence:
    """A line of the log, the book's word for its outcome, and the steps behind it."""

    line: Text
    verdict: Text = EMPTY
    steps: tuple[LogStepView, ...] = ()


Sentences = Mapping[type[Event], Callable[[Any], Text | LogSentence]]
"""Functions that return the line of an event, alone or with its verdict and its steps."""


def with_step(line: Line, name: Text, rule: str) -> Callable[[Any], LogSentence]:
    """Return the sentence function for a line that is also a step of this name, with a rule behind it."""
    return lambda event: LogSentence(sentence := line(event), EMPTY, (make_step(name, sentence, rule),))


def successes(n: int) -> Text:
    """Return "3 successes"."""
    return Text("{n} success", "{n} successes", n=n)


def successes_against(n: int, difficulty: int | Text) -> Text:
    """Return "3 successes against 2", or against the successes of several."""
    return Text("{n} success against {n2}", "{n} successes against {n2}", n=n, n2=difficulty)


def dice(n: int) -> Text:
    """Return "3 dice"."""
    return Text("{n} die", "{n} dice", n=n)
