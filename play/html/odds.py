"""The chances of a roll as a picture: one bar for each possible total."""

from dataclasses import dataclass

from play.offers.odds import RollOdds

WIDTH, HEIGHT, TOP, FOOT = 320, 150, 18, 22
"""px of the drawing's own view box; room for the figures above the bars and below them."""


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
    """The bars of a roll's chances, and the words for those who cannot see them."""

    words: str
    bars: tuple[Bar, ...]
    line_x: str
    """Where the line before the first total that is enough stands; empty where every total, or none, is enough."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def floor(self) -> int:
        """The base line of the bars."""
        return HEIGHT - FOOT


def draw_odds(odds: RollOdds) -> OddsPicture:
    """Lay out the bars of a roll's odds."""
    most = max(column.chance for column in odds.columns)
    step = WIDTH / max(len(odds.columns), 5)
    bars = []
    for i, column in enumerate(odds.columns):
        tall = column.chance / most * (HEIGHT - TOP - FOOT)
        bars.append(
            Bar(
                x=f"{i * step + 3:.1f}",
                y=f"{HEIGHT - FOOT - tall:.1f}",
                width=f"{step - 6:.1f}",
                height=f"{tall:.1f}",
                middle=f"{(i + 0.5) * step:.1f}",
                chance=column.percent,
                total=column.total,
                reaches=column.reaches,
            )
        )
    at = next((i for i, bar in enumerate(bars) if bar.reaches), 0)
    return OddsPicture(odds.words, tuple(bars), f"{at * step:.1f}" if at else "")
