"""Tasks with coins: heads add up, the most heads win, a friend brings a coin for each of his heads."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Choice, Json
from rules.roll import Roll
from rules.tasks import Conditions, Progress, Round, SpokenRules, StuntRules, Task, TaskRules, Verdict

from .options import Options
from .rolls import Request
from .sheet import Sheet

KINDS = tuple(Choice(k, k) for k in ("simple", "contested", "extended", "extended_contested", "teamwork"))


def prepare(sheet: Sheet, request: Request, conditions: Conditions, options: Options) -> Request:
    """Helpers bring coins, failures take none: the toy forgives."""
    return replace(request, more=request.more + sum(helper.gain or 0 for helper in conditions.helpers))


def extend(task: Task, roll: Roll, options: Options) -> Progress:
    """Heads add up."""
    total = task.sides[0].total + roll.total
    done = total >= task.sides[0].target
    return Progress(roll.total, total, "success" if done else "open", "Done" if done else "On it", "TOY-4")


def contest(first: Roll, second: Roll, options: Options) -> Verdict:
    """The most heads win."""
    winner = None if first.total == second.total else int(second.total > first.total)
    return Verdict(winner, "Even" if winner is None else f"Won by {abs(first.total - second.total)}", "TOY-5")


def race(task: Task, rolls: tuple[Roll | None, Roll | None], options: Options) -> Round:
    """Who is first to the target."""
    gains = [0 if roll is None else roll.total for roll in rolls]
    totals = (task.sides[0].total + gains[0], task.sides[1].total + gains[1])
    over = max(totals) >= task.sides[0].target or not any(rolls)
    winner = None if not over or totals[0] == totals[1] else int(totals[1] > totals[0])
    return Round((gains[0], gains[1]), totals, over, winner, "There" if over else "Not yet", "TOY-6")


def cost(sheet: Sheet, request: Request, roll: Roll, options: Options) -> Mapping[str, Json]:
    """A lucky flip costs a coin of one's own."""
    return {"coins": sheet.coins - 1} if request.lucky else {}


def echo(sheet: Sheet | None, given: Mapping[str, Any]) -> str:
    """How coins count."""
    return "6 and more are heads"


TASKS = TaskRules(
    kinds=KINDS,
    prepare=prepare,
    extend=extend,
    contest=contest,
    race=race,
    cost=cost,
    spoken=SpokenRules((), None, {"+": "more", "lucky": "lucky", "stunt": "stunt"}, {}, echo),
    help=lambda sheet, request, roll: 0 if roll is None else roll.total,
    stunts=StuntRules(
        "stunt", 2, lambda sheet, rating, options: (Choice("coin", "A coin"), Choice("song", "A song")),
        lambda sheet, rating, choice, options: {"coins": min(10, sheet.coins + 1)} if choice == "coin" else {},
    ),
)  # fmt: skip
