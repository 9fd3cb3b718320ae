"""Where tokens stand: one for each on its tick, fanned out where several share it."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from play.html.wheel.size import FUTURE, GAP, LEAST_TOKEN, PAST, ROW_GAP, ROW_TOKEN, ROWS, STEP, TOKEN, TOKEN_AT, angle

ROOM, WIDE_ROOM, PAST_ROOM = 1.0, 1.3, 0.9
"""In how many sectors the tokens of a tick fan out: one, so that none stands on its border; more for a crowd that has
no crowd beside it; and the outlines of the past.
"""
PAST_TOKEN, PAST_GAP = TOKEN * 0.55, GAP / 3


class Placed(NamedTuple):
    """A token's data with its place on the ring."""

    data: Mapping[str, Any]
    k: int
    angle: float
    at: float
    r: float
    late: bool = False
    """Whether its tick lies beyond the last sector."""
    is_stacked: bool = False
    """Whether it has no token of its own."""


class Spot(NamedTuple):
    """Where a token stands: its angle in degrees, its distance from the centre, its size."""

    angle: float
    at: float
    r: float


def place_tokens(tokens: Iterable[Mapping[str, Any]], now: int) -> list[Placed]:
    """Return every token whose tick is on the wheel, tick by tick."""
    ticks: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for token in tokens:
        if token["at"] is not None and token["at"] - now >= PAST:
            ticks[min(token["at"] - now, FUTURE)].append(token)
    placed = []
    for k in sorted(ticks):
        is_tight = max(len(ticks.get(k - 1, ())), len(ticks.get(k + 1, ()))) > 1
        spots = find_spots(k, len(ticks[k]), ROOM if is_tight else WIDE_ROOM)
        middle = (Spot(angle(k), TOKEN_AT, TOKEN),) * len(ticks[k])
        placed += [
            Placed(token, k, *spot, token["at"] - now > FUTURE, not spots)
            for token, spot in zip(ticks[k], spots or middle, strict=True)
        ]
    return placed


def place_past(acted: Iterable[Mapping[str, Any]], now: int) -> Iterator[Placed]:
    """Return those who acted on the last ticks, smaller."""
    ticks: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for past in acted:
        if PAST <= past["tick"] - now < 0:
            ticks[past["tick"] - now].append(past)
    for k in sorted(ticks):
        spots = fan_out(k, len(ticks[k]), PAST_ROOM, PAST_TOKEN, PAST_GAP)
        yield from (Placed(past, k, *spot) for past, spot in zip(ticks[k], spots, strict=True))


@lru_cache(maxsize=256)
def find_spots(k: int, n: int, room: float) -> tuple[Spot, ...]:
    """Return where `n` tokens of one tick stand: side by side, in two rows, or nowhere if there is no room.

    They keep within their sector; two rows that do not fit may take `room`.
    """
    spots = fan_out(k, n, ROOM)
    if spots[0].r >= LEAST_TOKEN:
        return spots
    return _in_rows(k, n, ROOM) or _in_rows(k, n, room)


def _in_rows(k: int, n: int, room: float) -> tuple[Spot, ...]:
    rows = zip(ROWS, (n - n // 2, n // 2), strict=True)
    spots = tuple(spot for at, size in rows for spot in fan_out(k, size, room, ROW_TOKEN, ROW_GAP, at))
    return spots if min(spot.r for spot in spots) == ROW_TOKEN else ()


@lru_cache(maxsize=256)
def fan_out(
    k: int, n: int, room: float, token: float = TOKEN, gap: float = GAP, at: float = TOKEN_AT
) -> tuple[Spot, ...]:
    """Return where `n` tokens of one tick stand in a row, smaller where needed, over at most `room` sectors."""
    delta = math.degrees(2 * math.asin((2 * token + gap) / (2 * at)))
    squeeze = min(1.0, room * STEP / (n * delta)) if n > 2 else 1.0
    chord = 2 * at * math.sin(math.radians(delta * squeeze) / 2)
    r = token if n < 3 else min(token * max(0.75, squeeze), chord / 2 - 1.5)
    return tuple(Spot(angle(k) + (i - (n - 1) / 2) * delta * squeeze, at, r) for i in range(n))
