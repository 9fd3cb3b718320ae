"""How a typed line would be understood, and how likely its roll is: told before it is sent. Nothing is rolled."""

from dataclasses import dataclass
from typing import Any

from campaigns.calendar.calendar import UNITS, format_duration
from play.commands.chat import understand
from play.commands.context import CommandContext
from play.commands.fight import let_time_pass, list_heroes, name_known, pause
from play.commands.figures import compute_sheet
from play.commands.foe_line import describe_foe_line, parse_foe_line
from play.commands.moves import MAX_COPIES, BringFoes, PassTime, Pause, Rewind, Say, ShowHandout, Tap
from play.commands.roll_command import FoesWanted, RollWords, Whisper, parse_line
from play.commands.roll_meaning import find_numbers, find_request
from play.commands.safety import check_card
from play.commands.tasks.chances import preview_pad, preview_roll
from play.commands.tasks.typed import parse_task_roll
from play.commands.typed_commands import (
    Deed,
    FightWanted,
    HandoutWanted,
    MarkWanted,
    PauseWanted,
    TimeWanted,
    UndoWanted,
)
from play.commands.typed_moves import find_handout, find_move, find_touched
from play.commands.voices import Voice, find_ear, find_roller, find_voice, require_roller
from play.table.lines import count_dice
from play.table.speech import describe_ears
from rules.battle import Move
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.odds import Odds
from rules.text import EMPTY, Text, join, list_texts, verbatim
from rules.wounds import HARMS, count_levels

UNFINISHED = frozenset(
    {
        "help",
        "unknown_command",
        "empty_text",
        "empty_roll",
        "bad_traits",
        "unknown_word",
        "no_number",
        "no_name",
        "unknown_trait",
        "alone",
        "no_foe_name",
        "unknown_foe_word",
        "unfinished",
    }
)
"""The codes of refusals of a line that somebody is still writing."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a line would do, in words. `odds`: the chances of its roll, if it rolls and they may be told.

    `move`: what a tool would send in its place, if there is such a tool.
    """

    words: Text
    odds: Odds | None = None
    move: Move | None = None


def find_meaning(context: CommandContext, move: Say) -> Meaning:
    """Return what a line would do. Raises what the line itself would be refused with, once it is more than begun."""
    try:
        return _find_meaning(context, move)
    except BadInput as refusal:
        if refusal.code in UNFINISHED:
            return Meaning(EMPTY)
        raise


def _find_meaning(context: CommandContext, move: Say) -> Meaning:
    text = move.text.strip()
    if not text.startswith("/"):
        return Meaning(EMPTY)
    voice = find_voice(context, move)
    match parse_line(text):
        case FightWanted(line=line):
            return Meaning(_describe_fight(context, line))
        case PauseWanted() | TimeWanted() | MarkWanted() | HandoutWanted() | UndoWanted() as said:
            return _parse_deed(context, said)
        case Whisper(to=to):
            ear = find_ear(context, to)
            return Meaning(describe_ears(ear.name, ear.player))
        case FoesWanted(line=line):
            context.require_storyteller()
            return Meaning(_describe_foes(context, line), move=BringFoes(line=name_known(context, line)))
        case RollWords() as said if said.task:
            return _parse_task(context, said, voice)
        case RollWords() as said if said.pool is not None:
            return _parse_dice(context, said, voice)
        case RollWords() as said:
            return _parse_traits(context, said, voice)
    return Meaning(EMPTY)


def _describe_foes(context: CommandContext, line: str) -> Text:
    said = parse_foe_line(context.series.system, name_known(context, line))
    if said.count > MAX_COPIES:
        raise BadInput("bad_copies", Text("Add 1 to {n} copies at once.", n=MAX_COPIES))
    return describe_foe_line(context.series.system, said)


def _describe_fight(context: CommandContext, line: str) -> Text:
    context.require_storyteller()
    if context.state.battle is not None:
        raise IllegalMove("battle_open", Text("A fight is already in progress in this scene."))
    heroes = list_heroes(context)
    if not heroes:
        raise IllegalMove("nobody", Text("No player’s character is in this scene."))
    own = list_texts([verbatim(hero.name) for hero in heroes])
    if not line.strip():
        return Text("Start a fight with {own}", own=own)
    return Text("Start a fight: {own} against {foes}", own=own, foes=_describe_foes(context, line))


def _parse_deed(context: CommandContext, said: Deed) -> Meaning:
    move = find_move(context, said)
    check_card(context, move)
    return Meaning(_describe_deed(context, said, move), move=move)


def _describe_deed(context: CommandContext, said: Deed, move: Move) -> Text:
    """Return what a command does, in words. Raises what it would be refused with, where that needs no lock."""
    match move:
        case Pause():
            pause(context, move)
            return Text("Pause the fight") if move.paused else Text("Resume the fight")
        case PassTime(amount=amount, unit=unit):
            let_time_pass(context, move)
            return Text("Let time pass: {time}", time=format_duration(amount * UNITS[unit]))
        case Tap():
            return _describe_tap(context, move)
        case ShowHandout() if isinstance(said, HandoutWanted):
            title = find_handout(context, said.title).title
            return Text("Show “{title}” to everyone", title=title)
        case Rewind() if isinstance(said, UndoWanted) and said.steps > 1:
            return Text("Undo {n} steps", n=said.steps)
        case Rewind():
            return Text("Undo the last step")
    return Text("Ask the Storyteller to undo your last step")


def _describe_tap(context: CommandContext, move: Tap) -> Text:
    who, what, step = move.tap.split(" ")
    name, label, now = find_touched(context, who, what)
    by = move.times if step == "1" else -move.times
    if what not in HARMS:
        return Text("{who}: {what} {by} (now {now})", who=name, what=label, by=f"{by:+d}".replace("-", "−"), now=now)
    harm = count_levels(move.times, what)
    return (
        Text("Mark on {who}: {harm}", who=name, harm=harm)
        if by > 0
        else Text("Heal {who}: {harm}", who=name, harm=harm)
    )


def _parse_dice(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    character, numbers = find_roller(context, said.who, voice), find_numbers(context.system, said)
    odds = context.system.command.odds(numbers)
    dice = understand(context, int(str(numbers["pool"])), None, numbers)
    return Meaning(Text("{who}: {what}", who=character.name if character else voice.name, what=dice), odds)


def _parse_traits(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    character = context.get_character(str(require_roller(context, said.who, voice).pk))
    sheet = compute_sheet(context.system, context.state, character)
    request: Any = decode(context.system.rolls.request, find_request(context.system, sheet, said))
    chances = preview_pad(context, character, request, said.secret)
    dice = understand(context, chances.pool.dice, sheet, encode(request))
    what = join(", ", (chances.pool.title, dice))
    return Meaning(Text("{who}: {what}", who=character.name, what=what), chances.odds)


def _parse_task(context: CommandContext, said: RollWords, voice: Voice) -> Meaning:
    task, character, asked = parse_task_roll(context, said, find_roller(context, said.who, voice))
    chances = preview_roll(context, task.id, str(character.pk), asked)
    what = join(", ", (Text("“{title}”", title=task.title), chances.pool.title, count_dice(chances.pool.dice)))
    words = Text("{who}: {what}", who=character.name, what=what)
    return Meaning(words, chances.odds if chances.measured else None)
