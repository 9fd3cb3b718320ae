"""The parts of a drawing of the ladder: plain data, with figures ready to be written."""

from dataclasses import dataclass

from play.seats.ladder import LadderRow

WIDTH = 700
"""px of the drawing's own view box: about the middle column of a wide screen, so that text keeps its size."""
AXIS = WIDTH / 2


@dataclass(frozen=True, slots=True)
class Rung:
    """One value of Initiative on the axis."""

    value: int
    y: float
    is_now: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One combatant at its value: the token, and the text beside it, turned away from the axis."""

    row: LadderRow
    y: float
    r: float
    name: str
    lines: tuple[tuple[str, float], ...]
    """The lines under the name, each with its base line."""
    pips_y: float | None
    """Where the turns in Crash are drawn."""
    chip_y: float | None
    """Where it is said that it may be struck decisively."""

    @property
    def out(self) -> int:
        """The direction away from the axis: -1 to the left, 1 to the right."""
        return -1 if self.row.own else 1

    @property
    def x(self) -> float:
        """Where the token stands."""
        return AXIS + 62 * self.out

    @property
    def text_x(self) -> float:
        """Where the text begins (on the left: ends)."""
        return AXIS + 96 * self.out

    @property
    def edge_x(self) -> float:
        """The outer edge, where the health stands."""
        return 0 if self.row.own else WIDTH


@dataclass(frozen=True, slots=True)
class Link:
    """A line from somebody in Crash to the one who brought that about."""

    id: str
    path: str
    head: str


@dataclass(frozen=True, slots=True)
class Ladder:
    """Everything that one drawing shows. `crash_y` is the line of Crash; the ground below it is darker."""

    width: int
    height: float
    title: str
    description: str
    own: str
    other: str
    rungs: tuple[Rung, ...]
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    crash_y: float


@dataclass(frozen=True, slots=True)
class Band:
    """One stop of the range line: who stands there, and how far it is from the one who acts."""

    name: str
    x: int
    is_low: bool
    """Whether its name stands on the lower of two lines."""
    is_here: bool
    own: tuple[LadderRow, ...]
    other: tuple[LadderRow, ...]
    more_own: int
    more_other: int


@dataclass(frozen=True, slots=True)
class Range:
    """The range bands, seen from one combatant. `rough`: where difficult terrain begins and ends on the line."""

    name: str
    width: int
    height: int
    line_y: int
    words: str
    bands: tuple[Band, ...]
    rough: tuple[tuple[int, int], ...] = ()
