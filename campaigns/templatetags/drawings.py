"""Template tags that draw what a sheet shows: dots, boxes of health, pools, and faces for lists."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.core.faces import Face
from campaigns.core.language import translate
from campaigns.models import Character
from rules.text import Text, join
from rules.view import initials
from rules.wounds import NAMES, SMALL, read_mark

register = template.Library()

STROKES: Mapping[str, str] = {
    "b": "M6 18L18 6",
    "l": "M6 18L18 6M6 6L18 18",
    "a": "M6 18L18 6M6 6L18 18M12 3.5V20.5",
}
"""The shape of each kind of damage: slash, cross, star."""


@register.simple_tag
def face(character: Character) -> SafeString:
    """Return a character's portrait for lists, or its initials."""
    if not character.portrait_name:
        return format_html('<span class="face" aria-hidden="true">{}</span>', initials(character.name))
    picture = '<img class="face" src="{}" width="28" height="28" alt="" loading="lazy">'
    return format_html(picture, character.face_url)


@register.simple_tag
def face_of(face: Face) -> SafeString:
    """Return a subject's portrait for lists, or its initials."""
    if not face.face_url:
        return format_html('<span class="face" aria-hidden="true">{}</span>', initials(face.subject.name))
    picture = '<img class="face" src="{}" width="28" height="28" alt="" loading="lazy">'
    return format_html(picture, face.face_url)


@register.filter
def figure(value: float) -> str:
    """Return a number as SVG wants it, in every language."""
    return f"{value:g}"


@register.simple_tag
def dots(value: int, high: int, training: int = 0) -> SafeString:
    """Draw a rating as dots: `value` of `high` are filled, and those up to `training` are marked as in training."""
    shown = max(value, high, training)
    circles = format_html_join(
        "",
        '<circle class="dot{}" cx="{}" cy="5.5" r="4.5"/>',
        ((" is-on" if n < value else " is-new" if n < training else "", 5.5 + 14 * n) for n in range(shown)),
    )
    words = Text("{n} of {of}", n=value, of=high)
    if training > value:
        words = Text("{n} of {of}, {training} in training", n=value, of=high, training=training)
    width = max(1, 14 * shown - 3)
    return format_html(
        '<svg class="dots" width="{}" height="11" viewBox="0 0 {} 11" role="img" aria-label="{}">{}</svg>',
        width,
        width,
        translate(words),
        circles,
    )


@register.simple_tag
def boxes(track: str, high: int = 0, under: Sequence[str] = ()) -> SafeString:
    """Draw a health track as at least `high` boxes with the books' marks. `under`: the penalty below each box."""
    marks = [read_mark(mark) for mark in track.ljust(high)]
    penalties = [*under, *[""] * (len(marks) - len(under))]
    drawn = format_html_join(
        "",
        '<g transform="translate({} 0)"><rect class="hb {}" x="1" y="1" width="22" height="22" rx="1.5"/>{}{}</g>',
        (
            (27 * place, f"hb--{mark}" if mark else "", _stroke(mark), _penalty(penalties[place]))
            for place, mark in enumerate(marks)
        ),
    )
    return format_html(
        '<svg class="boxes" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}</svg>',
        max(1, 27 * len(marks)),
        24 + 14 * any(under),
        say_boxes(track, high),
        drawn,
    )


@register.simple_tag
def say_boxes(track: str, high: int = 0) -> str:
    """Return a health track of at least `high` boxes in words: "1 lethal of 7 boxes"."""
    marks = [read_mark(mark) for mark in track.ljust(high)]
    kinds = zip(SMALL, NAMES.values(), strict=True)
    counts = [Text("{n} {wounds}", n=marks.count(mark), wounds=wounds) for mark, wounds in kinds if mark in marks]
    return translate(Text("{hurt} of {n} boxes", hurt=join(", ", counts) or Text("unhurt, 0"), n=len(marks)))


@register.simple_tag
def pool(value: int, full: int) -> SafeString:
    """Draw what is left of a pool as a bar, with the numbers in words."""
    filled = f"{max(0.0, min(1.0, value / full)) * 96:.1f}"
    return format_html(
        '<span class="poolbar"><svg class="bar" width="96" height="10" viewBox="0 0 96 10" preserveAspectRatio="none" '
        'aria-hidden="true"><rect class="track" width="96" height="10" rx="1"/>'
        '<rect class="fillbar" width="{}" height="10" rx="1"/>'
        '<rect class="track--line" x=".5" y=".5" width="95" height="9" rx="1"/></svg> <b>{}</b></span>',
        filled,
        translate(Text("{n} of {of}", n=value, of=full)),
    )


def _penalty(words: str) -> SafeString:
    return format_html('<text class="hb__pen" x="12" y="36">{}</text>', words) if words else SafeString("")


def _stroke(mark: str) -> SafeString:
    return format_html('<path class="hm hm--{}" d="{}"/>', mark, STROKES[mark]) if mark else SafeString("")
