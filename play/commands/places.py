"""Where characters stood in earlier fights of the scene: they begin the next one there."""

from collections.abc import Iterable, Iterator, Mapping

from play.commands.context import CommandContext
from play.models import Entry
from play.table.events import Fought, decode_event
from play.table.history import is_effective, table_spans
from rules.battle import Json
from rules.battle.events import ActorEvent


def recall_places(context: CommandContext, additions: Iterable[Mapping[str, Json]]) -> Iterator[Mapping[str, Json]]:
    """Yield the moves that say where those who are brought in stood last, as far as the log of the scene knows it.

    The Storyteller reads each in the log, and can name another place. Copies of an extra have none.
    """
    ids = {str(addition["character"]): addition["id"] for addition in additions if addition["character"] is not None}
    known = _load_places(context) if ids else {}
    for character, id in ids.items():
        if len(known.get(character, {})) > 1:  # its kind, and a step at least
            yield {**known[character], "actor": id}


def _load_places(context: CommandContext) -> dict[str, Mapping[str, Json]]:
    """Return where each character stood last, by its key."""
    spans, system = table_spans(context.table, context.table.number), context.system
    entries = Entry.objects.filter(table=context.table.pk, event__event__kind="GroundSet").order_by("number")
    found = dict[str, Mapping[str, Json]]()
    for number, stored in entries.values_list("number", "event"):
        event = decode_event(system, stored)
        if not (is_effective(spans, number) and isinstance(event, Fought) and isinstance(event.event, ActorEvent)):
            continue
        place = system.battle.recall_place(event.event)
        if place is not None and event.event.owner is not None:
            found[event.event.owner] = place
    return found
