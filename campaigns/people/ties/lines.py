"""The lines of the relationship map: from node to node, past all other nodes and names, each with an arrow."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.people.ties.visible import KnownTie

BEND = 26
"""How far from a straight line each further tie of the same two runs."""
MAX_BENDS = 4
"""How many steps of `BEND` a line makes to a side at most, to run past others."""
ARROW = 9
CLEAR = 3
"""The room between a line and what it runs past."""
BENDS = tuple(sorted(range(-MAX_BENDS, MAX_BENDS + 1), key=lambda step: (abs(step), -step)))
"""The steps to either side, the straightest first."""
STEPS = 24
"""At how many places of a line is asked what lies there."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a node covers: a disc around its middle, and a box below it with its name."""

    middle: complex
    radius: float
    name: complex
    """The width and height of the name."""

    def covers(self, place: complex) -> bool:
        """Return whether a line at this place would touch the node or its name."""
        away = place - self.middle
        if abs(away) <= self.radius + CLEAR:
            return True
        return abs(away.real) <= self.name.real / 2 + CLEAR and 0 <= away.imag - self.radius <= self.name.imag + CLEAR

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Return how far it reaches to the left, to the right, up and down, with the room that lines keep."""
        across = max(self.radius, self.name.real / 2) + CLEAR
        up, down = self.radius + CLEAR, self.radius + self.name.imag + CLEAR
        x, y = self.middle.real, self.middle.imag
        return x - across, x + across, y - up, y + down


@dataclass(frozen=True, slots=True)
class Curve:
    """A line that bends once: it leaves `start` towards `bend`, and comes to `end` from there."""

    start: complex
    bend: complex
    end: complex

    def at(self, part: float) -> complex:
        """Return the place at this part of the way, 0 at the start and 1 at the end."""
        left = 1 - part
        return left * left * self.start + 2 * left * part * self.bend + part * part * self.end

    def cut(self, first: float, last: float) -> "Curve":
        """Return the part of the line between two parts of its way."""
        start, end = self.at(first), self.at(last)
        leaving = (1 - first) * (self.bend - self.start) + first * (self.end - self.bend)
        return Curve(start, start + leaving * (last - first), end)


@dataclass(frozen=True, slots=True)
class Edge:
    """A tie in the picture: the path of its line, and the corners of its arrow."""

    tie: KnownTie
    path: str
    arrow: str


def draw_lines(ties: Sequence[KnownTie], at: dict[int, int], shapes: Sequence[Shape], size: complex) -> list[Edge]:
    """Return the lines of ties. `at`: the place of each subject's shape in `shapes`, by its key. `size`: the picture's.

    Ties of the same two run beside each other. A line that would cross another node or its name bends away.
    """
    edges = [shape.edges for shape in shapes]
    taken: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    found = []
    for tie in ties:
        source, target = at[tie.tie.source_id], at[tie.tie.target_id]
        low, high = sorted((source, target))
        start, end = shapes[low].middle, shapes[high].middle
        near = [shapes[place] for place in _find_near(edges, start, end) if place not in (low, high)]
        steps = [step for step in BENDS if step not in taken[low, high]] or [0]
        step = _choose_bend(start, end, steps, near, size)
        taken[low, high].add(step)
        bend = step * BEND if source == low else -step * BEND
        curve = _bow(shapes[source].middle, shapes[target].middle, bend)
        found.append(_draw(tie, _trim(curve, shapes[source], shapes[target])))
    return found


def _find_near(edges: Sequence[tuple[float, float, float, float]], start: complex, end: complex) -> list[int]:
    """Return the places of the shapes that a line between two places may touch, however far it bends."""
    room = BEND * MAX_BENDS
    left, right = min(start.real, end.real) - room, max(start.real, end.real) + room
    top, bottom = min(start.imag, end.imag) - room, max(start.imag, end.imag) + room
    return [n for n, (x, x2, y, y2) in enumerate(edges) if x2 >= left and x <= right and y2 >= top and y <= bottom]


def _choose_bend(start: complex, end: complex, steps: Sequence[int], near: Sequence[Shape], size: complex) -> int:
    """Return that of the bends, in steps, which touches the fewest of the others; of several the straightest."""
    hits = {}
    for step in steps:
        curve = _bow(start, end, step * BEND)
        if step in (0, steps[0]) or _is_inside(curve.at(0.5), size):
            hits[step] = _count_hits(curve, near)
        if hits.get(step) == 0:
            return step
    return min(hits, key=lambda step: hits[step])


def _is_inside(place: complex, size: complex) -> bool:
    return CLEAR < place.real < size.real - CLEAR and CLEAR < place.imag < size.imag - CLEAR


def _bow(start: complex, end: complex, bend: float) -> Curve:
    """Return the line that bends so far from the straight one in its middle."""
    along = (end - start) / (abs(end - start) or 1.0)
    return Curve(start, (start + end) / 2 + along * 2j * bend, end)


def _count_hits(curve: Curve, shapes: Sequence[Shape]) -> int:
    """Return how many of the shapes the line touches."""
    places = [curve.at(step / STEPS) for step in range(1, STEPS)] if shapes else []
    return sum(any(shape.covers(place) for place in places) for shape in shapes)


def _trim(curve: Curve, source: Shape, target: Shape) -> Curve:
    """Return the part of the line that is seen between two nodes and their names."""
    parts = [step / (2 * STEPS) for step in range(2 * STEPS + 1)]
    first = next((part for part in parts[STEPS - 1 :: -1] if source.covers(curve.at(part))), 0.0)
    last = next((part for part in parts[STEPS + 1 :] if target.covers(curve.at(part))), 1.0)
    return curve.cut(first, last)


def _draw(tie: KnownTie, curve: Curve) -> Edge:
    """Return a line with an arrow at its end."""
    along = curve.end - curve.bend
    towards = along / (abs(along) or 1.0)
    back = curve.end - towards * ARROW
    side = towards * 1j * ARROW / 2
    arrow = " ".join(map(_point, (curve.end, back + side, back - side)))
    return Edge(tie, f"M{_point(curve.start)} Q{_point(curve.bend)} {_point(back)}", arrow)


def _point(place: complex) -> str:
    return f"{place.real:.1f},{place.imag:.1f}"
