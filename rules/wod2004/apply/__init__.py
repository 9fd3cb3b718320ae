"""Events to state: a fold that never refuses and never rolls."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event
from rules.memory import remember
from rules.wod2004 import events as e
from rules.wod2004.apply import deeds, fight, order
from rules.wod2004.state import State

HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.CombatantAdded: order.added,
    e.BattleStarted: order.started,
    e.BattleEnded: order.ended,
    e.InitiativeRolled: order.initiative,
    e.TurnBegan: order.turn,
    e.ActingBegan: order.acting,
    e.ActingEnded: order.acting_ended,
    e.Delayed: order.delayed,
    e.CombatantLeft: order.left,
    e.CombatantRevealed: order.revealed,
    e.CombatantHidden: order.hidden,
    e.Overridden: order.overridden,
    e.SurpriseRolled: order.surprise,
    e.CoverSet: order.cover,
    e.MinutesPassed: order.nothing,
    e.WillpowerSpent: deeds.willpower,
    e.FiguresChanged: deeds.figures,
    e.PowersUsed: deeds.powers,
    e.PowerSwitched: deeds.switched,
    e.ActionTaken: deeds.action,
    e.ActionRolled: deeds.rolled,
    e.DefenseStored: deeds.stored,
    e.DefenseDropped: deeds.dropped,
    e.AttackDeclared: fight.declared,
    e.PromptOpened: deeds.prompt,
    e.AttackResolved: fight.resolved,
    e.Harmed: fight.harmed,
    e.Grappled: fight.grappled,
    e.GrappleEnded: fight.released,
    e.StruggleRolled: fight.struggle,
    e.ManeuverChosen: fight.maneuver,
    e.ConsciousnessRolled: deeds.consciousness,
    e.MishapRuled: fight.mishap,
    e.TreatmentRolled: deeds.treated,
}
"""One function per event."""


@remember(256)
def apply(state: State, event: Event) -> State:
    """The state after the event."""
    return HANDLERS[type(event)](state, event)
