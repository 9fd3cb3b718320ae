"""What came of the events that are results: attacks, rolls, wounds, deaths."""

from collections.abc import Iterable

from rules.battle.results import Results, alone, between, make_change, make_result, name_person, suffered, view_actor
from rules.exalted2e.events import debate, exchange, table, war
from rules.exalted2e.state.combatant import OUT, UNCONSCIOUS
from rules.exalted2e.view.combatant import draw_track
from rules.text import EMPTY, Text
from rules.view import ChangeView, FigureChange, ResultView

CHECKS = {"knockdown": Text("prone"), "stun": Text("stunned")}
"""What a failed check leads to."""


def _draw_harms(harms: Iterable[exchange.Harm], state: Text = EMPTY) -> list[ChangeView]:
    """Return the health of all who were hurt, before and after, each in this state."""
    return [
        make_change(
            name_person(harm.target, harm.name),
            boxes=draw_track(harm.health, harm.health.boxes),
            boxes_before=draw_track(harm.health, harm.before),
            states=[state, OUT[harm.health.state] or (UNCONSCIOUS if harm.health.unconscious else EMPTY)],
        )
        for harm in harms
    ]


def _thin(loss: exchange.Loss) -> ChangeView:
    """Return the Magnitude of a unit before and after, or what it has lost of it."""
    figure: FigureChange = {"label": Text("Magnitude"), "was": loss.before.magnitude, "now": loss.unit.magnitude}
    if loss.before.magnitude == loss.unit.magnitude:
        figure = {"label": Text("Levels lost at this Magnitude"), "was": loss.before.lost, "now": loss.unit.lost}
    state = EMPTY if loss.unit.magnitude else Text("scattered")
    return make_change(name_person(loss.target, loss.name), figures=[figure], states=[state])


def _resolve(event: exchange.AttackResolved) -> ResultView:
    changes = [*_draw_harms(event.harms), *map(_thin, event.losses)]
    if event.clinch:
        held = make_change(
            name_person(event.target, event.target_name), states=[Text("held by {who}", who=event.actor_name)]
        )
        changes.append(held)
    return between(event, *changes)


def _check(event: exchange.CheckRolled) -> ResultView:
    state = EMPTY if event.success else CHECKS.get(event.check, CHECKS["stun"])
    return make_result([view_actor(event)], changes=[make_change(view_actor(event), states=[state])])


def _wrestle(event: exchange.ClinchContested) -> ResultView:
    return make_result([view_actor(event)], [name_person(event.victim, event.victim_name)])


def _choose(event: exchange.ClinchChosen) -> ResultView:
    whom = name_person(event.victim, event.victim_name)
    return make_result([view_actor(event)], [whom], _draw_harms(event.harms))


RESULTS: Results = {
    table.JoinBattleRolled: alone,
    exchange.SurpriseRolled: between,
    exchange.AttackRolled: between,
    exchange.AttackRerolled: between,
    exchange.DefenseRerolled: between,
    exchange.DamageRolled: between,
    exchange.AttackResolved: _resolve,
    exchange.CheckRolled: _check,
    exchange.ClinchContested: _wrestle,
    exchange.ClinchChosen: _choose,
    table.ActionRolled: alone,
    table.CoordinationRolled: alone,
    war.UnitOrdered: alone,
    debate.InfluenceRolled: between,
    debate.InfluenceEnded: between,
    table.ValorChecked: alone,
    table.StuntRated: alone,
    table.DyingMarked: lambda e: suffered(e, states=[OUT["dead" if e.dead else "dying"]]),
    table.Stabilized: lambda e: make_result([view_actor(e)], changes=_draw_harms([e.harm])),
}
