"""What can be taken back: the line under the head of the table, and the cards of what players ask for."""

from collections.abc import Sequence
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.html.markup import format_html, format_html_join, join
from play.html.offer_cards import Draw
from play.html.proposals import draw_cards
from play.seats.board import Board, LastStep, UndoCard
from play.table.lines import LogLine
from play.templatetags.inputs import EMPTY, form_tokens
from play.templatetags.table import icon
from rules.text import isolate_name

WHO = '<a class="undoline__who" href="#asked">{}</a>'
REGION = '<div id="undo" class="region undoline">{}</div>'
LAST = '<a class="undoline__go" id="undo-last" href="rewind/{}/" data-undo>{}<span>{} <b>{}</b></span></a>'
FORM = '<form {} method="post" action="{}" hx-post="{}" hx-target="#refusal" hx-swap="innerHTML">{}{}</form>'
ASK = (
    '<input type="hidden" name="entry" value="{}"><button class="undoline__go" id="undo-ask">{}'
    "<span>{} <b>{}</b></span></button>"
)
CARD = (
    '<section class="mine asked__card" id="{0}" aria-labelledby="{0}-h">\n<div class="mine__head"><h2 id="{0}-h">{1}'
    '</h2></div>\n<div class="row">{5}{6}</div>\n<details class="foldable" id="{0}-gone"><summary>'
    '<span class="turn"></span>{2}</summary><ul class="undo__lines" tabindex="0">{3}</ul>{4}\n'
    '<a href="rewind/{7}/" data-undo>{8}</a></details></section>'
)
LINE = '<li><span class="q">{}</span> {}{}</li>'


def draw_last_step(board: Board, draw: Draw) -> SafeString:
    """Draw the newest step that this seat can take back, or ask to. The region is empty where there is none."""
    step = board.last_step
    if step is None:
        return SafeString(REGION.format(""))
    names = tuple(card.name for card in board.undo_cards)
    key = (board.storyteller, step.count, step.line, step.is_asked, names, board.command_url)
    return draw("undo", key, lambda: _last_step(board, step, names))


def _last_step(board: Board, step: LastStep, names: Sequence[str]) -> SafeString:
    if board.storyteller:
        told = ((_("%(name)s asks to undo") % {"name": isolate_name(name)},) for name in names)
        last = format_html(LAST, step.count, icon("undo-2"), _("Undo:"), step.line)
        return format_html(REGION, last + format_html_join("", WHO, told))
    if step.is_asked:
        asked = _("You asked to undo this. The Storyteller decides.")
        return format_html(REGION, format_html('<p class="undoline__asked">{}</p>', asked))
    button = format_html(ASK, step.count, icon("undo-2"), _("Ask to undo:"), step.line)
    return format_html(REGION, _form("AskUndo", 'id="undo-form"', board.command_url, button))


def _form(move: str, attributes: str, url: str, inside: SafeString) -> SafeString:
    return format_html(FORM, SafeString(attributes), url, url, form_tokens(move), inside)


def draw_requests(board: Board, draw: Draw) -> SafeString:
    """Draw what players ask of the Storyteller: numbers for their rolls, and to take back a step."""
    url = board.command_url
    cards = [draw("undo-card", (_card_key(card), url), partial(_card, card, url)) for card in board.undo_cards]
    cards = [*filter(None, [draw_cards(board, draw)]), *cards]
    return SafeString(f'<div id="asked" class="region">{join(["", *cards, ""]) if cards else ""}</div>')


def _card_key(card: UndoCard) -> tuple[object, ...]:
    lines = tuple((line.count, _words(line), line.author, str(line.event["line"])) for line in card.gone)
    return card.person, card.name, card.count, str(card.line), lines, card.more


def _card(card: UndoCard, url: str) -> SafeString:
    id = f"asked-{card.person.rpartition(':')[2]}"
    person = format_html('<input type="hidden" name="person" value="{}">', card.person)
    grant = format_html('{}<button class="btn btn--go">{}</button>', person, _("Approve"))
    refuse = format_html('{}<button class="btn">{}</button>', person, _("No"))
    more = ngettext("and %(count)s newer entry", "and %(count)s newer entries", card.more) % {"count": card.more}
    return format_html(
        CARD,
        id, _("%(name)s asks to undo") % {"name": isolate_name(card.name)}, _("This will be taken back:"),
        format_html_join("", "{}", ((_line(line),) for line in reversed(card.gone))),
        format_html('<p class="q">{}</p>', more) if card.more else EMPTY,
        _form("GrantUndo", f'id="{id}-grant"', url, grant), _form("RefuseUndo", f'id="{id}-no"', url, refuse),
        card.count, _("Review all of it"),
    )  # fmt: skip


def _line(line: LogLine) -> SafeString:
    words = _words(line)
    told = format_html("“{}” {}", words, line.event["line"]) if words else line.event["line"]
    by = format_html(' <span class="q">{}</span>', line.author) if line.author and not words else EMPTY
    return format_html(LINE, line.count, told, by)


def _words(line: LogLine) -> str:
    """Return what somebody said; "" for deeds and events, whose sentence tells all."""
    return line.speech.text if line.speech and not line.speech.is_deed else ""
