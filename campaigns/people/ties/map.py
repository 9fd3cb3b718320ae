"""The relationship map: ties as a drawing, with the measures that its SVG needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from campaigns.core.faces import Face
from campaigns.models import TieKind
from campaigns.people.ties.graph_layout import keep_apart, place_nodes
from campaigns.people.ties.lines import CLEAR, Edge, Shape, draw_lines
from campaigns.people.ties.visible import KnownTie
from rules.text import isolate_name
from rules.view import initials

RADIUS = 24
"""The radius of a node."""
MARGIN = complex(68, 46)
"""The room at the edges of the picture, across and down, for the names under the nodes."""
WIDE, NARROW = complex(190, 130), complex(72, 190)
"""How much the picture grows with the square root of the number of nodes: on large screens, and on phones."""
LINE = 14
"""The most characters in a line of a name, which has two at most."""
LETTER, LINE_HEIGHT = 7.5, 15
"""The width of a letter of names, and the height of a line."""
GAP = complex(16, 30)
"""The room between two nodes, across and down: below a name an arrow is to be seen."""


@dataclass(frozen=True, slots=True)
class Node:
    """A subject in the picture, with the place of its middle."""

    face: Face
    x: float
    y: float
    lines: Sequence[str]
    initials: str


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
    ends = {key for tie in ties for key in (tie.tie.source_id, tie.tie.target_id)}
    shown = sorted((face for face in faces if face.subject.pk in ends), key=lambda face: face.subject.pk)
    at = {face.subject.pk: place for place, face in enumerate(shown)}
    pairs = sorted({tuple(sorted((at[tie.tie.source_id], at[tie.tie.target_id]))) for tie in ties})
    inner = room * max(1.0, len(shown) ** 0.5)
    spots = [
        MARGIN + complex(place.real * inner.real, place.imag * inner.imag)
        for place in place_nodes(len(shown), tuple((a, b) for a, b in pairs))
    ]
    names = [_break(face.subject.name) for face in shown]
    sizes = [_measure(lines) for lines in names]
    spots = keep_apart(spots, [_make_room(size) for size in sizes])
    shapes = [Shape(spot, RADIUS, size) for spot, size in zip(spots, sizes, strict=True)]
    bottom = max((shape.middle.imag + RADIUS + shape.name.imag + CLEAR for shape in shapes), default=0.0)
    width, height = inner.real + 2 * MARGIN.real, max(inner.imag + 2 * MARGIN.imag, bottom)
    nodes = [_node(*found) for found in zip(shown, spots, names, strict=True)]
    edges = draw_lines(ties, at, shapes, complex(width, height))
    kinds = {tie.tie.kind for tie in ties}
    shown_kinds = [kind for kind in TieKind if kind in kinds]
    return TieMap(round(width), round(height), nodes, edges, shown_kinds)


def _break(name: str) -> tuple[str, ...]:
    return tuple(wrap(name, LINE, max_lines=2, placeholder="…", break_on_hyphens=False))


def _measure(lines: Sequence[str]) -> complex:
    """Return the width and height of a name, with the room above its first line."""
    return complex(max(map(len, lines), default=0) * LETTER, (len(lines) + 0.5) * LINE_HEIGHT)


def _make_room(name: complex) -> complex:
    """Return the room of a node with a name of this size."""
    return complex(max(2 * RADIUS, name.real), 2 * RADIUS + name.imag) + GAP


def _node(face: Face, spot: complex, lines: Sequence[str]) -> Node:
    shown = tuple(map(isolate_name, lines))
    return Node(face, round(spot.real, 1), round(spot.imag, 1), shown, initials(face.subject.name))
