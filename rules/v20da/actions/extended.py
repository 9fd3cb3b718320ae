"""Extended actions: several rolls, until enough successes are gathered."""

from rules.tasks import Side
from rules.v20da.actions.rolling import Result


def add_roll(side: Side, result: Result, *, botch_ends: bool = False) -> Side:
    """Count one more roll: add its net successes (V20-101, 102); a botch starts over or ends the work (V20-103, 104).

    Nothing gets harder by itself, neither from roll to roll nor after a botch (V20-073, 109).
    """
    botched = result.outcome == "botch"
    return side.add(None if botched else result.net, ruins=botched and botch_ends)


def is_epic(required: int) -> bool:
    """Return whether more than 20 successes are required, which suits only the most epic efforts (V20-107)."""
    return required > 20
