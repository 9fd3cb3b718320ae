"""Spending and regaining Willpower (WD-050 to WD-059)."""

from dataclasses import dataclass
from typing import Final, Literal

from rules.errors import BadInput
from rules.text import EMPTY, Text
from rules.wod2004.options import DEFAULTS, Options

Source = Literal["vice", "virtue", "rest"]

EFFECTS: Final[dict[str, Text]] = {
    "dice": Text("+3 dice"),
    "defense": Text("+2 defense"),
    "stamina": Text("+2 stamina"),
    "resolve": Text("+2 resolve"),
    "composure": Text("+2 composure"),
}
"""The effect of one point (WD-050, WD-053)."""
RESISTANCE_BONUS: Final = 2


@dataclass(frozen=True, slots=True)
class Spending:
    """Whether a point may be spent, the points left, its effect, or the rule that forbids it."""

    allowed: bool
    points: int
    effect: Text = EMPTY
    rule: str = ""


def spend(points: int, spent_this_turn: int, use: str) -> Spending:
    """Spend a point for one effect (WD-056). Not allowed without points (WD-050) or twice in a turn (WD-055)."""
    if use not in EFFECTS:
        sentence = Text(
            "Willpower does not help {text}. Known: {known}.", text=repr(use[:20]), known=", ".join(EFFECTS)
        )
        raise BadInput("unknown_use", sentence)
    if points < 1:
        return Spending(False, points, rule="WD-050")
    if spent_this_turn:
        return Spending(False, points, rule="WD-055")
    return Spending(True, points - 1, EFFECTS[use])


def regain(points: int, dots: int, source: Source, options: Options = DEFAULTS) -> int:
    """Return the points after acting on Vice (+1) or Virtue (all) or a night's rest, at most all (WD-058, WD-059)."""
    gained = {"vice": 1, "virtue": dots, "rest": options.willpower_rest}[source]
    return min(dots, points + gained)
