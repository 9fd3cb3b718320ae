"""What people write: the line in which they speak, their notes, and the log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from play.commands.moves import MAX_TEXT
from play.plain.acts import list_gone
from play.plain.parts import Button, Link, Part, PlainForm, Row, join, make_button, make_line, make_select, say
from play.plain.table import PlainTable
from play.seats.entries import gather_first
from play.seats.log import load_lines_from, preview_rewind
from play.seats.mentioned import load_names
from play.seats.translate import translate_lines
from play.seats.what_if import find_what_if
from play.stage.asked import make_preview
from play.stage.log import make_post, make_steps
from play.stage.shape import Change, CountedTries, Dice, Entry, Input, LogStep, NamedId, Note, SumStep
from play.stage.words import translate
from rules.errors import RulesError
from rules.text import isolate_name
from rules.view import minus

MAX_NAME, MAX_NOTE = 60, 20_000


def make_speech(table: PlainTable) -> Part:
    """Return the form by which people speak, and the way to a long post."""
    voices = table.facts.get("voices")
    if voices is None:
        return Part("say", "")
    fields = []
    if voices["own"] or voices.get("may_name"):
        named = [(voice["key"], say("as", name=_name(voice))) for voice in voices["own"]]
        other = [("name", say("as_other"))] if voices.get("may_name") else []
        fields.append(make_select("speaker", say("who_speaks"), [("", say("as_yourself")), *named, *other]))
    if voices.get("may_name"):
        fields.append(make_line("name", say("speaker_name"), MAX_NAME))
    if voices["ears"]:
        ears = [(ear["key"], say("to", name=_name(ear))) for ear in voices["ears"]]
        fields.append(make_select("to", say("who_hears"), [("", say("to_all")), *ears]))
    scenes = [
        (side_scene["id"], side_scene["title"])
        for side_scene in table.facts.get("side_scenes", [])
        if side_scene["is_open"]
    ]
    if scenes:
        fields.append(make_select("strand", say("side_scene"), [("", say("main_scene")), *scenes]))
    line = make_line("text", say("say_hint"), MAX_TEXT, required=True)
    form = PlainForm("Say", [Button(say("send"))], main=[line, *fields])
    post = Link(say("long_post"), f"{reverse('table_write', args=[table.board.place.scene])}?back=plain")
    return Part("say", say("say"), forms=[form], links=[post])


def _name(voice: NamedId) -> str:
    name = isolate_name(voice["name"])
    return f"{name} ({isolate_name(voice['note'])})" if "note" in voice else name


def make_notes(table: PlainTable, note: Note) -> Part:
    """Return the person's own notes, which nobody else reads."""
    scene = table.board.place.scene
    text: Input = {**make_line("text", say("my_notes"), MAX_NOTE, note["text"]), "shape": "area"}
    address = reverse("private_note", args=[scene])
    form = PlainForm("", [Button(say("save"))], [("seen", note["seen"])], [text], address=address)
    links = [Link(say("all_notes"), f"{table.facts['place']['series_url']}notes/")]
    return Part("my-notes", say("my_notes"), [say("notes_private")], forms=[form], links=links)


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log, with the ways on from it."""

    entry: Entry
    details: Sequence[str]
    links: Sequence[Link]


def list_log(table: PlainTable, user: int) -> list[LogRow]:
    """Return the log, newest first. `user`: the person, who may edit their own posts."""
    entries = sorted(table.facts["log"].values(), key=lambda entry: -entry["number"])
    return [LogRow(entry, _list_details(entry), [*_list_links(table, entry, user)]) for entry in entries]


def _list_details(entry: Entry) -> list[str]:
    return [*map(_say_dice, entry.get("dice", [])), *map(say_change, entry.get("changes", []))]


def _say_dice(throw: Dice) -> str:
    return f"{throw['name']}: {throw['says']} {throw.get('result', '')}"


def say_change(change: Change) -> str:
    """Return how somebody is after an entry."""
    figures = [f"{figure['label']} {minus(figure['was'])} → {minus(figure['now'])}" for figure in change["figures"]]
    return f"{isolate_name(change['name'])}: {join(*figures, *change['states'], change.get('health_says'))}"


def _list_links(table: PlainTable, entry: Entry, user: int) -> Iterable[Link]:
    speech = entry.get("speech")
    has_rest = speech is not None and (speech.get("has_rest") or speech.get("is_edited"))
    if has_rest or entry.get("more") or (table.is_storyteller and not speech):
        yield table.link(say("read_on") if has_rest else say("details"), "entry", str(entry["number"]))
    is_own = entry.get("is_own") and entry.get("by", user) == user and not entry.get("is_undone")
    if speech is not None and speech["kind"] == "post" and is_own:
        yield Link(say("edit"), f"{reverse('table_write', args=[table.board.place.scene, entry['count']])}?back=plain")
    if entry.get("bounds_fight"):
        yield Link(say("export_fight"), reverse("table_battle", args=[table.board.place.scene, entry["number"]]))


def make_entry(table: PlainTable, number: int) -> Part | None:
    """Return every step of an entry, and what may be done about it; None where the seat has no such entry."""
    _count, found = load_lines_from(table.table, table.board.seat, number)
    lines = translate_lines(found)
    if not lines:
        return None
    post = make_post(lines[-1], load_names(table.table, table.board.seat, lines))
    rows = [_make_step(step) for step in make_steps(gather_first(lines).steps)]
    entry = table.facts["log"].get(str(number))
    forms, links = [], []
    if table.is_storyteller and entry and not entry.get("is_undone"):
        forms = [_make_strike(counted) for counted in entry.get("counted", [])]
        links = [table.link(say("undo_to_here"), "undo", str(number))]
    if what_if := find_what_if(table.table, table.board.seat, lines):
        links.append(Link(say("what_if"), what_if))
    title = entry["line"] if entry and "line" in entry else say("details")
    return Part("entry", title, rows=rows, forms=forms, links=links, posts=_list_posts(post))


def _list_posts(post: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what the log does not show of a post, each under its title."""
    titles = {"rest_html": say("read_on"), "first_html": say("before_edit")}
    return [(title, post[key]) for key, title in titles.items() if key in post]


def _make_strike(counted: CountedTries) -> PlainForm:
    """Return the form that strikes numbers of a player, which counted at once."""
    return make_button("StrikeNumbers", say("strike"), [("entry", str(counted["count"]))], note=counted["line"])


def _make_step(step: LogStep) -> Row:
    number = f"{step['number']}. " if "number" in step else ""
    notes = [step.get("text", ""), step.get("says", ""), *map(say_sum, step.get("sum", []))]
    return Row(f"{number}{step['name']}", [*filter(None, notes)])


def say_sum(step: SumStep) -> str:
    """Return a step of a sum in one line."""
    terms = [f"{term['name']} {minus(term['amount'])}" for term in step["terms"]]
    return join(f"{step['name']} {minus(step['after'])}", *terms, step.get("note"))


def make_undo(table: PlainTable, number: int) -> Part | None:
    """Return what it would do to undo the table from an entry on. Only the Storyteller can."""
    if not table.is_storyteller:
        return None
    try:
        preview = make_preview(preview_rewind(table.table, number), "")
    except RulesError as refusal:
        return Part("undo", say("undo_ask"), [translate(refusal.sentence)])
    rows = [
        Row(part["says"], [*filter(None, [part.get("more")])], rows=list_gone(part["lines"]))
        for part in preview["parts"]
    ]
    form = make_button("Rewind", say("undo"), [("entry", str(number))])
    return Part("undo", say("undo_ask"), [*filter(None, [preview.get("note"), say("undo_stays")])], rows, [form])
