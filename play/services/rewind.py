"""Taking back: a rewind is an entry like any other, nothing is ever deleted, and a rewind can be taken back too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaigns.refusals import Refused
from campaigns.services.battle_results import Changes, restore_changes
from campaigns.services.clock import pass_time
from campaigns.services.experience import pay_earned, take_earned_back
from play.events import LASTING, Rewound, changes_of, decode_event, earned_of, seconds_of
from play.models import Command, Table
from play.moves import Rewind
from play.services.desk import Desk
from play.services.history import effective_numbers, table_spans
from play.services.seat_log import find_number
from rules.battle import STORYTELLER, Event
from rules.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Plan:
    """What taking an entry back would do: the state becomes that of `to`; `gone` stop counting, `back` count again."""

    to: int
    gone: frozenset[int]
    back: frozenset[int]


def plan_rewind(table: Table, entry: int) -> Plan:
    """Return what taking an entry of the Storyteller's log back would do: its whole command and all that came after.

    Raises `IllegalMove` where it cannot be taken back.
    """
    number = find_number(table, STORYTELLER, entry)
    command = Command.objects.filter(table=table.pk, first__lte=number, last__gte=number).first() if number else None
    if command is None:
        raise IllegalMove("no_such_entry", "There is no such entry in this scene's log.")
    spans = table_spans(table, table.number)
    if not any(after <= command.first <= upto for after, upto in spans):
        raise IllegalMove("already_undone", "That entry was taken back already. Choose one that still counts.")
    to = command.first - 1
    counted, will_count = effective_numbers(spans), effective_numbers(table_spans(table, to))
    return Plan(to, frozenset(counted - will_count), frozenset(will_count - counted))


def rewind(desk: Desk, move: Rewind) -> Sequence[Event]:
    """Make the state that of before the entry's command again, and the sheets what they were then."""
    desk.require_storyteller()
    plan = plan_rewind(desk.table, move.entry)
    _turn_record(desk, plan)
    return [Rewound(plan.to, len(plan.gone), len(plan.back))]


def _turn_record(desk: Desk, plan: Plan) -> None:
    """Undo what the events that no longer count did to clock, ledgers and sheets; redo what counts again."""
    desk.hold_record()
    gone, back = _lasting(desk, plan.gone), _lasting(desk, plan.back)
    pass_time(desk.series, sum(map(seconds_of, back.values())) - sum(map(seconds_of, gone.values())))
    _turn_ledgers(desk, gone, back)
    for event in reversed(gone.values()):
        restore_changes(desk.series, changes_of(event), desk.membership.user, f"{desk.why}, taken back")
    for event in back.values():
        restore_changes(desk.series, _turned(changes_of(event)), desk.membership.user, desk.why)


def _turned(changes: Changes) -> Changes:
    """What gives these changes back: as with what is taken back, a person's later word on a sheet stays."""
    return {who: {path: (after, before) for path, (before, after) in paths.items()} for who, paths in changes.items()}


def _turn_ledgers(desk: Desk, gone: Mapping[int, Event], back: Mapping[int, Event]) -> None:
    """Counter the experience that was won. Refused where it was spent since: nobody has less than none."""
    try:
        for number, event in gone.items():
            if earned_of(event):
                take_earned_back(desk.series, desk.scene, number, desk.membership.user)
    except Refused as refusal:
        raise IllegalMove("spent", refusal.sentence) from refusal
    for number, event in back.items():
        if earned := earned_of(event):
            pay_earned(desk.series, desk.scene, number, earned, desk.membership.user)


def _lasting(desk: Desk, numbers: frozenset[int]) -> dict[int, Event]:
    """The events among these that reach beyond the table, by their numbers, the oldest first."""
    if not numbers:
        return {}
    found = desk.table.entries.filter(event__kind__in=LASTING, number__gte=min(numbers), number__lte=max(numbers))
    there = (entry for entry in found.order_by("number") if entry.number in numbers)
    return {entry.number: decode_event(desk.system, entry.event) for entry in there}
