"""What came of the events that are results: attacks, Crash, contests, wounds, and who goes out."""

from rules.battle.results import (
    Results,
    alone,
    between,
    make_change,
    make_result,
    name_person,
    suffered,
    view_actor,
)
from rules.exalted3e import events as ev
from rules.exalted3e.view.combatant import draw_magnitude, draw_track, name_clinch
from rules.text import EMPTY, Text, word
from rules.view import ResultView

CRASHED, RECOVERED = Text("Crash"), Text("out of Crash")


def _roll_attack(event: ev.AttackRolled | ev.ClashRolled) -> ResultView:
    return make_result([view_actor(event)], [name_person(event.attack.target, event.target_name)])


def _end_attack(event: ev.AttackEnded) -> ResultView:
    """Return who struck whom. The event names its target without an id: that stands in what came before it."""
    whom = [name_person("", event.target_name)] if event.target_name else []
    return make_result([view_actor(event)], whom)


def _change_initiative(event: ev.InitiativeChanged) -> ResultView:
    """Return the Initiative before and after. What people pay for their own actions is no result by itself."""
    state = CRASHED if event.crashed else RECOVERED if event.recovered else EMPTY
    known = event.was is not None
    figures = [{"label": Text("Initiative"), "was": event.was, "now": event.now}] if known else []
    stands = event.crashed or (known and event.cause in ("attack", "other"))
    return suffered(event, stands=stands, figures=figures, states=[state])


def _mark_health(event: ev.HealthMarked) -> ResultView:
    before = None if event.before is None else draw_track(event.before)
    return suffered(event, boxes=draw_track(event.health), boxes_before=before)


def _mark_magnitude(event: ev.MagnitudeMarked) -> ResultView:
    """Return the Magnitude. Where Size is lost, the track begins again, and there is nothing to compare it with."""
    before = None if event.before is None or event.size_lost else draw_magnitude(event.before)
    state = Text("Size {n}", n=event.group.size) if event.size_lost else EMPTY
    return suffered(event, boxes=draw_magnitude(event.group), boxes_before=before, states=[state])


def _contest(event: ev.ContestRolled) -> ResultView:
    whom = map(name_person, event.opponents, event.opponent_names)
    return make_result([view_actor(event)], whom)


def _answer(event: ev.InfluenceAnswered) -> ResultView:
    return make_result([view_actor(event)], [name_person(event.by, event.by_name)])


def _clinch(event: ev.ClinchChanged) -> ResultView:
    state = name_clinch(event.clinch) if event.clinch else EMPTY
    return suffered(event, stands=False, states=[state])


def _stance(event: ev.StanceChanged) -> ResultView:
    is_prone = event.what == "prone" and event.value == "yes"
    return suffered(event, stands=False, states=[Text("prone") if is_prone else EMPTY])


def _rout(event: ev.RoutChecked) -> ResultView:
    state = EMPTY if event.holds else Text("routs")
    return make_result([view_actor(event)], changes=[make_change(view_actor(event), states=[state])])


RESULTS: Results = {
    ev.BattleJoined: alone,
    ev.AttackRolled: _roll_attack,
    ev.ClashRolled: _roll_attack,
    ev.AttackResolved: between,
    ev.DamageRolled: between,
    ev.GambitRolled: between,
    ev.AttackEnded: _end_attack,
    ev.ShiftRolled: between,
    ev.InitiativeChanged: _change_initiative,
    ev.HealthMarked: _mark_health,
    ev.MagnitudeMarked: _mark_magnitude,
    ev.WentOut: lambda e: suffered(e, states=[word(e.why)]),
    ev.FallDelayed: lambda e: suffered(e, states=[Text("is defeated as the tick ends")]),
    ev.RoutChecked: _rout,
    ev.ContestRolled: _contest,
    ev.ActionRolled: alone,
    ev.BonusGiven: between,
    ev.HarmRolled: alone,
    ev.InfluenceAnswered: _answer,
    ev.ClinchChanged: _clinch,
    ev.StanceChanged: _stance,
}
