"""Chat and rolls outside combat: speech, whispers, deeds, and rolls from a form or typed after a "/"."""

from collections.abc import Sequence
from typing import Any

from campaigns.access import person_key, visible_characters
from campaigns.models import Character
from campaigns.services.favorites import find_favorite
from campaigns.visible import is_visible
from play.commands.context import CommandContext
from play.commands.figures import read_sheet
from play.commands.moves import MAX_TEXT, MakeRoll, RollFavorite, Say
from play.commands.roll_command import Emote, RollWords, Whisper, parse_line
from play.commands.roll_meaning import find_numbers, find_request
from play.commands.rolls import throw
from play.commands.tasks.typed import roll_as_said
from play.table.events import Emoted, RollMade, Said
from play.table.lines import count_dice
from rules.battle import Audience, Event
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.text import Text, join

STORYTELLER_NAMES = ("storyteller", "st", "gm")


def say(context: CommandContext, move: Say) -> Sequence[Event]:
    """Put a line of speech into the log, for all or whispered to somebody; "/" begins a command."""
    text = move.text.strip()
    if not is_visible(text):
        raise BadInput("empty_text", Text("Write something first."))
    if len(text) > MAX_TEXT:
        raise BadInput(
            "long_text",
            Text("One line holds {n} characters; this has {text}.", n=MAX_TEXT, text=len(text)),
        )
    if text.startswith("/"):
        if move.to not in ("", "storyteller"):
            raise BadInput("unknown_ear", Text("What begins with a / goes to everyone or to the Storyteller."))
        return speak(context, text, bool(move.to))
    ears, name = find_ears(context, move.to) if move.to else (None, "")
    return [Said(context.name, text, name, audience=ears)]


def make_roll(context: CommandContext, move: MakeRoll) -> Sequence[Event]:
    """Roll a pool from a character's sheet, explained step by step, and pay what it costs."""
    if move.secret not in ("", "owner", "storyteller"):
        raise BadInput("unknown_secret", Text("A roll is for all, for its owner, or for the Storyteller alone."))
    character = context.take_character(move.character)
    request: Any = decode(context.system.rolls.request, move.request)
    audience = context.audience_of(move.secret, character)
    thrown = throw(context, character, request, audience=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        changes=thrown.changes,
        audience=audience,
    )
    return [event, *thrown.after]


def roll_favorite(context: CommandContext, move: RollFavorite) -> Sequence[Event]:
    """Roll what the player has kept for the character, for all to see."""
    key, _, id = move.favorite.partition(" ")
    kept = find_favorite(context.get_character(key), id)
    if kept is None:
        raise IllegalMove("no_favorite", Text("That roll is kept no longer. Choose it on the pad."))
    return make_roll(context, MakeRoll(key, kept["request"]))


def speak(context: CommandContext, text: str, whispered: bool) -> Sequence[Event]:
    """Do what a line with "/" asks for. `whispered`: only the Storyteller reads the answer."""
    match parse_line(text):
        case Whisper(to=to, text=words):
            ears, name = find_ears(context, to)
            return [Said(context.name, words, name, audience=ears)]
        case Emote(text=words):
            mine = _own_characters(context)
            name = mine[0].name if len(mine) == 1 and not mine[0].hidden else context.name
            return [Emoted(name, words, audience=_me(context) if whispered else None)]
        case RollWords() as said:
            secret = said.secret or ("owner" if whispered else "")
            if said.task:
                return roll_as_said(context, said, secret, _roller(context, said.who))
            return _roll_dice(context, said, secret) if said.pool is not None else _roll_traits(context, said, secret)


def _me(context: CommandContext) -> tuple[str, ...]:
    return (person_key(context.membership.user_id),)


def find_ears(context: CommandContext, to: str) -> tuple[Audience, str]:
    """Return who reads a whisper (its sender, the Storyteller, the player of the character of this name or key), and
    its name.
    """
    if to.casefold() in STORYTELLER_NAMES:
        return _me(context), ""
    played = visible_characters(context.membership).exclude(owner=None)
    found = next((one for one in played if str(one.pk) == to), None) or _find_named(list(played), to)
    if found is None:
        sentence = Text("A whisper goes to the Storyteller or to a player. Nobody here plays “{name}”.", name=to[:40])
        raise BadInput("unknown_ear", sentence)
    return (str(found.pk), *_me(context)), found.name


def _own_characters(context: CommandContext) -> list[Character]:
    keys = [int(key) for key in context.seat.characters if key.isdecimal()]
    return list(Character.objects.filter(series=context.series, pk__in=keys))


def _find_named(characters: Sequence[Character], name: str) -> Character | None:
    """Return the character of this name, or the only one whose name begins with it."""
    wanted = name.casefold()
    found = [one for one in characters if one.name.casefold() == wanted]
    found = found or [one for one in characters if one.name.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else None


def _roller(context: CommandContext, who: str) -> Character | None:
    """Return the character that rolls: the one named, or a player's only one."""
    if who:
        of_series = Character.objects.filter(series=context.series)
        there = list(of_series) if context.seat.storyteller else _own_characters(context)
        found = _find_named(there, who)
        if found is None:
            raise BadInput(
                "unknown_name", Text("Name one character that you can act for; “{who}” is not one.", who=who[:40])
            )
        return found
    mine = _own_characters(context)
    return mine[0] if len(mine) == 1 else None


def _roll_traits(context: CommandContext, said: RollWords, secret: str) -> Sequence[Event]:
    found = _roller(context, said.who)
    if found is None:
        raise BadInput("whose_roll", Text("Say whose roll it is: end the line with “as” and the character's name."))
    character = context.take_character(str(found.pk))
    sheet = read_sheet(context.system, context.state, character)
    asked = find_request(context.system, sheet, said)
    request: Any = decode(context.system.rolls.request, asked)
    audience = context.audience_of(secret, character)
    thrown = throw(context, character, request, audience=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        said=_understood(context, thrown.roll.pool.dice, sheet, encode(request)),
        reason=said.reason,
        changes=thrown.changes,
        audience=audience,
    )
    return [event, *thrown.after]


def _roll_dice(context: CommandContext, said: RollWords, secret: str) -> Sequence[Event]:
    numbers = find_numbers(context.system, said)
    roll = context.system.command.roll(numbers, context.roller)
    character = _roller(context, said.who)
    understood = _understood(context, roll.pool.dice, None, numbers)
    name, key, audience = context.name, "", _me(context) if secret == "owner" else () if secret else None
    if character is not None:
        name, key, audience = character.name, str(character.pk), context.audience_of(secret, character)
    return [RollMade(key, name, encode(roll), said=understood, reason=said.reason, audience=audience)]


def _understood(context: CommandContext, dice: int, sheet: Any, given: Any) -> Text:
    return join(", ", (count_dice(dice), context.system.tasks.echo(sheet, given)))
