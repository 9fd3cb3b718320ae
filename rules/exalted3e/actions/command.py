"""The command line's plain roll: a pool, a difficulty, bonus successes, tens doubled or not."""

from collections.abc import Mapping
from typing import Any

from rules.battle import Json
from rules.dice import MAX_DICE, Die, FaceRule, Roller, throw
from rules.errors import BadInput
from rules.exalted3e.actions.count import Thrown
from rules.exalted3e.actions.request import read_roll
from rules.exalted3e.options import Options
from rules.exalted3e.pools import build_pool
from rules.odds import Odds, odds
from rules.pool import BARE, Pool, Term
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text

TITLES = {
    "pool": Text("Dice pool"),
    "difficulty": Text("Difficulty"),
    "target": Text("Target number"),
    "bonus_successes": Text("Bonus successes"),
}
"""The names of the numbers that a command may give."""
KEYS = (*TITLES, "doubles")
TARGET = 7


def read_command(given: Mapping[str, Json]) -> tuple[Pool, FaceRule, int]:
    """Return the pool, how faces count, and the difficulty. Raises `BadInput` that names what is wrong."""
    for key in given:
        if key not in KEYS:
            sentence = Text("Exalted 3e rolls know no {name}. Known: {text}.", name=repr(key), text=", ".join(KEYS))
            raise BadInput("unknown_key", sentence, key=key)
    dice = _number(given, "pool", 0, MAX_DICE)
    bonus = _number(given, "bonus_successes", 0, MAX_DICE)
    target = _number(given, "target", 2, 10, TARGET)
    doubles = frozenset({10}) if given.get("doubles", True) else frozenset[int]()
    pool = build_pool(BARE, (Term(Text("pool"), dice, "pool", "3E-010"),), (), bonus)
    return pool, FaceRule(target=target, doubles=doubles), _number(given, "difficulty", 0, MAX_DICE, 1)


def _number(given: Mapping[str, Json], key: str, low: int, high: int, default: int = 0) -> int:
    value: Any = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        sentence = Text(
            "{what} is a whole number from {n} to {n2}, not {text}.", what=TITLES[key], n=low, n2=high, text=repr(value)
        )
        raise BadInput("out_of_bounds", sentence, key=key)
    return value


def command_roll(given: Mapping[str, Json], roller: Roller) -> Roll:
    """Roll what a command gives."""
    pool, rule, difficulty = read_command(given)
    dice: tuple[Die, ...] = throw(rule, pool.dice, roller)
    successes = sum(die.worth for die in dice)
    thrown = Thrown(dice, successes, max(0, successes + pool.bonus_successes))
    return read_roll(pool, thrown, difficulty, Options())


def command_odds(given: Mapping[str, Json]) -> Odds:
    """Return the chances of what a command gives."""
    pool, rule, difficulty = read_command(given)
    bonus = pool.bonus_successes
    may = difficulty > 0 and bonus == 0
    return odds(rule, pool.dice, difficulty=difficulty, bonus=bonus, botch="ones" if may else "none")


COMMAND = CommandRules(roll=command_roll, odds=command_odds, knows=KEYS)
