"""The relationship map: ties as a drawing, with the measures that its SVG needs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from campaigns.graph_layout import keep_apart, place_nodes
from campaigns.models import TieKind
from campaigns.people import Face
from campaigns.ties import KnownTie
from rules.view import initials

RADIUS = 24
"""The radius of a node."""
MARGIN = complex(68, 46)
"""The room at the edges of the picture, across and down, for the names under the nodes."""
WIDE, NARROW = complex(190, 130), complex(72, 190)
"""How much the picture grows with the square root of the number of nodes: on large screens, and on phones."""
BEND = 26
"""How far from a straight line each further tie of the same two runs."""
ARROW = 9
LINE = 14
"""The most characters in a line of a name, which has two at most."""
LETTER, LINE_HEIGHT, GAP = 7.5, 15, 6
"""The width of a letter of names, the height of a line, and the room between two nodes."""


@dataclass(frozen=True, slots=True)
class Node:
    """A subject in the picture, with the place of its middle."""

    face: Face
    x: float
    y: float
    lines: Sequence[str]
    initials: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A tie in the picture: the path of its line, and the corners of its arrow."""

    tie: KnownTie
    path: str
    arrow: str


@dataclass(frozen=True, slots=True)
class TieMap:
    """The picture, with the kinds of ties that are in it."""

    width: int
    height: int
    nodes: Sequence[Node]
    edges: Sequence[Edge]
    kinds: Sequence[TieKind]


def draw_map(ties: Sequence[KnownTie], faces: Iterable[Face], room: complex = WIDE) -> TieMap:
    """Draw the ties between these subjects. Only subjects with a tie are in the picture. `room`: `WIDE` or `NARROW`."""
    ends = {key for one in ties for key in (one.tie.source_id, one.tie.target_id)}
    shown = sorted((face for face in faces if face.subject.pk in ends), key=lambda face: face.subject.pk)
    at = {face.subject.pk: place for place, face in enumerate(shown)}
    pairs = sorted({tuple(sorted((at[one.tie.source_id], at[one.tie.target_id]))) for one in ties})
    inner = room * max(1.0, len(shown) ** 0.5)
    spots = [
        MARGIN + complex(place.real * inner.real, place.imag * inner.imag)
        for place in place_nodes(len(shown), tuple((a, b) for a, b in pairs))
    ]
    names = [_break(face.subject.name) for face in shown]
    rooms = [_measure(lines) for lines in names]
    spots = keep_apart(spots, rooms)
    bottom = max((spot.imag + room.imag - RADIUS for spot, room in zip(spots, rooms, strict=True)), default=0.0)
    width, height = inner.real + 2 * MARGIN.real, max(inner.imag + 2 * MARGIN.imag, bottom)
    nodes = [_node(*found) for found in zip(shown, spots, names, strict=True)]
    kinds = {one.tie.kind for one in ties}
    shown_kinds = [kind for kind in TieKind if kind in kinds]
    return TieMap(round(width), round(height), nodes, _edges(ties, at, spots), shown_kinds)


def _break(name: str) -> tuple[str, ...]:
    return tuple(wrap(name, LINE, max_lines=2, placeholder="…", break_on_hyphens=False))


def _measure(lines: Sequence[str]) -> complex:
    """Return the room of a node with this name."""
    longest = max(map(len, lines), default=0)
    return complex(max(2 * RADIUS, longest * LETTER) + GAP, 2 * RADIUS + (len(lines) + 1) * LINE_HEIGHT)


def _node(face: Face, spot: complex, lines: Sequence[str]) -> Node:
    return Node(face, round(spot.real, 1), round(spot.imag, 1), lines, initials(face.subject.name))


def _edges(ties: Sequence[KnownTie], at: dict[int, int], spots: Sequence[complex]) -> list[Edge]:
    """Return the lines. Ties of the same two bend apart, to both sides in turn."""
    drawn: Counter[frozenset[int]] = Counter()
    found = []
    for one in ties:
        source, target = at[one.tie.source_id], at[one.tie.target_id]
        pair = frozenset((source, target))
        nth = drawn[pair]
        drawn[pair] += 1
        bend = BEND * ((nth + 1) // 2) * (-1 if nth % 2 else 1)
        found.append(_edge(one, spots[source], spots[target], bend if source < target else -bend))
    return found


def _edge(one: KnownTie, start: complex, end: complex, bend: float) -> Edge:
    """Return a line from rim to rim, with an arrow at its end."""
    along = (end - start) / (abs(end - start) or 1.0)
    middle = (start + end) / 2 + along * 1j * bend * 2
    start += _towards(start, middle) * (RADIUS + 2)
    towards = _towards(middle, end)
    tip = end - towards * (RADIUS + 3)
    back = tip - towards * ARROW
    side = towards * 1j * ARROW / 2
    arrow = " ".join(map(_point, (tip, back + side, back - side)))
    return Edge(one, f"M{_point(start)} Q{_point(middle)} {_point(back)}", arrow)


def _towards(start: complex, end: complex) -> complex:
    return (end - start) / (abs(end - start) or 1.0)


def _point(place: complex) -> str:
    return f"{place.real:.1f},{place.imag:.1f}"
