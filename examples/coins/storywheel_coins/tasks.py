"""Tasks with coins: heads add up, the most heads win, a friend brings a coin for each of his heads."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Choice, Json
from rules.roll import Roll
from rules.tasks import Conditions, Progress, Round, SpokenRules, StuntRules, Task, TaskRules, Verdict
from rules.text import Text, word
from storywheel_coins.options import Options
from storywheel_coins.rolls import Request
from storywheel_coins.sheet import Sheet


class Tasks(TaskRules):
    """Tasks of the coin game."""

    kinds = tuple(Choice(k, word(k)) for k in ("simple", "contested", "extended", "extended_contested", "teamwork"))
    spoken = SpokenRules((), None, {"+": "more", "lucky": "lucky", "stunt": "stunt"}, {})
    stunts = StuntRules(
        "stunt",
        2,
        lambda sheet, rating, options: (Choice("coin", Text("A coin")), Choice("song", Text("A song"))),
        lambda sheet, rating, choice, options: {"coins": min(10, sheet.coins + 1)} if choice == "coin" else {},
    )

    def echo(self, sheet: Sheet | None, given: Mapping[str, Any]) -> Text:
        """How coins count."""
        return Text("6 or more is heads")

    def help(self, sheet: Sheet, request: Request, roll: Roll | None) -> int:
        """A coin for each head."""
        return 0 if roll is None else roll.total

    def prepare(self, sheet: Sheet, request: Request, conditions: Conditions, options: Options) -> Request:
        """Helpers bring coins, failures take none: the toy forgives."""
        return replace(request, more=request.more + sum(helper.gain or 0 for helper in conditions.helpers))

    def extend(self, task: Task, roll: Roll, options: Options) -> Progress:
        """Heads add up."""
        total = task.sides[0].total + roll.total
        done = total >= task.sides[0].target
        return Progress(
            roll.total, total, "success" if done else "open", Text("Done") if done else Text("On it"), "COIN-4"
        )

    def contest(self, first: Roll, second: Roll, options: Options) -> Verdict:
        """The most heads win."""
        winner = None if first.total == second.total else int(second.total > first.total)
        return Verdict(
            winner,
            Text("Even") if winner is None else Text("Won by {value}", value=abs(first.total - second.total)),
            "COIN-5",
        )

    def race(self, task: Task, rolls: tuple[Roll | None, Roll | None], options: Options) -> Round:
        """Who is first to the target."""
        gains = [0 if roll is None else roll.total for roll in rolls]
        totals = (task.sides[0].total + gains[0], task.sides[1].total + gains[1])
        over = max(totals) >= task.sides[0].target or not any(rolls)
        winner = None if not over or totals[0] == totals[1] else int(totals[1] > totals[0])
        return Round((gains[0], gains[1]), totals, over, winner, Text("There") if over else Text("Not yet"), "COIN-6")

    def cost(self, sheet: Sheet, request: Request, roll: Roll, options: Options) -> Mapping[str, Json]:
        """A lucky flip costs one of the player's coins."""
        return {"coins": sheet.coins - 1} if request.lucky else {}
