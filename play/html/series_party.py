"""The board of a party as HTML. It is drawn by functions, not by a template: with sixty characters that takes a tenth
of the time, and pages ask for it again and again.
"""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.markup import EMPTY, join, maybe
from play.html.markup.health import health
from play.html.markup.tokens import chip
from play.seats.health import say_state
from play.seats.series_party import PartyRow, SeriesParty

ROW = (
    '<li class="board__one{0}" id="board-{1}">{2}\n'
    '<div class="board__who"><a id="board-{1}-a" href="{3}">{4}</a>{5}\n<span class="q">{6}{7}</span></div>\n'
    '{8}<div class="board__points">{9}{10}</div>\n{11}</li>'
)
TRACK = ' <span><span class="q">{}</span> <b class="num">{}</b><span class="q">/{}</span></span>'


def draw_series_party(party: SeriesParty) -> SafeString:
    """Draw the board: a row for each character, with ids at the links so that a new drawing keeps the focus."""
    if not party.rows:
        return EMPTY
    scenes = {row.scene for row in party.rows}
    return format_html(
        '<ul class="board__all">\n{}\n</ul>', join([_draw_row(row, len(scenes) > 1) for row in party.rows])
    )


def _draw_row(row: PartyRow, are_apart: bool) -> SafeString:
    who, character = row.who, row.character
    tracks = join([format_html(TRACK, t["label"], t["current"], t["maximum"]) for t in who.get("tracks", ())])
    return format_html(
        ROW,
        " board__one--own" if row.is_own else "",
        character.pk,
        chip(who, 44),
        reverse("character", args=[character.pk]),
        character.name,
        render_to_string("campaigns/_hidden.html") if character.hidden else EMPTY,
        character.owner.get_username() if character.owner and not row.is_own else "",
        maybe(' <span class="openmark">{}</span>', _("at the table") if row.is_present else ""),
        maybe('<p class="board__state">{}</p>\n', say_state(who)),
        health(who["health"]) if who.get("health") else EMPTY,
        tracks,
        _draw_more(row, are_apart),
    )


def _draw_more(row: PartyRow, are_apart: bool) -> SafeString:
    """Draw where the character is if they `are_apart`, its unspent experience, and what it trains."""
    key, more = row.character.pk, []
    if row.scene is not None and are_apart:
        url = reverse("table", args=[row.scene.pk])
        more.append(format_html('<a id="board-{}-s" href="{}">{}</a>', key, url, row.scene.title))
    for n, (label, balance) in enumerate(row.purses):
        url = reverse("experience", args=[key])
        more.append(format_html('<a id="board-{}-x{}" href="{}">{} {}</a>', key, n, url, label, balance))
    if row.training:
        more.append(format_html("<span>{} {}</span>", _("In training:"), ", ".join(row.training)))
    return maybe('<p class="board__more q">{}</p>\n', join(more))
