"""Chat and rolls outside combat: speech, whispers, deeds, and rolls from a form or typed after a "/"."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from campaigns.core.visible_text import is_visible
from campaigns.sheets.favorites import find_favorite
from play.commands.context import CommandContext
from play.commands.dice import check_words
from play.commands.fight import bring_typed_foes, open_typed_fight
from play.commands.figures import compute_sheet
from play.commands.moves import MAX_TEXT, MakeRoll, MixDice, RollFavorite, Say
from play.commands.roll_command import HELP, Emote, FoesWanted, RollWords, Whisper, parse_line
from play.commands.roll_meaning import find_numbers, find_request
from play.commands.rolls import throw
from play.commands.targets import find_aimed, oppose
from play.commands.tasks.typed import roll_as_said
from play.commands.tries import note_try, with_attempt
from play.commands.typed_commands import FightWanted
from play.commands.voices import (
    Ear,
    Voice,
    find_ear,
    find_own_voice,
    find_roller,
    find_voice,
    require_roller,
    whisperer,
)
from play.table.dice_events import DiceMixed
from play.table.events import RollMade
from play.table.lines import count_dice
from play.table.speech import Said
from rules.battle import Event
from rules.battle.declare import list_declared
from rules.codec import decode, encode
from rules.dice import roll_among
from rules.errors import BadInput, IllegalMove
from rules.text import Text, join


def say(context: CommandContext, move: Say) -> Sequence[Event]:
    """Put a line of speech into the log, for all or whispered to somebody; "/" begins a command."""
    text = move.text.strip()
    if not is_visible(text):
        raise BadInput("empty_text", Text("Write something first."))
    if len(text) > MAX_TEXT:
        raise BadInput(
            "long_text",
            Text("A line can have up to {n} characters; this has {text}.", n=MAX_TEXT, text=len(text)),
        )
    if text.startswith("/"):
        names_its_ear = isinstance(parse_line(text), Whisper)
        if move.to not in ("", "storyteller") and not names_its_ear:
            raise BadInput("unknown_ear", Text("Commands starting with / go to everyone or to the Storyteller."))
        return speak(context, text, find_voice(context, move), bool(move.to))
    return [say_to(context, find_voice(context, move), move.to, text)]


def make_roll(context: CommandContext, move: MakeRoll) -> Sequence[Event]:
    """Roll a pool from a character's sheet, explained step by step, and pay what it costs."""
    if move.secret not in ("", "owner", "storyteller"):
        raise BadInput("unknown_secret", Text("A roll is for everyone, its owner, or only the Storyteller."))
    character = context.take_character(move.character)
    request: Any = decode(context.system.rolls.request, move.request)
    context.check_request(request, move)
    target = find_aimed(context, request)
    request = with_attempt(context, character, oppose(context, request, target))
    audience = context.audience_of(move.secret, character)
    thrown = throw(context, character, request, audience=audience, dice=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        changes=thrown.changes,
        tried=note_try(context, request, thrown.roll, audience),
        self_set=_find_self_set(context, request),
        target=str(target.pk) if target else "",
        against=target.name if target and not target.hidden else "",
        audience=audience,
    )
    return [event, *thrown.after]


def roll_favorite(context: CommandContext, move: RollFavorite) -> Sequence[Event]:
    """Roll what the player has kept for the character, for all to see."""
    key, _, id = move.favorite.partition(" ")
    kept = find_favorite(context.get_character(key), id)
    if kept is None:
        raise IllegalMove("no_favorite", Text("That roll is no longer saved. Choose it on the pad."))
    return make_roll(context, MakeRoll(key, kept["request"]))


def mix_dice(context: CommandContext, move: MixDice) -> Sequence[Event]:
    """Add words to the dice of the scene."""
    words = check_words(move.words)
    context.dice.mix(words)
    return [DiceMixed(context.name, words)]


def speak(context: CommandContext, text: str, voice: Voice, whispered: bool) -> Sequence[Event]:
    """Do what a line with "/" asks for. `whispered`: only the Storyteller reads the answer."""
    said = parse_line(text)
    if voice.side_scene and not isinstance(said, Emote):
        sentence = Text("A side scene allows only speech and /me. Choose the main scene for anything else.")
        raise IllegalMove("only_words", sentence)
    match said:
        case Whisper(to=to, text=words):
            return [say_to(context, voice, to, words)]
        case Emote(text=words):
            who = voice if voice.is_chosen else replace(find_own_voice(context), side_scene=voice.side_scene)
            return [who.emote(words, whisperer(context) if whispered else voice.readers)]
        case FoesWanted(line=line):
            return bring_typed_foes(context, line)
        case FightWanted(line=line):
            return open_typed_fight(context, line)
        case RollWords() as said:
            secret = said.secret or ("owner" if whispered else "")
            if said.task:
                return roll_as_said(context, said, secret, find_roller(context, said.who, voice))
            if said.pool is not None:
                return _roll_dice(context, said, secret, voice)
            return _roll_traits(context, said, secret, voice)
    raise BadInput("unknown_command", HELP)  # all others have become a move of their own (`typed_moves`)


def say_to(context: CommandContext, voice: Voice, to: str, text: str, kind: type[Said] = Said) -> Said:
    """Return the words for those who hear them: the target of a whisper, or all who read the voice's side scene."""
    ear = find_ear(context, to) if to else Ear(audience=voice.readers)
    return voice.say(text, ear.name, ear.player, ear.audience, kind=kind)


def _roll_traits(context: CommandContext, said: RollWords, secret: str, voice: Voice) -> Sequence[Event]:
    character = context.take_character(str(require_roller(context, said.who, voice).pk))
    sheet = compute_sheet(context.system, context.state, character)
    asked = find_request(context.system, sheet, said)
    request: Any = decode(context.system.rolls.request, asked)
    context.check_request(request, MakeRoll(str(character.pk), asked, secret))
    request = with_attempt(context, character, request)
    audience = context.audience_of(secret, character)
    thrown = throw(context, character, request, audience=audience, dice=audience)
    event = RollMade(
        str(character.pk),
        character.name,
        encode(thrown.roll),
        said=understand(context, thrown.roll.pool.dice, sheet, encode(request)),
        reason=said.reason,
        changes=thrown.changes,
        tried=note_try(context, request, thrown.roll, audience),
        self_set=_find_self_set(context, request),
        audience=audience,
    )
    return [event, *thrown.after]


def _find_self_set(context: CommandContext, request: Any) -> int | None:
    """Return the difficulty that a player chose for a roll of her own, if it is not the usual one."""
    declared = next((setting for setting in list_declared(type(request)) if setting.name == "difficulty"), None)
    is_own = declared is not None and declared.asked is not None and declared.asked.source == "choice"
    if declared is None or not is_own or context.seat.storyteller or request.difficulty == declared.default:
        return None
    return int(request.difficulty)


def _roll_dice(context: CommandContext, said: RollWords, secret: str, voice: Voice) -> Sequence[Event]:
    numbers = find_numbers(context.system, said)
    character = find_roller(context, said.who, voice)
    name, key, audience = voice.name, "", whisperer(context) if secret == "owner" else () if secret else None
    if character is not None:
        name, key, audience = character.name, str(character.pk), context.audience_of(secret, character)
    roll = context.system.command.roll(numbers, roll_among(context.roller, audience))
    understood = understand(context, roll.pool.dice, None, numbers)
    return [RollMade(key, name, encode(roll), said=understood, reason=said.reason, audience=audience)]


def understand(context: CommandContext, dice: int, sheet: Any, given: Any) -> Text:
    """Return how a typed roll is understood: its dice, and how their faces count."""
    return join(", ", (count_dice(dice), context.system.tasks.echo(sheet, given)))
