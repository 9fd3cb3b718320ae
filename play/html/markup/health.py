"""Health boxes: a track with its marks, by shape as well as colour, and in words."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.core.language import translate
from play.html.markup import minus
from play.seats.health import health_words
from rules.view import MAGNITUDE, BoxView

BOX = {"small": 15, "large": 30}
UNIT_BOX = {"small": 9, "large": 18}
"""Boxes of a unit are many and have no penalties."""


def health(boxes: Sequence[BoxView], size: str = "small") -> SafeString:
    """Draw health boxes with their marks; large ones carry the penalty below."""
    return _health(tuple((box["mark"], box["penalty"]) for box in boxes), size, get_language())


def changed_health(boxes: Sequence[BoxView], before: Sequence[BoxView]) -> SafeString:
    """Draw small health boxes; those with another mark than before stand out."""
    marks = tuple(box["mark"] for box in before)
    return _health(tuple((box["mark"], box["penalty"]) for box in boxes), "small", get_language(), marks)


@lru_cache(maxsize=4096)
def _health(
    boxes: tuple[tuple[str, str], ...], size: str, _language: str | None, before: tuple[str, ...] = ()
) -> SafeString:
    side = (UNIT_BOX if all(label == MAGNITUDE for _, label in boxes) else BOX)[size]
    drawn, x = draw_boxes(boxes, side, has_words=size == "large", before=before)
    return format_html(
        '<svg class="health health--{0}" width="{1}" height="{2}" viewBox="0 0 {1} {2}" role="img" aria-label="{3}">'
        "{4}</svg>",
        size,
        x,
        side + (17 if size == "large" else 2),
        translate(health_words(boxes)),
        drawn,
    )


@lru_cache(maxsize=4096)
def draw_boxes(
    boxes: tuple[tuple[str, str], ...], side: int, *, has_words: bool = False, before: tuple[str, ...] = ()
) -> tuple[SafeString, int]:
    """Return the boxes of a track in a row, and their width. A gap divides one penalty from the next.

    Boxes whose mark is another than that of `before` have a class of their own.
    """
    x, last, parts = 1, "", []
    new = [mark != was for (mark, _), was in zip(boxes, before, strict=False)] or [False] * len(boxes)
    for (mark, penalty), is_new in zip(boxes, new, strict=False):
        x += 4 * (penalty != last and bool(last))
        last = penalty
        words = _penalty(penalty, x, side) if has_words else SafeString("")
        kind = (f" hb--{mark}" if mark else "") + " is-new" * is_new
        parts.append((kind, x, side, side, _mark(mark, x, side), words))
        x += side + 3
    box = '<rect class="hb{}" x="{}" y="1" width="{}" height="{}" rx="1.5"/>{}{}'
    return format_html_join("", box, parts), x


def _mark(mark: str, x: int, side: int) -> SafeString:
    """Draw a slash, cross or star in one box."""
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
    if penalty == MAGNITUDE:
        return SafeString("")
    return format_html('<text class="hb__pen" x="{}" y="{}">{}</text>', x + side / 2, side + 14, minus(penalty))
