"""Kinds of battle, and units."""

from dataclasses import replace

from rules.exalted2e.events import war as ev
from rules.exalted2e.state import Combatant, State


def set_kind(state: State, event: ev.KindSet) -> State:
    """Set the kind. In a war all wear the units of their sheets; only a fight is in plain ticks (2E-500, 2E-510)."""
    worn = (
        replace(
            combatant, unit=combatant.sheet.unit if event.battle == "war" and combatant.sheet.unit.magnitude else None
        )
        for combatant in state.combatants
    )
    return replace(state.put(*worn), kind=event.battle, is_long=event.battle != "battle")


def form_unit(actor: Combatant, event: ev.UnitFormed) -> Combatant:
    """Put the unit under the combatant's command, which stands at first."""
    sheet = replace(actor.sheet, unit=event.unit)  # what the ranks began with
    return replace(actor, sheet=sheet, unit=event.unit, wavers=False)


def obey(actor: Combatant, event: ev.UnitOrdered) -> Combatant:
    """Return the unit in the new formation, or standing again."""
    if not event.success or actor.unit is None:
        return actor
    if not event.formation:
        return replace(actor, wavers=False)
    return replace(actor, unit=replace(actor.unit, formation=event.formation))
