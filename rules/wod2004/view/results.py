"""What came of the events that are results: attacks, rolls, wounds, holds."""

from collections.abc import Mapping
from typing import Final

from rules.battle.results import Results, alone, between, make_change, make_result, name_person, suffered, view_actor
from rules.text import EMPTY, Text
from rules.view import ResultView
from rules.wod2004 import events as ev
from rules.wod2004.view.board import draw_track

FALLS: Final[Mapping[str, Text]] = {"dying": Text("dying"), "dead": Text("dead")}
"""What a full track makes of someone, by `Harmed.condition`."""
MISHAPS: Final[Mapping[str, Text]] = {"fall": Text("prone"), "jam": Text("weapon jammed")}


def _harm(event: ev.Harmed) -> ResultView:
    return suffered(
        event,
        boxes=draw_track(event.after, event.boxes),
        boxes_before=draw_track(event.before, event.boxes),
        states=[FALLS.get(event.condition, EMPTY)],
    )


def _stay_awake(event: ev.ConsciousnessRolled) -> ResultView:
    state = EMPTY if event.roll.successes else Text("unconscious")
    return make_result([view_actor(event)], changes=[make_change(view_actor(event), states=[state])])


def _seize(event: ev.Grappled) -> ResultView:
    state = Text("in a grapple with {whom}", whom=event.actor_name)
    return make_result(
        changes=[make_change(name_person(event.target, event.target_name), states=[state])], stands=False
    )


def _mishap(event: ev.MishapRuled) -> ResultView:
    state = MISHAPS.get(event.mishap, EMPTY)
    return make_result([view_actor(event)], changes=[make_change(view_actor(event), states=[state])])


RESULTS: Results = {
    ev.AttackResolved: between,
    ev.Harmed: _harm,
    ev.ActionRolled: alone,
    ev.SurpriseRolled: alone,
    ev.ConsciousnessRolled: _stay_awake,
    ev.TreatmentRolled: between,
    ev.StruggleRolled: between,
    ev.ManeuverChosen: between,
    ev.Grappled: _seize,
    ev.MishapRuled: _mishap,
}
