"""Lines of the log: their shape, and how they describe a roll."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from play.table.speech import SideSceneName, Speech
from rules.battle.results import make_result, name_person
from rules.codec import encode
from rules.roll import Roll
from rules.text import EMPTY, Text
from rules.view import EventView, LogStepView


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as the seat sees it. `count` is the seat's own count of entries; pages name the entry by it.

    `number` is the table's and stays on the server.
    """

    number: int
    count: int
    at: datetime
    event: EventView
    author: str
    speech: Speech | None
    """Somebody's own words; None for events."""
    undone: bool
    """Whether a later rewind took it back."""
    by: int = 0
    """The key of the person who did it; 0 for what the table does by itself."""
    continues: bool = False
    """Whether it goes on where the line before it, of one speaker, ended."""
    side_scene: SideSceneName | None = None
    """The side scene to which it belongs; None for the main line."""


def make_line(
    kind: str,
    line: Text,
    *,
    verdict: Text = EMPTY,
    secret: bool = False,
    steps: Iterable[LogStepView] = (),
    by: str = "",
    against: str = "",
) -> EventView:
    """Return one line, with the steps that unfold. `by`: who did it, if it is a result; `against`: to whom."""
    made: EventView = {
        "kind": kind,
        "line": line,
        "when": EMPTY,
        "verdict": verdict,
        "steps": list(steps),
        "secret": secret,
        "exchange": "",
    }
    if by:
        made["result"] = make_result([name_person("", by)], [name_person("", against)] if against else [])
    return made


def roll_steps(roll: Roll, *, outcome: bool = True, who: str = "") -> list[LogStepView]:
    """Return the pool with its sum, the dice and (unless a contest decides it) the outcome. `who` rolls, where two
    roll.
    """
    pool, dice = Text("Pool"), Text("Dice")
    if who:
        pool, dice = Text("{who}: Pool", who=who), Text("{who}: Dice", who=who)
    thrown = count_successes(roll.successes) if roll.dice else Text("No dice are rolled")
    steps: list[LogStepView] = [
        {"name": pool, "text": count_dice(roll.pool.total), "rule": "", "sum": roll.pool.explain()},
        {"name": dice, "text": thrown, "rule": "", "dice": encode(roll.dice)},
    ]
    if outcome:
        steps.append({"name": Text("Outcome"), "text": say_outcome(roll), "rule": ""})
    return steps + [{"name": Text("Note"), "text": note, "rule": ""} for note in roll.notes]


def count_dice(n: int) -> Text:
    """Return a number of dice in words."""
    return Text("{n} die", "{n} dice", n=n)


def count_successes(n: int) -> Text:
    """Return a number of successes in words."""
    return Text("{n} success", "{n} successes", n=n)


def say_outcome(roll: Roll) -> Text:
    """Return the verdict, the total, and the difficulty."""
    if roll.difficulty is None:
        return Text("{verdict}: {n}", verdict=roll.verdict, n=roll.total)
    against = {"verdict": roll.verdict, "n": roll.total, "difficulty": roll.difficulty}
    return Text("{verdict}: {n} against difficulty {difficulty}", **against)


def dice_words(thrown: Sequence[tuple[int, int, str, str]]) -> Text:
    """Return the throw in words: "5 dice: 10, 9, 4, 2, 1. 3 successes."."""
    worth = max(0, sum(die[1] for die in thrown if die[2] != "reroll"))  # more ones than successes are none
    faces = ", ".join(str(die[0]) for die in thrown)
    successes = Text("{n} success", "{n} successes", n=worth)
    dice = Text("{n} die: {faces}.", "{n} dice: {faces}.", n=len(thrown), faces=faces)
    return Text("{dice} {successes}.", dice=dice, successes=successes)
