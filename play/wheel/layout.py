"""From a view to the drawing: sectors, rings, arcs, tokens and ghosts."""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from campaigns.phrases import tell
from play.wheel.drawing import Arc, Ghost, Ring, Sector, Token, Wheel
from play.wheel.places import Placed, fan_out, place_tokens
from play.wheel.size import FUTURE, PAST, SEAM, STEP, Size, angle
from rules.view import BattleView

STYLES = {
    "a", "an", "the", "of", "old", "captain", "brother", "sister", "father", "mother", "lord", "lady", "sir", "dame",
    "master", "mistress", "prince", "princess", "doctor",
}  # fmt: skip
"""Words that nobody is known by: a name is shortened to what is left of it."""
ASIDE = 0.5
"""The cosine from which on a place lies at the wheel's side rather than above or below."""
CLOSE = 16
"""px: rings that are no wider carry every second figure."""
RINGS = 4
"""One ring for each DV penalty from 0 to -3; deeper ones share the last."""


def wheel(view: BattleView, size: Size) -> Wheel:
    """Lay out the wheel of `view`."""
    now = int(view["picture"]["now"])
    seats = place_tokens(view["picture"]["tokens"], now, size)
    rings, arcs = _arcs(seats, now, size)
    return Wheel(
        size=size,
        now=now,
        title=tell(f"Battle wheel, tick {now}"),
        description=describe(view),
        slice=_slice(size),
        sectors=_sectors(now, size),
        rings=rings,
        arcs=arcs,
        tokens=(*_past(view["picture"].get("past", ()), now, size), *_tokens(seats, size)),
    )


def lay_ghosts(now: int, size: Size, initials: str, ghosts: Mapping[int, Sequence[str]]) -> tuple[Ghost, ...]:
    """Where the one with these `initials` would act next: by tick, the choices that lead there."""
    return tuple(_ghost(tick, words, now, initials, size) for tick, words in sorted(ghosts.items()))


def describe(view: BattleView) -> str:
    """The wheel in a sentence or two, for those who do not see it."""
    tokens = [token for token in view["picture"]["tokens"] if token["at"] is not None]
    acting = [token["name"] for token in tokens if token["now"]]
    coming = sorted((token["at"], i, token["name"]) for i, token in enumerate(tokens) if not token["now"])
    first = f"{tell('Acting now:')} {listing(acting)}. " if acting else f"{tell('Nobody acts on this tick.')} "
    return first + (f"{tell('Then:')} " + "; ".join(f"{name} {at}" for at, _, name in coming) + "." if coming else "")


def listing(names: Sequence[str], joint: str = "and") -> str:
    """Names as a sentence lists them."""
    return f" {tell(joint)} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _side(data: Mapping[str, Any]) -> str:
    if data["hidden"]:
        return "hid"
    return "own" if data["own"] else "other"


def _tokens(seats: list[Placed], size: Size) -> Iterable[Token]:
    stacked: set[int] = set()
    for seat in seats:
        if seat.crowd < size.stack_from:
            yield _token(seat, size)
        elif seat.k not in stacked:
            stacked.add(seat.k)
            yield _stack([other for other in seats if other.k == seat.k], size)


def _past(acted: Iterable[Mapping[str, Any]], now: int, size: Size) -> Iterable[Token]:
    """Outlines of those who acted on the last two ticks, where their arcs begin."""
    small = replace(size, token=size.token * 0.55, gap=size.gap / 3)
    seats = [Placed(past, past["tick"] - now, 0, small.token, 1, False) for past in acted]
    for k, group in groupby(sorted(seats, key=lambda seat: seat.k), key=lambda seat: seat.k):
        for seat in fan_out(list(group), 0.9, small) if PAST <= k < 0 and size.has_words else ():
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


def _token(seat: Placed, size: Size) -> Token:
    data, side = seat.data, _side(seat.data)
    r = seat.r * (0.88 if data["extra"] else 1)
    x, y = size.point(size.token_at, seat.angle)
    classes = f"tok--{side}" + (" tok--extra" if data["extra"] else "") + (" tok--past" if seat.k < 0 else "")
    room = size.names[2 if seat.is_tight else seat.crowd - 1] if _has_name(seat, size) else 0
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
        portrait=data.get("portrait", ""),
    )


def _has_name(seat: Placed, size: Size) -> bool:
    """Whether a name has a place under its token: on a small wheel two at its side stand one over the other."""
    is_aside = abs(math.cos(math.radians(seat.angle))) > ASIDE
    return seat.crowd == 1 or (seat.crowd == 2 and (size.has_words or not is_aside))


def _name_y(seat: Placed, size: Size, halo: bool) -> str:
    """Under the token; above it in the lowest sectors, so that names stay between token and hub."""
    if math.sin(math.radians(seat.angle)) > 0.5:
        return f"{-(seat.r + 7 + 4 * halo):.1f}"
    return f"{seat.r + size.label + 5 * halo:.1f}"


def _stack(seats: list[Placed], size: Size) -> Token:
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
        name=tell("see list") if size.has_words or not first.is_tight else "",
        name_y=_name_y(first, size, bool(first.data["now"])),
        acts_now=bool(first.data["now"]),
        count=len(seats),
    )


def short(name: str, limit: int) -> str:
    """A name that fits `limit` letters: whole, or a part of it, or nothing; a copied extra keeps its number."""
    if len(name) <= limit:
        return name
    words = name.replace(",", " ").split() or [""]
    is_copy = len(words) > 1 and words[-1].isdigit()
    own = [word for word in words if word.lower() not in STYLES] or words
    parts = [" ".join(words[-2:])] if is_copy else [" ".join(words[:2]), own[0], own[-1]]
    fitting = (part for part in parts if len(part) <= limit and part.lower().rpartition(" ")[2] not in STYLES)
    return next(fitting, "")


def _arcs(seats: list[Placed], now: int, size: Size) -> tuple[tuple[Ring, ...], tuple[Arc, ...]]:
    lanes: list[list[Placed]] = [[] for _ in range(RINGS)]
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
        label = "" if penalty % (size.every if w > CLOSE else 2) else f"−{penalty}" if penalty else "0"
        rings.append(Ring(f"{outer:.1f}", label, f"{size.cx - outer + w / 2:.1f}"))
        thick = f"{min(4.0, 0.66 * w / max(1, len(lane))):.1f}"
        arcs += [_arc(seat, outer - w * (i + 0.5) / len(lane), thick, now, size) for i, seat in enumerate(lane)]
        outer -= w
    return (*rings, Ring(f"{outer:.1f}", "", "")), tuple(arcs)


def _arc(seat: Placed, r: float, thick: str, now: int, size: Size) -> Arc:
    start = angle(max(seat.data["acted"] - now, SEAM))
    lead = f"M{size.at(r - 2, seat.angle)}L{size.at(size.token_at - seat.r + 2, seat.angle)}"
    return Arc(seat.data["id"], _side(seat.data), size.arc(r, start, seat.angle), lead, thick)


@lru_cache(maxsize=256)
def _sectors(now: int, size: Size) -> tuple[Sector, ...]:
    return tuple(_sector(k, now, size) for k in range(PAST, FUTURE + 1))


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


@lru_cache(maxsize=4)
def _slice(size: Size) -> str:
    inner, low, high = size.radius - size.band, angle(0) - STEP / 2, angle(0) + STEP / 2
    hub = f"L{size.at(size.hub, high)}A{size.hub} {size.hub} 0 0 0 {size.at(size.hub, low)}Z"
    return size.arc(inner, low, high) + hub


def _ghost(tick: int, words: Sequence[str], now: int, initials: str, size: Size) -> Ghost:
    place = max(0, min(tick - now, FUTURE))
    x, y = size.point(size.radius + size.ghost + 7, angle(place))
    is_left = math.cos(math.radians(angle(place))) < -0.1
    room = int(((x if is_left else size.width - x) - size.ghost - 10) / 6.6)
    says = listing(words, "or") + (tell(f" (tick {tick})") if tick - now > FUTURE else "")
    lines = textwrap.wrap(says, max(9, min(room, 18)), max_lines=2, placeholder=" …") if size.has_words else []
    at_x = f"{x + (-1 if is_left else 1) * (size.ghost + 7):.1f}"
    first_y = y + 4 - 8 * (len(lines) - 1)
    return Ghost(
        place=place,
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        r=size.ghost,
        initials=initials,
        lines=tuple((line, at_x, f"{first_y + 16 * i:.1f}") for i, line in enumerate(lines)),
        anchor="end" if is_left else "start",
        path=size.arc(size.radius + 6, angle(0) + 4, angle(place) - 3.5) if place else "",
    )
