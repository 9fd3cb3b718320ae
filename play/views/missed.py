"""Since you were here: what a person missed of a scene, short and whole, as their seat may see it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.models import Membership, User
from play.html.log import draw_lines
from play.html.markup.changes import draw_change
from play.recap.load import load_recap_after
from play.seats.awaited import list_awaited_at
from play.seats.changes import merge_changes
from play.seats.facts import TableFacts, get_facts_for, seat_at
from play.seats.log import load_span
from play.seats.mentioned import load_names
from play.seats.missed import MAX_DEEDS, describe_deeds, quote_words
from play.seats.translate import translate_lines
from play.seats.unread import load_personal
from play.stage.log import make_change
from play.stage.words import drop_empty
from play.table.lines import LogLine
from play.table.seat_log import count_entries
from play.table.side_scenes import list_side_scenes
from rules.battle import Seat

IDS = re.compile(r' id="(entry|steps|post|first)-')
MAX_LINES = 400
"""How many lines are shown and summed up at most; the log has all of them."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a seat's log after the one that the seat calls `after`, up to `upto`."""

    after: int
    upto: int


@login_required("GET")
def sum_up_missed(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Return in a few sentences what a member missed, for the page that draws itself. 404 where nothing is unread."""
    facts, seat, _span, lines = _load_missed(request, user, scene_id)
    found = _sum_up(facts, user, seat, lines)
    happened = [
        {"label": translate(line.label), "text": translate(line.text)}
        | drop_empty(when=translate(line.when), in_fight=line.in_fight)
        for line in found["happened"]
    ]
    return JsonResponse(
        {
            "waits": [{"words": awaited.words, "url": awaited.url} for awaited in found["awaited"]],
            "words": [{"who": who, "words": words} for who, words in found["words"]],
            "happened": happened,
            "deeds": found["deeds"] or _count_deeds(found["deed_count"]),
            "changes": [make_change(change) for change in merge_changes(_list_counted(lines))],
            "spoke": found["spoke"],
            "side_scenes": [{"id": id, "title": title, "count": n} for title, id, n in found["strands"]],
        }
    )


@login_required("GET")
def show_missed(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show what a member missed: all that is unread, or the span that their page began with."""
    facts, seat, span, lines = _load_missed(request, user, scene_id)
    is_part, is_whole = bool(getattr(request, "htmx", False)), "whole" in request.GET
    context: dict[str, object] = {"scene": facts.scene, "span": span}
    if is_whole:
        context |= _list_lines(facts, seat, span, lines)
    if not (is_part and is_whole):
        context |= _sum_up(facts, user, seat, lines) | {"changes": _draw_changes(lines)}
    part = "_missed_lines" if is_whole else "_missed"
    return render(request, f"play/{part}.html" if is_part else "play/missed.html", context)


def _load_missed(request: HttpRequest, user: User, scene_id: int) -> tuple[TableFacts, Seat, Span, tuple[LogLine, ...]]:
    """Return the table and the seat of a member, and what they missed."""
    facts, membership = get_facts_for(user, scene_id)
    seat, _is_spectator = seat_at(facts, membership)
    count = count_entries(facts.table, seat) if facts.table.pk else 0
    span = _find_span(request, facts, membership, seat, count)
    return facts, seat, span, load_span(facts, seat, span.after, span.upto, count, MAX_LINES)


def _list_lines(facts: TableFacts, seat: Seat, span: Span, lines: Sequence[LogLine]) -> dict[str, object]:
    """Return the lines themselves, oldest first. Their ids differ from those of the log on the same page."""
    drawn = draw_lines(translate_lines(lines), load_names(facts, seat, lines), reverse("table", args=[facts.scene.pk]))
    return {
        "lines": [SafeString(IDS.sub(r' id="missed-\1-', line)) for line in reversed(drawn)],
        "more": span.upto - span.after - len(lines),
    }


def _find_span(request: HttpRequest, facts: TableFacts, membership: Membership, seat: Seat, count: int) -> Span:
    """Return the span that the address asks for; without one, what is unread. 404 where there is nothing.

    `count`: how many lines the seat's log has.
    """
    sent = [request.GET.get(name, "") for name in ("after", "upto")]
    if all(digits.isascii() and digits.isdecimal() and len(digits) < 10 for digits in sent):
        after, upto = map(int, sent)
        if after < upto <= count:
            return Span(after, upto)
        raise Http404
    missed = load_personal(membership, facts.scene, seat, count).missed
    if missed is None:
        raise Http404
    return Span(missed.after, missed.upto)


def _sum_up(facts: TableFacts, user: User, seat: Seat, lines: Sequence[LogLine]) -> dict[str, Any]:
    """Return these lines, newest first, in a few. What was taken back never happened."""
    scene, before = facts.scene, lines[-1].number - 1 if lines else facts.table.number
    recap = load_recap_after(scene, facts.table, facts.spans, seat, before)
    counted = _list_counted(lines)
    deeds = describe_deeds(counted)
    own = [character.name for character in facts.characters if character.owner_id == user.pk]
    others = [line for line in counted if line.by != user.pk]
    is_short = len(deeds) <= MAX_DEEDS
    return {
        "awaited": list_awaited_at(scene, facts.state, seat, user, facts.characters) if scene.is_open else [],
        "deeds": deeds if is_short else [],
        "deed_count": len(deeds),
        "happened": [line for line in recap.happened if not (is_short and line.in_fight)],
        "words": quote_words(others, own, storyteller=seat.storyteller),
        "spoke": recap.spoke,
        "strands": _count_side_scenes(facts, seat, others),
    }


def _count_deeds(n: int) -> list[str]:
    """Return how many actions there were, where they are too many to be listed."""
    return [ngettext("%(n)s action in total", "%(n)s actions in total", n) % {"n": n}] if n else []


def _list_counted(lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines that were not taken back, in the reader's language."""
    return [line for line in translate_lines(lines) if not line.undone]


def _draw_changes(lines: Sequence[LogLine]) -> list[SafeString]:
    """Draw how everybody is now whom these lines changed: from before the oldest to after the newest."""
    changes = merge_changes(_list_counted(lines))
    return [format_html("<bdi>{}</bdi> {}", change["whose"]["name"], draw_change(change)) for change in changes]


def _count_side_scenes(facts: TableFacts, seat: Seat, lines: Sequence[LogLine]) -> list[tuple[str, str, int]]:
    """Return how many lines are new in the main line and in each side scene, with title and id, if there is any."""
    counts = Counter(line.side_scene.id if line.side_scene else "" for line in lines)
    side_scenes = list_side_scenes(facts.state.strands, seat)
    known = [(_("Main scene"), ""), *((side_scene.name.title, side_scene.name.id) for side_scene in side_scenes)]
    return [(title, id, counts[id]) for title, id in known if counts[id]] if side_scenes else []
