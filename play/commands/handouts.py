"""Show handouts to people at the table, and put them away."""

from collections.abc import Sequence

from campaigns.models import Character, Handout
from play.commands.context import CommandContext
from play.commands.moves import PutHandoutAway, ShowHandout
from play.table.handout_events import HandoutPutAway, HandoutShown, handout_key
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.text import Text

MAX_SHOWN = 20
"""The most handouts that lie on a table at once."""


def show_handout(context: CommandContext, move: ShowHandout) -> Sequence[Event]:
    """Show a handout to everybody, or to the players of some characters; those who saw it before see it no more."""
    context.require_storyteller()
    context.hold_record()  # locks it until this is written
    handout = _find_handout(context, move.handout)
    key = handout_key(handout.pk)
    others = [handout for handout in context.state.handouts if handout.handout != key]
    if len(others) >= MAX_SHOWN:
        raise IllegalMove(
            "too_many_handouts", Text("There are already {n} handouts here. Hide one first.", n=MAX_SHOWN)
        )
    readers = () if move.everybody or move.leads else _find_readers(context, move.characters)
    return [
        HandoutShown(
            audience=None if move.everybody or move.leads else tuple(str(reader.pk) for reader in readers),
            handout=key,
            who=context.name,
            title=handout.title,
            text=handout.text,
            description=handout.description,
            picture=handout.picture_name,
            width=handout.width,
            height=handout.height,
            names=tuple(reader.name for reader in readers),
            leads=move.leads,
        )
    ]


def put_handout_away(context: CommandContext, move: PutHandoutAway) -> Sequence[Event]:
    """Take a handout from the table: only the Storyteller sees it now."""
    context.require_storyteller()
    key = handout_key(move.handout)
    shown = next((handout for handout in context.state.handouts if handout.handout == key), None)
    if shown is None:
        raise IllegalMove("not_shown", Text("That is not on this table."))
    return [HandoutPutAway(audience=shown.audience, handout=key, who=context.name, title=shown.title)]


def _find_handout(context: CommandContext, pk: int) -> Handout:
    found = Handout.objects.filter(series=context.series, pk=pk).first()
    if found is None:
        raise IllegalMove("unknown_handout", Text("This series has no such handout."))
    return found


def _find_readers(context: CommandContext, keys: Sequence[str]) -> Sequence[Character]:
    """Return the characters whose players shall see it."""
    pks = {int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 18}
    found = Character.objects.filter(series=context.series, pk__in=pks, owner__isnull=False)
    if not keys or len(found) != len(set(keys)):
        raise BadInput("handout_readers", Text("Choose which players’ characters to show it to."))
    return list(found)
