"""Tasks outside combat: retries, resisted, extended and shared work, and their costs (V20-070 to 137)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Choice, Field, Json
from rules.codec import encode
from rules.errors import IllegalMove
from rules.roll import Roll
from rules.tasks import Conditions, Progress, ResistedInfluence, Round, SpokenRules, Task, TaskRules, Verdict
from rules.text import Text, word
from rules.v20da.actions.automatic import spend_willpower, suggests_automatic
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, LOWEST
from rules.v20da.actions.extended import add_roll
from rules.v20da.actions.powers import ROLL_POWERS
from rules.v20da.actions.request import Request, check_traits, make_difficulty, make_pool
from rules.v20da.actions.resisted import add_round, compare, judge, resisted_difficulty
from rules.v20da.actions.rolling import DEGREES, Result, degree_of
from rules.v20da.actions.teamwork import crowd_raise
from rules.v20da.options import Options
from rules.v20da.pools import rating
from rules.v20da.sheet.model import Sheet

FROM_OTHER_SIDE = Text("The difficulty comes from the other side.")
"""What is said where the other side's dice are not known (V20-344)."""
PLACES = {"a": 0, "b": 1, "none": None}
ROUNDS = {"complete": Text("Finished"), "tie": Text("Neither side succeeds"), "in_progress": Text("In progress")}


def make_result(roll: Roll | None) -> Result:
    """Return a finished roll as the rules of the book count it; an empty failure for None."""
    if roll is None:
        return Result(DEFAULT, (), 0, 0, 0, "failure")
    outcome: Any = roll.outcome
    ones = sum(die.face == 1 for die in roll.dice)
    return Result(roll.difficulty or DEFAULT, roll.dice, roll.successes + ones, ones, roll.total, outcome)


class Tasks(TaskRules):
    """The tasks of V20-070 to V20-137."""

    kinds = (
        Choice("simple", Text("One roll")),
        Choice("contested", Text("Resisted")),
        Choice("extended", Text("Extended")),
        Choice("extended_contested", Text("Resisted and extended")),
        Choice("teamwork", Text("Teamwork")),
    )
    spoken = SpokenRules(
        traits=("first", "second"),
        alone=None,
        words={
            "diff": "difficulty",
            "tn": "difficulty",
            "spec": "specialty",
            "wp": "willpower",
            "attempt": "attempt",
            "place": "place",
            "multiple": "actions",
            "retry": "retry",
            "stakes": "kind",
            "+": "modifier",
        },
        numbers={"diff": "difficulty", "tn": "target", "spec": "specialty", "double": "specialty"},
    )
    decided = frozenset({"difficulty", "attempt", "retry", "kind"})
    difficulty = Field("difficulty", Text("Difficulty"), "number", low=LOWEST, high=HIGHEST, initial=DEFAULT)
    says_standard = True
    attempts = 9
    botches = (Choice("restart", Text("Everything so far")), Choice("end", Text("The whole project")))
    """What a botch costs an extended action (V20-103, 104)."""
    influence = ResistedInfluence("Willpower", retry="V20-070")

    def echo(self, sheet: Sheet | None, given: Mapping[str, Json]) -> Text:
        """Say how the faces of a roll count (V20-027, V20-028, V20-061)."""
        difficulty = given.get("difficulty") or given.get("target") or DEFAULT
        if given.get("specialty"):
            return Text("difficulty {n}: {n}+ succeed, 10 twice, 1s cancel", n=difficulty)
        return Text("difficulty {n}: {n}+ succeed, 1s cancel", n=difficulty)

    def prepare(self, sheet: Sheet, request: Request, conditions: Conditions, options: Options) -> Request:
        """Return the request with difficulty (V20-110, 133), attempt (V20-070) and the helpers' dice (V20-131)."""
        is_contest = conditions.kind in ("contested", "extended_contested")
        base = self._find_base(conditions, is_contest=is_contest)
        difficulty = base + crowd_raise(conditions.helper_count, conditions.helper_limit)
        if difficulty > HIGHEST:
            sentence = Text("With this many helpers, the difficulty rises to {n}.", n=difficulty)
            raise IllegalMove("difficulty", sentence, rule="V20-136")
        return replace(
            request,
            difficulty=difficulty,
            modifier=request.modifier + sum(helper.gain or 0 for helper in conditions.helpers),
            attempt=conditions.failures + 1,
            kind="contested" if is_contest else "dangerous" if conditions.pressure else "plain",
        )

    @staticmethod
    def _find_base(conditions: Conditions, *, is_contest: bool) -> int:
        """Return the difficulty before anything raises it: the Storyteller's, the other side's dice, or 6.

        Raises `IllegalMove` in a contest in which the other side's dice are not known yet (V20-344).
        """
        if conditions.difficulty is not None:
            return conditions.difficulty
        if conditions.opposing is not None:
            return resisted_difficulty(conditions.opposing)
        if is_contest and not conditions.helping:
            raise IllegalMove("unknown_odds", FROM_OTHER_SIDE, rule="V20-344")
        return DEFAULT

    def oppose(self, sheet: Sheet, request: Request, options: Options) -> int:
        """Return the dice that set the other side's difficulty: the pool as it is rolled, or by an option the traits
        (V20-340 to 343). Raises `IllegalMove` for a roll that cannot be made or paid.
        """
        pool = make_pool(sheet, request, options)
        if request.willpower and pool.total <= 0:
            raise IllegalMove("no_dice", Text("No dice are left, so Willpower adds nothing."), rule="V20-346")
        ROLL_POWERS.check(sheet, ROLL_POWERS.choose(sheet, request.powers), willpower=request.willpower)
        if request.willpower:
            spend_willpower(sheet.willpower_points, "success")
        if options.resisted_from == "traits":
            return sum(rating(sheet, trait) for trait in check_traits(sheet, request.first, request.second))
        return max(0, pool.total)

    def extend(self, task: Task, roll: Roll, options: Options) -> Progress:
        """Add a roll to an extended action. Net successes count, a botch starts over or ends it (V20-100 to 106)."""
        side = task.sides[0]
        after = add_roll(side, make_result(roll), botch_ends=options.botch_ends or task.botch == "end")
        gained = after.gains[-1]
        if after.standing == "ruined":
            return Progress(gained, after.total, "failure", Text("Botch: the project ends"), "V20-104")
        if after.standing == "complete":
            return Progress(gained, after.total, "success", Text("Finished"), "V20-101")
        if after.standing == "exhausted":
            return Progress(gained, after.total, "failure", Text("Out of time"), "V20-105")
        if gained is None:
            return Progress(gained, after.total, "open", Text("Botch: start over"), "V20-103")
        return Progress(gained, after.total, "open", roll.verdict, "V20-101")

    def contest(self, first: Roll, second: Roll, options: Options) -> Verdict:
        """Compare two rolls: more net successes win, by the degree of the difference (V20-113 to 116)."""
        winner, margin = compare(first.total, second.total)
        if winner == "none":
            return Verdict(None, Text("Neither side succeeds"), "V20-115")
        verdict = Text("Won by {n}: {degree}", n=margin, degree=word(degree_of(margin) or ""))
        return Verdict(PLACES[winner], verdict, "V20-114")

    def race(self, task: Task, rolls: tuple[Roll | None, Roll | None], options: Options) -> Round:
        """Count one round of a resisted and extended action (V20-117 to 120)."""
        results = make_result(rolls[0]), make_result(rolls[1])
        first, second = add_round((task.sides[0], task.sides[1]), *results, options.contest_mode)
        status, winner = judge((first, second))
        gains, totals = (first.gains[-1], second.gains[-1]), (first.total, second.total)
        return Round(gains, totals, status != "in_progress", PLACES[winner], ROUNDS[status], "V20-117")

    def cost(self, sheet: Sheet, request: Request, roll: Roll, options: Options) -> Mapping[str, Json]:
        """Return the price: the point of Willpower that bought a success (V20-084), and that of powers."""
        if request.willpower:
            spend_willpower(sheet.willpower_points, "success")
        return ROLL_POWERS.pay(sheet, ROLL_POWERS.choose(sheet, request.powers), willpower=request.willpower)

    def help(self, sheet: Sheet, request: Request, roll: Roll | None) -> int:
        """Return a helper's net successes, which are dice of the primary actor (V20-131, 135)."""
        return 0 if roll is None else roll.total

    def automatic(self, sheet: Sheet, request: Request, options: Options) -> Roll | None:
        """Return one success without a roll if the pool reaches the difficulty, else None (V20-080 to 083, 090)."""
        try:
            pool, difficulty = make_pool(sheet, request, options), make_difficulty(sheet, request).total
        except IllegalMove:
            return None
        contested, injury, road = request.kind == "contested", request.kind == "dangerous", request.first == "road"
        if request.willpower or not suggests_automatic(pool.total, difficulty, contested, injury, road):
            return None
        notes, verdict = (Text("Automatic success (V20-080)"),), word(DEGREES[0])
        return Roll("v20da", pool.title, pool, (), 0, 1, difficulty, None, "success", verdict, notes, encode(options))
