"""Players ask to take back what they did, and the Storyteller grants it or not."""

from collections.abc import Sequence

from campaigns.core.seats import person_key
from play.commands.context import CommandContext
from play.commands.moves import AskUndo, GrantUndo, RefuseUndo
from play.commands.rewind import carry_out, find_command, plan_steps
from play.models import Command
from play.table.events import NO_STEP
from play.table.history import is_effective, table_spans
from play.table.undo_events import UndoAsked, UndoRefused, UndoRequest
from rules.battle import Event
from rules.errors import IllegalMove
from rules.text import Text


def ask_undo(context: CommandContext, move: AskUndo) -> Sequence[Event]:
    """Ask to take back your own newest step."""
    if context.seat.storyteller:
        raise IllegalMove("no_need", Text("You can take it back yourself."))
    command = find_command(context.table, context.seat, move.entry)
    steps = _list_steps(context)
    if command.pk not in steps:
        raise IllegalMove("not_yours", Text("You can ask to take back only your own steps that still count."))
    if command.pk != steps[0]:
        raise IllegalMove("not_newest", Text("You have acted since. Ask to take back your latest step."))
    person = person_key(context.membership.user_id)
    request = UndoRequest(person, context.name, command.first, command.last)
    if request in context.state.requests:
        raise IllegalMove("no_change", Text("You have already asked. The Storyteller decides."))
    return [UndoAsked(request, audience=(person,))]


def _list_steps(context: CommandContext) -> list[int]:
    """Return the keys of the commands by which the person changed something that still counts, newest first."""
    mine = Command.objects.filter(table=context.table.pk, user=context.membership.user_id).order_by("-first")
    changing = mine.filter(entries__in=context.table.entries.exclude(event__kind__in=NO_STEP)).distinct()
    spans = table_spans(context.table, context.table.number)
    return [key for key, first in changing.values_list("pk", "first") if is_effective(spans, first)]


def grant_undo(context: CommandContext, move: GrantUndo) -> Sequence[Event]:
    """Take back what a player asks for, with all that came after."""
    request = _find_request(context, move.person)
    return carry_out(context, plan_steps(context.table, request.first), request.name)


def refuse_undo(context: CommandContext, move: RefuseUndo) -> Sequence[Event]:
    """Tell a player that it stands."""
    request = _find_request(context, move.person)
    return [UndoRefused(request.person, request.name, audience=(request.person,))]


def _find_request(context: CommandContext, person: str) -> UndoRequest:
    context.require_storyteller()
    found = next((request for request in context.state.requests if request.person == person), None)
    if found is None:
        raise IllegalMove("no_request", Text("That question is no longer open."))
    return found
