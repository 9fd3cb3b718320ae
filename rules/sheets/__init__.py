"""Sheets: what the four games share. A game declares the places of its sheet once, see `schema`.

`layout` makes the page of these places, `page` has its parts, `rules` is what a game says of its sheets, `attributes`
are those that three games have in common. Other modules import their names from this package.
"""

from rules.sheets.attributes import *  # noqa: F403
from rules.sheets.layout import *  # noqa: F403
from rules.sheets.page import *  # noqa: F403
from rules.sheets.rules import *  # noqa: F403
from rules.sheets.schema import *  # noqa: F403
