"""Flipping coins outside a battle."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rules.battle import Field
from rules.battle.declare import ask
from rules.codec import encode
from rules.dice import Die, FaceRule, Roller, check_dice, throw
from rules.odds import Odds
from rules.pool import Pool, Term, add_step
from rules.roll import Roll
from rules.system import CommandRules, RollRules
from rules.text import Text, word
from storywheel_coins.options import Options
from storywheel_coins.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Request:
    """`more`: a friend's coins. `lucky`: add one of the player's own for luck. `stunt`: how fine the flip is."""

    more: int = 0
    lucky: bool = False
    stunt: int = 0
    conditions: tuple[Term, ...] = ()
    """What a battle puts in. A coin has none."""


def flip(coins: int, roller: Roller, options: Options) -> tuple[Die, ...]:
    """Flip coins: a face of `options.heads` or more is a head."""
    check_dice(coins)
    return throw(FaceRule(target=options.heads, doubles=frozenset()), coins, roller)


def coin_pool(sheet: Sheet, request: Request, options: Options) -> Pool:
    """The player's coins and those of a friend."""
    terms = (
        Term(Text("Coins"), sheet.coins, "coins", "COIN-1"),
        Term(Text("A friend's"), request.more, "gift", "COIN-2"),
    )
    fine = (Term(Text("Fine flip"), request.stunt, "stunt", "COIN-7"),) if request.stunt else ()
    step = add_step(Text("Coins"), "COIN-1", (*terms, *fine), 0)
    return Pool(Text("Coins"), (step,), step.after)


def coin_odds(coins: int, options: Options) -> Odds:
    """Exact odds of the heads among this many coins."""
    head = Fraction(11 - options.heads, 10)
    chances = tuple((n, comb(coins, n) * head**n * (1 - head) ** (coins - n)) for n in range(coins + 1))
    return Odds(chances, 1 - chances[0][1], Fraction(0), coins * head)


def roll_pool(pool: Pool, roller: Roller, options: Options) -> Roll:
    """Flip a pool of coins; one head is a success."""
    dice = flip(pool.dice, roller, options)
    heads = sum(die.worth for die in dice)
    came = "success" if heads else "failure"
    return Roll(
        "coins",
        pool.title,
        pool,
        dice,
        heads,
        heads,
        1,
        heads - 1 if heads else None,
        came,
        word(came),
        options=encode(options),
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the command line."""

    pool: int = ask("Coins", 1, 200, default=3)


def make_pool(numbers: Numbers) -> Pool:
    """The pool of the command line's numbers."""
    return coin_pool(Sheet(coins=numbers.pool), Request(), Options())


ROLLS = RollRules(
    request=Request,
    fields=lambda sheet: (
        Field("more", Text("A friend's coins"), "number", low=0, high=5, initial=0),
        Field("lucky", Text("One for luck"), "flag", initial=False, required=False),
    ),
    pool=coin_pool,
    odds=lambda sheet, request, options: coin_odds(coin_pool(sheet, request, options).dice, options),
    roll=lambda sheet, request, roller, options: roll_pool(coin_pool(sheet, request, options), roller, options),
)
COMMAND = CommandRules(
    numbers=Numbers,
    roll_numbers=lambda numbers, roller: roll_pool(make_pool(numbers), roller, Options()),
    find_odds=lambda numbers: coin_odds(make_pool(numbers).dice, Options()),
)
