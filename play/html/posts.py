"""Posts on the page: how much of one stands in the log, and what is behind its folds."""

from campaigns.markdown import render_markdown
from campaigns.mentions import Names
from play.html.markup import format_html
from play.seats.posts import FIRST, REST, cut_post
from play.table.speech import Speech


def draw_behind(speech: Speech, kind: str, names: Names) -> str | None:
    """Draw what is behind a fold of a post; None where there is no such fold."""
    text = {REST: cut_post(speech.text)[1], FIRST: speech.original}.get(kind, "") if speech.is_post else ""
    return format_html('<div class="prose post">{}</div>', render_markdown(text, names)) if text else None
