"""All that can fall: a move is played with every throw of its dice, each by its weight."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeVar

from rules.dice import SIDES, Roller

T = TypeVar("T", bound=Hashable)
Faces = Mapping[int, int]
"""Faces that stand for all that count like them: the face, and how many do."""
SEVENS: Faces = {4: 6, 8: 3, 10: 1}
"""Where 7 and more are successes, and tens may count twice; ones count like other misses."""
WITH_ONES: Faces = {1: 1, 4: 5, 8: 3, 10: 1}
MISS = 4
"""A face that is no success in any game, and no 1."""


class Branch:
    """Rolls one of the ways in which the dice can fall: the places of the faces are given, the rest are the first."""

    def __init__(self, faces: Faces, places: list[int]) -> None:
        self.faces, self.places, self.used = list(faces.items()), places, 0

    def roll(self, count: int) -> tuple[int, ...]:
        """Return the faces of the next dice."""
        end = self.used + count
        self.places += [0] * (end - len(self.places))
        fallen = self.places[self.used : end]
        self.used = end
        return tuple(self.faces[place][0] for place in fallen)

    @property
    def weight(self) -> Fraction:
        """The chance of this branch."""
        found = Fraction(1)
        for place in self.places:
            found *= Fraction(self.faces[place][1], SIDES)
        return found


def play_out(run: Callable[[Roller], T], faces: Faces = SEVENS) -> dict[T, float]:
    """Return the exact distribution of what `run` returns, over every throw of its dice."""
    found: dict[T, Fraction] = defaultdict(Fraction)
    places: list[int] = []
    while True:
        branch = Branch(faces, places)
        result = run(branch)
        found[result] += branch.weight
        while places and places[-1] == len(branch.faces) - 1:
            places.pop()
        if not places:
            return {value: float(chance) for value, chance in found.items()}
        places[-1] += 1


HITS: Faces = {4: 6, 8: 4}
"""Where 7 and more are successes, and nothing else counts."""


@lru_cache(maxsize=512)
def list_throws(faces: tuple[tuple[int, int], ...], count: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return every way in which so many dice can fall, with its chance; the order of the dice does not matter."""
    found = []
    for fallen in combinations_with_replacement(faces, count):
        ways, left = Fraction(1), count
        for (_face, weight), shown in Counter(fallen).items():
            ways *= comb(left, shown) * Fraction(weight, SIDES) ** shown
            left -= shown
        found.append((tuple(face for face, _weight in fallen), ways))
    return tuple(found)


class Throws:
    """Rolls one of the ways in which whole rolls can fall. Rolls after those that count show a miss."""

    def __init__(self, counted: Sequence[Faces], places: list[int]) -> None:
        self.counted, self.places, self.used = [tuple(faces.items()) for faces in counted], places, 0
        self.weight, self.ways = Fraction(1), list[int]()

    def roll(self, count: int) -> tuple[int, ...]:
        """Return the faces of the next dice."""
        if self.used == len(self.counted):
            return (MISS,) * count
        throws = list_throws(self.counted[self.used], count)
        self.places += [0] * (self.used + 1 - len(self.places))
        fallen, chance = throws[self.places[self.used]]
        self.used, self.weight = self.used + 1, self.weight * chance
        self.ways.append(len(throws))
        return fallen


def play_rolls(run: Callable[[Roller], T], *counted: Faces) -> dict[T, float]:
    """Return the exact distribution of what `run` returns, over every throw of its first rolls.

    `counted`: for each of these rolls, the faces that differ. What is rolled after them must not matter.
    """
    found: dict[T, Fraction] = defaultdict(Fraction)
    places: list[int] = []
    while True:
        throws = Throws(counted, places)
        result = run(throws)
        found[result] += throws.weight
        while places and places[-1] == throws.ways[len(places) - 1] - 1:
            places.pop()
        if not places:
            return {value: float(chance) for value, chance in found.items()}
        places[-1] += 1
