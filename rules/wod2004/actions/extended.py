"""Extended actions: successes add up over several rolls, within a limit of rolls (WD-070 to WD-092)."""

from collections.abc import Sequence
from typing import Final

from rules.errors import BadInput
from rules.tasks import Side
from rules.text import Text
from rules.wod2004.actions.instant import Result
from rules.wod2004.actions.successive import attempt_penalty

EXTRA_BENEFIT: Final = 5
"""Successes beyond the target that may bring an extra effect (WD-090)."""
SOON: Final = ("second", "turn", "minute", "hour")
LATE: Final = ("day", "week", "month")


def add_roll(side: Side, result: Result, *, delicate: bool = False) -> Side:
    """Return the side after one more roll (WD-071). A dramatic failure clears the total (WD-075).

    It ruins `delicate` work (WD-076).
    """
    gained = None if result.is_dramatic else result.successes
    return side.add(gained, ruins=gained is None and delicate)


def has_extra_benefit(side: Side) -> bool:
    """Return whether the total is high enough for an extra effect, which the Storyteller may grant (WD-090)."""
    return side.standing == "complete" and side.total >= side.target + EXTRA_BENEFIT


def roll_limit(
    attribute: int | None = None,
    skill: int | None = None,
    time_available: int | None = None,
    interval: int | None = None,
) -> int | None:
    """Return the most rolls: time divided by interval (WD-077), Attribute + Skill (WD-078), or the smaller (WD-080).

    Tools, Willpower and penalties do not change the limit by dots. None: no limit (WD-079). Raises `BadInput`.
    """
    limits = []
    if time_available is not None and interval is not None:
        if interval <= 0:
            raise BadInput("bad_interval", Text("Each roll needs time: the interval is 1 or more."))
        limits.append(time_available // interval)
    if attribute is not None or skill is not None:
        limits.append((attribute or 0) + (skill or 0))
    return min(limits, default=None)


def trait_target(dots: int, *, double: bool = False) -> int:
    """Return a target taken from traits: the dots (a Speed, an Attribute + Skill), or twice that (WD-088)."""
    return 2 * dots if double else dots


def stage_pools(pool: int, rolls: int, attempt: int) -> Sequence[int]:
    """Return the dice of each roll of a new attempt, which all have one penalty (WD-083, WD-084)."""
    return [max(0, pool - attempt_penalty(attempt))] * rolls


def retry_wait(unit: str) -> Text:
    """Return the suggested wait after an attempt ran out of rolls, by the unit of its interval (WD-082)."""
    if unit in SOON:
        return Text("next scene")
    if unit in LATE:
        return Text("1 month")
    sentence = Text(
        "There is no interval in {text}s. Known: {known}.", text=repr(unit[:20]), known=", ".join(SOON + LATE)
    )
    raise BadInput("bad_unit", sentence)
