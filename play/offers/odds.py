"""The chances of a roll before it is made, in words and as one column for each possible total."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format

from campaigns.core.language import translate
from rules.odds import Odds, about, percent
from rules.text import EMPTY, Text

MAX_COLUMNS = 10
"""The most columns; totals beyond share the last one."""
WORST = {"wod2004": Text("dramatic failure")}
"""What the book calls a roll that is worse than a failure, where it is not a botch."""


@dataclass(frozen=True, slots=True)
class Column:
    """One total: its chance, the same in per cent (empty where that is none), and whether the total is enough."""

    total: str
    chance: float
    percent: str
    reaches: bool


@dataclass(frozen=True, slots=True)
class RollOdds:
    """Everything that is said of a roll's chances."""

    success: str
    botch: str
    worst: str
    mean: str
    dice: int
    words: str
    """The columns in words."""
    columns: tuple[Column, ...]
    measured: bool = True
    """Whether they tell how many successes are enough."""
    is_guess: bool = False
    """Whether the chance of success is the average over what is usual."""
    contested: bool = False
    """Whether another's roll decides how many are enough."""
    chance_roll: bool = False
    """Whether no dice are left and the book still rolls one (WD-028)."""


def compute_odds(odds: Odds, dice: int, system: str, *, measured: bool = True, guess: float | None = None) -> RollOdds:
    """Return the odds of a roll of this many dice. If it is not `measured`, nothing says how many successes are enough,
    and a `guess` stands for the chance of success.
    """
    needed = _find_needed(odds) if measured else None
    shown = _list_totals(odds)
    last, is_open = shown[-1][0], odds.open_ended or odds.distribution[-1][0] > shown[-1][0]
    columns = tuple(
        Column(
            total=f"{total}+" if is_open and total == last else str(total),
            chance=float(chance),
            percent=str(round(chance * 100)) if chance >= Fraction(1, 200) else "",
            reaches=needed is not None and total >= needed,
        )
        for total, chance in shown
    )
    return RollOdds(
        success=translate(percent(float(odds.success)) if measured else EMPTY if guess is None else about(guess)),
        botch=translate(percent(float(odds.botch))),
        worst=translate(WORST.get(system, Text("botch"))),
        mean=number_format(float(odds.mean), 1),
        dice=dice,
        words="; ".join(f"{column.total}: {translate(percent(column.chance))}" for column in columns),
        columns=columns,
        measured=measured,
        is_guess=not measured and guess is not None,
        contested=measured and needed is None and odds.success > 0,
        chance_roll=system == "wod2004" and not dice,
    )


def _find_needed(odds: Odds) -> int | None:
    """Return the least total that succeeds: from it on, the chances add up to that of success.

    None where no total does, or where another's roll decides how many are enough.
    """
    rest = Fraction(0)
    for total, chance in reversed(odds.distribution):
        rest += chance
        if rest == odds.success:
            return total
    return None


def _list_totals(odds: Odds) -> list[tuple[int, Fraction]]:
    """Return at most `MAX_COLUMNS` totals with their chances, from the least one that is likely enough to see."""
    shown = [row for row in odds.distribution if row[1] >= Fraction(1, 500)] or list(odds.distribution)
    if len(shown) <= MAX_COLUMNS:
        return shown
    kept, beyond = shown[: MAX_COLUMNS - 1], shown[MAX_COLUMNS - 1 :]
    return [*kept, (beyond[0][0], sum((chance for _, chance in beyond), Fraction(0)))]
