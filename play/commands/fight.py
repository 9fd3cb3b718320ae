"""The fight: opening it, bringing characters in, the system's own moves, and closing it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count, product
from secrets import token_hex
from string import ascii_uppercase
from typing import Any

from campaigns.calendar.calendar import UNITS
from campaigns.core.language import translate
from campaigns.core.numbered_names import split_number
from campaigns.core.refusals import Refused
from campaigns.models import Character
from campaigns.sheets.json import canonical
from campaigns.sheets.services import find_foe
from play.commands.context import CommandContext
from play.commands.days import check_days, let_pass
from play.commands.foe_line import find_other_side, list_foe_words, parse_foe_line
from play.commands.moves import (
    MAX_AMOUNT,
    MAX_COPIES,
    BattleMove,
    BringFoes,
    BringIn,
    CloseBattle,
    OpenBattle,
    PassTime,
    Pause,
)
from play.commands.places import recall_places
from play.commands.safety import check_card
from play.commands.tries import with_fight_tries, wrap_fought
from play.models import Command
from play.table.events import BattleClosed, BattleOpened, Fought, Paused
from play.table.history import is_effective, table_spans
from play.table.state import fold as fold_table
from play.table.state import series_options
from rules.battle import Event, Json, Move, fold
from rules.battle.declare import clean_texts
from rules.battle.guards import check_text
from rules.battle.seats import ASK
from rules.codec import encode
from rules.dice import RecordingRoller
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line, clean_name, clean_text
from rules.paths import get_path, write_path
from rules.replay import RecordedMove, encode_made
from rules.sheets.fate import describe_fate
from rules.text import Text, join, word

MAX_COMBATANTS = 60
MAX_NAME = 80
"""The most letters in a combatant's name, in the rules of every system."""


def open_battle(context: CommandContext, move: OpenBattle) -> Sequence[Event]:
    """Begin a fight under the series' options."""
    context.require_storyteller()
    if context.state.battle is not None:
        raise IllegalMove("battle_open", Text("A fight is already in progress in this scene."))
    return [BattleOpened(encode(series_options(context.system, context.series)))]


def bring_in(context: CommandContext, move: BringIn) -> Sequence[Event]:
    """Copy sheets into the fight. Several copies of an extra may come at once, each with a health track of its own.

    Where there is no fight yet, this opens one, so that the library can bring somebody in with one tap.
    """
    context.require_storyteller()
    side = clean_line(move.side)
    if not side or len(side) > 40:
        raise BadInput("bad_side", Text("Enter their side, at most 40 characters."))
    if not move.characters:
        raise BadInput("nobody", Text("Choose at least one character."))
    if not 1 <= move.copies <= MAX_COPIES:
        raise BadInput("bad_copies", Text("Add 1 to {n} copies at once.", n=MAX_COPIES))
    characters = [context.get_character(key) for key in dict.fromkeys(move.characters)]
    if not move.anyway:
        _ask_about_fates(context, characters)
    opened = open_battle(context, OpenBattle()) if context.state.battle is None else ()
    context = replace(context, state=fold_table(context.system, context.state, opened))
    additions = _additions(context, characters, side, move)
    return [*opened, *run_moves(context, [*additions, *recall_places(context, additions)])]


def _ask_about_fates(context: CommandContext, characters: Sequence[Character]) -> None:
    """Raise `IllegalMove` where somebody is dead, dying, unconscious or the like: the Storyteller must want that."""
    found = ((character.name, context.system.sheets.list_fates(character.parsed_sheet())) for character in characters)
    fated = [describe_fate(name, fate) for name, fates in found for fate in fates]
    if fated:
        sentence = Text("{told} To add them anyway, tick “anyway”.", told=join(" ", fated))
        raise IllegalMove("fate", sentence, key="anyway")


def bring_foes(context: CommandContext, move: BringFoes) -> Sequence[Event]:
    """Bring in new foes that are alike: an extra is made in the library, or found there, and copied into the fight."""
    context.require_storyteller()
    traits: Mapping[str, Json] = {}
    if line := clean_line(move.line):
        said = parse_foe_line(context.series.system, line)
        traits = said.traits
        move = replace(move, count=said.count, name=said.name, archetype=said.archetype, weapon=said.weapon, line="")
        move = replace(move, side=move.side or _other_side(context), anyway=move.anyway or said.anyway)
    elif not (clean_line(move.name) and move.archetype):
        raise BadInput(
            "no_foe", Text("Describe the new foes in one line, or enter their name and archetype."), key="line"
        )
    name = check_text(Text("Name"), clean_text(move.name).strip(), MAX_NAME, empty=False)
    try:
        foe = find_foe(context.membership, name, move.archetype, move.weapon, traits, hidden=move.hidden)
    except Refused as refusal:
        raise BadInput("no_foe", word(refusal.sentence)) from refusal
    return bring_in(context, BringIn((str(foe.pk),), move.side, move.count, move.hidden, move.anyway))


def _other_side(context: CommandContext) -> str:
    there = _combatants(context) if context.state.battle is not None else ()
    return find_other_side([(who["side"], who["own"]) for who in there])


def bring_typed_foes(context: CommandContext, line: str) -> Sequence[Event]:
    """Bring in the foes of a typed line, on the side of those who stand against the players."""
    move = BringFoes(side=_other_side(context), line=name_known(context, line) or ",")
    check_card(context, move)
    return bring_foes(context, move)


def name_known(context: CommandContext, line: str) -> str:
    """Return a line of foes with the name of those that are known: "6 toll guards" are six of Toll guard."""
    count, _, rest = line.partition(" ")
    name, comma, words = rest.partition(",")
    if not count.strip("xX×*").isdecimal():
        return line
    said = name.strip().casefold()
    extras = Character.objects.filter(series=context.series, extra=True, owner=None).values_list("name", flat=True)
    archetypes = (translate(label) for label in list_foe_words(context.series.system).archetypes.values())
    known = {split_number(archetype)[0].casefold(): split_number(archetype)[0] for archetype in (*archetypes, *extras)}
    found = known.get(said) or known.get(said.removesuffix("s"))
    return f"{count} {found}{comma}{words}" if found else line


def open_typed_fight(context: CommandContext, line: str) -> Sequence[Event]:
    """Begin a fight of the players' characters in the scene, against the foes of a line if there are any."""
    context.require_storyteller()
    heroes = list_heroes(context)
    if context.state.battle is not None:
        raise IllegalMove("battle_open", Text("A fight is already in progress in this scene."))
    if not heroes:
        raise IllegalMove("nobody", Text("No player’s character is in this scene."))
    side = translate(Text("Players"))
    events = [*bring_in(context, BringIn(tuple(str(hero.pk) for hero in heroes), side))]
    if line.strip():
        there = replace(context, state=fold_table(context.system, context.state, events))
        events += bring_typed_foes(there, line)
    return events


def list_heroes(context: CommandContext) -> list[Character]:
    """Return the players' characters who are in the scene."""
    played = Character.objects.filter(series=context.series, owner__isnull=False, hidden=False).order_by("pk")
    return [character for character in played if context.state.is_here(str(character.pk), plays=True)]


def _additions(
    context: CommandContext, characters: list[Character], side: str, move: BringIn
) -> list[Mapping[str, Json]]:
    there = _combatants(context)
    keys, names, ids = ({who[key] for who in there} for key in ("character", "name", "id"))
    additions: list[Mapping[str, Json]] = []
    for character in characters:
        if not character.extra and str(character.pk) in keys:
            raise IllegalMove("already_here", Text("{name} is already in the fight.", name=character.name))
        hidden = move.hidden or character.hidden
        for _ in range(move.copies if character.extra else 1):
            if len(ids) >= MAX_COMBATANTS:
                raise IllegalMove("too_many", Text("A fight can have up to {n} combatants.", n=MAX_COMBATANTS))
            id, name = _free_id(ids, hidden), clean_name(character.name)
            if character.extra:
                name = _free_name(name, names, hidden)
            ids.add(id)
            names.add(name)
            additions.append(
                {
                    "kind": "AddCombatant",
                    "id": id,
                    "name": name,
                    "side": side,
                    "character": None if character.extra else str(character.pk),
                    "sheet": character.sheet,
                    "hidden": hidden,
                    "npc": character.owner_id is None,
                }
            )
    return additions


def _free_id(taken: set[str], hidden: bool) -> str:
    """Return the first of c1, c2 ... that nobody in the fight has.

    Hidden combatants get a random id: a gap in the numbers would tell that somebody is hidden.
    """
    if hidden:
        return f"h{token_hex(4)}"
    return next(free for number in count(1) if (free := f"c{number}") not in taken)


def _free_name(name: str, taken: set[str], hidden: bool) -> str:
    """Return the first of "Guard 1", "Guard 2" ... that nobody in the fight has; hidden combatants get letters instead.

    A name that ends with a number is counted on from there. A name that leaves no room for the mark is cut.
    """
    stem, number = split_number(name)
    letters = ("".join(some) for size in count(1) for some in product(ascii_uppercase, repeat=size))
    marks = letters if hidden else map(str, count(1 if number is None else number))
    return next(free for mark in marks if (free := f"{stem[: MAX_NAME - 1 - len(mark)]} {mark}") not in taken)


def _combatants(context: CommandContext) -> Sequence[Any]:
    return context.system.battle.view(context.state.battle, context.seat)["combatants"]


def battle_move(context: CommandContext, move: BattleMove) -> Sequence[Fought]:
    """Hand the system's move to its `decide`. Adding and ending go through `bring_in` and `close_battle`."""
    context.require_battle()
    if context.state.paused and not context.seat.storyteller:
        raise IllegalMove(
            "paused", Text("The Storyteller has paused the fight. Nothing is lost: try again when it resumes.")
        )
    if move.move.get("kind") in ("AddCombatant", "EndBattle"):
        raise IllegalMove("other_door", Text("Use the table’s own controls to add characters and end fights."))
    if move.move.get("kind") == "ChangeFigures":
        raise IllegalMove("other_door", Text("A roll’s cost is paid when you roll. Use the roll pad or /roll."))
    return run_moves(context, [move.move])


def pause(context: CommandContext, move: Pause) -> Sequence[Event]:
    """Pause the fight, or let it go on."""
    context.require_storyteller()
    context.require_battle()
    if context.state.paused == move.paused:
        raise IllegalMove(
            "no_change", Text("The fight is already paused.") if move.paused else Text("The fight is not paused.")
        )
    return [Paused(move.paused)]


def let_time_pass(context: CommandContext, move: PassTime) -> Sequence[Event]:
    """Move the series' clock on between fights."""
    context.require_storyteller()
    if context.state.battle is not None:
        raise IllegalMove("battle_open", Text("A fight keeps its own time. End it first."))
    if move.unit not in UNITS:
        raise BadInput(
            "unknown_unit",
            Text("Time passes in {units}.", units=join(", ", (word(f"{unit}s") for unit in UNITS))),
            key="unit",
        )
    if not 1 <= move.amount <= MAX_AMOUNT:
        raise BadInput("bad_amount", Text("Pass 1 to {n} at once.", n=MAX_AMOUNT), key="amount")
    seconds = move.amount * UNITS[move.unit]
    if move.way:
        check_days(seconds)
    return [let_pass(context, seconds, move.way)]


def close_battle(context: CommandContext, move: CloseBattle) -> Sequence[Event]:
    """End the fight and write its lasting changes to the sheets in one step.

    A fight that has not begun changes nothing.
    """
    context.require_storyteller()
    context.require_battle()
    context.hold_record()
    battle = context.system.battle
    phase = battle.view(context.state.battle, context.seat)["phase"]
    if phase == "setup":
        return [BattleClosed({})]
    events = run_moves(context, [{"kind": "EndBattle"}]) if phase == "running" else []
    ended = fold(battle.apply, context.state.battle, (event.event for event in events))
    changes, earned = _changes(context, battle.outcome(ended)), _by_character(context, battle.earned(ended))
    return [*events, BattleClosed(changes, battle.elapsed(ended), earned)]


def _changes(
    context: CommandContext, outcome: Mapping[str, Mapping[str, Json]]
) -> dict[str, dict[str, tuple[Json, Json]]]:
    """Return what the fight changes on the sheets: by character key, path to (before, after).

    Values that are as they were when somebody came stay out: the sheet may have changed elsewhere since then.
    """
    played = {who["character"]: who["id"] for who in _combatants(context) if who["character"] and who["id"] in outcome}
    brought = _sheets_brought(context)
    changes = {}
    for character in Character.objects.filter(series=context.series, pk__in=[int(key) for key in played]):
        id = played[str(character.pk)]
        values = {path: value for path, value in outcome[id].items() if _get_field(brought[id], path) != encode(value)}
        _check_room(context, character, values)
        stored = _complete(context, character.sheet, values)
        changes[str(character.pk)] = {path: (get_path(stored, path), value) for path, value in values.items()}
    return changes


def _sheets_brought(context: CommandContext) -> dict[str, Json]:
    """Return the sheet that each combatant came with, by its id: the newest that counts, as a scene may have several
    fights.
    """
    spans = table_spans(context.table, context.table.number)
    commands = Command.objects.filter(table=context.table.pk, made__0__move__kind="AddCombatant").order_by("first")
    moves = [
        made["move"]
        for first, all_made in commands.values_list("first", "made")
        if is_effective(spans, first)
        for made in all_made
    ]
    return {move["id"]: move["sheet"] for move in moves if move["kind"] == "AddCombatant"}


def _get_field(sheet: Json, path: str) -> Json:
    try:
        return get_path(sheet, path)
    except BadInput:
        return None  # what a sheet leaves out


def _complete(context: CommandContext, sheet: Json, values: Mapping[str, Json]) -> Json:
    """Return a stored sheet with the places of these values, though it is older than they are."""
    if all(path.partition(".")[0] in sheet for path in values):
        return sheet
    with suppress(BadInput):
        return canonical(context.series.system, sheet)
    return sheet


def _check_room(context: CommandContext, character: Character, values: Mapping[str, Json]) -> None:
    """Refuse to write a sheet that the rules do not accept: nobody could open it afterwards."""
    try:
        sheet = _complete(context, character.sheet, values)
        for path, value in values.items():
            sheet = write_path(sheet, path, value)
        context.system.sheets.parse(sheet)
    except BadInput as error:
        sentence = Text(
            (
                "{who}’s sheet changed during the fight and can’t take the results. {why} Undo that change, end the "
                "fight, then change it again."
            ),
            who=character.name,
            why=error.sentence,
        )
        raise IllegalMove("no_room", sentence) from error


def _by_character(context: CommandContext, earned: Mapping[str, Mapping[str, int]]) -> dict[str, Mapping[str, int]]:
    """Return what was won, by the key of the character instead of the combatant's id."""
    played = {who["id"]: who["character"] for who in _combatants(context)}
    return {played[id]: purses for id, purses in earned.items()}


def run_moves(context: CommandContext, moves: Sequence[Mapping[str, Json]]) -> list[Fought]:
    """Decide the moves one after the other, each on the state after the one before, and wrap their events."""
    battle, state = context.system.battle, context.state.battle
    wrapped: list[Fought] = []
    for data in moves:
        move: Move = with_fight_tries(context, state, clean_texts(battle.moves.decode(data)))
        counted = context.note_counted(move, BattleMove(data), battle.known(state, move))
        roller = RecordingRoller(context.roller)
        for event in battle.decide(state, context.seat, move, roller):
            state = battle.apply(state, event)
            wrapped.append(wrap_fought(context, event))
        granted = context.seat.granted.union(number.name for number in counted)
        seat = replace(context.seat, numbers=ASK, granted=granted)
        context.made.append(encode_made(RecordedMove(battle.moves.encode(move), seat, tuple(roller.faces))))
    return wrapped
