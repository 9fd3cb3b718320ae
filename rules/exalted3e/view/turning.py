"""Which events turned a fight."""

from typing import Final

from rules.battle.turning import BOTCHES, SHARED_TURNING, Turn, Turning
from rules.exalted3e import events as ev

LEVELS: Final = ("bashing", "lethal", "aggravated")
"""The kinds of damage that are health levels: those of decisive attacks (3E-084)."""


def _deal(event: ev.DamageRolled) -> Turn:
    return "decisive" if event.damage_type in LEVELS and event.amount else ""


TURNING: Turning = {
    **SHARED_TURNING,
    ev.InitiativeChanged: lambda e: "crash" if e.crashed else "",
    ev.ShiftRolled: lambda e: "shift",
    ev.DamageRolled: _deal,
    ev.WentOut: lambda e: "" if e.why == "escaped" else "felled",
    ev.RoutChecked: lambda e: "" if e.holds else "rout",
    ev.ActionRolled: lambda e: "botch" if e.outcome in BOTCHES else "",
}
