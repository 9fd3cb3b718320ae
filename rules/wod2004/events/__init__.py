"""Every fact of a battle, with the dice that fell and the sums that explain them."""

from rules.battle import Event, Kinds
from rules.wod2004.events.base import Fact, Rolled
from rules.wod2004.events.deeds import (
    ActionRolled,
    ActionTaken,
    ConsciousnessRolled,
    PowersUsed,
    PromptOpened,
    TreatmentRolled,
    WillpowerSpent,
)
from rules.wod2004.events.fight import (
    AttackDeclared,
    AttackResolved,
    Grappled,
    GrappleEnded,
    Harmed,
    ManeuverChosen,
    MishapRuled,
    StruggleRolled,
)
from rules.wod2004.events.order import (
    ActingBegan,
    ActingEnded,
    BattleEnded,
    BattleStarted,
    CombatantAdded,
    CombatantHidden,
    CombatantLeft,
    CombatantRevealed,
    CoverSet,
    Delayed,
    InitiativeRolled,
    MinutesPassed,
    Overridden,
    SurpriseRolled,
    TurnBegan,
)

__all__ = [
    "EVENTS",
    "ActingBegan",
    "ActingEnded",
    "ActionRolled",
    "ActionTaken",
    "AttackDeclared",
    "AttackResolved",
    "BattleEnded",
    "BattleStarted",
    "CombatantAdded",
    "CombatantHidden",
    "CombatantLeft",
    "CombatantRevealed",
    "ConsciousnessRolled",
    "CoverSet",
    "Delayed",
    "Fact",
    "GrappleEnded",
    "Grappled",
    "Harmed",
    "InitiativeRolled",
    "ManeuverChosen",
    "MinutesPassed",
    "MishapRuled",
    "Overridden",
    "PowersUsed",
    "PromptOpened",
    "Rolled",
    "StruggleRolled",
    "SurpriseRolled",
    "TreatmentRolled",
    "TurnBegan",
    "WillpowerSpent",
]

EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, BattleStarted, BattleEnded, InitiativeRolled, TurnBegan, ActingBegan, ActingEnded, Delayed,
    CombatantLeft, CombatantRevealed, CombatantHidden, Overridden, SurpriseRolled, CoverSet, MinutesPassed,
    WillpowerSpent, PowersUsed, ActionTaken, ActionRolled, AttackDeclared, PromptOpened, AttackResolved, Harmed,
    Grappled, GrappleEnded, StruggleRolled, ManeuverChosen, ConsciousnessRolled, MishapRuled, TreatmentRolled,
)  # fmt: skip
