"""The chances of a roll before it is made: the figures, and one bar for each possible total."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format

from campaigns.language import tell
from rules.odds import Odds, about, percent
from rules.text import EMPTY, Text

BARS = 10
"""The most bars; totals beyond share the last one."""
WIDTH, HEIGHT, TOP, FOOT = 320, 150, 18, 22
"""px of the drawing's own view box; room for the figures above the bars and below them."""
WORST = {"wod2004": Text("dramatic failure")}
"""What the book calls a roll that is worse than a failure, where it is not a botch."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One total: its chance in per cent above, the total below. `reaches`: whether it is enough."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    chance: str
    total: str
    reaches: bool


@dataclass(frozen=True, slots=True)
class OddsPicture:
    """Everything that the pad shows of a roll's chances."""

    success: str
    botch: str
    worst: str
    mean: str
    dice: int
    words: str
    bars: tuple[Bar, ...]
    line_x: str
    """Where the line before the first total that is enough stands; empty where every total, or none, is enough."""
    measured: bool = True
    """Whether the picture tells how many successes are enough."""
    is_guess: bool = False
    """Whether the chance of success is the average over what is usual."""
    contested: bool = False
    """Whether another's roll decides how many are enough."""
    chance_roll: bool = False
    """Whether no dice are left and the book still rolls one (WD-028)."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def floor(self) -> int:
        """The base line of the bars."""
        return HEIGHT - FOOT


def draw_odds(odds: Odds, dice: int, system: str, *, measured: bool = True, guess: float | None = None) -> OddsPicture:
    """Shape the odds of a roll of this many dice. If it is not `measured`, nothing says how many successes are enough,
    and a `guess` stands for the chance of success.
    """
    needed = _needed(odds) if measured else None
    columns = _columns(odds)
    most = max(chance for _, chance in columns)
    step = WIDTH / max(len(columns), 5)
    bars = []
    for i, (total, chance) in enumerate(columns):
        tall = float(chance / most) * (HEIGHT - TOP - FOOT)
        is_last = i == len(columns) - 1 and (odds.open_ended or odds.distribution[-1][0] > total)
        bars.append(
            Bar(
                x=f"{i * step + 3:.1f}",
                y=f"{HEIGHT - FOOT - tall:.1f}",
                width=f"{step - 6:.1f}",
                height=f"{tall:.1f}",
                middle=f"{(i + 0.5) * step:.1f}",
                chance=_figure(chance),
                total=f"{total}+" if is_last else str(total),
                reaches=needed is not None and total >= needed,
            )
        )
    at = next((i for i, bar in enumerate(bars) if bar.reaches), 0)
    return OddsPicture(
        success=tell(percent(float(odds.success)) if measured else EMPTY if guess is None else about(guess)),
        botch=tell(percent(float(odds.botch))),
        worst=tell(WORST.get(system, Text("botch"))),
        mean=number_format(float(odds.mean), 1),
        dice=dice,
        words="; ".join(f"{bar.total}: {tell(percent(float(row[1])))}" for bar, row in zip(bars, columns, strict=True)),
        bars=tuple(bars),
        line_x=f"{at * step:.1f}" if at else "",
        measured=measured,
        is_guess=not measured and guess is not None,
        contested=measured and needed is None and odds.success > 0,
        chance_roll=system == "wod2004" and not dice,
    )


def _needed(odds: Odds) -> int | None:
    """Return the least total that succeeds: from it on, the chances add up to that of success.

    None where no total does, or where another's roll decides how many are enough.
    """
    rest = Fraction(0)
    for total, chance in reversed(odds.distribution):
        rest += chance
        if rest == odds.success:
            return total
    return None


def _columns(odds: Odds) -> list[tuple[int, Fraction]]:
    """Return at most `BARS` totals, from the least one that is likely enough to see."""
    shown = [row for row in odds.distribution if row[1] >= Fraction(1, 500)] or list(odds.distribution)
    if len(shown) <= BARS:
        return shown
    kept, beyond = shown[: BARS - 1], shown[BARS - 1 :]
    return [*kept, (beyond[0][0], sum((chance for _, chance in beyond), Fraction(0)))]


def _figure(chance: Fraction) -> str:
    """Return per cent without the sign; empty where it would round to none."""
    return str(round(chance * 100)) if chance >= Fraction(1, 200) else ""
