"""Which events turned a fight."""

from rules.battle.turning import BOTCHES, SHARED_TURNING, Turn, Turning
from rules.wod2004 import events as ev


def _harm(event: ev.Harmed) -> Turn:
    if event.condition == "dead":
        return "death"
    if event.type == "bleeding":
        return ""
    if event.condition == "dying":
        return "felled"
    return "hurt" if event.amount else ""


def _strike(event: ev.AttackResolved) -> Turn:
    if event.staked:
        return "felled"
    return "botch" if event.roll.outcome in BOTCHES else ""


def _roll(event: ev.ActionRolled | ev.TreatmentRolled) -> Turn:
    return "botch" if event.roll.outcome in BOTCHES else ""


TURNING: Turning = {
    **SHARED_TURNING,
    ev.AttackResolved: _strike,
    ev.Harmed: _harm,
    ev.ConsciousnessRolled: lambda e: "" if e.roll.successes else "felled",
    ev.ActionRolled: _roll,
    ev.TreatmentRolled: _roll,
}
