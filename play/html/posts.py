"""Posts on the page: how much of one stands in the log, and what is behind its folds."""

from campaigns.markdown import render_markdown
from campaigns.mentions import Names
from play.html.markup import format_html
from play.table.speech import Speech

IN_SIGHT = 900
"""How many characters of a post stand in the log, at most; the rest is fetched when somebody unfolds it."""
REST, FIRST = "post", "first"
"""The kinds of folds: the rest of a post, and the text before it was edited."""


def cut_post(text: str, most: int = IN_SIGHT) -> tuple[str, str]:
    """Return the beginning of a post and the rest. It is cut between paragraphs, or else between words."""
    if len(text) <= most:
        return text, ""
    end = max(text.rfind("\n\n", 0, most), 0)
    if end < most // 3:
        end = max(text.rfind("\n", 0, most), text.rfind(" ", 0, most))
    end = end if end > 0 else most
    return text[:end].rstrip(), text[end:].strip()


def draw_behind(speech: Speech, kind: str, names: Names) -> str | None:
    """Draw what is behind a fold of a post; None where there is no such fold."""
    text = {REST: cut_post(speech.text)[1], FIRST: speech.original}.get(kind, "") if speech.is_post else ""
    return format_html('<div class="prose post">{}</div>', render_markdown(text, names)) if text else None
