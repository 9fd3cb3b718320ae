"""Resisted actions: two sides roll against each other, once or until one of them has enough successes."""

from dataclasses import dataclass, replace
from typing import Literal

from rules.v20da.actions.rolling import Result
from rules.v20da.options import ContestMode

Winner = Literal["a", "b", "none"]


def resisted_difficulty(opposing: int) -> int:
    """Return the difficulty that the other side's pool or trait sets: at most 9, at least 2 (V20-110 to 112)."""
    return min(9, max(2, opposing))


def compare(net_a: int, net_b: int) -> tuple[Winner, int]:
    """Return who wins and by how many net successes. On a tie neither wins (V20-113 to 115)."""
    if net_a == net_b:
        return "none", 0
    return ("a", net_a - net_b) if net_a > net_b else ("b", net_b - net_a)


@dataclass(frozen=True, slots=True)
class Contest:
    """A resisted and extended action as it stands (V20-117)."""

    required: int
    mode: ContestMode = "race"
    total_a: int = 0
    total_b: int = 0

    @property
    def status(self) -> Literal["complete", "tie", "in_progress"]:
        """Return "complete" if a side has enough; "tie" if both have, with equal totals (V20-118)."""
        if max(self.total_a, self.total_b) < self.required:
            return "in_progress"
        return "tie" if self.total_a == self.total_b else "complete"

    @property
    def winner(self) -> Winner:
        """The side with the higher total once the contest is complete."""
        return compare(self.total_a, self.total_b)[0] if self.status == "complete" else "none"


def add_round(contest: Contest, a: Result, b: Result) -> Contest:
    """Count one round.

    Each side gains its net successes, or the winner the margin (V20-119). A botch clears the total of its side
    (V20-120).
    """
    gain_a, gain_b = a.net, b.net
    if contest.mode == "margin":
        winner, margin = compare(a.net, b.net)
        gain_a, gain_b = margin * (winner == "a"), margin * (winner == "b")
    return replace(
        contest,
        total_a=0 if a.outcome == "botch" else contest.total_a + gain_a,
        total_b=0 if b.outcome == "botch" else contest.total_b + gain_b,
    )
