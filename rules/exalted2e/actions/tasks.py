"""Tasks outside combat: resisted, extended and shared, against hidden difficulties (chapters 7 to 13)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.battle import Choice, Field, Json
from rules.dice import ScriptedRoller
from rules.errors import IllegalMove
from rules.exalted2e.actions.extended import (
    WHOLE,
    act_partially,
    add_roll,
    add_round,
    find_winner,
    parse_botch_effect,
)
from rules.exalted2e.actions.hidden import conceal, may_look
from rules.exalted2e.actions.powers import ROLL_POWERS
from rules.exalted2e.actions.requests import (
    MAX_DIFFICULTY,
    MAX_MODIFIER,
    MAX_POOLED,
    WILLPOWER,
    RollRequest,
    build_pool,
    make_roll,
)
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import TARGET, Count
from rules.exalted2e.actions.stunts import MAX_STUNT, Stunt, name_reward, rate_stunt, rewards
from rules.exalted2e.actions.stunts import pay as pay_reward
from rules.exalted2e.actions.teamwork import Member, assist
from rules.exalted2e.health.recovery import regain, regain_motes
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_capacity, mote_room
from rules.exalted2e.traits import VIRTUES, has_rule_of_10
from rules.pool import Pool
from rules.raising import GENERAL
from rules.roll import Roll
from rules.tasks import Conditions, Cut, Lead, Progress, Round, SpokenRules, StuntRules, Task, TaskRules, Verdict
from rules.text import Text, word


def _assist(sheet: Sheet, request: RollRequest, conditions: Conditions) -> RollRequest:
    gains = [helper.gain or 0 for helper in conditions.helpers]
    own = sheet.ability(request.ability) if request.ability and request.attribute not in VIRTUES else 0
    helpers = [Member(str(index), -1, gain) for index, gain in enumerate(gains)]
    together = assist([Member("roller", 0, own), *helpers])
    return replace(
        request,
        difficulty=1 if conditions.difficulty is None else conditions.difficulty,
        failures=conditions.failures,
        helped=together.bonus,
    )


def _find_lost_dice(sheet: Sheet, request: RollRequest, cut: Cut, options: Options) -> int:
    """Return the dice that an interrupted roll loses if the Storyteller does not set them (2E-224)."""
    pool = max(0, build_pool(sheet, request, options).total)
    return min(MAX_MODIFIER, pool - act_partially(pool, cut.share, 0, penalized=True).pool)


def _pool_effort(sheet: Sheet, request: RollRequest, conditions: Conditions) -> RollRequest:
    """Return the request with the helpers' successes, whose sum meets the difficulty (2E-250, R)."""
    difficulty = 1 if conditions.helping or conditions.difficulty is None else conditions.difficulty
    pooled = min(sum(helper.gain or 0 for helper in conditions.helpers), MAX_POOLED)
    failures = 0 if conditions.helping else conditions.failures
    return replace(request, difficulty=difficulty, failures=failures, pooled=pooled)


def make_count(roll: Roll) -> Count:
    """Return a finished roll as a `Count`."""
    outcome: Any = roll.outcome
    ones = sum(die.face == 1 for die in roll.dice)
    bonus, external = roll.pool.bonus_successes, roll.pool.external
    return Count(
        roll.dice, roll.successes, bonus, external, roll.total, roll.difficulty or 0, roll.threshold, outcome, ones
    )


COMPLETE = Text("Finished")
_NOTHING = Count((), 0, 0, 0, 0, 1, None, "auto_fail", 0)
"""The roll of a side that does not roll."""


def list_rewards(sheet: Sheet, rating: int, options: Options) -> tuple[Choice, ...]:
    """Return the rewards of a stunt of this rating (2E-183 to 2E-192)."""
    stunt = _rate(sheet, rating, options)
    return tuple(Choice(reward, name_reward(stunt, reward)) for reward in rewards(stunt))


def pay_stunt(sheet: Sheet, rating: int, choice: str, options: Options) -> Mapping[str, Json]:
    """Return the changes of the sheet: motes, Peripheral ones first, or Willpower; excess is lost (2E-201)."""
    picked: Any = choice
    motes, willpower, _ = pay_reward(_rate(sheet, rating, options), picked)
    personal, peripheral = regain_motes(sheet.personal, sheet.peripheral, mote_room(sheet), motes)
    points = regain(sheet.willpower_points, sheet.willpower, willpower)
    now = {"peripheral": peripheral, "personal": personal, "willpower_points": points}
    return {path: value for path, value in now.items() if value != getattr(sheet, path)}


def earn_experience(sheet: Sheet, rating: int, choice: str, options: Options) -> Mapping[str, int]:
    """Return the experience point of a stunt of three dice, if that was chosen (2E-185)."""
    picked: Any = choice
    points = pay_reward(_rate(sheet, rating, options), picked)[2]
    return {GENERAL: points} if points else {}


def _rate(sheet: Sheet, rating: int, options: Options) -> Stunt:
    return rate_stunt(sheet.being, rating, has_pool=any(mote_capacity(sheet)), options=options)


class Tasks(TaskRules):
    """The tasks of chapters 7 to 13."""

    kinds = (
        Choice("simple", Text("One roll")),
        Choice("contested", Text("Resisted")),
        Choice("extended", Text("Extended")),
        Choice("extended_contested", Text("Extended and resisted")),
        Choice("teamwork", Text("Teamwork")),
        Choice("pooled", Text("Pooled effort")),
    )
    spoken = SpokenRules(
        traits=("attribute", "ability"),
        alone=frozenset(VIRTUES),
        words={
            "diff": "difficulty",
            "tn": "target",
            "spec": "specialty",
            "stunt": "stunt",
            "wp": ("effort", WILLPOWER),
            "channel": "effort",
            "external": "external",
            "motivation": "motivation",
            "charms": "magic_bonus",
            "hexed": "magic_penalty",
            "failed": "failures",
            "retry": "retry",
            "multiple": "actions",
            "place": "place",
            "sight": "sight",
            "footing": "footing",
            "weather": "weather",
            "gear": "tools",
            "mounted": "mounted",
            "auto": "automatic",
            "+": "bonus",
            "-": "penalty",
            "s": "charm_successes",
        },
        numbers={
            "diff": "difficulty",
            "tn": "target",
            "double": "doubles",
            "external": "external",
            "s": "bonus_successes",
        },
    )
    attempts = MAX_MODIFIER + 1
    decided = frozenset({"difficulty", "failures", "retry", "automatic", "interrupted", "pooled"})
    difficulty = Field("difficulty", Text("Difficulty"), "number", low=1, high=MAX_DIFFICULTY, initial=1)
    botches = (
        Choice("none", Text("Time only")),
        Choice("lose:1", Text("1 success")),
        Choice("lose:3", Text("3 successes")),
        Choice("lose_all", Text("Everything so far")),
        Choice("fail", Text("The whole effort")),
    )
    """The effects of a botch that the Storyteller chooses from (2E-144)."""
    rolling_help = frozenset({"pooled"})
    same_help = frozenset({"pooled"})
    conceal = staticmethod(conceal)
    interruptions = (
        Choice("fail", Text("No effect"), word("2E-221")),
        Choice("resume", Text("Continues later with the remaining time"), word("2E-226")),
        Choice("penalty", Text("Roll fewer dice for a partial effect"), word("2E-222")),
        Choice("share", Text("Roll all dice for a partial effect"), word("2E-222")),
    )
    """The results of an interrupted interval."""
    stunts = StuntRules("stunt", MAX_STUNT, list_rewards, pay_stunt, earn_experience)

    def echo(self, sheet: Sheet | None, given: Mapping[str, Json]) -> Text:
        """Return how the faces of a roll count (2E-040 to 2E-044)."""
        doubles = given.get("doubles", True) if sheet is None else has_rule_of_10(sheet.being)
        numbers = {"target": given.get("target", TARGET), "difficulty": given.get("difficulty", 1)}
        if doubles:
            return Text("{target}+ succeed, 10 twice, difficulty {difficulty}", **numbers)
        return Text("{target}+ succeed, 10 once, difficulty {difficulty}", **numbers)

    def prepare(self, sheet: Sheet, request: RollRequest, conditions: Conditions, options: Options) -> RollRequest:
        """Return a request with the task's difficulty, earlier failures (2E-088) and help.

        Assistance adds dice (2E-251 to 2E-253), a pooled effort the helpers' successes (2E-250).
        """
        put = _pool_effort if conditions.kind == "pooled" else _assist
        prepared, cut = put(sheet, replace(request, automatic=False, interrupted=0), conditions), conditions.cut
        if cut is None or cut.way != "penalty":
            return prepared
        lost = _find_lost_dice(sheet, prepared, cut, options) if cut.penalty is None else cut.penalty
        return replace(prepared, interrupted=lost)

    def extend(self, task: Task, roll: Roll, options: Options) -> Progress:
        """Add a roll to an extended action (2E-140 to 2E-145)."""
        side, count = task.sides[0], make_count(roll)
        share = Fraction(side.cut.parts, side.cut.of) if side.cut else WHOLE
        after = add_roll(side, count, parse_botch_effect(task.botch or "none"), share)
        gained = after.gains[-1]
        if after.standing == "ruined":
            return Progress(gained, after.total, "failure", Text("Botch: the whole effort fails"), "2E-144")
        if after.standing == "complete" and not count.is_botch:
            return Progress(gained, after.total, "success", COMPLETE, "2E-145")
        if side.cut and not count.is_botch:
            return Progress(gained, after.total, "open", roll.verdict, "2E-224")
        rule = "2E-144" if count.is_botch else "2E-141" if side.difficulty is None else "2E-142"
        return Progress(gained, after.total, "open", roll.verdict, rule)

    def contest(self, first: Roll, second: Roll, options: Options) -> Verdict:
        """Compare two rolls by their thresholds (2E-120 to 2E-125)."""
        found = contest(make_count(first), make_count(second), options)
        if found.winner is None:
            return Verdict(None, Text("No winner"), "2E-124")
        return Verdict(found.winner, Text("Won by {n}", n=found.margin), "2E-122")

    def race(self, task: Task, rolls: tuple[Roll | None, Roll | None], options: Options) -> Round:
        """Return a round of an extended and resisted action: its winner adds the difference (2E-146, 2E-147)."""
        first, second = (_NOTHING if roll is None else make_count(roll) for roll in rolls)
        after = add_round((task.sides[0], task.sides[1]), contest(first, second, options))
        gains, winner = (after[0].gains[-1], after[1].gains[-1]), find_winner(after)
        gained = Text("gained {n} and {n2}", n=gains[0], n2=gains[1])
        totals, is_over = (after[0].total, after[1].total), winner is not None
        return Round(gains, totals, is_over, winner, COMPLETE if is_over else gained, "2E-146")

    def cost(self, sheet: Sheet, request: RollRequest, roll: Roll, options: Options) -> Mapping[str, Json]:
        """Return the cost of Willpower, a channel (2E-160 to 2E-165) and powers."""
        spent = ROLL_POWERS.pay(sheet, ROLL_POWERS.choose(sheet, request.powers), willpower=bool(request.effort))
        if request.effort and request.effort != WILLPOWER:
            spent[f"channels.{request.effort}"] = sheet.channels[request.effort] + 1
        return spent

    def help(self, sheet: Sheet, request: RollRequest, roll: Roll | None) -> int:
        """Return the successes of a roll in a pooled effort (2E-250), else 1 die for a dot (2E-251)."""
        if roll is not None:
            return max(0, roll.total)
        if request.attribute in VIRTUES or sheet.ability(request.ability) < 1:
            raise IllegalMove("no_dot", Text("Helpers need at least one dot in the Ability."), rule="2E-251")
        return 1

    def lead(self, group: Sequence[tuple[Sheet, RollRequest, Pool]]) -> Lead:
        """Return who rolls for the group: the highest pool, of equal ones the higher Ability (2E-251, 2E-253)."""
        members = [
            Member(str(place), pool.total, sheet.ability(request.ability) if request.ability else 0)
            for place, (sheet, request, pool) in enumerate(group)
        ]
        place = int(assist(members).roller)
        best = members[place]
        tied = any(member.pool == best.pool and member.ability < best.ability for member in members)
        return Lead(place, "ability", "2E-253") if tied else Lead(place, "pool", "2E-251")

    def automatic(self, sheet: Sheet, request: RollRequest, options: Options) -> Roll | None:
        """Return the success without a roll of a large pool; None if it is too small (2E-210 to 2E-216)."""
        try:
            return make_roll(sheet, replace(request, automatic=True), ScriptedRoller(()), options)
        except IllegalMove:
            return None

    def look(self, request: RollRequest) -> RollRequest:
        """Return Perception with the task's Ability (2E-067); looking itself cannot be looked at (2E-068)."""
        if request.attribute in VIRTUES or not may_look(request.attribute, request.ability):
            raise IllegalMove("no_looking", Text("You can’t look before this leap."), rule="2E-068")
        return RollRequest("perception", request.ability)
