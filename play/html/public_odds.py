"""The public page of odds: what it shows of one roll, and of two beside each other."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format

from campaigns.language import tell
from play.html.odds import OddsPicture, draw_odds
from rules.battle.declare import list_fields
from rules.battle.fields import Field
from rules.errors import BadInput, RulesError
from rules.odds import Odds, percent
from rules.system import CommandRules
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Row:
    """A field of the form with its value."""

    name: str
    field: Field
    value: Any


@dataclass(frozen=True, slots=True)
class Worth:
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
    picture: OddsPicture | None = None
    worth: Worth | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rolls against each other: which total is higher, and how often both are the same."""

    first: str
    tie: str
    second: str


def draw_side(key: str, command: CommandRules, given: dict[str, Any], prefix: str) -> Side:
    """Return one roll of the page from the numbers that the address gives. `prefix` stands before their names."""
    rows = tuple(
        Row(prefix + field.name, field, given.get(field.name, field.initial)) for field in list_fields(command.numbers)
    )
    if "pool" not in given:
        return Side(prefix, rows)
    try:
        found = command.odds(given)
        more = _weigh_more(command, given, found)
    except RulesError as refusal:
        return Side(prefix, rows, refusal.sentence)
    return Side(prefix, rows, EMPTY, found, draw_odds(found, max(0, given["pool"]), key), more)


def _weigh_more(command: CommandRules, given: dict[str, Any], now: Odds) -> Worth | None:
    """Return what one more die is worth; None where the pool can have no more."""
    numbers = {**given, "pool": given["pool"] + 1}
    try:
        then = command.odds(numbers)
    except BadInput:
        return None
    points = (then.success - now.success) * 100
    return Worth(tell(percent(float(then.success))), _sign(points))


def _sign(points: Fraction) -> str:
    """Return hundredths with a sign and one decimal."""
    return f"{'−' if points < 0 else '+'}{number_format(abs(float(points)), 1)}"


def compare(first: Odds | None, second: Odds | None) -> Comparison | None:
    """Return how two totals compare, exactly; None without a second roll."""
    if first is None or second is None:
        return None
    higher = _beats(first, second)
    lower = _beats(second, first)
    told = (tell(percent(float(chance))) for chance in (higher, 1 - higher - lower, lower))
    return Comparison(*told)


def _beats(mine: Odds, other: Odds) -> Fraction:
    """Return the chance that the first total is the higher one."""
    below, chance, left = Fraction(0), Fraction(0), list(other.distribution)
    for total, share in mine.distribution:
        while left and left[0][0] < total:
            below += left.pop(0)[1]
        chance += share * below
    return chance
