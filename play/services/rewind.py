"""Taking back: a rewind is an entry like any other, nothing is ever deleted, and a rewind can be taken back too."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.services.flow_back import apply_changes, restore_changes
from play.events import BattleClosed, Rewound, decode_event
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
    """Undo what the fights that no longer count wrote to the sheets, the newest first; redo those that count again."""
    closed = desk.table.entries.filter(event__kind=BattleClosed.__name__).order_by("-number")
    endings = {entry.number: decode_event(desk.system, entry.event) for entry in closed}
    for number, ending in endings.items():
        if number in plan.gone and isinstance(ending, BattleClosed):
            restore_changes(desk.series, ending.changes)
    for number, ending in reversed(endings.items()):
        if number in plan.back and isinstance(ending, BattleClosed):
            apply_changes(desk.series, ending.changes)
