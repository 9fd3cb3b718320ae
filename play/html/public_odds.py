"""The public page of odds: what it shows of one roll, and of two beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from django.utils.formats import number_format

from campaigns.core.language import translate
from play.html.odds import OddsPicture, draw_odds
from play.offers.odds import RollOdds, compute_odds
from rules.battle.declare import ask, check_numbers, list_fields
from rules.battle.fields import Field
from rules.errors import BadInput, RulesError
from rules.odds import Odds, percent
from rules.outlook import Prospect
from rules.spread import add_up, compute_spread
from rules.system import CommandRules, StrikeRules
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Row:
    """A field of the form with its value."""

    name: str
    field: Field
    value: Any


@dataclass(frozen=True, slots=True)
class ExtraDieGain:
    """What one more die changes: the chance with it, and by how many hundredths it is higher."""

    chance: str
    points: str


@dataclass(frozen=True, slots=True)
class Side:
    """One roll of the page: its form, and its odds or why there are none."""

    prefix: str
    rows: tuple[Row, ...]
    refusal: Text = EMPTY
    odds: Odds | None = None
    roll_odds: RollOdds | None = None
    picture: OddsPicture | None = None
    worth: ExtraDieGain | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rolls against each other: which total is higher, and how often both are the same."""

    first: str
    tie: str
    second: str


@dataclass(frozen=True, slots=True)
class Together:
    """What is asked about several equal rolls, whose successes are added up."""

    rolls: int = ask("Number of rolls", 1, 20, default=1)
    goal: int = ask("Total successes needed", 1, 100, default=10)


@dataclass(frozen=True, slots=True)
class Step:
    """How likely the goal is reached after this number of rolls."""

    rolls: int
    chance: str
    share: float


@dataclass(frozen=True, slots=True)
class ExtendedOdds:
    """Several equal rolls: their form, and the chance after each. `steps` is empty for a single roll."""

    rows: tuple[Row, ...]
    steps: tuple[Step, ...] = ()
    goal: int = 0
    refusal: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack with its damage: its form, and what it would bring, or why that cannot be told."""

    rows: tuple[Row, ...]
    prospects: Sequence[Prospect] = ()
    refusal: Text = EMPTY


def draw_extended(given: dict[str, Any], odds: Odds | None, refusal: Text = EMPTY) -> ExtendedOdds:
    """Return what several rolls with these odds add up to. `given`: the numbers of `Together`."""
    rows = _list_rows(Together, given, "")
    if refusal:
        return ExtendedOdds(rows, refusal=refusal)
    asked = Together(**given)
    try:
        check_numbers(asked)
    except RulesError as refused:
        return ExtendedOdds(rows, refusal=refused.sentence)
    if odds is None or asked.rolls == 1:
        return ExtendedOdds(rows)
    reached = add_up(compute_spread(odds), asked.rolls, asked.goal)
    steps = (Step(rolls, translate(percent(share)), share) for rolls, share in enumerate(reached, 1))
    return ExtendedOdds(rows, tuple(steps), asked.goal)


def draw_strike(rules: StrikeRules, given: dict[str, Any], prefix: str, refusal: Text = EMPTY) -> Strike:
    """Return one attack from the numbers that the address gives."""
    rows = _list_rows(rules.numbers, given, prefix)
    if refusal or "pool" not in given:
        return Strike(rows, refusal=refusal)
    try:
        return Strike(rows, rules.foresee(given))
    except RulesError as refused:
        return Strike(rows, refusal=refused.sentence)


def _list_rows(numbers: type[Any], given: dict[str, Any], prefix: str) -> tuple[Row, ...]:
    return tuple(
        Row(prefix + field.name, field, given.get(field.name, field.initial)) for field in list_fields(numbers)
    )


def draw_side(key: str, command: CommandRules, given: dict[str, Any], prefix: str) -> Side:
    """Return one roll of the page from the numbers that the address gives. `prefix` stands before their names."""
    rows = _list_rows(command.numbers, given, prefix)
    if "pool" not in given:
        return Side(prefix, rows)
    try:
        found = command.odds(given)
        more = _weigh_more(command, given, found)
    except RulesError as refusal:
        return Side(prefix, rows, refusal.sentence)
    odds = compute_odds(found, max(0, given["pool"]), key)
    return Side(prefix, rows, EMPTY, found, odds, draw_odds(odds), more)


def _weigh_more(command: CommandRules, given: dict[str, Any], now: Odds) -> ExtraDieGain | None:
    """Return what one more die is worth; None where the pool can have no more."""
    numbers = {**given, "pool": given["pool"] + 1}
    try:
        then = command.odds(numbers)
    except BadInput:
        return None
    points = (then.success - now.success) * 100
    return ExtraDieGain(translate(percent(float(then.success))), _sign(points))


def _sign(points: Fraction) -> str:
    """Return hundredths with a sign and one decimal."""
    return f"{'−' if points < 0 else '+'}{number_format(abs(float(points)), 1)}"


def compare(first: Odds | None, second: Odds | None) -> Comparison | None:
    """Return how two totals compare, exactly; None without a second roll."""
    if first is None or second is None:
        return None
    higher = _beats(first, second)
    lower = _beats(second, first)
    shares = (translate(percent(float(chance))) for chance in (higher, 1 - higher - lower, lower))
    return Comparison(*shares)


def _beats(mine: Odds, other: Odds) -> Fraction:
    """Return the chance that the first total is the higher one."""
    mine_of, other_of = (lcm(*(share.denominator for _total, share in odds.distribution)) for odds in (mine, other))
    below, chance, left = 0, 0, list(other.distribution)
    for total, share in mine.distribution:
        while left and left[0][0] < total:
            below += int(left.pop(0)[1] * other_of)
        chance += int(share * mine_of) * below
    return Fraction(chance, mine_of * other_of)
