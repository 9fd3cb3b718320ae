"""From the rows to the drawing: rungs, places, the line of Crash and who crashed whom."""

import textwrap
from collections.abc import Sequence
from itertools import groupby

from campaigns.language import tell
from play.html.ladder.drawing import AXIS, WIDTH, Ladder, Link, Place, Rung
from play.html.wheel import short
from play.seats.ladder import LadderRow, describe, read_rows
from rules.text import Text, list_names
from rules.view import BattleView

TOP, STEP, GAP, MOST_GAPS = 60, 48, 4, 6
"""The first rung; the height of a rung; what each missing value adds, and how many of them count."""
BESIDE, THIRD, ACROSS = 46, 16, 50
"""What another combatant of one side on a rung adds, a third line of text, and the line of Crash."""
TIGHT, HIGH = 42, 440
"""The height of a rung where a drawing would be higher than HIGH; gaps between values count no longer there."""
NAME, LINE = 21, 30
"""The most letters of a name, and of a line under it. What is said there is never cut."""
TOKEN, AXIS_OFFSET, LANE = 20.0, 30, 7


def ladder(view: BattleView) -> Ladder:
    """Lay out the ladder of `view`."""
    rows = read_rows(view)
    rungs, places, crash_y, bottom = _climb(rows, STEP, GAP)
    if bottom > HIGH:
        rungs, places, crash_y, bottom = _climb(rows, TIGHT, 0)
    own = sorted({who["side"] for who in view["combatants"] if who["own"]})
    other = sorted({who["side"] for who in view["combatants"] if not who["own"]})
    return Ladder(
        width=WIDTH,
        height=bottom,
        title=f"{tell(Text('Initiative ladder'))}, {tell(view['headline'])}",
        description=describe(rows),
        own=list_names(own),
        other=list_names(other),
        rungs=tuple(rungs),
        places=tuple(places),
        links=tuple(_links(places)),
        crash_y=crash_y,
    )


def _climb(rows: Sequence[LadderRow], step: int, gap: int) -> tuple[list[Rung], list[Place], float, float]:
    """Go down the values: return where each stands, where the line of Crash lies, and where the drawing ends.

    `step`: the height of a rung; `gap`: what each missing value adds.
    """
    steps = [(value, list(here)) for value, here in groupby(rows, key=lambda row: row.value)]
    y, above, crash_y = float(TOP), None, 0.0
    rungs: list[Rung] = []
    places: list[Place] = []
    for value, here in steps:
        if above is not None:
            y += gap * min(above - value - 1, MOST_GAPS)
        if value <= 0 and not crash_y:
            y += ACROSS if above is not None else 22
            crash_y = y - 52
        rungs.append(Rung(value, y, any(row.acts_now for row in here)))
        standing = _stand(here, y)
        places += standing
        y, above = _below(standing, y) + step, value
    if not crash_y:
        crash_y = y + 4
        y += 44
    return rungs, places, crash_y, y


def _stand(here: Sequence[LadderRow], y: float) -> list[Place]:
    places: list[Place] = []
    for own in (True, False):
        at = y
        for row in (row for row in here if row.own is own):
            place = _place(row, at)
            places.append(place)
            at += BESIDE + THIRD * _count_more(place)
    return places


def _below(standing: Sequence[Place], y: float) -> float:
    """Return where the lowest of a rung stands, with its further lines."""
    return max((place.y + THIRD * _count_more(place) for place in standing), default=y)


def _count_more(place: Place) -> int:
    """Return how many lines stand under the name beyond the first."""
    return max(0, len(place.lines) + (place.pips_y is not None) + (place.chip_y is not None) - 1)


def _place(row: LadderRow, y: float) -> Place:
    said = textwrap.wrap(", ".join(row.words), LINE, break_long_words=False)
    lines = tuple((line, y + 14 + 16 * i) for i, line in enumerate(said))
    name = short(row.name, NAME) or row.name[: NAME - 1] + "…"
    pips = y + 14 + 16 * len(lines) if row.is_crashed else None
    chip = y + 14 + 16 * (len(lines) + row.is_crashed) if row.chip else None
    return Place(row, y, TOKEN * (0.88 if row.extra else 1), name, lines, pips, chip)


def _links(places: Sequence[Place]) -> list[Link]:
    """Return a line along the axis from each that is in Crash to its crasher. Each line keeps a lane of its own."""
    at = {place.row.id: place for place in places}
    fallen = [place for place in places if place.row.crashed_by in at]
    return [_link(place, at[place.row.crashed_by], lane) for lane, place in enumerate(fallen)]


def _link(fallen: Place, crasher: Place, lane: int) -> Link:
    """Return a path out of the token towards the axis, along it, and to the crasher's token."""
    x = AXIS + fallen.out * (AXIS_OFFSET + LANE * (lane % 4))
    start = fallen.x - fallen.out * (fallen.r + 4)
    end_y = crasher.y + 11
    turn = 8 if end_y < fallen.y else -8
    end = crasher.x - crasher.out * (crasher.r + 1)
    side = 1 if end > x else -1
    bend = x + side * min(8, abs(end - x))
    path = (
        f"M{start:.1f} {fallen.y:.1f}H{x + fallen.out * 4:.1f}Q{x:.1f} {fallen.y:.1f} {x:.1f} {fallen.y - turn:.1f}"
        f"V{end_y + turn:.1f}Q{x:.1f} {end_y:.1f} {bend:.1f} {end_y:.1f}H{end:.1f}"
    )
    head = f"M{end:.1f} {end_y:.1f}l{-side * 7} -4.5v9z"
    return Link(fallen.row.id, path, head)
