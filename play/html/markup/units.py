"""The ranks of a unit: a row for each Magnitude, thinned by damage, and in words."""

from functools import lru_cache

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.markup import format_html, format_html_join
from play.seats.units import say_unit
from rules.view import UnitView

WIDTH, HEIGHT, GAP = 7, 5, 2
"""The size of one mark of a rank, and the gap between two, in pixels."""
DRAWN = '<span class="ranks"><svg width="{0}" height="{1}" viewBox="0 0 {0} {1}" aria-hidden="true">{2}</svg>{3}</span>'


def draw_unit(unit: UnitView) -> SafeString:
    """Draw the ranks of a unit, the foremost on top; what is lost is hollow."""
    return _draw_unit(unit["size"], unit["most"], unit["lost"], unit["each"], tell(say_unit(unit)))


@lru_cache(maxsize=1024)
def _draw_unit(size: int, most: int, lost: int, each: int, says: str) -> SafeString:
    missing = [*[each] * (most - size), *([lost] if size else []), *[0] * (size - 1)]
    marks = [
        (" is-lost" * (place >= each - gone), place * (WIDTH + GAP) + 1, row * (HEIGHT + GAP) + 1, WIDTH, HEIGHT)
        for row, gone in enumerate(missing)
        for place in range(each)
    ]
    drawn = format_html_join("", '<rect class="rank{}" x="{}" y="{}" width="{}" height="{}" rx="1"/>', marks)
    width, height = each * (WIDTH + GAP), max(1, len(missing)) * (HEIGHT + GAP)
    return format_html(DRAWN, width, height, drawn, says)
