"""As whom a seat may speak, to whom it may whisper, and whose faces it may see in the log."""

from collections.abc import Mapping

from play.seats.board import NamedId, Voices
from play.seats.facts import TableFacts
from rules.battle import Seat
from rules.text import EMPTY, Text


def gather_voices(facts: TableFacts, seat: Seat) -> Voices:
    """Return what the log's input offers a seat. Hidden characters are only offered to those who may act for them."""
    own = (character for character in facts.characters if seat.controls(str(character.pk)))
    return Voices(
        own=tuple(NamedId(str(voice.pk), voice.name, Text("hidden") if voice.hidden else EMPTY) for voice in own),
        ears=_list_ears(facts, seat),
        may_name=seat.storyteller,
    )


def _list_ears(facts: TableFacts, seat: Seat) -> tuple[NamedId, ...]:
    """Return the Storyteller, and the players of characters that the seat may know of."""
    storyteller = () if seat.storyteller else (NamedId("storyteller", Text("the Storyteller")),)
    others = (character for character in facts.characters if str(character.pk) not in seat.characters)
    known = (character for character in others if seat.storyteller or not character.hidden)
    return storyteller + tuple(NamedId(str(who.pk), who.name, who.owner.get_username()) for who in known if who.owner)


def list_faces(facts: TableFacts, seat: Seat) -> Mapping[str, str]:
    """Return the addresses of the portraits that may stand beside what somebody says, by the character's key."""
    shown = (character for character in facts.characters if character.portrait_name)
    return {str(who.pk): who.face_url for who in shown if not who.hidden or seat.controls(str(who.pk))}
