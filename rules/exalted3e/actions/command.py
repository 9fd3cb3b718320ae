"""The command line's plain roll: a pool, a difficulty, bonus successes, tens doubled or not."""

from dataclasses import dataclass

from rules.battle.declare import ask
from rules.dice import MAX_DICE, FaceRule, Roller, throw
from rules.exalted3e.actions.count import ThrownDice
from rules.exalted3e.actions.request import interpret_roll
from rules.exalted3e.options import Options
from rules.exalted3e.pools import build_pool
from rules.odds import Odds, odds
from rules.pool import BARE, Pool, Term
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of the command."""

    pool: int = ask("Dice pool", 0, MAX_DICE, default=0)
    difficulty: int = ask("Difficulty", 0, MAX_DICE, default=1)
    target: int = ask("Target number", 2, 10, default=7)
    bonus_successes: int = ask("Bonus successes", 0, MAX_DICE, default=0)
    doubles: bool = ask("10s count twice", default=True)


def _pool(numbers: _Numbers) -> Pool:
    return build_pool(BARE, (Term(Text("pool"), numbers.pool, "pool", "3E-010"),), (), numbers.bonus_successes)


def _rule(numbers: _Numbers) -> FaceRule:
    return FaceRule(target=numbers.target, doubles=frozenset({10} if numbers.doubles else ()))


def _roll(numbers: _Numbers, roller: Roller) -> Roll:
    pool = _pool(numbers)
    dice = throw(_rule(numbers), pool.dice, roller)
    successes = sum(die.worth for die in dice)
    thrown = ThrownDice(dice, successes, max(0, successes + pool.bonus_successes))
    return interpret_roll(pool, thrown, numbers.difficulty, Options())


def _odds(numbers: _Numbers) -> Odds:
    pool, bonus, difficulty = _pool(numbers), numbers.bonus_successes, numbers.difficulty
    may_botch = difficulty > 0 and bonus == 0
    botch = "ones" if may_botch else "none"
    return odds(_rule(numbers), pool.dice, difficulty=difficulty, bonus=bonus, botch=botch)


COMMAND = CommandRules(_Numbers, _roll, _odds)
