"""Tasks outside combat: opposed and extended actions, what they cost, and what stunts give back (3E-014 to 3E-022)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle import Choice, Field, Json
from rules.exalted3e.actions.count import ThrownDice, beats_all
from rules.exalted3e.actions.extended import add_progress
from rules.exalted3e.actions.influence import Influence
from rules.exalted3e.actions.powers import ROLL_POWERS
from rules.exalted3e.actions.request import MAX_DIFFICULTY, Request
from rules.exalted3e.options import Options
from rules.exalted3e.pools import stunt_willpower
from rules.exalted3e.sheet.model import Sheet
from rules.roll import Roll
from rules.tasks import Conditions, Progress, SpokenRules, StuntRules, Task, TaskRules, Verdict
from rules.text import Text

MAX_STUNT = 3


def list_rewards(sheet: Sheet, rating: int, options: Options) -> tuple[Choice, ...]:
    """Return the reward for a stunt of two or three points: Willpower (3E-015, 3E-016)."""
    gained = stunt_willpower(0, rating)
    return (Choice("willpower", Text("{n} Willpower", n=gained)),) if gained else ()


def pay_stunt(sheet: Sheet, rating: int, choice: str, options: Options) -> Mapping[str, Json]:
    """Return Willpower after the reward, which may be above its rating, up to 10 (3E-017)."""
    return {"willpower.current": stunt_willpower(sheet.willpower.current, rating)}


class Tasks(TaskRules):
    """What the Third Edition says of tasks (3E-014 to 3E-022)."""

    kinds = (
        Choice("simple", Text("One roll")),
        Choice("contested", Text("Opposed")),
        Choice("extended", Text("Extended")),
    )
    spoken = SpokenRules(
        traits=("attribute", "ability"),
        alone=frozenset(),
        words={
            "diff": "difficulty",
            "double": "double_tens",
            "spec": "specialty",
            "stunt": "stunt",
            "wp": "willpower",
            "motes": "motes",
            "group": "group",
            "+": "bonus",
            "s": "successes",
        },
        numbers={"diff": "difficulty", "tn": "target", "double": "doubles", "s": "bonus_successes"},
    )
    decided = frozenset({"difficulty", "can_botch", "looks", "overturns", "ready"})
    difficulty = Field("difficulty", Text("Difficulty"), "number", low=1, high=MAX_DIFFICULTY, initial=1)
    botches = (Choice("clear", Text("All progress")), Choice("ruin", Text("The whole project")))
    """What a botch costs: progress, or a superior project (3E-022)."""
    stunts = StuntRules("stunt", MAX_STUNT, list_rewards, pay_stunt)
    influence = Influence()

    def echo(self, sheet: Sheet | None, given: Mapping[str, Json]) -> Text:
        """Say how the faces of a roll count (3E-001, 3E-002)."""
        values = {"n": given.get("target", 7), "n2": given.get("difficulty", 1)}
        if given.get("doubles" if sheet is None else "double_tens", True):
            return Text("{n}+ succeed, 10 twice, difficulty {n2}", **values)
        return Text("{n}+ succeed, 10 once, difficulty {n2}", **values)

    def prepare(self, sheet: Sheet, request: Request, conditions: Conditions, options: Options) -> Request:
        """Put the difficulty into a request; an opposed roll has none, since it meets the other total (3E-020)."""
        if conditions.kind == "contested":
            return replace(request, difficulty=0, can_botch=True)
        return replace(request, difficulty=1 if conditions.difficulty is None else conditions.difficulty)

    def extend(self, task: Task, roll: Roll, options: Options) -> Progress:
        """Add a roll to an extended action: threshold + 1 on a success; a botch loses everything (3E-021, 3E-022)."""
        side = task.sides[0]
        total = add_progress(side.total, ThrownDice(roll.dice, roll.successes, roll.total), roll.difficulty or 0)
        if roll.outcome == "botch":
            if task.botch == "ruin":
                return Progress(None, total, "failure", Text("Botch: the project is ruined"), "3E-022")
            return Progress(None, total, "open", Text("Botch: all progress is lost"), "3E-022")
        gained = total - side.total
        if total >= side.target:
            return Progress(gained, total, "success", Text("Finished"), "3E-021")
        return Progress(gained, total, "open", roll.verdict, "3E-021")

    def contest(self, first: Roll, second: Roll, options: Options) -> Verdict:
        """Compare two totals; on a tie the side that began does not succeed (3E-020)."""
        if first.total == second.total:
            return Verdict(None, Text("Tie: no success"), "3E-020")
        winner = 0 if beats_all(first.total, (second.total,)) else 1
        return Verdict(winner, Text("Won by {n}", n=abs(first.total - second.total)), "3E-020")

    def cost(self, sheet: Sheet, request: Request, roll: Roll, options: Options) -> Mapping[str, Json]:
        """Pay Willpower (3E-018) and motes, the peripheral pool first, which raises the anima (3E-342, 3E-345)."""
        on = ROLL_POWERS.choose(sheet, request.powers)
        return ROLL_POWERS.pay(sheet, on, motes=request.motes, willpower=request.willpower + request.overturns)

    def conceal(self, roll: Roll) -> Roll:
        """Return the roll without its difficulty and what follows from that."""
        words = Text("{n} success", "{n} successes", n=roll.total)
        return replace(roll, difficulty=None, threshold=None, outcome="rolled", verdict=words)
