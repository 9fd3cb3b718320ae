"""From a view to the drawing: rings, arcs, tokens and next ticks."""

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from campaigns.language import tell
from play.html.wheel.drawing import Arc, Face, NextTick, Ring, Token, Wheel
from play.html.wheel.names import SMALL, WIDE, Labelled, Name, place_names
from play.html.wheel.places import Placed, place_past, place_tokens
from play.html.wheel.size import (
    ARCS_FROM,
    FUTURE,
    GHOST,
    GHOST_AT,
    HUB,
    LANE,
    PAD,
    RADIUS,
    SEAM,
    TOKEN,
    WIDTH,
    angle,
    arc,
    point,
    spot,
)  # fmt: skip
from play.seats.wheel import describe
from rules.text import EMPTY, Text, join
from rules.view import BattleView, CombatantView

FEW = 2
"""With at most this many tokens on one tick, their names have room beside them."""
CLOSE = 16
"""px: rings of at most this width show every second figure."""
RINGS = 4
"""One ring for each DV penalty from 0 to -3; deeper ones share the last."""


def wheel(view: BattleView) -> Wheel:
    """Lay out the wheel of `view`."""
    picture = view["picture"]
    now = int(picture["now"])
    seats = place_tokens(picture["tokens"], now)
    rings, arcs = _arcs(seats, now)
    past = (_past(seat) for seat in place_past(picture.get("past", ()), now))
    title, tokens = tell(Text("Battle wheel, tick {n}", n=now)), (*past, *_tokens(seats))
    return Wheel(now, title, describe(view), rings, arcs, tokens)


def _side(data: Mapping[str, Any]) -> str:
    if data["hidden"]:
        return "hid"
    return "own" if data["own"] else "other"


def _tokens(seats: list[Placed]) -> Iterator[Token]:
    groups = [list(group) for _, group in groupby(seats, key=lambda seat: seat.k)]
    shown = [(seat, group) for group in groups for seat in (group[:1] if group[0].is_stacked else group)]
    labelled = tuple(_label(seat, len(group)) for seat, group in shown)
    names = zip(place_names(labelled, WIDE), place_names(labelled, SMALL), strict=True)
    for (seat, group), (wide, small) in zip(shown, names, strict=True):
        yield _stack(group, wide, small) if seat.is_stacked else _token(seat, wide, small)


def _label(seat: Placed, crowd: int) -> Labelled:
    """Return what stands at a token: its tick where its place cannot show it; at a stack, that the list shows it."""
    told = Text("see list") if seat.is_stacked else Text("tick {n}", n=seat.data["at"]) if seat.late else EMPTY
    name = tell(told) or seat.data["name"]
    return Labelled(seat.angle, seat.at, seat.r, name, bool(seat.data["now"]), bool(told), crowd > FEW)


def _past(seat: Placed) -> Token:
    """Return the outline of somebody who acted before, where the arc begins."""
    x, y = spot(seat.at, seat.angle)
    is_own = bool(seat.data["own"])
    classes = f"tok--{'own' if is_own else 'other'} tok--extra tok--past"
    face = Face(round(seat.r, 1), classes, is_own, seat.data["initials"])
    return Token(f"past-{seat.data['tick']}-{seat.data['id']}", x, y, face, past=True)


def _token(seat: Placed, name: Name, small: Name) -> Token:
    data = seat.data
    x, y = spot(seat.at, seat.angle)
    face = Face(
        r=round(seat.r * (0.88 if data["extra"] else 1), 1),
        classes=f"tok--{_side(data)}{' tok--extra' * data['extra']}{' tok--past' * (seat.k < 0)}",
        is_round=bool(data["own"]),
        initials=data["initials"],
        name=name,
        small=small,
        acts_now=bool(data["now"]),
        portrait=data.get("portrait", ""),
    )
    return Token(data["id"], x, y, face)


def _stack(seats: list[Placed], name: Name, small: Name) -> Token:
    first = seats[0].data
    x, y = spot(seats[0].at, seats[0].angle)
    sides = {bool(seat.data["own"]) for seat in seats}
    face = Face(
        r=TOKEN,
        classes="tok--both" if len(sides) > 1 else "tok--own" if True in sides else "tok--other",
        is_round=sides == {True},
        initials=str(len(seats)),
        name=name,
        small=small,
        acts_now=bool(first["now"]),
    )
    return Token(f"stack-{first['at']}", x, y, face, stacked=len(seats))


def _arcs(seats: list[Placed], now: int) -> tuple[tuple[Ring, ...], tuple[Arc, ...]]:
    lanes: list[list[Placed]] = [[] for _ in range(RINGS)]
    for seat in sorted(seats, key=lambda seat: (seat.data["at"], seat.data["name"])):
        if seat.data["acted"] is not None and not seat.data["now"] and seat.k > 0:
            lanes[min(abs(seat.data["penalty"]), RINGS - 1)].append(seat)
    widths = [PAD + LANE * max(1, len(lane)) for lane in lanes]
    scale = (ARCS_FROM - HUB - 4) / sum(widths)
    rings: list[Ring] = []
    arcs: list[Arc] = []
    outer: float = ARCS_FROM
    for penalty, (lane, width) in enumerate(zip(lanes, widths, strict=True)):
        w = width * scale
        label = "" if w <= CLOSE and penalty % 2 else f"−{penalty}" if penalty else "0"
        rings.append(Ring(f"{outer:.1f}", label, f"{w / 2 - outer:.1f}", bool(penalty % 2)))
        thick = f"{min(4.0, 0.66 * w / max(1, len(lane))):.1f}"
        arcs += [_arc(seat, outer - w * (i + 0.5) / len(lane), thick, now) for i, seat in enumerate(lane)]
        outer -= w
    return (*rings, Ring(f"{outer:.1f}", "", "", minor=False)), tuple(arcs)


def _arc(seat: Placed, r: float, thick: str, now: int) -> Arc:
    start = angle(max(seat.data["acted"] - now, SEAM))
    far, x, y = int(seat.angle - start > 180), *point(r, start - seat.angle)
    path = f"M{x:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 {far} 1 {r:.1f} 0"
    lead = f"M{r - 2:.1f} 0H{seat.at - seat.r + 2:.1f}"
    return Arc(seat.data["id"], _side(seat.data), f"{seat.angle:.1f}", path, lead, thick)


def make_next_face(who: CombatantView) -> Face:
    """Return what the next ticks of somebody look like: as the token, without its colours."""
    portrait = who.get("portrait", "")
    return Face(GHOST, "next-tick__tok", is_round=who["own"], initials=who["initials"], portrait=portrait)


def lay_next_tick(place: int, says: str) -> NextTick:
    """Return where somebody would act `place` ticks from now, and what leads there."""
    x, y = point(GHOST_AT, angle(place))
    is_left = math.cos(math.radians(angle(place))) < -0.1
    room = int((WIDTH / 2 - abs(x) - GHOST - 10) / 6.6)
    lines = textwrap.wrap(says, max(9, min(room, 18)), max_lines=2, placeholder=" …")
    at_x = f"{x + (-1 if is_left else 1) * (GHOST + 7):.1f}"
    first_y = y + 4 - 8 * (len(lines) - 1)
    return NextTick(
        place=place,
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        lines=tuple((line, at_x, f"{first_y + 16 * i:.1f}") for i, line in enumerate(lines)),
        anchor="end" if is_left else "start",
        path=arc(RADIUS + 6, angle(0) + 4, angle(place) - 3.5) if place else "",
    )


def list_next_ticks(now: int, next_ticks: Mapping[int, Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Return by place the words of the choices that lead to each tick."""
    for tick, words in sorted(next_ticks.items()):
        named = join(", ", words)
        if len(words) > 1:
            named = Text("{others} or {last}", others=join(", ", words[:-1]), last=words[-1])
        if tick - now > FUTURE:
            named = Text("{words} (tick {n})", words=named, n=tick)
        yield max(0, min(tick - now, FUTURE)), tell(named)
