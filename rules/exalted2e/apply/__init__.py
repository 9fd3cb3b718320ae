"""Apply an event to the state, without dice and without refusals."""

from dataclasses import replace
from typing import Any

from rules.battle import events as shared
from rules.battle.apply import StateChange, make_apply
from rules.exalted2e.apply import bodies, debate, exchange, table, war
from rules.exalted2e.events import debate as words
from rules.exalted2e.events import exchange as steps
from rules.exalted2e.events import places
from rules.exalted2e.events import table as ev
from rules.exalted2e.events import war as units
from rules.exalted2e.state import State
from rules.exalted2e.state.numbers import NUMBERS
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.state.places import put_apart
from rules.exalted2e.timing import Clock


def _after_answer(change: StateChange) -> StateChange:
    """Return the change, with the prompt that the event answers removed before it."""
    return lambda state, event: change(exchange.answer(state, event) if event.prompt else state, event)


def _number(state: State, event: Any) -> State:
    """Apply steps 3 to 8: the numbers of the attack."""
    return exchange.add_steps(state, event, numbers=event.numbers)


_STEPS: dict[type[Any], StateChange] = {
    steps.SurpriseRolled: lambda state, e: exchange.add_steps(state, e, unaware=e.unaware, noticed=True),
    steps.AttackDeclared: exchange.declare_attack,
    steps.DefenseDeclared: exchange.declare_defense,
    steps.AttackRolled: _number,
    steps.AttackRerolled: _number,
    steps.DefenseApplied: _number,
    steps.DefenseRerolled: _number,
    steps.MagicActivated: exchange.activate_magic,
    steps.DamageRolled: _number,
    steps.Warded: exchange.ward,
    steps.Countered: exchange.add_steps,
    steps.AttackResolved: exchange.resolve_attack,
    steps.BystanderSpared: lambda state, e: state,
    steps.ClinchChosen: bodies.choose_in_clinch,
    ev.StuntRewarded: table.reward,
}
apply = make_apply(
    {
        **{event: _after_answer(change) for event, change in _STEPS.items()},
        shared.BattleEnded: table.end,
        shared.CombatantLeft: bodies.leave,
        shared.FiguresChanged: bodies.change_figures,
        ev.Overridden: bodies.override,
        ev.BattleStarted: lambda state, e: replace(state, phase="running", reaction=e.reaction),
        ev.TickAdvanced: table.advance,
        ev.ScaleSet: table.set_scale,
        units.KindSet: war.set_kind,
        words.LeaningRuled: debate.rule_leaning,
        words.InfluenceMet: debate.meet_influence,
        words.InfluenceRolled: debate.roll_influence,
        words.InfluenceEnded: debate.end_influence,
        ev.ActionTaken: table.take_action,
        ev.Moved: table.move,
        places.DistanceSet: lambda state, e: replace(state, apart=put_apart(state.apart, (e.apart,))),
        ev.ActionRolled: exchange.roll_action,
        ev.KeptOn: lambda state, e: replace(state, due=tuple(id for id in state.due if id != e.actor)),
        ev.BloodPaid: bodies.hurt,
        ev.Stabilized: bodies.hurt,
        ev.Asked: table.ask,
        ev.StuntRated: exchange.rate_stunt,
        ev.DifficultySet: exchange.set_difficulty,
        ev.CoordinationRolled: lambda state, e: replace(
            state, plans=(*state.plans, e.plan) if e.plan.penalty else state.plans
        ),
        steps.ClinchContested: bodies.contest_clinch,
    },
    {
        shared.PowerSwitched: table.switch_power,
        ev.JoinBattleRolled: lambda actor, e: replace(actor, join=e.total, clock=Clock(e.first)),
        ev.Spent: table.spend,
        places.GroundSet: lambda actor, e: replace(actor, ground=e.ground),
        ev.DyingMarked: bodies.mark_dying,
        units.UnitFormed: war.form_unit,
        units.UnitOrdered: war.obey,
        words.IntimacyWorked: debate.work_intimacy,
        ev.ValorChecked: lambda actor, e: replace(actor, wavers=not e.stands),
        steps.CheckRolled: exchange.check,
    },
    NUMBERS,
    FIGURES,
)
