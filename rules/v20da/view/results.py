"""What came of the events that are results: attacks, rolls, wounds, conditions."""

from rules.battle.results import Results, alone, between, suffered
from rules.text import EMPTY, word
from rules.v20da import events as ev
from rules.v20da.view.board import OUT, draw_track
from rules.view import ResultView


def _harm(event: ev.Harmed) -> ResultView:
    return suffered(
        event,
        boxes=draw_track(event.health.track),
        boxes_before=draw_track(event.before),
        states=[OUT.get(event.health.condition, EMPTY)],
    )


def _heal(event: ev.Healed) -> ResultView:
    boxes, before = draw_track(event.health.track), draw_track(event.before)
    return suffered(event, stands=False, boxes=boxes, boxes_before=before)


RESULTS: Results = {
    ev.AttackResolved: between,
    ev.Aborted: alone,
    ev.ActionTaken: alone,
    ev.StrideRolled: alone,
    ev.EscapeTried: alone,
    ev.Harmed: _harm,
    ev.Healed: _heal,
    ev.ConditionGained: lambda e: suffered(e, stands=False, states=[word(e.condition)]),
}
