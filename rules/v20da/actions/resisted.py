"""Resisted actions: two sides roll against each other, once or until one of them has enough successes."""

from typing import Literal

from rules.dice import Roller
from rules.tasks import Side
from rules.v20da.actions.rolling import Result, roll_dice
from rules.v20da.options import BotchMode, ContestMode

Winner = Literal["a", "b", "none"]
RaceStatus = Literal["complete", "tie", "in_progress"]


def resisted_difficulty(opposing: int) -> int:
    """Return the difficulty that the other side's pool or trait sets: at most 9, at least 2 (V20-110 to 112)."""
    return min(9, max(2, opposing))


def roll_resisted(
    dice: int,
    difficulty: int,
    roller: Roller,
    specialty: bool = False,
    willpower: bool = False,
    botch_mode: BotchMode = "rolled",
    bought: int = 0,
) -> Result:
    """Roll for one side. A side without dice has 0 net successes and cannot botch (V20-346)."""
    if dice <= 0:
        return Result(difficulty, (), 0, 0, 0, "failure")
    return roll_dice(dice, difficulty, roller, specialty, willpower, botch_mode, bought)


def compare(net_a: int, net_b: int) -> tuple[Winner, int]:
    """Return who wins and by how many net successes. On a tie neither wins (V20-113 to 115)."""
    if net_a == net_b:
        return "none", 0
    return ("a", net_a - net_b) if net_a > net_b else ("b", net_b - net_a)


def add_round(sides: tuple[Side, Side], a: Result, b: Result, mode: ContestMode = "race") -> tuple[Side, Side]:
    """Count one round of a resisted and extended action.

    Each side gains its net successes, or the winner the margin (V20-119). A botch clears the total of its side
    (V20-120).
    """
    gain_a, gain_b = a.net, b.net
    if mode == "margin":
        winner, margin = compare(a.net, b.net)
        gain_a, gain_b = margin * (winner == "a"), margin * (winner == "b")
    return (
        sides[0].add(None if a.outcome == "botch" else gain_a),
        sides[1].add(None if b.outcome == "botch" else gain_b),
    )


def judge(sides: tuple[Side, Side]) -> tuple[RaceStatus, Winner]:
    """Return how the contest stands: a side with enough successes wins; both with equal totals tie (V20-118)."""
    if not any(side.standing == "complete" for side in sides):
        return "in_progress", "none"
    winner, _ = compare(sides[0].total, sides[1].total)
    return ("tie" if winner == "none" else "complete"), winner
