"""As whom a seat may speak, to whom it may whisper, and whose faces it may see in the log."""

from collections.abc import Mapping

from play.seats.board import NamedId, Voices
from play.seats.facts import TableFacts
from rules.battle import Seat
from rules.text import EMPTY, Text


def gather_voices(facts: TableFacts, seat: Seat) -> Voices:
    """Return what the log's input offers a seat. Hidden characters are only offered to those who may act for them."""
    own = (one for one in facts.characters if seat.controls(str(one.pk)))
    return Voices(
        own=tuple(NamedId(str(one.pk), one.name, Text("hidden") if one.hidden else EMPTY) for one in own),
        ears=_list_ears(facts, seat),
        may_name=seat.storyteller,
    )


def _list_ears(facts: TableFacts, seat: Seat) -> tuple[NamedId, ...]:
    """Return the Storyteller, and the players of characters that the seat may know of."""
    storyteller = () if seat.storyteller else (NamedId("storyteller", Text("the Storyteller")),)
    others = (one for one in facts.characters if str(one.pk) not in seat.characters)
    known = (one for one in others if seat.storyteller or not one.hidden)
    return storyteller + tuple(NamedId(str(one.pk), one.name, one.owner.get_username()) for one in known if one.owner)


def list_faces(facts: TableFacts, seat: Seat) -> Mapping[str, str]:
    """Return the addresses of the portraits that may stand beside what somebody says, by the character's key."""
    shown = (one for one in facts.characters if one.portrait_name)
    return {str(one.pk): one.face_url for one in shown if not one.hidden or seat.controls(str(one.pk))}
