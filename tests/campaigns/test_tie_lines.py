"""The lines of the relationship map: they run past nodes and names, and their arrows are to be seen."""

import re

from hypothesis import given
from hypothesis import strategies as st

from campaigns.models import Tie
from campaigns.people.ties.lines import ARROW, Curve, Edge, Shape, draw_lines
from campaigns.people.ties.map import RADIUS
from campaigns.people.ties.visible import KnownTie

NAME = complex(70, 22)
SIZE = complex(600, 600)
PLACES = st.tuples(st.integers(60, 540), st.integers(60, 540))


def lines(middles: list[complex], *pairs: tuple[int, int]) -> list[Edge]:
    ties = [KnownTie(Tie(source_id=source, target_id=target), None, None) for source, target in pairs]
    shapes = [Shape(middle, RADIUS, NAME) for middle in middles]
    return draw_lines(ties, {place: place for place in range(len(shapes))}, shapes, SIZE)


def read(edge: Edge) -> Curve:
    """The line that is drawn."""
    x, y, bend_x, bend_y, end_x, end_y = map(float, re.findall(r"-?[\d.]+", edge.path))
    return Curve(complex(x, y), complex(bend_x, bend_y), complex(end_x, end_y))


def tip(edge: Edge) -> complex:
    x, y = edge.arrow.split()[0].split(",")
    return complex(float(x), float(y))


def touches(edge: Edge, middle: complex) -> bool:
    """Whether the line runs through a disc or the name under it."""
    bare = Shape(middle, RADIUS - 3, NAME - complex(6, 6))
    return any(bare.covers(read(edge).at(part / 100)) for part in range(101))


def test_an_arrow_that_comes_from_below_ends_under_the_name() -> None:
    (edge,) = lines([300 + 100j, 300 + 250j], (1, 0))
    assert 100 + RADIUS + NAME.imag < tip(edge).imag < 100 + RADIUS + NAME.imag + ARROW
    assert abs(tip(edge).real - 300) < 1


def test_a_line_starts_under_its_own_name_and_ends_at_the_rim_of_a_disc() -> None:
    (edge,) = lines([300 + 100j, 300 + 250j], (0, 1))
    assert read(edge).start.imag > 100 + RADIUS + NAME.imag
    assert 250 - RADIUS - ARROW < tip(edge).imag < 250 - RADIUS


def test_a_line_runs_around_who_stands_between() -> None:
    between = 300 + 250j
    (edge,) = lines([300 + 100j, 300 + 420j, between], (0, 1))
    assert not touches(edge, between)
    (straight,) = lines([300 + 100j, 300 + 420j], (0, 1))
    assert touches(straight, between)


def test_ties_of_the_same_two_run_beside_each_other() -> None:
    edges = lines([100 + 300j, 400 + 300j], *[(0, 1), (1, 0)] * 5)
    middles = [read(edge).at(0.5).imag for edge in edges]
    assert len({round(middle, -1) for middle in middles}) == 9  # there are nine bends; the tenth tie has none left
    assert all(0 < middle < SIZE.imag for middle in middles)


@given(st.lists(PLACES, min_size=2, max_size=8, unique=True))
def test_every_line_lies_between_its_two_and_has_an_arrow(places: list[tuple[int, int]]) -> None:
    middles = [complex(x, y) for x, y in places]
    for edge in lines(middles, *((n, n + 1) for n in range(len(middles) - 1))):
        source, target = middles[edge.tie.tie.source_id], middles[edge.tie.tie.target_id]
        if abs(source - target) > 4 * RADIUS + NAME.imag:
            assert abs(tip(edge) - target) < abs(tip(edge) - source)
        assert len(edge.arrow.split()) == 3
