"""Extended actions: goal, interval, terminus (3E-021, 3E-022)."""

from rules.exalted3e.actions.count import ThrownDice, is_botch, is_success, threshold_over

WITHDRAW_GOAL = 10
"""The goal of the extended roll to leave the battlefield (3E-232)."""


def add_progress(progress: int, thrown: ThrownDice, difficulty: int) -> int:
    """Return the progress after one roll: threshold + 1 on a success, nothing on a failure, all lost on a botch."""
    if is_botch(thrown, difficulty):
        return 0
    if not is_success(thrown.total, difficulty):
        return progress
    return progress + threshold_over(thrown.total, difficulty) + 1
