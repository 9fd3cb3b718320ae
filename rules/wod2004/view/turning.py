"""Which events turned a fight."""

from collections.abc import Mapping
from typing import Final

from rules.battle.events import Overridden
from rules.battle.turning import BOTCHES, SHARED_TURNING, Turn, Turning, rule_out
from rules.wod2004 import events as ev
from rules.wod2004.health import wound_state

FALLS: Final[Mapping[str, Turn]] = {"dying": "felled", "dead": "death"}
"""What a full track makes of someone, by `wound_state`."""


def _harm(event: ev.Harmed) -> Turn:
    if event.condition != wound_state(event.before, event.boxes) and event.condition in FALLS:
        return FALLS[event.condition]
    return "hurt" if event.amount and event.type != "bleeding" else ""


def _strike(event: ev.AttackResolved) -> Turn:
    if event.staked:
        return "felled"
    return "botch" if event.roll.outcome in BOTCHES else ""


def _roll(event: ev.ActionRolled) -> Turn:
    return "botch" if event.roll.outcome in BOTCHES else ""


def _treat(event: ev.TreatmentRolled) -> Turn:
    if event.roll.outcome in BOTCHES:
        return "botch"
    return "saved" if event.roll.successes else ""


TURNING: Turning = {
    **SHARED_TURNING,
    Overridden: rule_out,
    ev.AttackResolved: _strike,
    ev.Harmed: _harm,
    ev.ConsciousnessRolled: lambda e: "" if e.roll.successes else "felled",
    ev.ActionRolled: _roll,
    ev.TreatmentRolled: _treat,
}
