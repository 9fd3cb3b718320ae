"""Tokens of combatants: a round or square body in the colour of its side, with initials or a portrait."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.view import CombatantView

FIGURES = 4
"""The figures in one rank of a unit."""
FIGURE = (
    "M{x:.1f} {y:.1f}a{h:.2f} {h:.2f} 0 1 0 {w:.2f} 0a{h:.2f} {h:.2f} 0 1 0 -{w:.2f} 0z"
    "m-{h:.2f} {s:.2f}q0 -{h:.2f} {w:.2f} -{h:.2f}t{w:.2f} {h:.2f}z"
)
"""One figure: a head at x and y, and its shoulders."""
RIM, LEAST_RIM = 0.18, 2.2
"""The part of a token that a portrait leaves free, so that the side's colour shows: of its size, and at least."""


def draw_face(
    initials: str, font_size: str, portrait: str, r: float, *, is_round: bool, ranks: int | None = None
) -> SafeString:
    """Draw the initials of a token, or the ranks of a unit, and over them its portrait: if the picture does not load,
    they show.
    """
    written = format_html('<text class="tok__ini" font-size="{}" y=".5">{}</text>', font_size, initials)
    if ranks is not None:
        written = draw_ranks(ranks, r)
    if not portrait:
        return written
    half = (r if is_round else r * 0.92) - max(LEAST_RIM, r * RIM)
    image = '{0}<image class="tok__face{1}" href="{2}" x="-{3}" y="-{3}" width="{4}" height="{4}"/>'
    square = "" if is_round else " tok__face--square"
    return format_html(image, written, square, portrait, f"{half:.1f}", f"{2 * half:.1f}")


@lru_cache(maxsize=256)
def draw_ranks(ranks: int, r: float) -> SafeString:
    """Draw a unit within a token of this radius: its ranks one behind another, a pair of figures where it has none."""
    rows, across = max(1, ranks), FIGURES if ranks else 2
    step = min(1.24 * r / rows, 0.5 * r)
    head = min(step * 0.24, r * 0.1)
    figures = [
        (r * 0.33 * (place - (across - 1) / 2), step * (row - (rows - 1) / 2))
        for row in range(rows)
        for place in range(across)
    ]
    path = "".join(FIGURE.format(x=x - head, y=y - head * 0.6, h=head, w=2 * head, s=head * 2.6) for x, y in figures)
    return format_html('<path class="tok__ranks" d="{}"/>', path)


def chip(fighter: CombatantView, size: int = 34) -> SafeString:
    """Draw the round, square or broken token of a combatant, as it stands in lists."""
    side = "hid" if fighter["hidden"] else "own" if fighter["own"] else "other"
    portrait, ranks = fighter.get("portrait", ""), fighter.get("ranks")
    return _chip(fighter["initials"], side, fighter["own"], fighter["extra"], size, portrait, ranks)


@lru_cache(maxsize=4096)
def _chip(
    initials: str, side: str, is_round: bool, is_extra: bool, size: int, portrait: str, ranks: int | None = None
) -> SafeString:
    r = 15 * (0.88 if is_extra else 1)
    half, edge = f"{-r * 0.92:.1f}", f"{r * 1.84:.1f}"
    square = '<rect class="tok__body" x="{0}" y="{0}" width="{1}" height="{1}" rx="2.4"/>'
    body = format_html('<circle class="tok__body" r="{}"/>', r) if is_round else format_html(square, half, edge)
    return format_html(
        '<svg class="chip" width="{0}" height="{0}" viewBox="-17 -17 34 34" aria-hidden="true">'
        '<g class="tok--{1}{2}">{3}{4}</g></svg>',
        size,
        side,
        " tok--extra" if is_extra else "",
        body,
        draw_face(initials, f"{r * 0.78:.1f}", portrait, r, is_round=is_round, ranks=ranks),
    )
