"""Which events turned a fight."""

from collections.abc import Mapping
from typing import Final

from rules.battle.events import Overridden
from rules.battle.turning import BOTCHES, SHARED_TURNING, Turn, Turning, rule_out
from rules.v20da import events as ev
from rules.v20da.health.levels import BOXES

FALLS: Final[Mapping[str, Turn]] = {
    "incapacitated": "felled",
    "torpor": "felled",
    "dead": "death",
    "final_death": "death",
}
"""What a full track makes of someone, by `Health.condition`."""


def _harm(event: ev.Harmed) -> Turn:
    lay_already = len(event.before) == BOXES and event.health.condition == "incapacitated"
    if not lay_already and (turn := FALLS.get(event.health.condition, "")):
        return turn
    return "hurt" if event.levels else ""


def _strike(event: ev.AttackResolved) -> Turn:
    attack = event.struck.attack
    return "botch" if attack is not None and attack.outcome in BOTCHES else ""


def _roll(event: ev.ActionTaken | ev.StrideRolled | ev.EscapeTried) -> Turn:
    return "botch" if event.result.outcome in BOTCHES else ""


TURNING: Turning = {
    **SHARED_TURNING,
    Overridden: rule_out,
    ev.AttackResolved: _strike,
    ev.Harmed: _harm,
    ev.ActionTaken: _roll,
    ev.StrideRolled: _roll,
    ev.EscapeTried: _roll,
    ev.ConditionGained: lambda e: "felled" if e.condition == "staked" else "",
}
