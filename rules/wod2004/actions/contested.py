"""Contested actions: the side with the most successes wins; the difference does not matter (WD-100 to WD-115)."""

from dataclasses import dataclass
from typing import Literal

from rules.wod2004.actions.instant import EXCEPTIONAL, Result
from rules.wod2004.options import DEFAULTS, Options

Winner = Literal["a", "b", "none"]
SideOutcome = Literal["win", "exceptional_win", "loss", "tie", "dramatic_failure"]


@dataclass(frozen=True, slots=True)
class Contest:
    """A finished contest. `winner_successes`: all successes of the winner (WD-103), 0 without a winner."""

    winner: Winner
    winner_successes: int
    outcome_a: SideOutcome
    outcome_b: SideOutcome


def compare(a: Result, b: Result, options: Options = DEFAULTS) -> Contest:
    """Return who wins. The options say what a dramatic failure does (WD-108, WD-109)."""
    counted_a, counted_b = counted_successes(a, b, options)
    if counted_a > counted_b:
        return Contest("a", counted_a, _win(counted_a), _lose(b, tied=False))
    if counted_b > counted_a:
        return Contest("b", counted_b, _lose(a, tied=False), _win(counted_b))
    return Contest("none", 0, _lose(a, tied=True), _lose(b, tied=True))


def counted_successes(a: Result, b: Result, options: Options) -> tuple[int, int]:
    """Return what the roll of each side counts for (WD-108 to WD-110)."""
    return _counted(a, b, options), _counted(b, a, options)


def _counted(own: Result, other: Result, options: Options) -> int:
    if options.dramatic_contest == "opponent_exceptional" and other.is_dramatic and not own.is_dramatic:
        return max(EXCEPTIONAL, own.successes)
    return own.successes


def _win(successes: int) -> SideOutcome:
    return "exceptional_win" if successes >= EXCEPTIONAL else "win"


def _lose(own: Result, *, tied: bool) -> SideOutcome:
    if own.is_dramatic:
        return "dramatic_failure"
    return "tie" if tied else "loss"


def challenge(stored: int, result: Result) -> SideOutcome:
    """Compare a roll with stored successes; the challenger needs more than those (WD-111 to WD-113)."""
    return _win(result.successes) if result.successes > stored else "loss"
