"""Which parts of a table have something in them. The stylesheet lays out the rest of the page by it.

The page's body names them in `data-shows`, so that no rule has to search the whole page for them at each change
(`tests/config/test_stylesheet.py`). The server draws this with each table, and the page copies it from a push.
"""

import re
from collections.abc import Mapping

from django.utils.safestring import SafeString

ACT = ("orders", "mine", "ahead", "asked", "waiting", "tasks", "cast", "nextscene", "handouts_desk", "strands_desk")
"""The regions of the column in which people act."""
NAMED = ("me", "fighters", "party", "rolls", "result", "waiting", "asked")
"""Regions that are named where they are not empty."""
MARKUP = {
    "due": ("mine", '<section class="mine"'),
    "card": ("result", "<details"),
    "proposal": ("asked", '"mine proposal"'),
    "harm": ("fighters", 'id="harm-l"'),
}
"""What is so where this stands in a region: the table waits for this seat, something has happened, somebody proposes
numbers, boxes of health can be tapped.
"""
_EMPTY = re.compile(r"<(\w+)[^<>]*></\1>")
_CALM = re.compile(r'<\w+[^<>]*><p class="calm"')
_CARD = re.compile(r'class="mine[ "]')


def list_shown(regions: Mapping[str, str]) -> str:
    """Return the names of what a table shows, with spaces between them."""
    full = {key for key, html in regions.items() if not _EMPTY.fullmatch(html)}
    shown = [key for key in NAMED if key in full]
    shown += ["act"] if full.intersection(ACT) else []
    shown += ["mine"] if any(_CARD.search(regions[key]) for key in full.intersection(ACT)) else []
    shown += ["fight"] if "wheel" in full and not _CALM.match(regions["wheel"]) else []
    shown += [name for name, (key, markup) in MARKUP.items() if markup in regions[key]]
    return " ".join(shown)


def draw_shown(regions: Mapping[str, str]) -> SafeString:
    """Draw the region that tells a page which parts have something in them now. It shows nothing itself."""
    return SafeString(f'<div id="shows" class="region" data-shows="{list_shown(regions)}"></div>')
