"""All that can fall: a move is played with every throw of its dice, each by its weight."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from rules.dice import SIDES, Roller

T = TypeVar("T", bound=Hashable)
Faces = Mapping[int, int]
"""Faces that stand for all that count like them: the face, and how many do."""
SEVENS: Faces = {4: 6, 8: 3, 10: 1}
"""Where 7 and more are successes, and tens may count twice; ones count like other misses."""
WITH_ONES: Faces = {1: 1, 4: 5, 8: 3, 10: 1}


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
