"""The parts of a battle wheel, each one string: by template loops they cost most of what a push costs."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from campaigns.phrases import tell
from play.markup import format_html, format_html_join
from play.wheel import Wheel
from play.wheel.drawing import Ghost

register = template.Library()


@register.simple_tag
def rings(drawn: Wheel) -> SafeString:
    """The circle of each DV penalty."""
    cx, cy = drawn.size.cx, drawn.size.cy
    circles = ((cx, cy, ring.r) for ring in drawn.rings)
    return format_html_join("", '<circle class="wheel__ring" cx="{}" cy="{}" r="{}"/>', circles)


@register.simple_tag
def arcs(drawn: Wheel) -> SafeString:
    """The time between two actions, with the line to its token; each keeps its id and turns with the wheel."""
    pattern = (
        '<path class="wheel__lead wheel__lead--{0}" d="{1}"/><path class="wheel__arc wheel__arc--{0}" id="arc-{2}-{3}" '
        'stroke-width="{4}" d="{5}"/>\n'
    )
    key = drawn.size.key
    return format_html_join("", pattern, ((a.side, a.lead, key, a.id, a.width, a.path) for a in drawn.arcs))


@register.simple_tag
def ring_numbers(drawn: Wheel) -> SafeString:
    """The penalties beside their rings."""
    numbers = ((ring.x, drawn.size.cy, ring.label) for ring in drawn.rings if ring.label)
    return format_html_join("", '<text class="wheel__ringno" x="{}" y="{}">{}</text>', numbers)


@register.simple_tag
def hub(drawn: Wheel) -> SafeString:
    """The double circle with the tick in it."""
    at, cx, cy = drawn.hub, drawn.size.cx, drawn.size.cy
    return format_html(
        '<circle class="wheel__hub" cx="{0}" cy="{1}" r="{2}"/><circle class="wheel__hub2" cx="{0}" cy="{1}" r="{3}"/>'
        '<text class="wheel__word" x="{0}" y="{4}">{8}</text>'
        '<text class="wheel__tick wheel__tick--{5}" x="{0}" y="{6}">{7}</text>',
        cx, cy, at["r"], at["inner"], at["word"], drawn.size.key, at["tick"], drawn.now,
        tell("Tick"),
    )  # fmt: skip


def draw_ghosts(ghosts: Sequence[Ghost], size: str) -> SafeString:
    """Where each choice would lead."""
    return SafeString("\n".join(_ghost(ghost, size) for ghost in ghosts))


def _ghost(ghost: Ghost, size: str) -> SafeString:
    pattern = '<text class="ghost__what" text-anchor="{}" x="{}" y="{}">{}</text>'
    words = format_html_join("", pattern, ((ghost.anchor, x, y, line) for line, x, y in ghost.lines))
    return format_html(
        '<g class="ghost ghost--{0}" id="ghost-{1}-{0}"><path class="ghost__path" d="{2}"/>'
        '<circle class="ghost__body" cx="{3}" cy="{4}" r="{5}"/>'
        '<text class="ghost__ini" x="{3}" y="{4}" dy=".5">{6}</text>{7}</g>',
        ghost.place, size, ghost.path, ghost.x, ghost.y, ghost.r, ghost.initials, words,
    )  # fmt: skip
