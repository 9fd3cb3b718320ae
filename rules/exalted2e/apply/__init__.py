"""Fold one event into the state: no dice, no refusals, every fact of `decide` understood."""

from collections.abc import Callable
from typing import Any, Final

from rules.battle import Event
from rules.exalted2e import events as ev
from rules.exalted2e.apply import bodies, exchange, leaving, prompts, rulings, table
from rules.exalted2e.state import State
from rules.memory import remember


@remember(256)
def apply(state: State, event: Event) -> State:
    """The state after one event that `decide` made."""
    return _APPLY[type(event)](state, event)


_APPLY: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    ev.CombatantAdded: table.combatant_added,
    ev.BattleStarted: table.battle_started,
    ev.JoinBattleRolled: table.join_battle_rolled,
    ev.TickAdvanced: table.tick_advanced,
    ev.ScaleSet: table.scale_set,
    ev.ActionTaken: table.action_taken,
    ev.ActionRolled: exchange.action_rolled,
    ev.KeptOn: table.kept_on,
    ev.Moved: table.moved,
    ev.PowerSwitched: table.power_switched,
    ev.Spent: table.spent,
    ev.BloodPaid: bodies.blood_paid,
    ev.FiguresChanged: bodies.figures_changed,
    ev.Asked: prompts.asked,
    ev.StuntRated: exchange.stunt_rated,
    ev.StuntRewarded: table.stunt_rewarded,
    ev.SurpriseRolled: exchange.surprise_rolled,
    ev.AttackDeclared: exchange.attack_declared,
    ev.DefenseDeclared: exchange.defense_declared,
    ev.AttackRolled: exchange.numbered,
    ev.AttackRerolled: exchange.numbered,
    ev.DefenseApplied: exchange.numbered,
    ev.DefenseRerolled: exchange.numbered,
    ev.MagicActivated: exchange.magic_activated,
    ev.DamageRolled: exchange.numbered,
    ev.Warded: exchange.warded,
    ev.Countered: exchange.countered,
    ev.AttackResolved: exchange.attack_resolved,
    ev.BystanderSpared: exchange.bystander_spared,
    ev.CheckRolled: exchange.check_rolled,
    ev.CoordinationRolled: table.coordination_rolled,
    ev.ClinchContested: bodies.clinch_contested,
    ev.ClinchChosen: bodies.clinch_chosen,
    ev.DyingMarked: bodies.dying_marked,
    ev.Stabilized: bodies.stabilized,
    ev.ValorChecked: bodies.valor_checked,
    ev.CombatantLeft: leaving.combatant_left,
    ev.Revealed: table.revealed,
    ev.WentIntoHiding: table.went_into_hiding,
    ev.Overridden: rulings.overridden,
    ev.BattleEnded: table.battle_ended,
}
