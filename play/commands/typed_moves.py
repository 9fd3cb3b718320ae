"""From a typed command to the move that a tool would send: both do the same, and are refused alike."""

from collections.abc import Sequence
from typing import Any

from campaigns.core.language import translate
from campaigns.models import Character, Handout
from play.commands.context import CommandContext
from play.commands.moves import AskUndo, PassTime, Pause, Rewind, Say, ShowHandout, Tap
from play.commands.roll_command import parse_line
from play.commands.typed_commands import Deed, HandoutWanted, MarkWanted, PauseWanted, TimeWanted, UndoWanted
from play.commands.voices import find_named
from play.models import Command
from play.table.events import NO_STEP
from play.table.history import is_effective, table_spans
from play.table.seat_log import visible_entries
from rules.battle import Move
from rules.errors import BadInput, IllegalMove
from rules.sheets.touch import MAX_TAPS
from rules.text import Text, join, verbatim
from rules.wounds import HARMS, NAMES

MAX_NAMED = 6
"""How many handouts a refusal names at most."""
HARM_NAMES: dict[str, Text] = {str(kind): name for kind, name in NAMES.items()}


def follow_words(context: CommandContext, move: Move) -> Move:
    """Return the move that a line means which does what a tool does; any other move as it is."""
    if not isinstance(move, Say) or not move.text.strip().startswith("/"):
        return move
    said = parse_line(move.text.strip())
    if not isinstance(said, Deed):
        return move
    if move.strand:
        sentence = Text("A side scene allows only speech and /me. Choose the main scene for anything else.")
        raise IllegalMove("only_words", sentence)
    return find_move(context, said)


def find_move(context: CommandContext, said: Deed) -> Move:
    """Return the move of the table that a typed command means. Raises `BadInput` or `IllegalMove`."""
    match said:
        case PauseWanted(paused=paused):
            return Pause(paused)
        case TimeWanted(amount=amount, unit=unit):
            return PassTime(amount, unit)
        case MarkWanted():
            return find_tap(context, said)
        case HandoutWanted(title=title):
            return ShowHandout(find_handout(context, title).pk, everybody=True)
        case UndoWanted(steps=steps):
            return _find_undo(context, steps)


# marks and pools


def find_tap(context: CommandContext, said: MarkWanted) -> Tap:
    """Return the change by touch that a line means, on somebody in the fight or else on a sheet."""
    if not 1 <= abs(said.by) <= MAX_TAPS:
        raise BadInput("bad_times", Text("Change 1 to {n} points at once.", n=MAX_TAPS), key="times")
    actor = _find_combatant(context, said.who)
    if actor is not None:
        context.require_storyteller()
        numbers = context.system.battle.list_numbers(context.state.battle, actor)
        labels = {key: number.label for key, number in numbers.items() if number.has(actor)}
        return _make_tap(actor.id, labels, said)
    character = _find_character(context, said.who)
    points = context.system.sheets.points(character.parsed_sheet())
    labels = {pool.key: pool.label for pool in (*points.pools, *points.others)}
    return _make_tap(str(character.pk), labels if points.track is None else labels | HARM_NAMES, said)


def find_touched(context: CommandContext, who: str, what: str) -> tuple[str, Text, int]:
    """Return the name of whom a tap is on, what it changes, and how much of that there is now; 0 for damage."""
    if who.isdecimal():
        character = context.get_character(who)
        trait = context.system.sheets.points(character.parsed_sheet()).find(what)
        return character.name, trait.label if trait else HARM_NAMES[what], int(trait.value) if trait else 0
    actor = context.state.battle.find(who)
    number = context.system.battle.list_numbers(context.state.battle, actor)[what]
    return actor.name, number.label, number.read(actor)


def _make_tap(who: str, labels: dict[str, Text], said: MarkWanted) -> Tap:
    what = _find_what({key: HARM_NAMES.get(key, label) for key, label in labels.items()}, said.what)
    if what not in HARMS and not said.has_sign:
        sentence = Text("Write −{n} to spend {what}, or +{n} to add it.", n=said.by, what=labels[what])
        raise BadInput("unfinished", sentence)
    return Tap(f"{who} {what} {'1' if said.by > 0 else '-1'}", abs(said.by))


def _find_what(labels: dict[str, Text], said: str) -> str:
    """Return the key whose name is this, begins so, or else holds it. Raises `BadInput` where none or several do."""
    wanted = said.casefold()
    names = {
        key: {str(label).casefold(), translate(label).casefold(), key.replace("_", " ")}
        for key, label in labels.items()
    }
    called = [key for key in names if wanted in names[key]]
    begun = [key for key in names if any(name.startswith(wanted) for name in names[key])]
    held = [key for key in names if any(wanted in name for name in names[key])]
    found = called or begun or held
    if len(found) == 1:
        return found[0]
    known = join(", ", [labels[key] for key in found or labels])
    raise BadInput("unknown_points", Text("Write which of these: {known}.", known=known), key="tap")


def _find_combatant(context: CommandContext, name: str) -> Any:
    """Return the combatant of this name whom the seat sees, or the only one whose name begins so; None for no one."""
    if context.state.battle is None:
        return None
    battle, wanted = context.system.battle, name.casefold()
    there = battle.view(context.state.battle, context.seat)["combatants"]
    found = [who for who in there if who["name"].casefold() == wanted]
    found = found or [who for who in there if who["name"].casefold().startswith(wanted)]
    return context.state.battle.find(found[0]["id"]) if len(found) == 1 else None


def _find_character(context: CommandContext, name: str) -> Character:
    there = Character.objects.filter(series=context.series)
    if not context.seat.storyteller:
        there = there.filter(pk__in=[int(key) for key in context.seat.characters if key.isdecimal()])
    found = find_named(list(there), name)
    if found is None:
        sentence = Text("Choose a character you can act for; “{who}” is not one.", who=name[:40])
        raise BadInput("unknown_name", sentence)
    found.series = context.series
    return found


# handouts


def find_handout(context: CommandContext, title: str) -> Handout:
    """Return the handout of this title, or the only one whose title begins so or holds it."""
    context.require_storyteller()
    every, wanted = list(Handout.objects.filter(series=context.series).order_by("title", "pk")), title.casefold()
    called = [handout for handout in every if handout.title.casefold() == wanted]
    begun = [handout for handout in every if handout.title.casefold().startswith(wanted)]
    held = [handout for handout in every if wanted in handout.title.casefold()]
    found = called or begun or held
    if len(found) == 1:
        return found[0]
    if not every:
        raise IllegalMove("unknown_handout", Text("This series has no such handout."))
    known = join("; ", [verbatim(handout.title) for handout in (found or every)[:MAX_NAMED]])
    raise BadInput("unknown_handout", Text("Write which handout: {known}.", known=known))


# undo


def _find_undo(context: CommandContext, steps: int) -> Move:
    """Return the undo of the newest steps: the Storyteller's are anybody's, a player asks for her own newest."""
    if not context.seat.storyteller and steps > 1:
        raise IllegalMove("not_newest", Text("You can ask to undo only your latest step."))
    entry = _find_entry(context, _list_steps(context), steps)
    return Rewind(entry) if context.seat.storyteller else AskUndo(entry)


def _list_steps(context: CommandContext) -> list[int]:
    """Return the numbers at which the steps begin that the seat can undo, newest first."""
    lines = visible_entries(context.table, context.seat).exclude(event__kind__in=NO_STEP)
    commands = Command.objects.filter(table=context.table.pk, pk__in=lines.values("command"))
    if not context.seat.storyteller:
        commands = commands.filter(user=context.membership.user_id)
    spans = table_spans(context.table, context.table.number)
    firsts = commands.order_by("-first").values_list("first", flat=True)
    return [first for first in firsts if is_effective(spans, first)]


def _find_entry(context: CommandContext, firsts: Sequence[int], steps: int) -> int:
    """Return the seat's count at the oldest of its lines that the newest steps wrote."""
    if len(firsts) < steps:
        raise IllegalMove("no_such_entry", Text("Nothing more can be undone here."))
    log = visible_entries(context.table, context.seat)
    return log.filter(number__lt=firsts[steps - 1]).count() + 1
