"""How dice have fallen, compared with fair dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, floor, log, log10, pi, sqrt

from rules.dice import SIDES

ENOUGH = 50
"""The fewest dice of which chi-square says anything: five for each face."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each face fell, from 1 to 10, and the longest run of one face."""

    faces: tuple[int, ...]
    run: int = 0
    run_face: int = 0

    @property
    def dice(self) -> int:
        """The number of dice."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """How often each face falls on average."""
        return self.dice / SIDES

    @property
    def mean(self) -> float:
        """The average face; of fair dice it is 5.5."""
        return sum(face * count for face, count in enumerate(self.faces, 1)) / self.dice if self.dice else 0.0

    @property
    def chi_square(self) -> float:
        """The sum of the squared differences from what is expected, each divided by that."""
        return sum((count - self.expected) ** 2 / self.expected for count in self.faces) if self.dice else 0.0

    @property
    def share_worse(self) -> float | None:
        """In which share of tables fair dice are as uneven as these or more so. None for too few dice."""
        return find_share_above(self.chi_square) if self.dice >= ENOUGH else None

    @property
    def usual_run(self) -> int:
        """The longest run of one face that about half of all tables with as many fair dice have."""
        return 1 + max(0, floor(log10(0.9 * self.dice / log(2)))) if self.dice > 1 else self.dice


def tally(faces: Sequence[int]) -> Tally:
    """Count faces in the order they fell."""
    counts, run, longest, longest_face, last = [0] * SIDES, 0, 0, 0, 0
    for face in faces:
        counts[face - 1] += 1
        run = run + 1 if face == last else 1
        last = face
        if run > longest:
            longest, longest_face = run, face
    return Tally(tuple(counts), longest, longest_face)


def find_share_above(chi_square: float) -> float:
    """Return the probability that chi-square with nine degrees of freedom is this or more."""
    x = chi_square
    series = 1 + x / 3 + x**2 / 15 + x**3 / 105
    return min(1.0, erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * series)
