"""The roll of an instant action and its four results (WD-020 to WD-035, WD-060 to WD-067)."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from rules.dice import Die, FaceRule, Roller, throw
from rules.errors import BadInput
from rules.odds import Odds, odds
from rules.text import Text

Outcome = Literal["dramatic_failure", "failure", "success", "exceptional"]

TARGET_NUMBER: Final = 8
EXCEPTIONAL: Final = 5
NO_AGAIN: Final = 11
VERDICTS: Final[dict[str, Text]] = {
    "dramatic_failure": Text("Dramatic failure"),
    "failure": Text("Failure"),
    "success": Text("Success"),
    "exceptional": Text("Exceptional success"),
}


@dataclass(frozen=True, slots=True)
class Quality:
    """Which dice are rolled again: from `again` up (8 to 10; 11: none), or failures if `rote` (WD-022 to WD-025)."""

    again: int = 10
    rote: bool = False


TEN_AGAIN: Final = Quality()


@dataclass(frozen=True, slots=True)
class Result:
    """A finished roll: the dice in the order in which they fell, its successes, and its result (WD-063)."""

    dice: tuple[Die, ...]
    successes: int
    outcome: Outcome
    chance: bool

    @property
    def is_dramatic(self) -> bool:
        """Whether this is a dramatic failure."""
        return self.outcome == "dramatic_failure"


def roll_dice(total: int, roller: Roller, quality: Quality = TEN_AGAIN) -> Result:
    """Roll a pool. A total of 0 or less is a chance roll (WD-028)."""
    chance = total <= 0
    if chance:
        dice = _throw_chance(quality, roller)
        first = [die for die in dice if die.origin != "again"]
        if not any(die.worth for die in first) and any(die.face == 1 for die in first):
            return Result(dice, 0, "dramatic_failure", chance)
    else:
        dice = throw(_face_rule(quality), total, roller)
    successes = sum(die.worth for die in dice)
    return Result(dice, successes, judge_successes(successes), chance)


def judge_successes(successes: int) -> Outcome:
    """Return the result of a number of successes (WD-063, WD-067)."""
    if successes >= EXCEPTIONAL:
        return "exceptional"
    return "success" if successes else "failure"


def roll_odds(total: int, quality: Quality = TEN_AGAIN, needed: int = 1) -> Odds:
    """Return the exact odds of a pool. `needed`: the successes that count as a success."""
    if total > 0:
        return odds(_face_rule(quality), total, difficulty=needed, botch="none")
    return odds(_chance_rule(quality, quality.rote), 1, difficulty=needed, botch="chance")


def check_again(again: int) -> int:
    """Return the number from which dice are rolled again (WD-023). Raises `BadInput` for an unknown one."""
    if again not in (8, 9, 10, NO_AGAIN):
        raise BadInput("bad_again", Text("Dice reroll from 8, 9 or 10, or 11 for never; not {n}.", n=again))
    return again


@cache
def _face_rule(quality: Quality) -> FaceRule:
    again = None if check_again(quality.again) == NO_AGAIN else quality.again
    return FaceRule(TARGET_NUMBER, frozenset(), again, quality.rote)


@cache
def _chance_rule(quality: Quality, rote: bool) -> FaceRule:
    # 9-again and 8-again do nothing for a chance die (WD-033).
    again = None if check_again(quality.again) == NO_AGAIN else 10
    return FaceRule(10, frozenset(), again, rote)


def _throw_chance(quality: Quality, roller: Roller) -> tuple[Die, ...]:
    rule = _chance_rule(quality, rote=False)
    dice = throw(rule, 1, roller)
    if quality.rote and 1 < dice[0].face < 10:
        # A first 1 stands; any other miss is thrown once more (WD-034).
        second, *more = throw(rule, 1, roller)
        dice = (*dice, replace(second, origin="rote"), *more)
    return dice
