"""The range bands: everybody on a line, seen from the one who acts."""

from collections.abc import Sequence

from campaigns.language import tell
from play.html.ladder.drawing import Band, Range
from play.seats.ladder import BANDS, LadderRow, read_rows
from rules.text import Text, join
from rules.view import BattleView

STACK = 3
"""The most tokens over a stop; the others become a number."""
TOKEN_STEP, EDGE = 32, 40
FEW, ROOMY, CLOSE = 5, 84, 42
"""Fewer stops than `FEW` stand `ROOMY` px apart; more stand `CLOSE` px apart, with their names on two lines."""


def measure(view: BattleView) -> Range | None:
    """Return the range line from the one who acts (or else from the person's first), or None with nobody to measure
    from.
    """
    at = {place["id"]: place["at"] for place in view["picture"]["positions"]}
    rows = [row for row in read_rows(view) if row.id in at]
    here = _stands_from(rows, view)
    if here is None:
        return None
    offsets = {row.id: max(-4, min(4, at[row.id] - at[here.id])) for row in rows}
    low, high = min(offsets.values()), max(offsets.values())
    rough = [stretch - at[here.id] for stretch in view["picture"].get("rough", ())]
    own_most, other_most = (_highest(rows, offsets, own) for own in (True, False))
    line_y = 14 + TOKEN_STEP * max(1, own_most) + 4
    return Range(
        name=here.name,
        width=2 * EDGE + _step(low, high) * (high - low),
        height=line_y + 14 + TOKEN_STEP * max(1, other_most) + (22 if high - low < FEW else 38),
        line_y=line_y,
        words=_words(here, rows, offsets, [at for at in rough if low <= at < high]),
        bands=tuple(_band(offset, low, high, rows, offsets) for offset in range(low, high + 1)),
        rough=tuple((_place(at, low, high), _place(at + 1, low, high)) for at in rough if low <= at < high),
    )


def _place(offset: int, low: int, high: int) -> int:
    return EDGE + _step(low, high) * (offset - low)


def _stands_from(rows: Sequence[LadderRow], view: BattleView) -> LadderRow | None:
    mine = {who["id"] for who in view["combatants"] if who["mine"]}
    by_worth = sorted(rows, key=lambda row: (not row.acts_now, row.id not in mine, not row.own))
    return next(iter(by_worth), None)


def _highest(rows: Sequence[LadderRow], offsets: dict[str, int], own: bool) -> int:
    """Return the height of the tallest stack of one side."""
    counts: dict[int, int] = {}
    for row in rows:
        if row.own is own:
            counts[offsets[row.id]] = counts.get(offsets[row.id], 0) + 1
    return min(STACK, max(counts.values(), default=0))


def _band(offset: int, low: int, high: int, rows: Sequence[LadderRow], offsets: dict[str, int]) -> Band:
    there = [row for row in rows if offsets[row.id] == offset]
    own, other = ([row for row in there if row.own is side] for side in (True, False))
    return Band(
        name=tell(BANDS[abs(offset)]),
        x=_place(offset, low, high),
        is_low=high - low >= FEW and (offset - low) % 2 == 0,
        is_here=offset == 0,
        own=tuple(_shown(own)),
        other=tuple(_shown(other)),
        more_own=len(own) - len(_shown(own)),
        more_other=len(other) - len(_shown(other)),
    )


def _step(low: int, high: int) -> int:
    return ROOMY if high - low < FEW else CLOSE


def _shown(there: Sequence[LadderRow]) -> Sequence[LadderRow]:
    """Return as many as a stack holds; a number takes one place of it."""
    return there if len(there) <= STACK else there[: STACK - 1]


def _words(here: LadderRow, rows: Sequence[LadderRow], offsets: dict[str, int], rough: Sequence[int]) -> str:
    told = [Text("{who} {range}", who=row.name, range=BANDS[abs(offsets[row.id])]) for row in rows if row.id != here.id]
    others = join("; ", told) or Text("no one else")
    said = [Text("Range from {who}: {others}.", who=here.name, others=others)]
    for at in rough:
        near, far = sorted((abs(at), abs(at + 1)))
        said.append(Text("Difficult terrain: {range} to {range2}.", range=BANDS[near], range2=BANDS[far]))
    return tell(join(" ", said))
