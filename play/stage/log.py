"""Facts of the log: an entry each for a line, an exchange or an order, by the seat's own count at its first line."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from campaigns.core.markdown import render_emphasis, render_markdown
from campaigns.core.mentions import Names
from campaigns.core.seats import person_key
from play.seats.board import Board
from play.seats.entries import Entry as EntryOnBoard
from play.seats.entries import Lines, find_mentioned, find_portrait, gather_entry, group_lines
from play.seats.long_posts import cut_post
from play.seats.translate import translate_lines
from play.stage.people import make_boxes
from play.stage.shape import Change, Dice, Die, Entry, LogStep, Speech
from play.stage.sums import make_sum
from play.stage.words import Language, active_language, drop_empty, translate
from play.table.lines import LogLine, dice_words
from play.table.live_scene import EntryFacts, LogFacts, live_scenes
from play.table.speech import Speech as SpeechOnBoard
from rules.view import ChangeView, LogStepView, initials


def make_log(board: Board, language: Language) -> dict[str, Entry]:
    """Return the log of a board. An entry is made again only when it says something else."""
    seat = live_scenes.get(board.place.scene).seat(board.seat)
    of = board.faces, board.names, board.tellers
    before, now = seat.facts.get(language), LogFacts(*of)
    known = before.entries if before is not None and before.is_made_of(*of) else {}
    for lines in group_lines(board.log):
        entry = known.get(lines[0].number)
        if entry is None or not entry.is_made_of(lines):
            entry = EntryFacts(lines[0], lines[-1], len(lines), _make_entry(board, translate_lines(lines)))
        now.entries[lines[0].number] = entry
    seat.facts[language] = now
    return {str(entry.facts["number"]): entry.facts for entry in now.entries.values()}


def _make_entry(board: Board, lines: Lines) -> Entry:
    newest, is_shared = lines[0], len(board.tellers) > 1
    is_own = person_key(newest.by) in board.characters or newest.by in board.tellers
    portrait, names = find_portrait(lines, board.faces), find_mentioned(lines, board.names)
    return make_entry(gather_entry(lines, portrait, names, is_own=is_own, by=newest.by if is_shared else 0))


def make_entry(entry: EntryOnBoard) -> Entry:
    """Return an entry of the log, whose texts are in the reader's language."""
    made = {"number": entry.id, "count": entry.count, "shown": entry.number, "at": entry.at.isoformat()}
    more = drop_empty(
        when=entry.when,
        line="" if entry.speech else entry.line,
        verdict=entry.verdict,
        is_secret=entry.is_secret,
        is_undone=entry.is_undone,
        is_exchange=entry.is_exchange,
        bounds_fight=entry.bounds_fight,
        speech=entry.speech and _make_speech(entry.speech, entry.names),
        portrait=entry.portrait,
        continues=entry.continues,
        dice=[*map(make_dice, entry.lines)],
        more=bool(entry.steps),
        changes=[*map(make_change, entry.changes)],
        counted=[{"count": count, "line": line} for count, line in entry.counted],
        side_scene=entry.side_scene and {"id": entry.side_scene.id, "title": entry.side_scene.title},
        is_own=entry.is_own,
        by=entry.by or None,
        by_itself=_say_by_itself(entry.by_itself),
    )
    return cast(Entry, {**made, **more})


def _say_by_itself(tactic: str) -> str:
    """Return that a seat made a move by itself; `tactic` is empty, or told in the reader's language."""
    return _("automatic: %(tactic)s") % {"tactic": tactic[:1].lower() + tactic[1:]} if tactic else ""


def _make_speech(speech: SpeechOnBoard, names: Names) -> Speech:
    begins, rest = cut_post(speech.text) if speech.is_post else (speech.text, "")
    made = {
        "who": speech.name,
        "initials": initials(speech.name).title(),
        "kind": "post" if speech.is_post else "done" if speech.is_deed else "said",
        "text_html": render_markdown(begins, names) if speech.is_post else render_emphasis(begins, names),
    }
    by = speech.account if speech.account != speech.name else ""
    more = drop_empty(by=by, to=translate(speech.to), has_rest=bool(rest), is_edited=bool(speech.original))
    return cast(Speech, {**made, **more})


def make_dice(step: LogStepView) -> Dice:
    """Return the throw of a step, by its name."""
    thrown = step.get("dice", [])
    made = {"name": translate(step["name"]), "dice": [*map(_make_die, thrown)], "says": _say_dice(thrown)}
    return cast(Dice, made | drop_empty(result=translate(step["text"])))


def _make_die(die: Mapping[str, Any]) -> Die:
    made = die["face"], die["worth"], die["why"]
    return made if die.get("origin", "pool") == "pool" else (*made, "again")


def _say_dice(thrown: Iterable[Mapping[str, Any]]) -> str:
    dice = [(die["face"], die["worth"], die["why"], "") for die in thrown]
    return translate(dice_words(dice)) if dice else ""


def make_post(line: LogLine, names: Names) -> dict[str, str]:
    """Return what the log does not show of a post: its rest, and how it was before it was edited."""
    if line.speech is None or not line.speech.is_post:
        return {}
    rest, first = cut_post(line.speech.text)[1], line.speech.original
    return drop_empty(
        rest_html=rest and render_markdown(rest, names), first_html=first and render_markdown(first, names)
    )


def make_steps(steps: Sequence[LogStepView]) -> list[LogStep]:
    """Return the steps of an exchange or of an entry, each with its dice and its sum."""
    return [_make_step(step) for step in steps]


def _make_step(step: LogStepView) -> LogStep:
    thrown = step.get("dice", [])
    more = drop_empty(
        text=translate(step["text"]),
        rule=step["rule"],
        number=step.get("number"),
        dice=[*map(_make_die, thrown)],
        says=_say_dice(thrown),
        sum=make_sum(step.get("sum", [])),
    )
    return cast(LogStep, {"name": translate(step["name"]), **more})


def make_change(change: ChangeView) -> Change:
    """Return what an entry changed for somebody."""
    figures = [
        {"label": translate(figure["label"]), "was": figure["was"], "now": figure["now"]}
        for figure in change["figures"]
    ]
    made = {"name": change["whose"]["name"], "figures": figures, "states": [*map(translate, change["states"])]}
    if boxes := change.get("boxes"):
        made["boxes"], made["health_says"] = make_boxes(boxes, active_language())
        if "boxes_before" in change:
            made["boxes_before"] = [box["mark"] for box in change["boxes_before"]]
    return cast(Change, made | drop_empty(id=change["whose"]["id"]))
