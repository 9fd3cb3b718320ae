"""What a drawing of the wheel consists of: plain data, its figures ready to be written."""

from dataclasses import dataclass

from play.wheel.size import Size

LETTER = 0.68
"""How wide a bold letter is, by its size."""


@dataclass(frozen=True, slots=True)
class Sector:
    """One tick on the ring; `state` is past, now or empty."""

    tick: int
    state: str
    band: str
    spoke: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Ring:
    """The circle that bounds a DV penalty's lanes, and where its figure stands."""

    r: str
    label: str
    x: str


@dataclass(frozen=True, slots=True)
class Arc:
    """The time between two actions of one combatant, on the ring of its penalty, and the line to its token."""

    id: str
    side: str
    path: str
    lead: str
    width: str


@dataclass(frozen=True, slots=True)
class Token:
    """One combatant, or a stack of them (`count`), around its own origin."""

    id: str
    x: str
    y: str
    r: float
    classes: str
    is_round: bool
    initials: str
    name: str
    name_y: str
    acts_now: bool
    count: int = 0
    portrait: str = ""
    """Where its picture is, if the seat may see one."""

    @property
    def ini_size(self) -> str:
        """Letters stay readable when a crowded tick shrinks its tokens, and keep within them."""
        room = 2 * (self.r - 1) / (LETTER * len(self.initials or "?"))
        return f"{max(8.0, min(max(10.0, self.r * 0.78), room)):.1f}"


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where somebody would act next, outside the ring; `place` (0 to 9) ties it to the choices that lead there."""

    place: int
    x: str
    y: str
    r: float
    initials: str
    lines: tuple[tuple[str, str, str], ...]
    anchor: str
    path: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """Everything that one drawing shows."""

    size: Size
    now: int
    title: str
    description: str
    slice: str
    sectors: tuple[Sector, ...]
    rings: tuple[Ring, ...]
    arcs: tuple[Arc, ...]
    tokens: tuple[Token, ...]

    @property
    def hub(self) -> dict[str, float]:
        """The double circle in the middle, and the base lines of its word and its figure."""
        size = self.size
        line = size.hub * 0.4
        return {"r": size.hub - 4, "inner": size.hub - 8, "word": size.cy - line, "tick": size.cy + line}
