"""Speech and rolls outside combat."""

from collections.abc import Sequence
from typing import Any

from campaigns.access import person_key
from play.events import RollMade, Said
from play.moves import MAX_TEXT, MakeRoll, Say
from play.services.desk import Desk
from play.state import series_options
from rules.battle import Event
from rules.codec import decode, encode
from rules.errors import BadInput


def say(desk: Desk, move: Say) -> Sequence[Event]:
    """Put a line of speech into the log, for all or whispered to the Storyteller."""
    text = move.text.strip()
    if not text:
        raise BadInput("empty_text", "Write something first.")
    if len(text) > MAX_TEXT:
        raise BadInput("long_text", f"One line holds {MAX_TEXT} characters; this has {len(text)}.")
    if move.to not in ("", "storyteller"):
        raise BadInput("unknown_ear", "A line goes to everyone or to the Storyteller.")
    audience = (person_key(desk.membership.user_id),) if move.to else None
    return [Said(desk.name, text, audience=audience)]


def make_roll(desk: Desk, move: MakeRoll) -> Sequence[Event]:
    """Roll a pool from a character's sheet, explained step by step."""
    if move.secret not in ("", "owner", "storyteller"):
        raise BadInput("unknown_secret", "A roll is for all, for its owner, or for the Storyteller alone.")
    character = desk.get_character(move.character)
    rolls = desk.system.rolls
    request: Any = decode(rolls.request, move.request)
    roll = rolls.roll(character.parsed_sheet(), request, desk.roller, series_options(desk.system, desk.series))
    event = RollMade(str(character.pk), character.name, encode(roll), audience=desk.audience_of(move.secret, character))
    return [event]
