"""Small parts of tasks: successes gathered toward a target, and moves that are one button."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.language import tell
from play.templatetags.inputs import form_tokens
from play.templatetags.table import bar
from rules.text import Text

register = template.Library()

MOST_PIPS = 30
"""More successes than this are drawn as a bar."""
A_ROW, STEP = 10, 13


@register.simple_tag
def deed(url: str, move: str, label: str, **values: object) -> SafeString:
    """Draw a form that is one button and already holds all that the move needs."""
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', values.items())
    id = "-".join((move.lower(), *map(str, values.values())))
    return format_html(
        '<form id="{0}" method="post" action="{1}" hx-post="{1}" hx-target="#refusal" hx-swap="innerHTML">{2}{3}'
        '<button class="btn btn--small">{4}</button></form>',
        id, url, form_tokens(move), hidden, label,
    )  # fmt: skip


@register.simple_tag
def pips(total: int, target: int) -> SafeString:
    """Draw successes as filled pips, ten in a row, with the target as their number; many are drawn as a bar."""
    return _pips(total, target, tell(Text("{total} of {target} successes", total=total, target=target)))


@lru_cache(maxsize=1024)
def _pips(total: int, target: int, words: str) -> SafeString:
    if target > MOST_PIPS:
        return bar(total / target, words, A_ROW * STEP, 10)
    rows = -(-target // A_ROW)
    spots = ((i % A_ROW * STEP + 6, i // A_ROW * STEP + 6, " is-full" if i < total else "") for i in range(target))
    drawn = format_html_join("", '<circle cx="{}" cy="{}" r="4.25" class="pip{}"/>', spots)
    return format_html(
        '<svg class="pips" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}</svg>',
        min(target, A_ROW) * STEP, rows * STEP, words, drawn,
    )  # fmt: skip
