"""Tasks outside combat: contested, extended and shared work, new attempts, and their costs (WD-050 to WD-156)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any

from rules.battle import Choice, Field, Json
from rules.errors import IllegalMove
from rules.roll import Roll
from rules.tasks import Conditions, Progress, ResistedInfluence, Round, SpokenRules, Task, TaskRules, Verdict
from rules.text import EMPTY, Text, join
from rules.wod2004.actions import extended
from rules.wod2004.actions.contested import compare
from rules.wod2004.actions.extended_contested import add_stage, judge
from rules.wod2004.actions.instant import VERDICTS, Result
from rules.wod2004.actions.powers import ROLL_POWERS
from rules.wod2004.actions.reflexive import list_challenges, list_paces
from rules.wod2004.actions.request import MAX_ATTEMPTS, MAX_SUCCESSES, Request
from rules.wod2004.actions.willpower import spend
from rules.wod2004.options import DRAMATIC_CONTEST, SIMULTANEOUS, Options
from rules.wod2004.pools import MODIFIER_LIMIT, is_chance
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import ALL_ATTRIBUTES

DRAMATIC = Field(
    "dramatic_contest", Text("A dramatic failure"), "choice", tuple(starmap(Choice, DRAMATIC_CONTEST.items()))
)
"""What a dramatic failure does in a contest (WD-108, WD-109)."""
TOGETHER = Field(
    "simultaneous", Text("If both finish together"), "choice", tuple(starmap(Choice, SIMULTANEOUS.items()))
)
"""What happens if both sides finish in one stage (WD-123 to WD-125)."""
COMPLETE = Text("Finished")
NOBODY = Text("No winner")
RUINED = Text("Dramatic failure: the work is ruined")
MUST_CHANGE = Text("Dramatic failure: something must change first")
PLACES = {"a": 0, "b": 1, "none": None}


def make_result(roll: Roll) -> Result:
    """Return a finished roll as the book's result."""
    outcome: Any = roll.outcome
    return Result(roll.dice, roll.successes, outcome, is_chance(roll.pool))


def _describe_gift(results: Sequence[Result | None], counted: tuple[int, int]) -> Text:
    """Return the successes that a dramatic failure gives to the other side, in words (WD-109)."""
    rolled = [0 if result is None else result.successes for result in results]
    given = [amount for amount, fell in zip(counted, rolled, strict=True) if amount != fell]
    return Text("the dramatic failure gives the other side {n}", n=given[0]) if given else EMPTY


class Tasks(TaskRules):
    """The rules of tasks (WD-050 to WD-156)."""

    kinds = (
        Choice("simple", Text("Instant")),
        Choice("contested", Text("Contested")),
        Choice("extended", Text("Extended")),
        Choice("extended_contested", Text("Extended and contested")),
        Choice("teamwork", Text("Teamwork")),
    )
    spoken = SpokenRules(
        traits=("attribute", "second"),
        alone=None,
        words={
            "spec": "specialty",
            "wp": "willpower",
            "tools": "tools",
            "resist": "resistance",
            "again": "again",
            "rote": "rote",
            "beat": "stored",
            "helpers": "helpers",
            "botched": "failed_helpers",
            "attempt": "attempt",
            "retry": "retry",
            "pressure": "pressure",
            "unhurt": "ignore_wounds",
            "+": "circumstances",
        },
        numbers={"diff": "difficulty", "again": "again", "rote": "rote", "chance": "chance", "spec": "specialty"},
    )
    influence = ResistedInfluence("Resolve + Composure", retry="WD-142")
    decided = frozenset({"stored", "attempt", "retry", "pressure", "helpers", "failed_helpers", "target", "resists"})
    difficulty = Field("difficulty", Text("Successes needed"), "number", low=1, high=MAX_SUCCESSES, initial=1)
    botches = (Choice("clear", Text("Everything so far")), Choice("ruin", Text("The whole project")))
    """What a dramatic failure costs an extended action (WD-075, WD-076)."""
    botch_label = Text("A dramatic failure costs")
    same_help = frozenset({"teamwork"})
    two_targets = True
    attempts = MAX_ATTEMPTS
    targets = (
        Choice("speed", Text("Speed")),
        Choice("traits", Text("The traits rolled")),
        Choice("double", Text("Twice the traits rolled")),
    )
    edge = Text("Dice for higher Speed")
    challenges = list_challenges()
    paces = list_paces()
    settings = {"contested": (DRAMATIC,), "extended_contested": (DRAMATIC, TOGETHER)}

    def echo(self, sheet: Sheet | None, given: Mapping[str, Json]) -> Text:
        """Return how the faces of a roll count, in words (WD-021 to WD-025)."""
        again = int(given.get("again", 10))
        said = Text("{again}-again", again=again) if again <= 10 else Text("no again")
        return join(", ", (Text("8 and more count"), said, Text("rote") if given.get("rote") else EMPTY))

    def prepare(self, sheet: Sheet, request: Request, conditions: Conditions, options: Options) -> Request:
        """Return the request with the task's difficulty (WD-111), attempt (WD-083, WD-142) and helpers (WD-151)."""
        is_extended = conditions.kind in ("extended", "extended_contested")
        return replace(
            request,
            stored=(conditions.difficulty or 1) - 1,
            attempt=min(conditions.failures + 1, MAX_ATTEMPTS),
            pressure=options.attempt_penalty if is_extended else conditions.pressure,
            helpers=min(sum(helper.gain or 0 for helper in conditions.helpers), MAX_SUCCESSES),
            failed_helpers=sum(helper.outcome == "dramatic_failure" for helper in conditions.helpers),
            circumstances=min(request.circumstances + conditions.edge, MODIFIER_LIMIT),
        )

    def count_target(self, sheet: Sheet, request: Request, source: str) -> int:
        """Return a target from a character's traits: Speed, Attribute + Skill, or twice that (WD-088)."""
        if source == "speed":
            return extended.trait_target(derived.sheet_speed(sheet).total)
        return extended.trait_target(_count_dots(sheet, request), double=source == "double")

    def count_edge(self, sheet: Sheet, other: Sheet) -> int:
        """Return the bonus dice of a race: by how much the Speed is higher, at most 5 (WD-043)."""
        faster = derived.sheet_speed(sheet).total - derived.sheet_speed(other).total
        return min(max(0, faster), MODIFIER_LIMIT)

    def extend(self, task: Task, roll: Roll, options: Options) -> Progress:
        """Return the progress of an extended action after one more roll (WD-070 to WD-092)."""
        after = extended.add_roll(task.sides[0], make_result(roll), delicate=task.botch == "ruin")
        gained = after.gains[-1]
        if after.standing == "ruined":
            return Progress(gained, after.total, "failure", RUINED, "WD-076")
        if extended.has_extra_benefit(after):
            more = Text("Complete, with room for an extra effect")
            return Progress(gained, after.total, "success", more, "WD-090")
        if after.standing == "complete":
            return Progress(gained, after.total, "success", COMPLETE, "WD-071")
        if after.standing == "exhausted":
            wait = Text("Out of rolls; try again: {wait}", wait=extended.retry_wait(task.unit))
            return Progress(gained, after.total, "failure", wait, "WD-081")
        if gained is None:
            return Progress(gained, after.total, "open", MUST_CHANGE, "WD-075")
        return Progress(gained, after.total, "open", roll.verdict, "WD-071")

    def contest(self, first: Roll, second: Roll, options: Options) -> Verdict:
        """Compare two rolls: the most successes win (WD-100 to WD-110)."""
        found = compare(make_result(first), make_result(second), options)
        if found.winner == "none":
            return Verdict(None, NOBODY, "WD-104")
        outcome = found.outcome_a if found.winner == "a" else found.outcome_b
        words = VERDICTS["exceptional"] if outcome == "exceptional_win" else VERDICTS["success"]
        return Verdict(PLACES[found.winner], Text("{verdict}: {n}", verdict=words, n=found.winner_successes), "WD-101")

    def race(self, task: Task, rolls: tuple[Roll | None, Roll | None], options: Options) -> Round:
        """Return one stage of an extended and contested action (WD-120 to WD-129)."""
        first, second = (None if roll is None else make_result(roll) for roll in rolls)
        delicate = (task.botch == "ruin", task.botch == "ruin")
        (a, b), counted = add_stage((task.sides[0], task.sides[1]), (first, second), options, delicate)
        status, winner = judge((a, b), counted, options)
        over = status != "in_progress"
        verdict = {"complete": COMPLETE, "draw": NOBODY}.get(status, Text("In progress"))
        verdict = join("; ", (verdict, _describe_gift((first, second), counted)))
        rule = "WD-123" if status == "draw" else "WD-122" if over else "WD-120"
        gains = (a.gains[-1] if a.gains else 0, b.gains[-1] if b.gains else 0)
        return Round(gains, (a.total, b.total), over, PLACES[winner], verdict, rule, (a.ruined, b.ruined))

    def cost(self, sheet: Sheet, request: Request, roll: Roll, options: Options) -> Mapping[str, Json]:
        """Return the figures of the sheet after the roll: Willpower for dice (WD-050) and the price of powers.

        The point of Willpower comes back from a chance roll, if the options say so (WD-051). Raises `IllegalMove`.
        """
        on = ROLL_POWERS.choose(sheet, request.powers)
        ROLL_POWERS.check(sheet, on, willpower=request.willpower)
        if not request.willpower or (options.return_willpower and is_chance(roll.pool)):
            return ROLL_POWERS.pay(sheet, on)
        spent = spend(sheet.willpower_points, 0, "dice")
        if not spent.allowed:
            raise IllegalMove("no_willpower", Text("There is no Willpower left to spend."), rule=spent.rule)
        paid = ROLL_POWERS.pay(sheet, on)
        return {**paid, "willpower_points": min(spent.points, paid.get("willpower_points", spent.points))}

    def help(self, sheet: Sheet, request: Request, roll: Roll | None) -> int:
        """Return the dice that a helper's roll gives: its successes (WD-151)."""
        return 0 if roll is None else roll.total

    def roll_limit(self, sheet: Sheet, request: Request) -> int:
        """Return the most rolls: the dots of Attribute and Skill (WD-078)."""
        return extended.roll_limit(_count_dots(sheet, request), 0) or 1


def _count_dots(sheet: Sheet, request: Request) -> int:
    """Return the dots of the traits rolled."""
    second = 0
    if request.second:
        is_attribute = request.second in ALL_ATTRIBUTES
        second = sheet.attribute(request.second) if is_attribute else sheet.skill(request.second)
    return sheet.attribute(request.attribute) + second
