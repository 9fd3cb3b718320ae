"""One roll: dice against a difficulty, ones that cancel, botches, Willpower, degrees of success."""

from dataclasses import dataclass
from typing import Literal

from rules.codec import encode
from rules.dice import Die, FaceRule, Roller, throw
from rules.errors import IllegalMove
from rules.pool import Pool
from rules.roll import Roll
from rules.text import Text, word
from rules.v20da.actions.difficulty import check_base
from rules.v20da.options import BotchMode, Options

Outcome = Literal["botch", "failure", "success"]

DEGREES = ("marginal", "moderate", "complete", "exceptional", "phenomenal")
"""V20-040: the words for 1 to 5 net successes. More than 5 stay phenomenal (V20-041)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one roll.

    `rolled`: successes before ones cancel; `net`: after that, never below 0 (V20-029), with the success of a Willpower
    point (V20-085) and those that powers have `bought`.
    """

    difficulty: int
    dice: tuple[Die, ...]
    rolled: int
    ones: int
    net: int
    outcome: Outcome
    willpower: bool = False
    bought: int = 0

    @property
    def degree(self) -> str | None:
        """The degree of success, or None."""
        return degree_of(self.net)


def degree_of(net: int) -> str | None:
    """Return the word for a number of net successes, None for 0 (V20-040, 041)."""
    return DEGREES[min(net, len(DEGREES)) - 1] if net > 0 else None


def check_pool(dice: int) -> int:
    """Return the dice of a pool. Raises `IllegalMove` if none are left (V20-037)."""
    if dice <= 0:
        raise IllegalMove("no_dice", Text("No dice left in the pool: the action can’t be taken."), rule="V20-037")
    return dice


def check_roll(dice: int, difficulty: int | None) -> int:
    """Return the difficulty, 6 for None. Raises `IllegalMove` for a roll that is not allowed (V20-026, 037, 222)."""
    base = check_base(difficulty)
    check_pool(dice)
    return base


def face_rule(difficulty: int, specialty: bool = False) -> FaceRule:
    """Return how faces count (V20-027): ones cancel (028), tens count twice with a specialty (061 to 064)."""
    return FaceRule(difficulty, frozenset({10}) if specialty else frozenset(), ones_cancel=True)


def roll_dice(
    dice: int,
    difficulty: int | None,
    roller: Roller,
    specialty: bool = False,
    willpower: bool = False,
    botch_mode: BotchMode = "rolled",
    bought: int = 0,
) -> Result:
    """Roll a pool. Raises `IllegalMove` for no dice (V20-037) or a difficulty outside 2 to 10 (V20-026)."""
    base = check_roll(dice, difficulty)
    fallen = throw(face_rule(base, specialty), dice, roller)
    rolled = sum(die.worth for die in fallen if die.worth > 0)
    ones = sum(die.face == 1 for die in fallen)
    net = max(0, rolled - ones) + willpower + bought
    return Result(base, fallen, rolled, ones, net, _outcome(rolled, ones, net, botch_mode), willpower, bought)


def _outcome(rolled: int, ones: int, net: int, botch_mode: BotchMode) -> Outcome:
    """Return the outcome (V20-031 to 035). A Willpower point makes the net at least 1, a success (V20-086)."""
    if net:
        return "success"
    return "botch" if ones and (rolled == 0 or botch_mode == "net") else "failure"


def report(pool: Pool, result: Result, options: Options, notes: tuple[Text, ...] = ()) -> Roll:
    """Return a finished roll (V20-220). The degree of success is the verdict (V20-040, 042)."""
    return Roll(
        "v20da",
        pool.title,
        pool,
        result.dice,
        max(0, result.rolled - result.ones),
        result.net,
        result.difficulty,
        None,
        result.outcome,
        word(result.degree or result.outcome),
        notes,
        encode(options),
    )


LEVELS = FaceRule(6, frozenset())
"""How the dice of damage and soak count: difficulty 6, and ones do not cancel (V20-155, 156)."""


def roll_levels(dice: int, roller: Roller) -> tuple[Die, ...]:
    """Roll damage or soak: difficulty 6, ones do not cancel, nothing botches (V20-155, 156)."""
    return throw(LEVELS, max(0, dice), roller)


def count_levels(dice: tuple[Die, ...]) -> int:
    """Return the successes of a damage or soak roll."""
    return sum(die.worth for die in dice)
