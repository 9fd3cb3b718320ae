"""Rows of the palette: what a typed line would do, and the tools, people and handouts that its words find.

The first row is what Enter does. Rows are made from what the seat's board has. Each says which tool it opens, or whose
row, which page, which words it writes, or the move that it sends.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, cast

from django.urls import reverse
from django.utils.translation import gettext

from play.commands.context import CommandContext
from play.commands.forms import form_values
from play.commands.meaning import Meaning, find_meaning
from play.commands.moves import (
    EVERYBODY,
    AskUndo,
    BringFoes,
    Pause,
    PutHandoutAway,
    Say,
    ShowCharacter,
    ShowHandout,
    StartTask,
)
from play.commands.roll_command import FoesWanted, RollWords, parse_line
from play.commands.typed_commands import FightWanted, add_slash
from play.seats.board import Board
from play.stage.labels import LABELS
from play.stage.shape import PaletteRow
from play.stage.tools import list_tools
from play.stage.words import drop_empty, translate
from rules.battle import Move
from rules.errors import RulesError
from rules.odds import percent
from rules.text import Text

GROUPS = ("rolls", "people", "show", "time", "scene")
"""The groups of the Storyteller's tools, and of all rows."""
MAX_ROWS = 40
"""The most rows of one answer."""
MAX_TYPED = 400
TOOL_GROUPS: Mapping[str, str] = {
    "task": "rolls",
    "influence": "rolls",
    "award": "rolls",
    "cast": "people",
    "handouts": "show",
    "side_scenes": "show",
    "time": "time",
    "fight": "scene",
    "next_scene": "scene",
}
"""In which group each tool stands; one that is missing stands with the scene."""


def list_rows(board: Board, context: CommandContext | None, typed: str, group: str) -> list[PaletteRow]:
    """Return the rows for what was typed, or where nothing was, those of one group or of all ("").

    `context`: None for a spectator. What is called so comes first, and what cannot be done last.
    """
    said = typed.strip()[:MAX_TYPED]
    rows = [*_list_rows_of(board, context, said)] if context and said else []
    found = [row for row in _list_all(board) if (_matches(row, said) if said else group in ("", row["group"]))]
    found.sort(key=lambda row: GROUPS.index(row["group"]))
    found = [row for row in found if not (said and "fill" in row)]
    named = [row for row in found if row["words"].casefold() == said.casefold()]
    can, cannot = ([row for row in rows if ("reason" in row) is wanted] for wanted in (False, True))
    others = [row for row in found if row not in named]
    return [*named, *can, *others, *cannot][:MAX_ROWS]


def _matches(row: PaletteRow, said: str) -> bool:
    text = row["words"].casefold()
    return all(word in text for word in said.removeprefix("/").casefold().split())


def _row(group: str, words: str, **more: Any) -> PaletteRow:
    return cast(PaletteRow, {"group": group, "words": words} | drop_empty(**more))


# what a typed line does


def _list_rows_of(board: Board, context: CommandContext, said: str) -> Iterator[PaletteRow]:
    """Yield what a line would do; of one that would be refused, why. Words to search for yield nothing."""
    line = add_slash(said)
    if not line:
        return
    try:
        wanted = parse_line(line)
        if isinstance(wanted, RollWords) and board.storyteller and not wanted.who and wanted.traits:
            yield from _ask_for_roll(board, wanted)
        elif isinstance(wanted, FoesWanted):
            yield from _list_foes(board, context, line)
        elif meaning := _understand(context, line):
            after = "desk fight" if isinstance(wanted, FightWanted) else ""
            group = "rolls" if isinstance(wanted, RollWords) else "scene"
            sent = _send(meaning.move or Say(line))
            yield _row(group, translate(meaning.words), more=_say_chance(meaning), after=after, **sent)
    except RulesError as refusal:
        yield _row("scene", said, reason=translate(refusal.sentence))


def _understand(context: CommandContext, line: str) -> Meaning | None:
    """Return what a line means; None while it is unfinished."""
    meaning = find_meaning(context, Say(line))
    return meaning if meaning.words else None


def _list_foes(board: Board, context: CommandContext, line: str) -> Iterator[PaletteRow]:
    """Yield the ways in which a line of foes can come: into the fight, or as a new one with all heroes."""
    meaning = _understand(context, line)
    if meaning is None or not isinstance(meaning.move, BringFoes):
        return
    foes = translate(meaning.words)
    if board.battle is None:
        fight = f"/fight {meaning.move.line}"
        if whole := _understand(context, fight):
            yield _row("people", translate(whole.words), after="desk fight", **_send(Say(fight)))
    yield _row("people", translate(Text("Add to the fight: {foes}", foes=foes)), **_send(meaning.move))
    hidden = replace(meaning.move, hidden=True)
    yield _row("people", translate(Text("Add to the fight, hidden: {foes}", foes=foes)), **_send(hidden))


def _ask_for_roll(board: Board, wanted: RollWords) -> Iterator[PaletteRow]:
    """Yield the roll that all players are asked for, then the same roll for one character: its name ends the line."""
    traits = " + ".join(wanted.traits)
    said = " ".join(filter(None, [traits, *(f"{word} {number}".strip() for word, number in wanted.words.items())]))
    difficulty = wanted.words.get("diff", "")
    if board.task_board.task_form and {*wanted.words} <= {"diff"} and not (wanted.dice or wanted.successes):
        action = next(str(field.initial) for field in board.task_board.task_form if field.name == "action")
        task = StartTask(
            traits, action, traits=traits, characters=(EVERYBODY,), difficulty=int(difficulty) if difficulty else None
        )
        words = Text("Ask everyone for {traits}, difficulty {n}", traits=traits, n=difficulty)
        asked = words if difficulty else Text("Ask everyone for {traits}", traits=traits)
        yield _row("rolls", translate(asked), **_send(task))
    for roll in board.rolls:
        words = Text("Roll {said} for {name}", said=said, name=roll.name)
        yield _row("rolls", translate(words), fill=f"roll {said} as {roll.name}")


def _say_chance(meaning: Meaning) -> str:
    if meaning.odds is None:
        return ""
    return translate(Text("{chance} to succeed", chance=percent(float(meaning.odds.success))))


def _send(move: Move) -> dict[str, Any]:
    """Return the form that sends a move, as its tool would: the fields that are not as they begin."""
    asked = [
        (field.name, getattr(move, field.name)) for field in fields(move) if getattr(move, field.name) != field.default
    ]
    sent = [(name, text) for name, value in asked for text in form_values(value) if not isinstance(value, Mapping)]
    return {"move": type(move).__name__, "fields": sent}


# what words find


def _list_all(board: Board) -> Iterator[PaletteRow]:
    for name in list_tools(board):
        if label := LABELS.get(f"tool_{name}"):
            yield _row(TOOL_GROUPS.get(name, "scene"), gettext(label), tool=f"desk {name}")
    for roll in board.rolls:
        yield _row("rolls", translate(Text("Roll for {name}", name=roll.name)), tool=f"roll {roll.character}")
    yield from _list_people(board)
    if board.storyteller and board.place.is_open:
        yield from _list_handouts(board)
        yield from _list_time(board)
    yield from _list_scene(board)


def _list_people(board: Board) -> Iterator[PaletteRow]:
    there = board.battle["combatants"] if board.battle else [member.who for member in board.party.members]
    keys = {} if board.battle else {member.who["id"]: member.character for member in board.party.members}
    for who in there:
        yield _row("people", who["name"], person=keys.get(who["id"], who["id"]))
    if not (board.storyteller and board.place.is_open):
        return
    for key, name in board.party.absent if board.battle is None else ():
        words = translate(Text("Add {name} to the scene", name=name))
        yield _row("people", words, **_send(ShowCharacter(key, is_here=True)))
    yield _write_example("people", translate(Text("6 toll guards, spear")))
    if foe := next((who["name"] for who in there if not who["own"]), ""):
        yield _write_example("people", f"{foe}: 3 lethal")


def _write_example(group: str, line: str) -> PaletteRow:
    """Return a line to write: it stands in the field once the row is chosen."""
    return _row(group, translate(Text("Write, for example: {line}", line=line)), fill=line)


def _list_handouts(board: Board) -> Iterator[PaletteRow]:
    for handout in board.handout_rows:
        if handout.card is None:
            words = translate(Text("Show “{title}” to everyone", title=handout.title))
            yield _row("show", words, **_send(ShowHandout(handout.key, everybody=True)))
        else:
            words = translate(Text("Hide “{title}”", title=handout.title))
            yield _row("show", words, **_send(PutHandoutAway(handout.key)))


def _list_time(board: Board) -> Iterator[PaletteRow]:
    if board.battle is None:
        yield _write_example("time", "6 minutes")
    else:
        words = Text("Resume the fight") if board.paused else Text("Pause the fight")
        yield _row("time", translate(words), **_send(Pause(not board.paused)))


def _list_scene(board: Board) -> Iterator[PaletteRow]:
    scene = board.place.scene
    if step := board.last_step:
        line = translate(step.line)
        if board.storyteller:
            yield _row("scene", translate(Text("Undo: {line}", line=line)), tool=f"undo {step.count}")
        elif not step.is_asked:
            yield _row("scene", translate(Text("Ask to undo: {line}", line=line)), **_send(AskUndo(step.count)))
    if board.may_forecast:
        yield _row("scene", gettext("Forecast"), url=reverse("forecast", args=[scene]))
    yield _row("scene", gettext("Statistics"), url=f"{board.place.series_url}statistics/")
    yield _row("scene", gettext("Transcript"), url=reverse("table_transcript", args=[scene]))
    if board.place.is_open and not board.card:
        yield _row("scene", gettext("X-Card"), tool="card")
