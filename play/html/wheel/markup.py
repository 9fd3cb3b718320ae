"""The parts of a battle wheel, each one string: as template loops they cost most of a push.

What stays while the wheel turns stands on lines of its own, so that a push leaves it out. Of a token that moves and of
an arc that turns only one line is new.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.markup import format_html, format_html_join
from play.html.markup.tokens import draw_body, draw_face
from play.html.wheel.drawing import Arc, Face, Ring, Token, Wheel
from play.html.wheel.layout import lay_next_tick, list_next_ticks
from play.html.wheel.size import BAND, FUTURE, HEIGHT, HUB, PAST, RADIUS, STEP, TOP, WIDTH, angle, arc, at, point
from rules.text import Text, isolate_name

LETTER = 0.68
"""The width of a bold letter, by its size."""


def draw_turning(drawn: Wheel) -> SafeString:
    """Draw the wheel without its frame and next ticks, from the title to the tokens: all who see the same share it."""
    return SafeString(
        "\n".join(
            (
                format_html('<title id="w-t">{}</title>', drawn.title),
                format_html('<desc id="w-d">{}</desc>', drawn.description),
                _sectors(),
                _numbers(drawn.now),
                _rings(drawn.rings),
                *map(_arc, drawn.arcs),
                _ring_numbers(drawn.rings),
                _hub(tell(Text("Tick"))),
                f'<text class="wheel__tick" y="{HUB * 0.4:.1f}">{drawn.now}</text>',
                *map(_token, drawn.tokens),
            )
        )
    )


def frame(turning: SafeString, next_ticks: SafeString) -> SafeString:
    """Draw the picture as it stands on the page."""
    return SafeString(
        f'<div class="wheelbox"><svg class="wheel fill" viewBox="{-WIDTH / 2:.0f} {TOP} {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="w-t w-d">\n{turning}\n{next_ticks}\n</svg></div>'
    )


@cache
def _sectors() -> SafeString:
    """Draw the ring of ticks without their numbers. It never changes."""
    low, high = angle(0) - STEP / 2, angle(0) + STEP / 2
    now = f"{arc(RADIUS - BAND, low, high)}L{at(HUB, high)}A{HUB} {HUB} 0 0 0 {at(HUB, low)}Z"
    spokes = "".join(
        f"M{at(HUB, angle(k) + STEP / 2)}L{at(RADIUS - BAND, angle(k) + STEP / 2)}" for k in range(PAST, FUTURE + 1)
    )
    bands = ((_state(k), _band(k)) for k in range(PAST, FUTURE + 1))
    return format_html(
        '<path class="wheel__slice" d="{}"/><path class="wheel__spoke" d="{}"/>{}',
        now, spokes, format_html_join("", '<path class="wheel__band{}" d="{}"/>', bands),
    )  # fmt: skip


def _state(k: int) -> str:
    return " is-past" if k < 0 else " is-now" if k == 0 else ""


def _band(k: int) -> str:
    inner, half = RADIUS - BAND, STEP / 2 - (0.5 if k else -0.6)
    low, high = angle(k) - half, angle(k) + half
    return f"{arc(RADIUS, low, high)}L{at(inner, high)}A{inner} {inner} 0 0 0 {at(inner, low)}Z"


@lru_cache(maxsize=256)
def _numbers(now: int) -> SafeString:
    """Draw the ticks in the ring."""
    places = ((_state(k), now + k, *point(RADIUS - BAND / 2, angle(k))) for k in range(PAST, FUTURE + 1))
    told = ((state, f"{x:.1f}", f"{y + 0.5:.1f}", tick) for state, tick, x, y in places if tick >= 0)
    return format_html_join("", '<text class="wheel__no{}" x="{}" y="{}">{}</text>', told)


def _rings(rings: Sequence[Ring]) -> SafeString:
    """Draw the circle of each DV penalty."""
    return format_html_join("", '<circle class="wheel__ring" r="{}"/>', ((ring.r,) for ring in rings))


def _ring_numbers(rings: Sequence[Ring]) -> SafeString:
    """Draw the penalties beside their rings; every second one only where there is room."""
    numbers = ((" is-wide" if ring.minor else "", ring.x, ring.label) for ring in rings if ring.label)
    return format_html_join("", '<text class="wheel__ringno{}" x="{}">{}</text>', numbers)


def _arc(arc: Arc) -> SafeString:
    """Draw the time between two actions, with the line to its token."""
    return format_html(
        '<g id="arc-{}" class="wheel__time wheel__time--{}" transform="rotate({})">\n'
        '<path class="wheel__lead" d="{}"/><path class="wheel__arc" stroke-width="{}" d="{}"/></g>',
        arc.id, arc.side, arc.turn, arc.lead, arc.width, arc.path,
    )  # fmt: skip


@cache
def _hub(word: str) -> SafeString:
    """Draw the double circle in the middle."""
    circles = '<circle class="wheel__hub" r="{}"/><circle class="wheel__hub2" r="{}"/>'
    return format_html(f'{circles}<text class="wheel__word" y="{{}}">{{}}</text>', HUB - 4, HUB - 8, -HUB * 0.4, word)


def _token(token: Token) -> SafeString:
    """Draw a token. It keeps its id and moves by its transform."""
    pattern = '<g id="tok-{}" class="tok{}" transform="translate({} {})">\n{}</g>'
    return format_html(pattern, token.id, " is-wide" if token.past else "", token.x, token.y, _face(token.face))


@lru_cache(maxsize=2048)
def _face(face: Face) -> SafeString:
    """Draw what a token looks like, with its name. A narrow page may have a shorter one."""
    body = draw_body(face.r, is_round=face.is_round, acts_now=face.acts_now)
    drawn = draw_face(face.initials, _letter_size(face), face.portrait, face.r, is_round=face.is_round)
    kinds = [("", face.name)] if face.name == face.small else [(" is-wide", face.name), (" is-narrow", face.small)]
    names = (
        (kind + _ANCHORS[name.anchor], name.x, name.y, isolate_name(name.text)) for kind, name in kinds if name.text
    )
    written = format_html_join("\n", '<text class="tok__name{}" x="{}" y="{}">{}</text>', names)
    return format_html('<g class="{}">{}{}</g>\n{}', face.classes, body, drawn, written)


_ANCHORS = {"start": " is-begun", "middle": "", "end": " is-ended"}
"""The stylesheet's classes for a name that begins or ends where it stands."""


def _letter_size(face: Face) -> str:
    """Return a size at which letters stay readable when a crowded tick shrinks its tokens, and stay within them."""
    room = 2 * (face.r - 1) / (LETTER * len(face.initials or "?"))
    return f"{max(8.0, min(max(10.0, face.r * 0.78), room)):.1f}"


def draw_next_ticks(now: int, face: Face, next_ticks: Mapping[int, Sequence[str]]) -> SafeString:
    """Draw where each choice of the one with this face would lead."""
    return SafeString("\n".join(_next_tick(place, says, face) for place, says in list_next_ticks(now, next_ticks)))


@lru_cache(maxsize=1024)
def _next_tick(place: int, says: str, face: Face) -> SafeString:
    next_tick = lay_next_tick(place, says)
    pattern = '<text class="next-tick__what" text-anchor="{}" x="{}" y="{}">{}</text>'
    words: Iterable[tuple[object, ...]] = ((next_tick.anchor, x, y, line) for line, x, y in next_tick.lines)
    return format_html(
        '<g class="next-tick next-tick--{0}" id="next-tick-{0}"><path class="next-tick__path" d="{1}"/>\n'
        '<g class="next-tick__at" transform="translate({2} {3})">{4}</g>\n{5}</g>',
        place, next_tick.path, next_tick.x, next_tick.y, _face(face), format_html_join("\n", pattern, words),
    )  # fmt: skip
