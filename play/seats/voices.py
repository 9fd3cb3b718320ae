"""As whom a seat may speak, to whom it may whisper, and whose faces it may see in the log."""

from collections.abc import Mapping

from play.seats.board import Named, Voices
from play.seats.facts import TableFacts
from rules.battle import Seat
from rules.text import EMPTY, Text


def read_voices(facts: TableFacts, seat: Seat) -> Voices:
    """Return what the log's input offers a seat. Hidden characters are only offered to those who may act for them."""
    own = (one for one in facts.characters if seat.controls(str(one.pk)))
    return Voices(
        own=tuple(Named(str(one.pk), one.name, Text("hidden") if one.hidden else EMPTY) for one in own),
        ears=_read_ears(facts, seat),
        may_name=seat.storyteller,
    )


def _read_ears(facts: TableFacts, seat: Seat) -> tuple[Named, ...]:
    """Return the Storyteller, and the players of characters that the seat may know of."""
    storyteller = () if seat.storyteller else (Named("storyteller", Text("the Storyteller")),)
    others = (one for one in facts.characters if str(one.pk) not in seat.characters)
    known = (one for one in others if seat.storyteller or not one.hidden)
    return storyteller + tuple(Named(str(one.pk), one.name, one.owner.get_username()) for one in known if one.owner)


def read_faces(facts: TableFacts, seat: Seat) -> Mapping[str, str]:
    """Return the addresses of the portraits that may stand beside what somebody says, by the character's key."""
    shown = (one for one in facts.characters if one.portrait_name)
    return {str(one.pk): one.face_url for one in shown if not one.hidden or seat.controls(str(one.pk))}
