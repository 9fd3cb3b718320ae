"""How a typed line would be understood, and how likely its roll is: told before it is sent. Nothing is rolled."""

from dataclasses import dataclass
from typing import Any

from play.commands.chat import understand
from play.commands.context import CommandContext
from play.commands.figures import read_sheet
from play.commands.foe_line import read_foe_line, tell_foe_line
from play.commands.moves import Say
from play.commands.roll_command import FoesWanted, RollWords, Whisper, parse_line
from play.commands.roll_meaning import find_numbers, find_request
from play.commands.tasks.chances import preview_pad, preview_roll
from play.commands.tasks.typed import read_task_roll
from play.commands.voices import Voice, find_ear, find_roller, find_voice, require_roller
from play.table.lines import count_dice
from play.table.speech import tell_ears
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.odds import Odds
from rules.text import EMPTY, Text, join

UNFINISHED = frozenset({
    "help", "unknown_command", "empty_text", "empty_roll", "bad_traits", "unknown_word", "no_number", "no_name",
    "unknown_trait", "alone", "no_foe_name", "unknown_foe_word",
})  # fmt: skip
"""The codes of refusals of a line that somebody is still writing."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a line would do, in words. `odds`: the chances of its roll, if it rolls and they may be told."""

    words: Text
    odds: Odds | None = None


def read_meaning(context: CommandContext, move: Say) -> Meaning:
    """Return what a line would do. Raises what the line itself would be refused with, once it is more than begun."""
    try:
        return _read(context, move)
    except BadInput as refusal:
        if refusal.code in UNFINISHED:
            return Meaning(EMPTY)
        raise


def _read(context: CommandContext, move: Say) -> Meaning:
    text = move.text.strip()
    if not text.startswith("/"):
        return Meaning(EMPTY)
    voice = find_voice(context, move)
    match parse_line(text):
        case Whisper(to=to):
            ear = find_ear(context, to)
            return Meaning(tell_ears(ear.name, ear.player))
        case FoesWanted(line=line):
            context.require_storyteller()
            return Meaning(tell_foe_line(context.series.system, read_foe_line(context.series.system, line)))
        case RollWords() as said if said.task:
            return _read_task(context, said, voice)
        case RollWords() as said if said.pool is not None:
            return _read_dice(context, said, voice)
        case RollWords() as said:
            return _read_traits(context, said, voice)
    return Meaning(EMPTY)


def _read_dice(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    character, numbers = find_roller(context, said.who, voice), find_numbers(context.system, said)
    odds = context.system.command.odds(numbers)
    dice = understand(context, int(str(numbers["pool"])), None, numbers)
    return Meaning(Text("{who}: {what}", who=character.name if character else voice.name, what=dice), odds)


def _read_traits(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    character = context.get_character(str(require_roller(context, said.who, voice).pk))
    sheet = read_sheet(context.system, context.state, character)
    request: Any = decode(context.system.rolls.request, find_request(context.system, sheet, said))
    chances = preview_pad(context, character, request, said.secret)
    dice = understand(context, chances.pool.dice, sheet, encode(request))
    what = join(", ", (chances.pool.title, dice))
    return Meaning(Text("{who}: {what}", who=character.name, what=what), chances.odds)


def _read_task(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    task, character, asked = read_task_roll(context, said, find_roller(context, said.who, voice))
    chances = preview_roll(context, task.id, str(character.pk), asked)
    what = join(", ", (Text("“{title}”", title=task.title), chances.pool.title, count_dice(chances.pool.dice)))
    words = Text("{who}: {what}", who=character.name, what=what)
    return Meaning(words, chances.odds if chances.measured else None)
