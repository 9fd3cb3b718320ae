"""A post in the log: its beginning, and folds for the rest and for what stood there first."""

from zlib import crc32

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.markdown import render_markdown
from play.html.markup import format_html
from play.seats.entries import Entry
from play.seats.posts import FIRST, REST, cut_post
from play.templatetags.inputs import EMPTY, lazy_details

FOLD = '<details class="foldable" id="{0}"><summary><span class="turn"></span>{1}</summary>{2}</details>'
WHOSE = ' hidden data-by="{}"'
"""Hides what stands in a drawing of several people and is for one of them; scripts show it to that person, too."""
EDIT = '<a class="q log__edit" href="write/{0}/"{1}>{2}<span class="vh"> {3}</span></a>'


def draw_post(entry: Entry) -> SafeString:
    """Draw the words of a post; nothing for any other entry."""
    speech = entry.speech
    if speech is None or not speech.is_post:
        return EMPTY
    begins, rest = cut_post(speech.text)
    return format_html(
        '<div class="prose post">{}</div>{}{}{}',
        render_markdown(begins, entry.names),
        _fold(entry, REST, _("Read more"), rest),
        _fold(entry, FIRST, _("Before it was edited"), speech.original),
        _edit(entry) if entry.is_own and not entry.is_undone else EMPTY,
    )


def show_own(html: str, person: int) -> str:
    """Return a page with what is for this person in sight."""
    return html.replace(WHOSE.format(person), "")


def _edit(entry: Entry) -> SafeString:
    whose = format_html(WHOSE, entry.by) if entry.by else EMPTY
    return format_html(EDIT, entry.id, whose, _("Edit"), _("entry %(count)s") % {"count": entry.count})


def _fold(entry: Entry, kind: str, words: str, text: str) -> SafeString:
    """Draw closed details, whose text is fetched when somebody unfolds them, and again once it is another."""
    id = f"{kind}-{entry.id}"
    return format_html(FOLD, id, words, lazy_details(id, crc32(text.encode()))) if text else EMPTY
