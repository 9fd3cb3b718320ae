"""Small pictures that templates draw by the dozen: health boxes, bars, dice, chips, sums, icons.

Each is one string built from numbers and escaped text, because an include for every box would be slow.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from play.wheel import Token, Wheel
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
    return _health(tuple((box["mark"], box["penalty"]) for box in boxes), size)


@lru_cache(maxsize=4096)
def _health(boxes: tuple[tuple[str, str], ...], size: str) -> SafeString:
    side, x, last, parts = BOX[size], 1, "", []
    for mark, penalty in boxes:
        x += 4 * (penalty != last and bool(last))
        last = penalty
        parts.append((f" hb--{mark}" if mark else "", x, side, side, _mark(mark, x, side), _penalty(penalty, x, size)))
        x += side + 3
    box = '<rect class="hb{}" x="{}" y="1" width="{}" height="{}" rx="1.5"/>{}{}'
    return format_html(
        '<svg class="health health--{0}" width="{1}" height="{2}" viewBox="0 0 {1} {2}" role="img" aria-label="{3}">'
        "{4}</svg>",
        size, x, side + (17 if size == "large" else 2), health_words(boxes), format_html_join("", box, parts),
    )  # fmt: skip


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


def _penalty(penalty: str, x: int, size: str) -> SafeString:
    if size != "large":
        return SafeString("")
    side = BOX[size]
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
        '<svg class="bar" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">'
        '<rect class="track" width="{0}" height="{1}" rx="1"/>'
        '<rect class="fillbar{3}" width="{4}" height="{1}" rx="1"/>'
        '<rect class="track--line" x=".5" y=".5" width="{5}" height="{6}" rx="1"/></svg>',
        width, height, label, f" fillbar--{tone}" if tone else "", filled, width - 1, height - 1,
    )  # fmt: skip


@register.simple_tag
def track(data: TrackView, width: int = 130) -> SafeString:
    """A pool that is spent and refilled: bar and figures."""
    words = f"{data['current']} of {data['maximum']} {data['label']}"
    drawn = bar(data["current"] / max(data["maximum"], 1), words, width, 10)
    figures = format_html('{}<span class="q"> of {}</span>', data["current"], data["maximum"])
    return format_html('{}<span class="num" aria-hidden="true">{}</span>', drawn, figures)


@register.simple_tag
def figures(stats: Sequence[StatView]) -> SafeString:
    """The figures of a combatant, each under its name."""
    pairs = ((stat["label"], minus(stat["value"])) for stat in stats)
    drawn = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", pairs)
    return format_html('<dl class="me__nums">{}</dl>', drawn)


@register.simple_tag
def pools(tracks: Sequence[TrackView], width: int = 130) -> SafeString:
    """Every pool of a combatant."""
    pairs = ((data["label"], track(data, width)) for data in tracks)
    drawn = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", pairs)
    return format_html('<dl class="pools">{}</dl>', drawn)


@register.simple_tag
def tokens(drawn: Wheel) -> SafeString:
    """The tokens of a wheel; each keeps its id and moves by its transform."""
    pattern = '<g id="tok-{}-{}" class="tok" transform="translate({} {})"><g class="{}">{}{}</g>{}</g>\n'
    return format_html_join(
        "",
        pattern,
        (
            (
                drawn.size.key, token.id, token.x, token.y, token.classes, _token_body(token),
                format_html('<text class="tok__ini" font-size="{}" y=".5">{}</text>', token.ini_size, token.initials),
                format_html('<text class="tok__name" y="{}">{}</text>', token.name_y, token.name) if token.name else "",
            )
            for token in drawn.tokens
        ),
    )  # fmt: skip


def _token_body(token: Token) -> SafeString:
    """Circle for one's own side, square for the other; a halo for those who act now."""
    shapes = [("tok__body", token.r)] if not token.acts_now else [("tok__halo", token.r + 4), ("tok__body", token.r)]
    if token.is_round:
        return format_html_join("", '<circle class="{}" r="{}"/>', ((kind, f"{r:.1f}") for kind, r in shapes))
    grown = [(kind, token.r * 0.92 + (4 if kind == "tok__halo" else 0)) for kind, _ in shapes]
    square = '<rect class="{0}" x="-{1}" y="-{1}" width="{2}" height="{2}" rx="3.2"/>'
    return format_html_join("", square, ((kind, f"{half:.1f}", f"{2 * half:.1f}") for kind, half in grown))


@register.simple_tag
def chip(fighter: CombatantView, size: int = 34) -> SafeString:
    """The round, square or broken token of a combatant, as it stands in lists."""
    side = "hid" if fighter["hidden"] else "own" if fighter["own"] else "other"
    return _chip(fighter["initials"], side, fighter["own"], fighter["extra"], size)


@lru_cache(maxsize=4096)
def _chip(initials: str, side: str, is_round: bool, is_extra: bool, size: int) -> SafeString:
    r = 15 * (0.88 if is_extra else 1)
    half, edge = f"{-r * 0.92:.1f}", f"{r * 1.84:.1f}"
    square = '<rect class="tok__body" x="{0}" y="{0}" width="{1}" height="{1}" rx="2.4"/>'
    body = format_html('<circle class="tok__body" r="{}"/>', r) if is_round else format_html(square, half, edge)
    return format_html(
        '<svg class="chip" width="{0}" height="{0}" viewBox="-17 -17 34 34" aria-hidden="true">'
        '<g class="tok--{1}{2}">{3}<text class="tok__ini" font-size="{4}" y=".5">{5}</text></g></svg>',
        size, side, " tok--extra" if is_extra else "", body, f"{r * 0.78:.1f}", initials,
    )  # fmt: skip


@register.simple_tag
def dice(thrown: Sequence[Mapping[str, Any]]) -> SafeString:
    """A throw: every die with what it counted for, by shape as well as colour; one label for all."""
    return _dice(tuple((die["face"], die["worth"], die["why"], die.get("origin", "pool")) for die in thrown))


@lru_cache(maxsize=4096)
def _dice(thrown: tuple[tuple[int, int, str, str], ...]) -> SafeString:
    faces = format_html_join(
        "",
        '<span class="die die--{}{}">{}</span>',
        ((why, "" if origin == "pool" else " is-again", face) for face, _, why, origin in thrown),
    )
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', dice_words(thrown), faces)


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
