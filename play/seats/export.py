"""What a member may download from a table: a fight as a battle file, and the log as a readable transcript."""

from collections.abc import Iterable, Iterator

from django.http import Http404

from campaigns.core.language import translate
from campaigns.core.markdown import strip_emphasis
from play.models import Command, Entry, Table
from play.seats.facts import TableFacts
from play.seats.long_posts import load_edited
from play.seats.translate import translate_event
from play.table.events import BattleClosed, BattleOpened, decode_event, view_event
from play.table.history import effective_numbers, table_spans
from play.table.seat_log import find_number, visible_entries
from rules.battle import STORYTELLER, Json, Seat
from rules.system import System
from rules.text import Text
from rules.view import EventView

INDENT = "     "
"""What stands before each line of an entry of a transcript but its first."""


def export_battle(facts: TableFacts, bound: int, seat: Seat) -> dict[str, Json]:
    """Return the fight that the entry `bound` (the seat's own count) began or ended. 404 if it did neither.

    The Storyteller gets the file that `rules.replay` plays to the final state; it holds every sheet. Any other seat
    gets the fight as it saw it: the views of the events in its own log.
    """
    numbers = _fight(facts.table, find_number(facts.table, seat, bound))
    if seat == STORYTELLER:
        options = Entry.objects.get(table=facts.table, number=numbers[0]).event["options"]
        return _battle_file(facts.system, options, facts.table, numbers)
    entries = visible_entries(facts.table, seat).filter(number__gte=numbers[0], number__lte=numbers[-1])
    counted = set(numbers)
    there = [entry for entry in entries.order_by("number") if entry.number in counted]
    return {"system": facts.system.key, "events": [view for _n, view in _views(facts.system, there, seat)]}


def _fight(table: Table, bound: int | None) -> list[int]:
    """Return the entries of a fight that still count, from the one that opened it to the one that closed it."""
    counted = effective_numbers(table_spans(table, table.number))
    entries = Entry.objects.filter(table=table.pk, number__lte=table.number).order_by("number")
    kinds = {number: kind for number, kind in entries.values_list("number", "event__kind") if number in counted}
    if bound is None or kinds.get(bound) not in (BattleOpened.__name__, BattleClosed.__name__):
        raise Http404
    opened = max(number for number, kind in kinds.items() if number <= bound and kind == BattleOpened.__name__)
    closes = (number for number, kind in kinds.items() if number > opened and kind == BattleClosed.__name__)
    closed = next(closes, table.number)
    return [number for number in kinds if opened <= number <= closed]


def _battle_file(system: System, options: Json, table: Table, numbers: list[int]) -> dict[str, Json]:
    written = Command.objects.filter(table=table, first__gte=numbers[0], first__lte=numbers[-1]).order_by("first")
    counted = set(numbers)
    commands = [command for command in written if command.first in counted]
    moves = [made for command in commands for made in command.made]
    first = 0
    while first < len(moves) and moves[first]["move"]["kind"] == "AddCombatant" and not moves[first]["dice"]:
        first += 1
    joined = [{key: value for key, value in made["move"].items() if key != "kind"} for made in moves[:first]]
    return {"system": system.key, "options": options, "combatants": joined, "moves": moves[first:]}


def write_transcript(facts: TableFacts, seat: Seat) -> Iterator[str]:
    """Return the seat's log from the first line to the last, as plain text. Entries that were taken back are marked."""
    counted = effective_numbers(facts.spans).union(after for after, _upto in facts.spans)  # rewinds count, too
    entries = visible_entries(facts.table, seat).select_related("command__user").order_by("number")
    yield _indent(f"{facts.scene.series.name}: {facts.scene.title}") + "\n"
    edited = load_edited(facts.table.pk, facts.state.edits, [edit.post for edit in facts.state.edits])
    for count, (entry, view) in enumerate(_views(facts.system, entries.iterator(200), seat), start=1):
        newest = edited.get(entry.number, "")
        yield from _lines(entry, translate_event(view), count, taken_back=entry.number not in counted, newest=newest)


def _views(system: System, entries: Iterable[Entry], seat: Seat) -> Iterator[tuple[Entry, EventView]]:
    for entry in entries:
        view = view_event(system, decode_event(system, entry.event), seat)
        if view is not None:
            yield entry, view


def _lines(entry: Entry, view: EventView, count: int, *, taken_back: bool, newest: str = "") -> Iterator[str]:
    """Yield an entry in plain text. `newest`: the text of a post that was edited; its first follows."""
    first = entry.event.get("text", "")
    said = {"Said": f": {strip_emphasis(first)}", "Posted": f": {newest or first}"}.get(view["kind"], "")
    when = f" ({view['when']})" if view["when"] else ""
    struck = f"[{translate(Text('taken back'))}] " if taken_back else ""
    side_scene = f"[{title}] " if (title := _find_side_scene(entry)) else ""
    own = f" ({translate(Text('automatic: {tactic}', tactic=view['by_itself']))})" if "by_itself" in view else ""
    yield _indent(f"{count}. {struck}{side_scene}{view['line']}{said}{when}{own}")
    if newest:
        yield INDENT + _indent(translate(Text("Before it was edited: {text}", text=first)))
    for step in view["steps"]:
        dice = " ".join(str(die["face"]) for die in step.get("dice", []))
        parts = (f"{step['name']}: {step['text']}", f"[{dice}]" if dice else "", step["rule"])
        yield INDENT + _indent("  ".join(part for part in parts if part))


def _find_side_scene(entry: Entry) -> str:
    """Return the title of the side scene in which something was said; empty for the main line."""
    side_scene = entry.event.get("strand")
    return side_scene["title"] if side_scene and "text" in entry.event else ""


def _indent(text: str) -> str:
    """Return the text with only its first line at the margin, so that nobody's words look like an entry."""
    return f"\n{INDENT}".join(text.splitlines()) + "\n"
