"""The command line's plain roll: a number of dice against a difficulty."""

from dataclasses import dataclass

from rules.battle.declare import ask
from rules.dice import MAX_DICE, Roller
from rules.errors import BadInput
from rules.odds import Odds
from rules.pool import BARE, Pool, Term
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text
from rules.v20da.actions.chances import chances
from rules.v20da.actions.difficulty import HIGHEST, LOWEST, check_base
from rules.v20da.actions.rolling import check_pool, report, roll_dice
from rules.v20da.options import BotchMode, Options
from rules.v20da.pools import build_pool


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of a line. `target` is another name for the difficulty, which in this game is the face to reach.

    `botch_mode`: what counts as a botch (V20-033, 035).
    """

    pool: int = ask("Dice pool", 0, MAX_DICE)
    difficulty: int | None = ask("Difficulty", LOWEST, HIGHEST, default=None)
    target: int | None = None
    specialty: bool = ask("A specialty applies", default=False)
    willpower: bool = ask("A Willpower point is spent", default=False)
    botch_mode: BotchMode = "rolled"


def _difficulty(numbers: _Numbers) -> int:
    """Return the difficulty. Raises `BadInput` or `IllegalMove` for numbers out of range."""
    check_pool(numbers.pool)
    if numbers.target is not None and numbers.difficulty not in (None, numbers.target):
        sentence = Text("The difficulty is the number to reach on each die: use --difficulty or --target.")
        raise BadInput("two_difficulties", sentence)
    return check_base(numbers.difficulty if numbers.target is None else numbers.target)


def _roll(numbers: _Numbers, roller: Roller) -> Roll:
    difficulty = _difficulty(numbers)
    built = build_pool(BARE, (Term(Text("Pool"), numbers.pool, "trait", "V20-020"),))
    pool = Pool(built.title, built.steps, built.total, bonus_successes=int(numbers.willpower))
    mode = numbers.botch_mode
    result = roll_dice(numbers.pool, difficulty, roller, numbers.specialty, numbers.willpower, mode)
    return report(pool, result, Options(botch_mode=mode))


def _odds(numbers: _Numbers) -> Odds:
    return chances(numbers.pool, _difficulty(numbers), numbers.specialty, numbers.willpower, numbers.botch_mode)


COMMAND = CommandRules(_Numbers, _roll, _odds)
