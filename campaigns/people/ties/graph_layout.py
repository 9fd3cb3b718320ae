"""Place the nodes of a graph in a picture: related ones near each other, and always in the same places."""

from cmath import rect
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import tau

MAX_WORK = 90_000
"""How many pairs of nodes are pushed apart in all: about 50 ms of work."""
FEWEST_STEPS, MAX_STEPS = 12, 150
PULL_TO_MIDDLE = 0.03
"""Keeps what hangs by one edge in sight."""
GAP = 1.0
"""The room between two parts without a connection: about that between two nodes."""
NEAREST = 1e-3


@lru_cache(maxsize=64)
def place_nodes(count: int, edges: Sequence[tuple[int, int]]) -> tuple[complex, ...]:
    """Return the place of each node within a square from 0 to 1, x and y as a complex number.

    Each connected part is placed by itself; the parts then stand in rows, the largest first, and never overlap.
    `edges` is a tuple of pairs of nodes.
    """
    if count < 2:
        return (complex(0.5, 0.5),) * count
    parts = _split(count, edges)
    return _settle(count, edges) if len(parts) == 1 else _fit(_pack(parts, edges))


def _settle(count: int, edges: Sequence[tuple[int, int]]) -> tuple[complex, ...]:
    """Place nodes that are all connected.

    Fruchterman and Reingold: nodes push each other away, edges pull their ends together, and steps grow shorter. It
    begins with a circle in which neighbours stand together, without chance.
    """
    places = [0j] * count
    for turn, node in enumerate(_walk(count, edges)):
        places[node] = rect(1, tau * turn / count)
    distance = 2 / count**0.5
    steps = max(FEWEST_STEPS, min(MAX_STEPS, 2 * MAX_WORK // (count * count)))
    for step in range(steps):
        _move(places, edges, distance, distance * (1 - step / steps))
    return _fit(places)


def keep_apart(places: Sequence[complex], rooms: Sequence[complex]) -> list[complex]:
    """Return the places, moved down where their rooms would overlap. A room is the width and height that a node takes,
    with what is written below it."""
    found: dict[int, complex] = {}
    for node in sorted(range(len(places)), key=lambda node: (places[node].imag, node)):
        place = places[node]
        while above := [other for other in found if _touch(found[other], rooms[other], place, rooms[node])]:
            place = complex(place.real, max(found[other].imag + rooms[other].imag for other in above))
        found[node] = place
    return [found[node] for node in range(len(places))]


def _touch(a: complex, room: complex, b: complex, other: complex) -> bool:
    """Return whether rooms overlap."""
    beside = abs(a.real - b.real) < (room.real + other.real) / 2
    return beside and a.imag < b.imag + other.imag and b.imag < a.imag + room.imag


def _split(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the connected parts of the graph, the largest first."""
    part_of = {node: [node] for node in range(count)}
    for a, b in edges:
        if part_of[a] is not part_of[b]:
            joined = part_of[a] + part_of[b]
            part_of |= dict.fromkeys(joined, joined)
    return sorted({min(part): part for part in part_of.values()}.values(), key=lambda part: (-len(part), min(part)))


def _pack(parts: Sequence[Sequence[int]], edges: Sequence[tuple[int, int]]) -> list[complex]:
    """Return the place of each node: every part in a square of its own, and the squares in rows."""
    sides = [len(part) ** 0.5 if len(part) > 1 else 0.0 for part in parts]
    width = sum((side + GAP) ** 2 for side in sides) ** 0.5
    places: dict[int, complex] = {}
    corner, tallest = 0j, 0.0
    for part, side in zip(parts, sides, strict=True):
        if corner.real and corner.real + side > width:
            corner, tallest = complex(0, corner.imag + tallest + GAP), 0.0
        at = {node: place for place, node in enumerate(part)}
        within = tuple((at[a], at[b]) for a, b in edges if a in at)
        settled = _settle(len(part), within) if len(part) > 1 else (0j,)
        places |= {node: corner + side * place for node, place in zip(part, settled, strict=True)}
        corner, tallest = corner + side + GAP, max(tallest, side)
    return [places[node] for node in range(len(places))]


def _walk(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """Return all nodes, each near its neighbours: the best connected first, and depth first from there."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    order = sorted(range(count), key=lambda node: (-len(beside[node]), node))
    found: dict[int, None] = {}
    waiting = order[::-1]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = None
            waiting += sorted(set(beside[node]) - found.keys(), reverse=True)
    return list(found)


def _move(places: list[complex], edges: Sequence[tuple[int, int]], distance: float, most: float) -> None:
    """Move every node once, by no more than `most`."""
    pushes = [-PULL_TO_MIDDLE * place for place in places]
    for a, b in combinations(range(len(places)), 2):
        gap = places[a] - places[b]
        push = gap * (distance / max(NEAREST, abs(gap))) ** 2
        pushes[a] += push
        pushes[b] -= push
    for a, b in edges:
        gap = places[a] - places[b]
        pull = gap * (abs(gap) / distance)
        pushes[a] -= pull
        pushes[b] += pull
    for node, push in enumerate(pushes):
        places[node] += push * min(1.0, most / max(NEAREST, abs(push)))


def _fit(places: Sequence[complex]) -> tuple[complex, ...]:
    """Stretch the places over the square from 0 to 1, each direction by itself."""
    left, top = min(place.real for place in places), min(place.imag for place in places)
    width = max(place.real for place in places) - left
    height = max(place.imag for place in places) - top
    return tuple(
        complex(
            (place.real - left) / width if width > NEAREST else 0.5,
            (place.imag - top) / height if height > NEAREST else 0.5,
        )
        for place in places
    )
