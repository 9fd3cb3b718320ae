"""The parts of a drawing of the wheel: plain data, with figures ready to be written."""

from typing import NamedTuple

from play.html.wheel.names import Name


class Ring(NamedTuple):
    """The circle that bounds a DV penalty's lanes, and where its figure stands. Every second one is `minor`."""

    r: str
    label: str
    x: str
    minor: bool


class Arc(NamedTuple):
    """The time between two actions of one combatant, on the ring of its penalty, and the line to its token.

    Both are drawn as if the token stood at three o'clock, and turned by some degrees: a turn of the wheel changes one
    figure.
    """

    id: str
    side: str
    turn: str
    path: str
    lead: str
    width: str


class Face(NamedTuple):
    """What a token looks like, around its own origin. `name` is shown on a wide page, `small` on a narrow one."""

    r: float
    classes: str
    is_round: bool
    initials: str
    name: Name = Name()
    small: Name = Name()
    acts_now: bool = False
    portrait: str = ""
    """The address of its picture, if the seat may see one."""


class Token(NamedTuple):
    """One combatant, or a stack of them (`stacked`), or the outline of one that acted before (`past`)."""

    id: str
    x: str
    y: str
    face: Face
    stacked: int = 0
    past: bool = False


class NextTick(NamedTuple):
    """Where somebody would act next, outside the ring. `place` (0 to 7) ties it to the choices that lead there."""

    place: int
    x: str
    y: str
    lines: tuple[tuple[str, str, str], ...]
    anchor: str
    path: str


class Wheel(NamedTuple):
    """Everything that turns from tick to tick."""

    now: int
    title: str
    description: str
    rings: tuple[Ring, ...]
    arcs: tuple[Arc, ...]
    tokens: tuple[Token, ...]
