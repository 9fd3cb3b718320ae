"""Speech and rolls outside combat."""

from collections.abc import Sequence
from typing import Any

from campaigns.visible import is_visible
from play.events import RollMade, Said
from play.moves import MAX_TEXT, MakeRoll, Say
from play.services.desk import Desk
from play.services.rolling import throw
from play.services.speech import find_ears, speak
from rules.battle import Event
from rules.codec import decode, encode
from rules.errors import BadInput


def say(desk: Desk, move: Say) -> Sequence[Event]:
    """Put a line of speech into the log, for all or whispered to somebody; "/" begins a command."""
    text = move.text.strip()
    if not is_visible(text):
        raise BadInput("empty_text", "Write something first.")
    if len(text) > MAX_TEXT:
        raise BadInput("long_text", f"One line holds {MAX_TEXT} characters; this has {len(text)}.")
    if text.startswith("/"):
        if move.to not in ("", "storyteller"):
            raise BadInput("unknown_ear", "What begins with a / goes to everyone or to the Storyteller.")
        return speak(desk, text, bool(move.to))
    ears, name = find_ears(desk, move.to) if move.to else (None, "")
    return [Said(desk.name, text, name, audience=ears)]


def make_roll(desk: Desk, move: MakeRoll) -> Sequence[Event]:
    """Roll a pool from a character's sheet, explained step by step, and pay what it costs."""
    if move.secret not in ("", "owner", "storyteller"):
        raise BadInput("unknown_secret", "A roll is for all, for its owner, or for the Storyteller alone.")
    character = desk.take_character(move.character)
    request: Any = decode(desk.system.rolls.request, move.request)
    audience = desk.audience_of(move.secret, character)
    thrown = throw(desk, character, request, audience=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        changes=thrown.changes,
        audience=audience,
    )
    return [event, *thrown.after]
