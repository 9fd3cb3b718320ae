"""Switch a scene between live play and play by post, in the middle of a fight, too."""

from collections.abc import Sequence

from play.commands.context import CommandContext
from play.commands.moves import EndPost, SetPost
from play.table.by_post import MAX_HOURS, PostBegun, PostEnded, PostTerms
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.text import Text


def set_post(context: CommandContext, move: SetPost) -> Sequence[Event]:
    """Begin to play by post, or go on under other terms."""
    context.require_storyteller()
    for key, hours in (("answer_hours", move.answer_hours), ("turn_hours", move.turn_hours)):
        if not 1 <= hours <= MAX_HOURS:
            raise BadInput("bad_hours", Text("Wait for 1 to {n} hours.", n=MAX_HOURS), key=key)
    terms = PostTerms(move.answer_hours, move.turn_hours)
    if context.state.post == terms:
        raise IllegalMove("no_change", Text("The scene already uses these time limits."))
    return [PostBegun(terms)]


def end_post(context: CommandContext, move: EndPost) -> Sequence[Event]:
    """Play live again."""
    context.require_storyteller()
    if context.state.post is None:
        raise IllegalMove("no_change", Text("The scene is already live."))
    return [PostEnded()]
