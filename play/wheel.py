"""The battle wheel: from a view that is already filtered for its seat to plain drawing data.

N = 10 sectors. Tick t sits at k = t - now, at the angle -90° + 36°·k: now at the top, the future clockwise, two
past ticks as outlines. A DV penalty lasts until the next action, so the arc from the tick on which somebody acted
to the token runs on the ring of that penalty: the deeper the arc, the lower the DV until it ends.
"""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rules.view import BattleView

SECTORS = 10
STEP = 36.0
PAST, FUTURE = -2, 7
SEAM = -2.5
STACK_FROM = 5
RINGS = 4


@dataclass(frozen=True, slots=True)
class Size:
    """One of the two drawings: lengths in px of its own view box."""

    key: str
    width: int
    height: int
    cx: float
    cy: float
    radius: float
    band: float
    token: float
    token_at: float
    arcs_from: float
    hub: float
    lane: float
    pad: float
    gap: float
    ghost: float
    label: float
    names: tuple[int, int, int]
    """How many letters a name may have: alone on its tick, of two, and beside crowded ticks."""
    every: int
    """Every how many rings carry a figure."""
    has_words: bool
    """Whether there is room for what ghosts mean and for who acted before."""

    def point(self, radius: float, angle: float) -> tuple[float, float]:
        """The point at `radius` and `angle` (degrees) from the centre."""
        turn = math.radians(angle)
        return self.cx + radius * math.cos(turn), self.cy + radius * math.sin(turn)

    def at(self, radius: float, angle: float) -> str:
        """The same point as path data."""
        x, y = self.point(radius, angle)
        return f"{x:.1f} {y:.1f}"

    def arc(self, radius: float, start: float, end: float) -> str:
        """Path data of an arc, clockwise."""
        far = int(end - start > 180)
        return f"M{self.at(radius, start)}A{radius:.1f} {radius:.1f} 0 {far} 1 {self.at(radius, end)}"


FULL = Size("full", 712, 552, 356, 260, 252, 28, 21, 192, 147, 56, 6, 9, 20, 13, 15, (15, 9, 9), 1, True)
SMALL = Size("small", 358, 344, 179, 162, 156, 22, 16, 111, 87, 36, 4.5, 4, 11, 9, 13, (10, 6, 0), 2, False)


@dataclass(frozen=True, slots=True)
class Sector:
    """One tick on the ring; `state` is past, now or empty."""

    tick: int
    state: str
    band: str
    spoke: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Ring:
    """The circle that bounds a DV penalty's lanes, and where its figure stands."""

    r: str
    label: str
    x: str


@dataclass(frozen=True, slots=True)
class Arc:
    """The time between two actions of one combatant, on the ring of its penalty, and the line to its token."""

    id: str
    side: str
    path: str
    lead: str
    width: str


@dataclass(frozen=True, slots=True)
class Token:
    """One combatant, or a stack of them (`count`), around its own origin."""

    id: str
    x: str
    y: str
    r: float
    classes: str
    is_round: bool
    initials: str
    name: str
    name_y: str
    acts_now: bool
    count: int = 0

    @property
    def ini_size(self) -> str:
        """Letters stay readable when a crowded tick shrinks its tokens."""
        return f"{max(10.0, self.r * 0.78):.1f}"


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where somebody would act next, outside the ring; `place` (0 to 9) ties it to the choices that lead there."""

    place: int
    x: str
    y: str
    initials: str
    lines: tuple[tuple[str, str, str], ...]
    anchor: str
    path: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """Everything that one drawing shows."""

    size: Size
    now: int
    title: str
    description: str
    slice: str
    sectors: tuple[Sector, ...]
    rings: tuple[Ring, ...]
    arcs: tuple[Arc, ...]
    tokens: tuple[Token, ...]
    ghosts: tuple[Ghost, ...]

    @property
    def hub(self) -> dict[str, float]:
        """The double circle in the middle, and the base lines of its word and its figure."""
        size = self.size
        line = size.hub * 0.4
        return {"r": size.hub - 4, "inner": size.hub - 8, "word": size.cy - line, "tick": size.cy + line}


def wheel(view: BattleView, size: Size, initials: str = "", ghosts: Mapping[int, Sequence[str]] | None = None) -> Wheel:
    """Lay out the wheel of `view`. `ghosts`: by tick, the choices of the one with these `initials` that lead there."""
    now = int(view["picture"]["now"])
    seats = _seats(view["picture"]["tokens"], now, size)
    rings, arcs = _arcs(seats, now, size)
    return Wheel(
        size=size,
        now=now,
        title=f"Battle wheel, tick {now}",
        description=describe(view),
        slice=_slice(size),
        sectors=tuple(_sector(k, now, size) for k in range(PAST, FUTURE + 1)),
        rings=rings,
        arcs=arcs,
        tokens=(*_past(view["picture"].get("past", ()), now, size), *_tokens(seats, size)),
        ghosts=tuple(_ghost(tick, words, now, initials, size) for tick, words in sorted((ghosts or {}).items())),
    )


def angle(k: float) -> float:
    """The angle in degrees of a tick `k` after now."""
    return -90 + STEP * k


def describe(view: BattleView) -> str:
    """The wheel in a sentence or two, for those who do not see it."""
    tokens = [token for token in view["picture"]["tokens"] if token["at"] is not None]
    acting = [token["name"] for token in tokens if token["now"]]
    coming = sorted((token["at"], i, token["name"]) for i, token in enumerate(tokens) if not token["now"])
    first = f"Acting now: {listing(acting)}. " if acting else "Nobody acts on this tick. "
    return first + ("Then: " + "; ".join(f"{name} {at}" for at, _, name in coming) + "." if coming else "")


def listing(names: Sequence[str]) -> str:
    """Names as a sentence lists them."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


@dataclass(frozen=True, slots=True)
class _Seat:
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


def _seats(tokens: Iterable[Mapping[str, Any]], now: int, size: Size) -> list[_Seat]:
    placed = [(min(token["at"] - now, FUTURE + 1), token) for token in tokens if token["at"] is not None]
    seats = [_Seat(token, min(k, FUTURE), 0, size.token, 1, k > FUTURE) for k, token in placed if k >= PAST]
    by_tick = groupby(sorted(seats, key=lambda seat: seat.k), key=lambda seat: seat.k)
    groups = {k: list(group) for k, group in by_tick}
    fanned: list[_Seat] = []
    for k, group in groups.items():
        crowded = max(len(groups.get(k - 1, ())), len(groups.get(k + 1, ()))) > 1
        fanned += [replace(seat, is_tight=crowded) for seat in _fan(group, 1.0 if crowded else 1.3, size)]
    return fanned


def _fan(group: list[_Seat], room: float, size: Size) -> list[_Seat]:
    """Spread the tokens of one tick; beside crowded ticks they keep to their own sector (`room` in sectors)."""
    n = len(group)
    if n >= STACK_FROM and group[0].k >= 0:
        return [replace(seat, angle=angle(seat.k), crowd=n) for seat in group]
    delta = math.degrees(2 * math.asin((2 * size.token + size.gap) / (2 * size.token_at)))
    squeeze = min(1.0, room * STEP / (n * delta))
    chord = 2 * size.token_at * math.sin(math.radians(delta * squeeze) / 2)
    r = size.token if n < 3 else min(size.token * max(0.75, squeeze), chord / 2 - 1.5)
    return [
        replace(seat, angle=angle(seat.k) + (i - (n - 1) / 2) * delta * squeeze, r=r, crowd=n)
        for i, seat in enumerate(group)
    ]


def _side(data: Mapping[str, Any]) -> str:
    if data["hidden"]:
        return "hid"
    return "own" if data["own"] else "other"


def _tokens(seats: list[_Seat], size: Size) -> Iterable[Token]:
    stacked: set[int] = set()
    for seat in seats:
        if seat.crowd < STACK_FROM:
            yield _token(seat, size)
        elif seat.k not in stacked:
            stacked.add(seat.k)
            yield _stack([other for other in seats if other.k == seat.k], size)


def _past(acted: Iterable[Mapping[str, Any]], now: int, size: Size) -> Iterable[Token]:
    """Outlines of those who acted on the last two ticks, where their arcs begin."""
    small = replace(size, token=size.token * 0.55, gap=size.gap / 3)
    seats = [_Seat(past, past["tick"] - now, 0, small.token, 1, False) for past in acted]
    for k, group in groupby(sorted(seats, key=lambda seat: seat.k), key=lambda seat: seat.k):
        for seat in _fan(list(group), 0.9, small) if PAST <= k < 0 and size.has_words else ():
            x, y = size.point(size.token_at, seat.angle)
            side = "own" if seat.data["own"] else "other"
            yield Token(
                id=f"past-{seat.data['tick']}-{seat.data['id']}",
                x=f"{x:.1f}",
                y=f"{y:.1f}",
                r=round(seat.r, 1),
                classes=f"tok--{side} tok--extra tok--past",
                is_round=bool(seat.data["own"]),
                initials=seat.data["initials"],
                name="",
                name_y="0",
                acts_now=False,
            )


def _token(seat: _Seat, size: Size) -> Token:
    data, side = seat.data, _side(seat.data)
    r = seat.r * (0.88 if data["extra"] else 1)
    x, y = size.point(size.token_at, seat.angle)
    classes = f"tok--{side}" + (" tok--extra" if data["extra"] else "") + (" tok--past" if seat.k < 0 else "")
    room = 0 if seat.crowd > 2 else size.names[2 if seat.is_tight else seat.crowd - 1]
    name = f"tick {data['at']}" if seat.late else short(data["name"], room)
    return Token(
        id=data["id"],
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        r=round(r, 1),
        classes=classes,
        is_round=bool(data["own"]),
        initials=data["initials"],
        name=name,
        name_y=_name_y(seat, size, bool(data["now"])),
        acts_now=bool(data["now"]),
    )


def _name_y(seat: _Seat, size: Size, halo: bool) -> str:
    """Under the token; above it in the lowest sectors, so that names stay between token and hub."""
    if math.sin(math.radians(seat.angle)) > 0.5:
        return f"{-(seat.r + 7 + 4 * halo):.1f}"
    return f"{seat.r + size.label + 5 * halo:.1f}"


def _stack(seats: list[_Seat], size: Size) -> Token:
    first, x_y = seats[0], size.point(size.token_at, seats[0].angle)
    sides = {bool(seat.data["own"]) for seat in seats}
    return Token(
        id=f"stack-{first.data['at']}",
        x=f"{x_y[0]:.1f}",
        y=f"{x_y[1]:.1f}",
        r=size.token,
        classes="tok--both" if len(sides) > 1 else "tok--own" if True in sides else "tok--other",
        is_round=sides == {True},
        initials=str(len(seats)),
        name="see list",
        name_y=_name_y(first, size, bool(first.data["now"])),
        acts_now=bool(first.data["now"]),
        count=len(seats),
    )


def short(name: str, limit: int) -> str:
    """A name that fits `limit` letters: whole, or a part of it, or nothing; a copied extra keeps its number."""
    if len(name) <= limit:
        return name
    head, _, number = name.rpartition(" ")
    words = name.replace(",", " ").split()
    is_copy = bool(head) and number.isdigit()
    parts = [f"{head.split()[-1]} {number}"] if is_copy else [" ".join(words[:2]), words[0], words[-1]]
    fitting = (part for part in parts if len(part) <= limit and not part.endswith((" of", " the")))
    return next(fitting, "")


def _arcs(seats: list[_Seat], now: int, size: Size) -> tuple[tuple[Ring, ...], tuple[Arc, ...]]:
    lanes: list[list[_Seat]] = [[] for _ in range(RINGS)]
    for seat in sorted(seats, key=lambda seat: (seat.data["at"], seat.data["name"])):
        if seat.data["acted"] is not None and not seat.data["now"] and seat.k > 0:
            lanes[min(abs(seat.data["penalty"]), RINGS - 1)].append(seat)
    widths = [size.pad + size.lane * max(1, len(lane)) for lane in lanes]
    scale = (size.arcs_from - size.hub - 4) / sum(widths)
    rings: list[Ring] = []
    arcs: list[Arc] = []
    outer = size.arcs_from
    for penalty, (lane, width) in enumerate(zip(lanes, widths, strict=True)):
        w = width * scale
        label = "" if penalty % size.every else f"−{penalty}" if penalty else "0"
        rings.append(Ring(f"{outer:.1f}", label, f"{size.cx - outer + w / 2:.1f}"))
        thick = f"{min(4.0, 0.66 * w / max(1, len(lane))):.1f}"
        arcs += [_arc(seat, outer - w * (i + 0.5) / len(lane), thick, now, size) for i, seat in enumerate(lane)]
        outer -= w
    return (*rings, Ring(f"{outer:.1f}", "", "")), tuple(arcs)


def _arc(seat: _Seat, r: float, thick: str, now: int, size: Size) -> Arc:
    start = angle(max(seat.data["acted"] - now, SEAM))
    lead = f"M{size.at(r - 2, seat.angle)}L{size.at(size.token_at - seat.r + 2, seat.angle)}"
    return Arc(seat.data["id"], _side(seat.data), size.arc(r, start, seat.angle), lead, thick)


def _sector(k: int, now: int, size: Size) -> Sector:
    state = "past" if k < 0 else "now" if k == 0 else ""
    outer, inner = size.radius, size.radius - size.band
    half = STEP / 2 - (0.5 if k else -0.6)
    low, high = angle(k) - half, angle(k) + half
    band = f"{size.arc(outer, low, high)}L{size.at(inner, high)}A{inner} {inner} 0 0 0 {size.at(inner, low)}Z"
    edge = angle(k) + STEP / 2
    x, y = size.point(outer - size.band / 2, angle(k))
    spoke = f"M{size.at(size.hub, edge)}L{size.at(inner, edge)}"
    return Sector(now + k, state, band, spoke, f"{x:.1f}", f"{y + 0.5:.1f}")


def _slice(size: Size) -> str:
    inner, low, high = size.radius - size.band, angle(0) - STEP / 2, angle(0) + STEP / 2
    hub = f"L{size.at(size.hub, high)}A{size.hub} {size.hub} 0 0 0 {size.at(size.hub, low)}Z"
    return size.arc(inner, low, high) + hub


def _ghost(tick: int, words: Sequence[str], now: int, initials: str, size: Size) -> Ghost:
    place = max(0, min(tick - now, FUTURE))
    x, y = size.point(size.radius + size.ghost + 7, angle(place))
    is_left = math.cos(math.radians(angle(place))) < -0.1
    room = int(((x if is_left else size.width - x) - size.ghost - 10) / 6.6)
    says = listing(words).replace(" and ", " or ") + (f" (tick {tick})" if tick - now > FUTURE else "")
    lines = textwrap.wrap(says, max(9, min(room, 18)), max_lines=2, placeholder=" …") if size.has_words else []
    at_x = f"{x + (-1 if is_left else 1) * (size.ghost + 7):.1f}"
    first_y = y + 4 - 8 * (len(lines) - 1)
    return Ghost(
        place=place,
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        initials=initials,
        lines=tuple((line, at_x, f"{first_y + 16 * i:.1f}") for i, line in enumerate(lines)),
        anchor="end" if is_left else "start",
        path=size.arc(size.radius + 6, angle(0) + 4, angle(place) - 3.5) if place else "",
    )
