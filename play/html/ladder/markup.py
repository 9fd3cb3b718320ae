"""The parts of a ladder and of the range line below it, each one string, as with the wheel."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.ladder.drawing import Ladder, Link, Place, Range, Rung
from play.html.markup import format_html, format_html_join, minus
from play.html.markup.health import draw_boxes
from play.html.markup.tokens import draw_body, draw_face
from play.seats.ladder import LadderRow
from rules.text import Text, isolate_name


def rungs(drawn: Ladder) -> SafeString:
    """Draw the whole ladder: dark ground, axis, who crashed whom, values, fighters."""
    axis, line = drawn.width / 2, round(drawn.crash_y, 1)
    ground = format_html(
        '<rect class="lad__deep" x="0" y="{1}" width="{0}" height="{2}"/>\n'
        '<text class="lad__side" x="{3}" y="20" text-anchor="end">{4}</text>'
        '<text class="lad__side" x="{5}" y="20">{6}</text>'
        '<text class="lad__sub" x="{7}" y="20" text-anchor="middle">{9}</text>\n'
        '<path class="lad__axis" d="M{7} 34V{8}"/>',
        drawn.width, line, round(drawn.height - line, 1), axis - 62, drawn.own, axis + 62, drawn.other, axis,
        round(drawn.height - 8, 1), tell(Text("Initiative")),
    )  # fmt: skip
    crash = format_html(
        '<path class="lad__crash" d="M0 {1}H{0}"/><rect class="lad__word" x="{2}" y="{3}" width="208" height="24"/>'
        '<text class="lad__crashword" x="{4}" y="{5}" text-anchor="middle">{6}</text>',
        drawn.width, line, axis - 104, line - 12, axis, line + 5, tell(Text("Crash, Initiative 0 and below")),
    )  # fmt: skip
    return format_html(
        "{}\n{}\n{}\n{}\n{}", ground, format_html_join("\n", "{}", ((_link(link),) for link in drawn.links)), crash,
        format_html_join("\n", "{}", ((_rung(rung, axis),) for rung in drawn.rungs)),
        format_html_join("\n", "{}", ((_place(place),) for place in drawn.places)),
    )  # fmt: skip


def _link(link: Link) -> SafeString:
    pattern = '<path class="lad__link" id="link-{}" d="{}"/><path class="lad__head" d="{}"/>'
    return format_html(pattern, link.id, link.path, link.head)


def _rung(rung: Rung, axis: float) -> SafeString:
    return format_html(
        '<g transform="translate({} {})">\n'
        '<path class="lad__rung" d="M-62 0H62"/><rect class="lad__pill{2}" x="-21" y="-15" width="42" height="30" '
        'rx="3"/><text class="lad__no{2}" y="1">{3}</text></g>',
        axis, rung.y, " is-now" if rung.is_now else "", minus(rung.value),
    )  # fmt: skip


def _place(place: Place) -> SafeString:
    """Draw a fighter of the ladder. Its token moves by its transform, its words stand outwards."""
    row = place.row
    anchor = "end" if row.own else "start"
    lines = format_html_join(
        "",
        '<text class="lad__sub{}" x="{}" y="{}" text-anchor="{}">{}</text>',
        ((" is-key" if row.acts_now else "", place.text_x, y - place.y, anchor, line) for line, y in place.lines),
    )
    token = _ladder_token(row, place.r)
    return format_html(
        '<g id="lad-{0}" class="lad" transform="translate(0 {1})">\n<g transform="translate({2} 0)">{3}{4}</g>\n'
        '<text class="lad__name" x="{5}" y="-3" text-anchor="{6}">{7}</text>\n{8}{9}{10}\n{11}</g>',
        row.id, place.y, place.x, token, _acted_tick(place), place.text_x, anchor, isolate_name(place.name), lines,
        _ladder_pips(place), _ladder_chip(place), _ladder_health(place),
    )  # fmt: skip


def _ladder_token(row: LadderRow, r: float) -> SafeString:
    return format_html(
        '<g class="tok--{}{}">{}{}</g>',
        row.side, " tok--extra" if row.extra else "", draw_body(r, is_round=row.own, acts_now=row.acts_now),
        draw_face(row.initials, f"{max(10.0, r * 0.78):.1f}", row.portrait, r, is_round=row.own, ranks=row.ranks),
    )  # fmt: skip


def _acted_tick(place: Place) -> SafeString:
    if not place.row.has_acted:
        return SafeString("")
    pattern = (
        '<g transform="translate({} -16)"><circle class="lad__tick" r="8"/>'
        '<path class="lad__done" d="M-3.5 0l2.5 3 4.5-6"/></g>'
    )
    return format_html(pattern, 14 * place.out)


def _ladder_pips(place: Place) -> SafeString:
    """Draw the turns in Crash, with their number in words."""
    if place.pips_y is None:
        return SafeString("")
    y, row = place.pips_y - place.y, place.row
    x = place.text_x + 6 * place.out
    dots = ((x + 14 * place.out * i, y - 4, " is-on" if on else "") for i, on in enumerate(row.pips))
    return format_html(
        '{}<text class="lad__sub" x="{}" y="{}" text-anchor="{}">{}</text>',
        format_html_join("", '<circle class="lad__pip{2}" cx="{0}" cy="{1}" r="5"/>', dots),
        x + 42 * place.out, y, "end" if row.own else "start",
        tell(Text("turn {n} of {of}", n=row.turns, of=len(row.pips)) if row.turns else Text("just now")),
    )  # fmt: skip


def _ladder_chip(place: Place) -> SafeString:
    """Draw that it may be struck decisively: a mark and the word."""
    if place.chip_y is None:
        return SafeString("")
    y, x, out = place.chip_y - place.y, place.text_x, place.out
    return format_html(
        '<path class="lad__chip" d="M{} {}l5 -5l5 5l-5 5z"/>'
        '<text class="lad__sub is-key" x="{}" y="{}" text-anchor="{}">{}</text>',
        x if out > 0 else x - 10, y - 4, x + 15 * out, y, "end" if place.row.own else "start", place.row.chip,
    )  # fmt: skip


def _ladder_health(place: Place) -> SafeString:
    """Draw health, and under it Evasion and Parry, at the outer edge."""
    row = place.row
    boxes, width = draw_boxes(tuple((box["mark"], box["penalty"]) for box in row.health), 9)
    x = place.edge_x if row.own else place.edge_x - width
    anchor = "start" if row.own else "end"
    drawn = format_html('<g transform="translate({} -15)">{}</g>', x, boxes) if row.health else SafeString("")
    pattern = '{}\n<text class="lad__sub" x="{}" y="14" text-anchor="{}">{}</text>'
    return format_html(pattern, drawn, place.edge_x, anchor, row.figures) if row.figures else drawn


def pips(row: LadderRow) -> SafeString:
    """Draw the turns in Crash as dots and words, for lists."""
    dots = ((7 + 14 * i, " is-on" if on else "") for i, on in enumerate(row.pips))
    drawn = format_html_join("", '<circle class="lad__pip{1}" cx="{0}" cy="7" r="5"/>', dots)
    words = Text("newly in Crash")
    if row.turns:
        words = Text("turn {n} of {of} in Crash", n=row.turns, of=len(row.pips))
    return format_html('<svg class="inl" width="44" height="14" aria-hidden="true">{}</svg>{}', drawn, tell(words))


def bands(drawn: Range) -> SafeString:
    """Draw the range line: own side above, others below, the name of each band under its stop."""
    line = format_html('<path class="field__line" d="M{} {}H{}"/>', drawn.bands[0].x, drawn.line_y, drawn.bands[-1].x)
    stops = (
        (
            "here" if band.is_here else "stop", band.x, drawn.line_y,
            _stack(band.own, band.more_own, band.x, drawn.line_y - 26, -32),
            _stack(band.other, band.more_other, band.x, drawn.line_y + 26, 32),
            " is-here" if band.is_here else "",
            drawn.height - (5 if band.is_low or not _is_close(drawn) else 21), band.name,
        )
        for band in drawn.bands
    )  # fmt: skip
    rough = ((start, drawn.line_y, end) for start, end in drawn.rough)
    ground = format_html_join("", '<path class="field__rough" d="M{} {}H{}"/>', rough)
    return format_html("{}{}\n{}", line, ground, format_html_join("\n", BAND, stops))


def _is_close(drawn: Range) -> bool:
    return any(band.is_low for band in drawn.bands)


BAND = (
    '<circle class="field__{0}" cx="{1}" cy="{2}" r="6"/>{3}{4}<text class="field__band{5}" x="{1}" y="{6}">{7}</text>'
)


def _stack(rows: Sequence[LadderRow], more: int, x: float, y: float, step: int) -> SafeString:
    tokens = ((x, y + step * i, _ladder_token(row, 13)) for i, row in enumerate(rows))
    drawn = format_html_join("", '\n<g transform="translate({} {})">\n{}</g>', tokens)
    if not more:
        return drawn
    return format_html('{}<text class="field__band" x="{}" y="{}">+{}</text>', drawn, x, y + step * len(rows) + 4, more)
