"""Taking back. A rewind is an entry like any other: nothing is deleted, and a rewind can be taken back too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaigns.chronicle.clock import pass_time
from campaigns.core.refusals import Refused
from campaigns.downtime.living import find_lived
from campaigns.downtime.publishing import publish_run
from campaigns.downtime.recalling import recall
from campaigns.experience.stunts import pay_earned, take_earned_back
from campaigns.models import RunState
from campaigns.sheets.battle_results import Changes, restore_changes
from play.commands.context import CommandContext
from play.commands.moves import Rewind
from play.models import Command, Table
from play.table.events import LASTING, Rewound, changes_of, decode_event, earned_of, lived_of, seconds_of
from play.table.history import effective_numbers, table_spans
from play.table.seat_log import find_number
from rules.battle import STORYTELLER, Event, Seat
from rules.errors import IllegalMove
from rules.text import Text, word


@dataclass(frozen=True, slots=True)
class Plan:
    """What a rewind would do: the state becomes that of `to`, the entries `gone` stop counting, those of `back` count
    again.
    """

    to: int
    gone: frozenset[int]
    back: frozenset[int]


def plan_rewind(table: Table, entry: int) -> Plan:
    """Return what taking an entry of the Storyteller's log back would do: its whole command and all that came after.

    Raises `IllegalMove` where it cannot be taken back.
    """
    return plan_steps(table, find_command(table, STORYTELLER, entry).first)


def find_command(table: Table, seat: Seat, entry: int) -> Command:
    """Return the command that wrote an entry of the seat's log. Raises `IllegalMove` where there is no such entry."""
    number = find_number(table, seat, entry)
    command = Command.objects.filter(table=table.pk, first__lte=number, last__gte=number).first() if number else None
    if command is None:
        raise IllegalMove("no_such_entry", Text("This scene’s log has no such entry."))
    return command


def plan_steps(table: Table, first: int) -> Plan:
    """Return what taking back the command whose first entry has this number would do, with all that came after."""
    spans = table_spans(table, table.number)
    if first < 1 or not any(after <= first <= upto for after, upto in spans):
        raise IllegalMove("already_undone", Text("That entry was already taken back. Choose another."))
    to = first - 1
    counted, will_count = effective_numbers(spans), effective_numbers(table_spans(table, to))
    return Plan(to, frozenset(counted - will_count), frozenset(will_count - counted))


def rewind(context: CommandContext, move: Rewind) -> Sequence[Event]:
    """Set the state to that before the entry's command, and the sheets to what they were then."""
    context.require_storyteller()
    return carry_out(context, plan_rewind(context.table, move.entry))


def carry_out(context: CommandContext, plan: Plan, asked_by: str = "") -> Sequence[Event]:
    """Take back what a plan says. `asked_by`: the name of the player who asked for it."""
    _turn_record(context, plan)
    return [Rewound(plan.to, len(plan.gone), len(plan.back), asked_by)]


def _turn_record(context: CommandContext, plan: Plan) -> None:
    """Undo what the entries that no longer count did to clock, ledgers and sheets, and redo what counts again."""
    context.hold_record()
    gone, back = _lasting(context, plan.gone), _lasting(context, plan.back)
    _turn_ledgers(context, gone, back)
    for event in reversed(gone.values()):
        pass_time(context.series, -seconds_of(event))
        restore_changes(
            context.series, changes_of(event), context.membership.user, Text("{why}, taken back", why=context.why)
        )
        if mark := lived_of(event):
            _turn_days(context, mark, RunState.PUBLISHED)
    for event in back.values():
        if mark := lived_of(event):
            _turn_days(context, mark, RunState.LOOK)
        pass_time(context.series, seconds_of(event))
        restore_changes(context.series, _turned(changes_of(event)), context.membership.user, context.why)


def _turn_days(context: CommandContext, mark: str, state: str) -> None:
    """Take back the downtime with this mark, which is in this state, or publish it again. If it has gone, nothing is
    left to do."""
    run = find_lived(context.series, mark)
    if run is None or run.state != state:
        return
    try:
        if state == RunState.PUBLISHED:
            recall(context.membership, run.downtime)
        else:
            publish_run(run)
    except Refused as refusal:
        raise IllegalMove("days_stand", word(refusal.sentence)) from refusal


def _turned(changes: Changes) -> Changes:
    """Return these changes the other way round. What a person has changed on a sheet since then stays."""
    return {who: {path: (after, before) for path, (before, after) in paths.items()} for who, paths in changes.items()}


def _turn_ledgers(context: CommandContext, gone: Mapping[int, Event], back: Mapping[int, Event]) -> None:
    """Counter the experience that was won. Refused where it has been spent since: nobody has less than none."""
    try:
        for number, event in gone.items():
            if earned_of(event):
                take_earned_back(context.series, context.scene, number, context.membership.user)
    except Refused as refusal:
        raise IllegalMove("spent", word(refusal.sentence)) from refusal
    for number, event in back.items():
        if earned := earned_of(event):
            pay_earned(context.series, context.scene, number, earned, context.membership.user)


def _lasting(context: CommandContext, numbers: frozenset[int]) -> dict[int, Event]:
    """Return the events among these entries that write beyond the table, by number, oldest first."""
    if not numbers:
        return {}
    found = context.table.entries.filter(event__kind__in=LASTING, number__gte=min(numbers), number__lte=max(numbers))
    there = (entry for entry in found.order_by("number") if entry.number in numbers)
    return {entry.number: decode_event(context.system, entry.event) for entry in there}
