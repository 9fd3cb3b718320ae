"""Taking back: a rewind is an entry like any other, nothing is ever deleted, and a rewind can be taken back too."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.services.flow_back import Changes, apply_changes, restore_changes
from play.events import PAYING, Rewound, changes_of, decode_event
from play.models import Command, Table
from play.moves import Rewind
from play.services.desk import Desk
from play.services.history import effective_numbers, table_spans
from rules.battle import Event
from rules.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Plan:
    """What taking an entry back would do: the state becomes that of `to`; `gone` stop counting, `back` count again."""

    to: int
    gone: frozenset[int]
    back: frozenset[int]


def plan_rewind(table: Table, entry: int) -> Plan:
    """Look at what taking an entry back would do. Raises `IllegalMove` where it cannot be taken back."""
    command = Command.objects.filter(table=table, first__lte=entry, last__gte=entry).first()
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
    _turn_sheets(desk, plan)
    return [Rewound(plan.to, len(plan.gone), len(plan.back))]


def _turn_sheets(desk: Desk, plan: Plan) -> None:
    """Undo what the events that no longer count wrote to the sheets, the newest first; redo those that count again."""
    for changes in reversed(_changes(desk, plan.gone)):
        restore_changes(desk.series, changes)
    for changes in _changes(desk, plan.back):
        apply_changes(desk.series, changes)


def _changes(desk: Desk, numbers: frozenset[int]) -> list[Changes]:
    """What these entries wrote to the sheets, the oldest first."""
    if not numbers:
        return []
    paid = desk.table.entries.filter(event__kind__in=PAYING, number__gte=min(numbers), number__lte=max(numbers))
    entries = [entry for entry in paid.order_by("number") if entry.number in numbers]
    return [changes for entry in entries if (changes := changes_of(decode_event(desk.system, entry.event)))]
