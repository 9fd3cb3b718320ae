"""Taking back: a rewind is an entry like any other, nothing is ever deleted."""

from collections.abc import Sequence

from campaigns.services.flow_back import restore_changes
from play.events import EVENTS, BattleClosed, Rewound
from play.models import Command
from play.moves import Rewind
from play.services.desk import Desk
from play.services.history import is_effective, table_spans
from rules.battle import Event
from rules.errors import IllegalMove


def rewind(desk: Desk, move: Rewind) -> Sequence[Event]:
    """Make the state that of entry `to` again, whole commands at a time, and give sheets back what a fight changed."""
    desk.require_storyteller()
    to = _end_of_command(desk, move.to)
    now = table_spans(desk.table, desk.table.number)
    if not is_effective(now, to) and to:
        raise IllegalMove("already_undone", "That entry was taken back already. Choose one that still counts.")
    later = desk.table.entries.filter(number__gt=to).order_by("-number")
    undone = [entry for entry in later if entry.rewound_to is None and is_effective(now, entry.number)]
    if not undone:
        raise IllegalMove("nothing_to_rewind", "Nothing has happened since then.")
    for entry in undone:
        event = EVENTS.decode(entry.event)
        if isinstance(event, BattleClosed):
            restore_changes(desk.series, event.changes)
    return [Rewound(to, len(undone))]


def _end_of_command(desk: Desk, number: int) -> int:
    """The last entry of the command that wrote this one."""
    if not 0 <= number <= desk.table.number:
        raise IllegalMove("no_such_entry", "There is no such entry in this scene's log.")
    command = Command.objects.filter(table=desk.table, first__lte=number, last__gte=number).first()
    return command.last if command else 0
