"""Template tags of threads: their clocks."""

from math import cos, pi, sin

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.models import Thread

register = template.Library()

RADIUS = 22
"""px of a clock's circle."""


@register.simple_tag
def thread_clock(thread: Thread) -> SafeString:
    """Draw a thread's clock: a circle of segments, clockwise from the top. Nothing without a clock."""
    if not thread.segments:
        return SafeString("")
    segments = format_html_join(
        "",
        '<path class="clock__part{}" d="{}"/>',
        ((" is-on" if n < thread.filled else "", _sector(n, thread.segments)) for n in range(thread.segments)),
    )
    return format_html(
        '<svg class="clock" width="48" height="48" viewBox="-24 -24 48 48" role="img" aria-label="{}">{}</svg>',
        _("%(filled)s of %(segments)s segments filled") % {"filled": thread.filled, "segments": thread.segments},
        segments,
    )


def _sector(n: int, of: int) -> str:
    first, last = (_edge(place / of) for place in (n, n + 1))
    return f"M0 0L{first}A{RADIUS} {RADIUS} 0 {int(of < 2)} 1 {last}Z"


def _edge(turn: float) -> str:
    """Return the point of the circle's edge after a part of a turn."""
    return f"{RADIUS * sin(2 * pi * turn):.1f} {-RADIUS * cos(2 * pi * turn):.1f}"
