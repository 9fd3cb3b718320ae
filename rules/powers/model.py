"""What a power is, and what a system declares about the powers that it supports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from rules.text import EMPTY, Text

MAX_POWERS: Final = 150
MAX_EFFECTS: Final = 6
MAX_NAME: Final = 60
MAX_TEXT: Final = 500
MAX_KEY: Final = 40
MAX_LASTS: Final = 1000

DEFENDS: Final = frozenset({"defense"})
LASTS: Final = frozenset({"scene"})
"""The moments that every system has: a defense (`DEFENDS`), and switching on a lasting power (`LASTS`)."""
STRIKES: Final = frozenset({"attack"})
ROLLS: Final = STRIKES | {"roll"}
"""Attacks and all other rolls, for games that do not distinguish rolls further."""
HEALTH: Final = "health"
"""The track of a cost in health levels. A power's `harm` says which wounds they leave."""
WILLPOWER_DOTS: Final = "willpower_dots"
"""The track of a cost in permanent Willpower."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An amount of one kind of effect. A kind without a number has the amount 1."""

    kind: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Power:
    """One power on a sheet. `key` stays its id for as long as the sheet has it, even if its name changes.

    `use`: when it may be switched on; `timing`: the book's word for how. `cost`: points by track. `text` is for people
    only. `lasts`: the number of rounds, turns or ticks, if its use counts them. `harm`: the wounds that the health
    levels of its cost leave. `once`: it may be used once in a scene.
    """

    key: str = ""
    name: str = ""
    use: str = ""
    timing: str = ""
    cost: Mapping[str, int] = field(default_factory=dict, hash=False)
    effects: tuple[Effect, ...] = ()
    text: str = ""
    lasts: int = 0
    harm: str = ""
    once: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether its row is empty."""
        return not (self.name.strip() or self.text.strip() or any(self.cost.values()) or self.spoken)

    @property
    def spoken(self) -> tuple[Effect, ...]:
        """The effects with a kind. An effect without one is an empty row of a form."""
        return tuple(effect for effect in self.effects if effect.kind)

    def amount(self, kind: str) -> int:
        """Return the total amount of this kind of effect."""
        return sum(effect.amount for effect in self.effects if effect.kind == kind)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect: the uses in which it counts, its least and greatest amount, and its rule.

    `message` has the number as {n}, or as {a} without the sign. If `low` and `high` are both 1, it has no
    number. `marks`: the kind of effect in the same power that it says more about, and without which it is idle.
    """

    key: str
    label: Text
    uses: frozenset[str]
    rule: str
    message: str
    low: int = 1
    high: int = 20
    marks: str = ""

    @property
    def is_flag(self) -> bool:
        """Whether it has no number."""
        return self.low == self.high == 1


Span = Literal["", "scene", "turn", "count"]
"""How long a power lasts: not at all, for the scene, until one's next turn, or for a number of time units."""


@dataclass(frozen=True, slots=True)
class Use:
    """When a power is switched on, as "on an attack". `covers` are the moments in which it may be chosen.

    `span`: how long it lasts, if it is switched on before the moment in which it counts; `lasts` is the text for that
    if it is a turn.
    """

    key: str
    label: Text
    covers: frozenset[str]
    span: Span = ""
    lasts: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Timing:
    """The book's word for how a power is activated. `bars`: moments in which it is not allowed, with the reason."""

    key: str
    label: Text
    bars: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Track:
    """Points that a power may cost. `singular` and `plural` are messages: "{n} mote", "{n} motes"."""

    key: str
    label: Text
    singular: str
    plural: str
    high: int = 50

    def count(self, points: int) -> Text:
        """Return a number of points in words."""
        return Text(self.singular, self.plural, n=points)


BODY_TRACKS: Final = (
    Track(WILLPOWER_DOTS, Text("Permanent Willpower"), "{n} dot of Willpower", "{n} dots of Willpower", 5),
    Track(HEALTH, Text("Health levels"), "{n} health level", "{n} health levels", 10),
)
"""The tracks that every character can pay with: wounds and permanent Willpower."""

Part = TypeVar("Part", Use, Timing, Track, Kind)


TURNS: Final = Text("Duration in turns")


@dataclass(frozen=True, slots=True)
class PowerRules:
    """What one system supports of powers. The first use and timing are those of a new row.

    `count_time` words how long a power lasts: "3 rounds"; `unit_label` is the form's label for that number.
    """

    uses: tuple[Use, ...]
    timings: tuple[Timing, ...]
    tracks: tuple[Track, ...]
    kinds: tuple[Kind, ...]
    count_time: Callable[[int], Text] = lambda n: Text("{n} turn", "{n} turns", n=n)
    unit_label: Text = TURNS

    def use(self, power: Power) -> Use:
        """Return when the power is switched on."""
        return next(use for use in self.uses if use.key == power.use)

    def timing(self, power: Power) -> Timing:
        """Return how the power is activated."""
        return next(timing for timing in self.timings if timing.key == power.timing)

    def kind(self, key: str) -> Kind:
        """Return the kind of effect with this key."""
        return next(kind for kind in self.kinds if kind.key == key)

    def span(self, power: Power) -> Span:
        """Return how long the power lasts."""
        return self.use(power).span
