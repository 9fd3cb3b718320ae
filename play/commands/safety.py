"""The safety card: anybody at the table stops play with it, without a name and without a reason."""

from collections.abc import Sequence

from play.commands.context import CommandContext
from play.commands.moves import (
    AskUndo,
    GrantUndo,
    NextScene,
    PutCardAway,
    PutHandoutAway,
    RefuseUndo,
    Rewind,
    Say,
    ShowCard,
    StopPlaying,
)
from play.commands.roll_command import FoesWanted, RollWords, parse_line
from play.commands.typed_commands import FightWanted
from play.table.events import CardPutAway, CardShown
from rules.battle import Event, Move
from rules.errors import IllegalMove
from rules.text import Text

ALLOWED = (Say, Rewind, AskUndo, GrantUndo, RefuseUndo, NextScene, PutCardAway, ShowCard, PutHandoutAway, StopPlaying)
"""What may be asked of the table while the card lies on it: to talk, to take back what should not have happened, to put
away a handout that should not have been shown, to stop what plays itself, and to leave the scene.
"""


def check_card(context: CommandContext, move: Move) -> None:
    """Refuse to play on while the card lies on the table."""
    if context.state.card and (not isinstance(move, ALLOWED) or _plays(move)):
        sentence = Text("The X-Card is in use. Nothing is lost: try again when the Storyteller clears it.")
        raise IllegalMove("card", sentence)


def _plays(move: Move) -> bool:
    """Return whether a line of the log does more than to talk: it rolls, or brings foes in."""
    text = move.text.strip() if isinstance(move, Say) else ""
    return text.startswith("/") and isinstance(parse_line(text), RollWords | FoesWanted | FightWanted)


def show_card(context: CommandContext, move: ShowCard) -> Sequence[Event]:
    """Stop play. Everybody who sits here may do it, spectators too."""
    if context.state.card:
        raise IllegalMove("no_change", Text("The X-Card is already in use."))
    return [CardShown()]


def put_card_away(context: CommandContext, move: PutCardAway) -> Sequence[Event]:
    """Let play go on."""
    context.require_storyteller()
    if not context.state.card:
        raise IllegalMove("no_change", Text("The X-Card is not in use."))
    return [CardPutAway()]
