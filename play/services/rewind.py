"""Taking back: a rewind is an entry like any other, nothing is ever deleted, and a rewind can be taken back too."""

from collections.abc import Sequence

from campaigns.services.flow_back import apply_changes, restore_changes
from play.events import BattleClosed, Rewound, decode_event
from play.models import Command
from play.moves import Rewind
from play.services.desk import Desk
from play.services.history import effective_numbers, table_spans
from rules.battle import Event
from rules.errors import IllegalMove


def rewind(desk: Desk, move: Rewind) -> Sequence[Event]:
    """Make the state that of before the entry's command again, and the sheets what they were then."""
    desk.require_storyteller()
    command = Command.objects.filter(table=desk.table, first__lte=move.entry, last__gte=move.entry).first()
    if command is None:
        raise IllegalMove("no_such_entry", "There is no such entry in this scene's log.")
    spans = table_spans(desk.table, desk.table.number)
    if not any(after <= command.first <= upto for after, upto in spans):
        raise IllegalMove("already_undone", "That entry was taken back already. Choose one that still counts.")
    to = command.first - 1
    counted, will_count = effective_numbers(spans), effective_numbers(table_spans(desk.table, to))
    _turn_sheets(desk, gone=counted - will_count, back=will_count - counted)
    return [Rewound(to, len(counted - will_count), len(will_count - counted))]


def _turn_sheets(desk: Desk, gone: set[int], back: set[int]) -> None:
    """Undo what the fights that no longer count wrote to the sheets, the newest first; redo those that count again."""
    closed = desk.table.entries.filter(event__kind=BattleClosed.__name__).order_by("-number")
    endings = {entry.number: decode_event(desk.system, entry.event) for entry in closed}
    for number, ending in endings.items():
        if number in gone and isinstance(ending, BattleClosed):
            restore_changes(desk.series, ending.changes)
    for number, ending in reversed(endings.items()):
        if number in back and isinstance(ending, BattleClosed):
            apply_changes(desk.series, ending.changes)
