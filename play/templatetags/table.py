"""Small pictures that templates draw by the dozen: health boxes, bars, dice, chips, sums, icons.

Each is one string built from numbers and escaped text, because an include for every box would be slow.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.phrases import tell
from play.ladder import Ladder, LadderRow, Link, Place, Range, Rung
from play.markup import format_html, format_html_join
from rules.view import BoxView, CombatantView, StatView, TrackView

register = template.Library()

MARKS = {"b": "bashing", "l": "lethal", "a": "aggravated"}
BOX = {"small": 15, "large": 30}


@register.simple_tag
def icon(name: str) -> SafeString:
    """A symbol of the page's sprite (play/_icons.html), for the eye only."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


@register.filter
def minus(value: object) -> str:
    """A figure with a true minus sign."""
    return str(value).replace("-", "−")


@register.filter
def words(key: str) -> str:
    """A key of the rules as people read it."""
    return key.replace("_", " ")


@register.simple_tag
def health(boxes: Sequence[BoxView], size: str = "small") -> SafeString:
    """Health boxes with their marks; large ones carry the penalty below."""
    return _health(tuple((box["mark"], box["penalty"]) for box in boxes), size, get_language())


@lru_cache(maxsize=4096)
def _health(boxes: tuple[tuple[str, str], ...], size: str, _language: str | None) -> SafeString:
    side = BOX[size]
    drawn, x = _boxes(boxes, side, has_words=size == "large")
    return format_html(
        '<svg class="health health--{0}" width="{1}" height="{2}" viewBox="0 0 {1} {2}" role="img" aria-label="{3}">'
        "{4}</svg>",
        size, x, side + (17 if size == "large" else 2), tell(health_words(boxes)), drawn,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _boxes(boxes: tuple[tuple[str, str], ...], side: int, *, has_words: bool = False) -> tuple[SafeString, int]:
    """The boxes of a track in a row, and how wide that is; a gap parts one penalty from the next."""
    x, last, parts = 1, "", []
    for mark, penalty in boxes:
        x += 4 * (penalty != last and bool(last))
        last = penalty
        words = _penalty(penalty, x, side) if has_words else SafeString("")
        parts.append((f" hb--{mark}" if mark else "", x, side, side, _mark(mark, x, side), words))
        x += side + 3
    box = '<rect class="hb{}" x="{}" y="1" width="{}" height="{}" rx="1.5"/>{}{}'
    return format_html_join("", box, parts), x


def _mark(mark: str, x: int, side: int) -> SafeString:
    """Slash, cross or star in one box."""
    if not mark:
        return SafeString("")
    low, high, reach = side * 0.24, side * 0.76, side * 0.36
    path = f"M{x + low:.1f} {1 + high:.1f}L{x + high:.1f} {1 + low:.1f}"
    if mark in "la":
        path += f"M{x + low:.1f} {1 + low:.1f}L{x + high:.1f} {1 + high:.1f}"
    if mark == "a":
        across, down = x + side / 2, 1 + side / 2
        path += f"M{across} {down - reach:.1f}v{2 * reach:.1f}M{across - reach:.1f} {down}h{2 * reach:.1f}"
    return format_html('<path class="hm hm--{}" d="{}"/>', mark, path)


def _penalty(penalty: str, x: int, side: int) -> SafeString:
    return format_html('<text class="hb__pen" x="{}" y="{}">{}</text>', x + side / 2, side + 14, minus(penalty))


def health_words(boxes: Iterable[tuple[str, str]]) -> str:
    """The track in words: "Health: 1 lethal, 2 bashing of 7 boxes, penalty −1"."""
    shown = list(boxes)
    counts = [(sum(mark == key for mark, _ in shown), word) for key, word in reversed(MARKS.items())]
    hurt = ", ".join(f"{count} {word}" for count, word in counts if count)
    marked = [penalty for mark, penalty in shown if mark]
    penalty = f", penalty {minus(marked[-1])}" if marked else ""
    return f"Health: {hurt or 'unhurt'} of {len(shown)} boxes{penalty}"


@register.simple_tag
def bar(share: float, label: str, width: int = 96, height: int = 8, tone: str = "") -> SafeString:
    """A filled bar; `share` from 0 to 1, `tone` is other, ink or empty for one's own colour."""
    filled = f"{max(0.0, min(1.0, share)) * width:.1f}"
    return format_html(
        '<svg class="bar" width="{0}" height="{1}" viewBox="0 0 {0} {1}" preserveAspectRatio="none" role="img" '
        'aria-label="{2}"><rect class="track" width="{0}" height="{1}" rx="1"/>'
        '<rect class="fillbar{3}" width="{4}" height="{1}" rx="1"/>'
        '<rect class="track--line" x=".5" y=".5" width="{5}" height="{6}" rx="1"/></svg>',
        width, height, label, f" fillbar--{tone}" if tone else "", filled, width - 1, height - 1,
    )  # fmt: skip


@lru_cache(maxsize=64)
def dots(rating: int) -> SafeString:
    """A rating as dots, five at least, from the page's sprite."""
    width = 12 * max(5, rating)
    return format_html(
        '<svg class="dots" width="{0}" height="12" viewBox="0 0 {0} 12" role="img" aria-label="{1}">'
        '<use href="#dots-{1}"/></svg>',
        width, rating,
    )  # fmt: skip


@register.simple_tag
def dot_symbols() -> SafeString:
    """The sprite's symbols for `dots`: ratings from 0 to 10."""
    return format_html_join("", '<symbol id="dots-{}">{}</symbol>', ((n, _dot_row(n)) for n in range(11)))


def _dot_row(rating: int) -> SafeString:
    places = ((" is-on" if i < rating else "", 6 + 12 * i) for i in range(max(5, rating)))
    return format_html_join("", '<circle class="dot{}" cx="{}" cy="6" r="4.5"/>', places)


@register.simple_tag
def track(data: TrackView, width: int = 130) -> SafeString:
    """A pool that is spent and refilled: bar and figures."""
    words = tell(f"{data['current']} of {data['maximum']} {data['label']}")
    drawn = bar(data["current"] / max(data["maximum"], 1), words, width, 10)
    figures = format_html('{}<span class="q"> {} {}</span>', data["current"], tell("of"), data["maximum"])
    return format_html('{}<span class="num" aria-hidden="true">{}</span>', drawn, figures)


@register.simple_tag
def figures(stats: Sequence[StatView], prefix: str) -> SafeString:
    """The figures of a combatant, each under its name; one that has a derivation opens to it."""
    drawn = format_html_join("", "{}", ((_figure(stat, prefix, i),) for i, stat in enumerate(stats, start=1)))
    return format_html('<div class="me__nums">{}</div>', drawn)


LONG = 6
"""Letters of a figure that is a word and takes a line of its own."""


def _figure(stat: StatView, prefix: str, place: int) -> SafeString:
    label, value = stat["label"], minus(stat["value"])
    if stat.get("steps"):
        return format_html(
            '<details class="figure" id="{0}-{1}" name="{0}"><summary><span class="figure__of"><span class="vh">{5} '
            '</span>{2}</span> <b>{3}<span class="vh">?</span></b></summary>{4}</details>',
            prefix, place, label, value, sums(stat["steps"], label), tell("Why"),
        )  # fmt: skip
    kind = " figure--word" if len(value) > LONG else ""
    return format_html('<p class="figure{}"><span class="figure__of">{}</span> <b>{}</b></p>', kind, label, value)


@register.simple_tag
def pools(tracks: Sequence[TrackView], width: int = 130) -> SafeString:
    """Every pool of a combatant."""
    pairs = ((data["label"], track(data, width)) for data in tracks)
    drawn = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", pairs)
    return format_html('<dl class="pools">{}</dl>', drawn)


@lru_cache(maxsize=512)
def draw_body(size: float, *, is_round: bool, acts_now: bool) -> SafeString:
    """Circle for one's own side, square for the other; a halo for those who act now."""
    shapes = [("tok__body", size)] if not acts_now else [("tok__halo", size + 4), ("tok__body", size)]
    if is_round:
        return format_html_join("", '<circle class="{}" r="{}"/>', ((kind, f"{r:.1f}") for kind, r in shapes))
    grown = [(kind, size * 0.92 + (4 if kind == "tok__halo" else 0)) for kind, _ in shapes]
    square = '<rect class="{0}" x="-{1}" y="-{1}" width="{2}" height="{2}" rx="3.2"/>'
    return format_html_join("", square, ((kind, f"{half:.1f}", f"{2 * half:.1f}") for kind, half in grown))


RIM, LEAST_RIM = 0.18, 2.2
"""What a portrait leaves free of its token, so that the side's colour stays in sight: of its size, and at least."""


def draw_face(initials: str, font_size: str, portrait: str, r: float, *, is_round: bool) -> SafeString:
    """The initials of a token, and over them its portrait: where no picture comes, they stand there."""
    written = format_html('<text class="tok__ini" font-size="{}" y=".5">{}</text>', font_size, initials)
    if not portrait:
        return written
    half = (r if is_round else r * 0.92) - max(LEAST_RIM, r * RIM)
    image = '{0}<image class="tok__face{1}" href="{2}" x="-{3}" y="-{3}" width="{4}" height="{4}"/>'
    square = "" if is_round else " tok__face--square"
    return format_html(image, written, square, portrait, f"{half:.1f}", f"{2 * half:.1f}")


@register.simple_tag
def rungs(drawn: Ladder) -> SafeString:
    """The whole ladder: sunk ground, axis, who crashed whom, values, fighters."""
    axis, line = drawn.width / 2, round(drawn.crash_y, 1)
    ground = format_html(
        '<rect class="lad__deep" x="0" y="{1}" width="{0}" height="{2}"/>'
        '<text class="lad__side" x="{3}" y="20" text-anchor="end">{4}</text>'
        '<text class="lad__side" x="{5}" y="20">{6}</text>'
        '<text class="lad__sub" x="{7}" y="20" text-anchor="middle">{9}</text>'
        '<path class="lad__axis" d="M{7} 34V{8}"/>',
        drawn.width, line, round(drawn.height - line, 1), axis - 62, drawn.own, axis + 62, drawn.other, axis,
        round(drawn.height - 8, 1), tell("Initiative"),
    )  # fmt: skip
    crash = format_html(
        '<path class="lad__crash" d="M0 {1}H{0}"/><rect class="lad__word" x="{2}" y="{3}" width="208" height="24"/>'
        '<text class="lad__crashword" x="{4}" y="{5}" text-anchor="middle">{6}</text>',
        drawn.width, line, axis - 104, line - 12, axis, line + 5, tell("Crash, Initiative 0 and below"),
    )  # fmt: skip
    return format_html(
        "{}{}{}{}{}", ground, format_html_join("", "{}", ((_link(link),) for link in drawn.links)), crash,
        format_html_join("", "{}", ((_rung(rung, axis),) for rung in drawn.rungs)),
        format_html_join("\n", "{}", ((_place(place),) for place in drawn.places)),
    )  # fmt: skip


def _link(link: Link) -> SafeString:
    pattern = '<path class="lad__link" id="link-{}" d="{}"/><path class="lad__head" d="{}"/>'
    return format_html(pattern, link.id, link.path, link.head)


def _rung(rung: Rung, axis: float) -> SafeString:
    return format_html(
        '<path class="lad__rung" d="M{0} {1}H{2}"/><rect class="lad__pill{3}" x="{4}" y="{5}" width="42" height="30" '
        'rx="3"/><text class="lad__no{3}" x="{6}" y="{7}">{8}</text>',
        axis - 62, rung.y, axis + 62, " is-now" if rung.is_now else "", axis - 21, rung.y - 15, axis, rung.y + 1,
        minus(rung.value),
    )  # fmt: skip


def _place(place: Place) -> SafeString:
    """A fighter of the ladder: its token moves by its transform, its words stand outwards."""
    row = place.row
    anchor = "end" if row.own else "start"
    lines = format_html_join(
        "",
        '<text class="lad__sub{}" x="{}" y="{}" text-anchor="{}">{}</text>',
        ((" is-key" if row.acts_now else "", place.text_x, y - place.y, anchor, line) for line, y in place.lines),
    )
    token = _ladder_token(row, place.r)
    return format_html(
        '<g id="lad-{0}" class="lad" transform="translate(0 {1})"><g transform="translate({2} 0)">{3}{4}</g>'
        '<text class="lad__name" x="{5}" y="-3" text-anchor="{6}">{7}</text>{8}{9}{10}</g>',
        row.id, place.y, place.x, token, _acted_tick(place), place.text_x, anchor, place.name, lines,
        _ladder_pips(place), _ladder_health(place),
    )  # fmt: skip


def _ladder_token(row: LadderRow, r: float) -> SafeString:
    return format_html(
        '<g class="tok--{}{}">{}{}</g>',
        row.side, " tok--extra" if row.extra else "", draw_body(r, is_round=row.own, acts_now=row.acts_now),
        draw_face(row.initials, f"{max(10.0, r * 0.78):.1f}", row.portrait, r, is_round=row.own),
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
    """The turns in Crash, and their number in words."""
    if place.pips_y is None:
        return SafeString("")
    y, row = place.pips_y - place.y, place.row
    x = place.text_x + 6 * place.out
    dots = ((x + 14 * place.out * i, y - 4, " is-on" if on else "") for i, on in enumerate(row.pips))
    return format_html(
        '{}<text class="lad__sub" x="{}" y="{}" text-anchor="{}">{}</text>',
        format_html_join("", '<circle class="pip{2}" cx="{0}" cy="{1}" r="5"/>', dots),
        x + 42 * place.out, y, "end" if row.own else "start",
        tell(f"turn {row.turns} of {len(row.pips)}" if row.turns else "just now"),
    )  # fmt: skip


def _ladder_health(place: Place) -> SafeString:
    """Health, and under it Evasion and Parry, at the outer edge."""
    row = place.row
    boxes, width = _boxes(tuple((box["mark"], box["penalty"]) for box in row.health), 9)
    x = place.edge_x if row.own else place.edge_x - width
    anchor = "start" if row.own else "end"
    drawn = format_html('<g transform="translate({} -15)">{}</g>', x, boxes) if row.health else SafeString("")
    pattern = '{}<text class="lad__sub" x="{}" y="14" text-anchor="{}">{}</text>'
    return format_html(pattern, drawn, place.edge_x, anchor, row.figures) if row.figures else drawn


@register.simple_tag
def pips(row: LadderRow) -> SafeString:
    """The turns in Crash as dots and words, for lists."""
    dots = ((7 + 14 * i, " is-on" if on else "") for i, on in enumerate(row.pips))
    drawn = format_html_join("", '<circle class="pip{1}" cx="{0}" cy="7" r="5"/>', dots)
    words = tell(f"turn {row.turns} of {len(row.pips)} in Crash" if row.turns else "just now in Crash")
    return format_html('<svg class="inl" width="44" height="14" aria-hidden="true">{}</svg>{}', drawn, words)


@register.simple_tag
def bands(drawn: Range) -> SafeString:
    """The range line: one's own above, the others below, the name of each band under its stop."""
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
    return format_html("{}{}", line, format_html_join("", BAND, stops))


def _is_close(drawn: Range) -> bool:
    return any(band.is_low for band in drawn.bands)


BAND = (
    '<circle class="field__{0}" cx="{1}" cy="{2}" r="6"/>{3}{4}<text class="field__band{5}" x="{1}" y="{6}">{7}</text>'
)


def _stack(rows: Sequence[LadderRow], more: int, x: float, y: float, step: int) -> SafeString:
    tokens = ((x, y + step * i, _ladder_token(row, 13)) for i, row in enumerate(rows))
    drawn = format_html_join("", '<g transform="translate({} {})">{}</g>', tokens)
    if not more:
        return drawn
    return format_html('{}<text class="field__band" x="{}" y="{}">+{}</text>', drawn, x, y + step * len(rows) + 4, more)


@register.simple_tag
def chip(fighter: CombatantView, size: int = 34) -> SafeString:
    """The round, square or broken token of a combatant, as it stands in lists."""
    side = "hid" if fighter["hidden"] else "own" if fighter["own"] else "other"
    return _chip(fighter["initials"], side, fighter["own"], fighter["extra"], size, fighter.get("portrait", ""))


@lru_cache(maxsize=4096)
def _chip(initials: str, side: str, is_round: bool, is_extra: bool, size: int, portrait: str) -> SafeString:
    r = 15 * (0.88 if is_extra else 1)
    half, edge = f"{-r * 0.92:.1f}", f"{r * 1.84:.1f}"
    square = '<rect class="tok__body" x="{0}" y="{0}" width="{1}" height="{1}" rx="2.4"/>'
    body = format_html('<circle class="tok__body" r="{}"/>', r) if is_round else format_html(square, half, edge)
    return format_html(
        '<svg class="chip" width="{0}" height="{0}" viewBox="-17 -17 34 34" aria-hidden="true">'
        '<g class="tok--{1}{2}">{3}{4}</g></svg>',
        size, side, " tok--extra" if is_extra else "", body,
        draw_face(initials, f"{r * 0.78:.1f}", portrait, r, is_round=is_round),
    )  # fmt: skip


@register.simple_tag
def dice(thrown: Sequence[Mapping[str, Any]]) -> SafeString:
    """A throw: every die with what it counted for, by shape as well as colour; one label for all."""
    return _dice(tuple((d["face"], d["worth"], d["why"], d.get("origin", "pool")) for d in thrown), get_language())


@lru_cache(maxsize=4096)
def _dice(thrown: tuple[tuple[int, int, str, str], ...], _language: str | None) -> SafeString:
    faces = format_html_join(
        "",
        '<span class="die die--{}{}">{}</span>',
        ((why, "" if origin == "pool" else " is-again", face) for face, _, why, origin in thrown),
    )
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', tell(dice_words(thrown)), faces)


def dice_words(thrown: Sequence[tuple[int, int, str, str]]) -> str:
    """The throw in words: "5 dice: 10, 9, 4, 2, 1. 3 successes."."""
    worth = sum(die[1] for die in thrown if die[2] != "reroll")
    faces = ", ".join(str(die[0]) for die in thrown)
    noun = "die" if len(thrown) == 1 else "dice"
    return f"{len(thrown)} {noun}: {faces}. {minus(worth)} success{'' if worth == 1 else 'es'}."


SUM_ROW = '<tr class="{}"><th scope="row">{}{}</th><td>{}</td><td>{}</td></tr>'


@register.simple_tag
def sums(steps: Sequence[Mapping[str, Any]], title: str = "") -> SafeString:
    """A derivation: every step, the empty ones kept, the rule id in the margin, and the total under `title`."""
    rows = [row for step in steps for row in _sum_rows(step)]
    if title and steps:
        rows.append(("is-total", title, SafeString(""), minus(steps[-1]["after"]), ""))
    return format_html('<table class="sum"><tbody>{}</tbody></table>', format_html_join("", SUM_ROW, rows))


def _sum_rows(step: Mapping[str, Any]) -> Iterable[tuple[str, str, SafeString, str, str]]:
    terms, note = step["terms"], _note(step.get("note", ""))
    if len(terms) == 1:
        yield "", terms[0]["name"], note, minus(f"{terms[0]['amount']:+d}"), terms[0]["rule"] or step["rule"]
        return
    yield "is-step" if terms else "is-nil", step["name"], note, minus(step["after"]), step["rule"]
    for term in terms:
        yield "is-term", term["name"], SafeString(""), minus(f"{term['amount']:+d}"), term["rule"]


def _note(note: str) -> SafeString:
    return format_html(' <span class="q">{}</span>', note) if note else SafeString("")
