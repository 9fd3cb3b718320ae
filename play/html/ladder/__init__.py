"""The ladder of Initiative: the person's own side left, the others right, the line of Crash at zero.

The view is filtered for its seat before any geometry. The drawing is for wide screens; narrow ones and screen readers
get the rows as a list.
"""

from play.html.ladder.drawing import Band, Ladder, Link, Place, Range, Rung
from play.html.ladder.layout import ladder
from play.html.ladder.reach import measure
from play.seats.ladder import LadderRow, read_rows

__all__ = ["Band", "Ladder", "LadderRow", "Link", "Place", "Range", "Rung", "ladder", "measure", "read_rows"]
