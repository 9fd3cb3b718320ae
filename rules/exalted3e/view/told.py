"""What a sentence function returns, and how a step of an attack is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle import Event
from rules.codec import encode
from rules.dice import Die
from rules.pool import Breakdown
from rules.view import LogStepView


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, the book's word for its outcome, the steps behind it."""

    line: str
    verdict: str = ""
    steps: tuple[LogStepView, ...] = ()


SILENT = Told("")
"""An event that says nothing to a reader, because what comes with it does."""
Tell = Callable[[Any], Told]


def silent(event: Event) -> Told:
    """Nothing for a reader: the next event says it."""
    return SILENT


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: "Ann, Bob and Eve"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def tell_step(
    name: str, text: str, rule: str, dice: tuple[Die, ...] | None = None, total: Breakdown | None = None
) -> LogStepView:
    """One step with its dice and its sum."""
    step: LogStepView = {"name": name, "text": text, "rule": rule}
    if dice is not None:
        step["dice"] = [encode(die) for die in dice]
    if total is not None:
        step["sum"] = total.explain()
    return step


def count(number: int, word: str) -> str:
    """A number and its word, in the plural where it must be."""
    plural = {"success": "successes", "die": "dice"}.get(word, f"{word}s")
    return f"{number} {word if number == 1 else plural}"


def plain(template: str, step: str = "", rule: str = "") -> Tell:
    """A sentence with the event's fields in it, and again as a step where a rule stands behind it."""

    def tell(event: Any) -> Told:
        line = template.format(e=event)
        return Told(line, "", (tell_step(step, line, rule),) if step else ())

    return tell
