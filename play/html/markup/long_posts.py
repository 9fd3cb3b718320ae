"""A post in the log: its beginning, and closed details for the rest and for what stood there first."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.core.markdown import render_markdown
from play.html.markup import EMPTY
from play.seats.entries import Entry
from play.seats.long_posts import cut_post

PROSE = '<div class="prose post">{}</div>'
DETAILS = '<details class="foldable"><summary><span class="turn"></span>{}</summary>' + PROSE + "</details>"


def draw_post(entry: Entry) -> SafeString:
    """Draw the words of a post; nothing for any other entry."""
    speech = entry.speech
    if speech is None or not speech.is_post:
        return EMPTY
    begins, rest = cut_post(speech.text)
    return (
        format_html(PROSE, render_markdown(begins, entry.names))
        + _draw_details(entry, _("Read more"), rest)
        + _draw_details(entry, _("Before it was edited"), speech.original)
    )


def _draw_details(entry: Entry, words: str, text: str) -> SafeString:
    return format_html(DETAILS, words, render_markdown(text, entry.names)) if text else EMPTY
