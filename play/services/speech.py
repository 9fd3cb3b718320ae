"""Lines that begin with a "/": typed rolls, whispers and deeds."""

from collections.abc import Sequence
from typing import Any

from campaigns.access import person_key, visible_characters
from campaigns.models import Character
from play.events import Emoted, RollMade, Said
from play.roll_command import Emote, RollWords, Whisper, parse_line
from play.roll_meaning import find_numbers, find_request
from play.services.desk import Desk
from play.services.figures import read_sheet
from play.services.rolling import throw
from play.services.tasks.typed import roll_as_said
from rules.battle import Audience, Event
from rules.codec import decode, encode
from rules.errors import BadInput

STORYTELLER_NAMES = ("storyteller", "st", "gm")


def speak(desk: Desk, text: str, whispered: bool) -> Sequence[Event]:
    """Do what the line asks for; `whispered`: the Storyteller alone hears of it."""
    match parse_line(text):
        case Whisper(to=to, text=words):
            ears, name = find_ears(desk, to)
            return [Said(desk.name, words, name, audience=ears)]
        case Emote(text=words):
            mine = _own_characters(desk)
            name = mine[0].name if len(mine) == 1 and not mine[0].hidden else desk.name
            return [Emoted(name, words, audience=_me(desk) if whispered else None)]
        case RollWords() as said:
            secret = said.secret or ("owner" if whispered else "")
            if said.task:
                return roll_as_said(desk, said, secret, _roller(desk, said.who))
            return _roll_dice(desk, said, secret) if said.pool is not None else _roll_traits(desk, said, secret)


def _me(desk: Desk) -> tuple[str, ...]:
    return (person_key(desk.membership.user_id),)


def find_ears(desk: Desk, to: str) -> tuple[Audience, str]:
    """Who hears a whisper (its sender, the Storyteller, who plays the character of this name or key), and its name."""
    if to.casefold() in STORYTELLER_NAMES:
        return _me(desk), ""
    played = visible_characters(desk.membership).exclude(owner=None)
    found = next((one for one in played if str(one.pk) == to), None) or _find_named(list(played), to)
    if found is None:
        sentence = f"A whisper goes to the Storyteller or to a player. Nobody here plays “{to[:40]}”."
        raise BadInput("unknown_ear", sentence)
    return (str(found.pk), *_me(desk)), found.name


def _own_characters(desk: Desk) -> list[Character]:
    keys = [int(key) for key in desk.seat.characters if key.isdecimal()]
    return list(Character.objects.filter(series=desk.series, pk__in=keys))


def _find_named(characters: Sequence[Character], name: str) -> Character | None:
    """The character of this name, or the only one whose name begins so."""
    wanted = name.casefold()
    found = [one for one in characters if one.name.casefold() == wanted]
    found = found or [one for one in characters if one.name.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else None


def _roller(desk: Desk, who: str) -> Character | None:
    """Who rolls: the character named, or a player's only one."""
    if who:
        there = list(Character.objects.filter(series=desk.series)) if desk.seat.storyteller else _own_characters(desk)
        found = _find_named(there, who)
        if found is None:
            raise BadInput("unknown_name", f"Name one character that you can act for; “{who[:40]}” is not one.")
        return found
    mine = _own_characters(desk)
    return mine[0] if len(mine) == 1 else None


def _roll_traits(desk: Desk, said: RollWords, secret: str) -> Sequence[Event]:
    found = _roller(desk, said.who)
    if found is None:
        raise BadInput("whose_roll", "Say whose roll it is: end the line with “as” and the character's name.")
    character = desk.take_character(str(found.pk))
    sheet = read_sheet(desk.system, desk.state, character)
    asked = find_request(desk.system, sheet, said)
    request: Any = decode(desk.system.rolls.request, asked)
    audience = desk.audience_of(secret, character)
    thrown = throw(desk, character, request, audience=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        said=_understood(desk, thrown.roll.pool.dice, sheet, encode(request)),
        reason=said.reason,
        changes=thrown.changes,
        audience=audience,
    )
    return [event, *thrown.after]


def _roll_dice(desk: Desk, said: RollWords, secret: str) -> Sequence[Event]:
    numbers = find_numbers(desk.system, said)
    roll = desk.system.command.roll(numbers, desk.roller)
    character = _roller(desk, said.who)
    understood = _understood(desk, roll.pool.dice, None, numbers)
    name, key, audience = desk.name, "", _me(desk) if secret == "owner" else () if secret else None
    if character is not None:
        name, key, audience = character.name, str(character.pk), desk.audience_of(secret, character)
    return [RollMade(key, name, encode(roll), said=understood, reason=said.reason, audience=audience)]


def _understood(desk: Desk, dice: int, sheet: Any, given: Any) -> str:
    counted = "1 die" if dice == 1 else f"{dice} dice"
    return f"{counted}, {desk.system.tasks.spoken.echo(sheet, given)}"
