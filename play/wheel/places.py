"""Where tokens stand: one for each on its tick, fanned out where several share it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from play.wheel.size import FUTURE, PAST, STEP, Size, angle


@dataclass(frozen=True, slots=True)
class Placed:
    """A token's data with its place on the ring."""

    data: Mapping[str, Any]
    k: int
    angle: float
    r: float
    crowd: int
    late: bool
    """Whether its tick lies beyond the last sector."""
    is_tight: bool = False
    """Whether the ticks beside it are crowded."""


def place_tokens(tokens: Iterable[Mapping[str, Any]], now: int, size: Size) -> list[Placed]:
    placed = [(min(token["at"] - now, FUTURE + 1), token) for token in tokens if token["at"] is not None]
    seats = [Placed(token, min(k, FUTURE), 0, size.token, 1, k > FUTURE) for k, token in placed if k >= PAST]
    by_tick = groupby(sorted(seats, key=lambda seat: seat.k), key=lambda seat: seat.k)
    groups = {k: list(group) for k, group in by_tick}
    fanned: list[Placed] = []
    for k, group in groups.items():
        crowded = max(len(groups.get(k - 1, ())), len(groups.get(k + 1, ()))) > 1
        fanned += [replace(seat, is_tight=crowded) for seat in fan_out(group, 1.0 if crowded else 1.3, size)]
    return fanned


def fan_out(group: list[Placed], room: float, size: Size) -> list[Placed]:
    """Spread the tokens of one tick; beside crowded ticks they keep to their own sector (`room` in sectors)."""
    n = len(group)
    if n >= size.stack_from and group[0].k >= 0:
        return [replace(seat, angle=angle(seat.k), crowd=n) for seat in group]
    delta = math.degrees(2 * math.asin((2 * size.token + size.gap) / (2 * size.token_at)))
    squeeze = min(1.0, room * STEP / (n * delta))
    chord = 2 * size.token_at * math.sin(math.radians(delta * squeeze) / 2)
    r = size.token if n < 3 else min(size.token * max(0.75, squeeze), chord / 2 - 1.5)
    return [
        replace(seat, angle=angle(seat.k) + (i - (n - 1) / 2) * delta * squeeze, r=r, crowd=n)
        for i, seat in enumerate(group)
    ]
