"""The parts of a battle wheel, each one string: by template loops they cost most of what a push costs."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from campaigns.phrases import tell
from play.markup import format_html, format_html_join
from play.templatetags.table import tokens
from play.wheel import Wheel
from play.wheel.drawing import Ghost


def draw_turning(drawn: Wheel, sectors: SafeString) -> SafeString:
    """All that turns with the ticks, from the title to the tokens; a line for each of those."""
    key = drawn.size.key
    return format_html(
        '<title id="w-{0}-t">{1}</title>\n<desc id="w-{0}-d">{2}</desc>\n{3}\n{4}{5}{6}\n{7}\n{8}',
        key, drawn.title, drawn.description, sectors, _rings(drawn), _arcs(drawn), _ring_numbers(drawn), _hub(drawn),
        tokens(drawn),
    )  # fmt: skip


def draw_sectors(drawn: Wheel) -> SafeString:
    """The ticks around the ring; the same for every fight at this tick."""
    sectors = drawn.sectors
    state = [SafeString(f" is-{sector.state}") if sector.state else "" for sector in sectors]
    spokes = ((sector.spoke,) for sector in sectors)
    bands = ((now, sector.band) for now, sector in zip(state, sectors, strict=True))
    told = [(now, s.x, s.y, s.tick) for now, s in zip(state, sectors, strict=True) if s.tick >= 0]
    return format_html(
        '<path class="wheel__slice" d="{}"/>{}{}\n{}',
        drawn.slice,
        format_html_join("", '<path class="wheel__spoke" d="{}"/>', spokes),
        format_html_join("", '<path class="wheel__band{}" d="{}"/>', bands),
        format_html_join("", '<text class="wheel__no{}" x="{}" y="{}">{}</text>', told),
    )


def _rings(drawn: Wheel) -> SafeString:
    """The circle of each DV penalty."""
    cx, cy = drawn.size.cx, drawn.size.cy
    circles = ((cx, cy, ring.r) for ring in drawn.rings)
    return format_html_join("", '<circle class="wheel__ring" cx="{}" cy="{}" r="{}"/>', circles)


def _arcs(drawn: Wheel) -> SafeString:
    """The time between two actions, with the line to its token; each keeps its id and turns with the wheel."""
    pattern = (
        '<path class="wheel__lead wheel__lead--{0}" d="{1}"/><path class="wheel__arc wheel__arc--{0}" id="arc-{2}-{3}" '
        'stroke-width="{4}" d="{5}"/>\n'
    )
    key = drawn.size.key
    return format_html_join("", pattern, ((a.side, a.lead, key, a.id, a.width, a.path) for a in drawn.arcs))


def _ring_numbers(drawn: Wheel) -> SafeString:
    """The penalties beside their rings."""
    numbers = ((ring.x, drawn.size.cy, ring.label) for ring in drawn.rings if ring.label)
    return format_html_join("", '<text class="wheel__ringno" x="{}" y="{}">{}</text>', numbers)


def _hub(drawn: Wheel) -> SafeString:
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
