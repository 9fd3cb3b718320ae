"""What somebody says or does in the log: the face, the name, and the words with their emphasis."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.core.markdown import render_emphasis
from campaigns.core.mentions import Names
from play.html.markup import EMPTY, maybe
from play.html.markup.tokens import draw_face
from play.table.speech import Speech
from play.templatetags.table import icon
from rules.view import initials

RADIUS = 15.0
SAID = '{}<span class="log__who"{}><bdi>{}</bdi>{}</span> {}<span class="log__say">“{}”</span>'
POSTED = '{}<span class="log__who"{}><bdi>{}</bdi>{}</span> {}{}'
DONE = '{}{}<span class="log__deed"><b class="log__who"{}><bdi>{}</bdi>{}</b> {}</span>'


def draw_speech(speech: Speech, portrait: str, names: Names) -> SafeString:
    """Draw a line of speech, or a deed. `names`: those that mentions link.

    The account is a note: it is another's name only for a character.
    """
    face = _face(initials(speech.name).title(), portrait)
    words = EMPTY if speech.is_post else render_emphasis(speech.text, names)
    is_apart = speech.account and speech.account != speech.name
    title = maybe(' title="{}"', speech.account if is_apart else "")
    note = maybe('<span class="vh"> ({})</span>', speech.account if is_apart else "")
    if speech.is_post:
        edited = format_html('<span class="tag">{}</span> ', _("edited")) if speech.original else EMPTY
        return format_html(POSTED, face, title, speech.name, note, _whisper(speech), edited)
    if speech.is_deed:
        return format_html(DONE, face, _whisper(speech), title, speech.name, note, words)
    return format_html(SAID, face, title, speech.name, note, _whisper(speech), words)


def _whisper(speech: Speech) -> SafeString:
    """Name those who hear a whisper."""
    if not speech.to:
        return EMPTY
    return format_html('<span class="tag">{}{} <bdi>{}</bdi></span> ', icon("eye-off"), _("whisper"), speech.to)


@lru_cache(maxsize=1024)
def _face(letters: str, portrait: str) -> SafeString:
    return format_html(
        '<svg class="log__face" viewBox="-17 -17 34 34" aria-hidden="true"><g class="tok--said">'
        '<circle class="tok__body" r="{}"/>{}</g></svg>',
        RADIUS,
        draw_face(letters, f"{RADIUS * 0.78:.1f}", portrait, RADIUS, is_round=True),
    )
