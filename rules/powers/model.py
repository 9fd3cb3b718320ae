"""What a power is, and what a system declares that it understands of powers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from rules.text import EMPTY, Text

MAX_POWERS: Final = 40
MAX_EFFECTS: Final = 6
MAX_NAME: Final = 60
MAX_TEXT: Final = 500
MAX_KEY: Final = 40
MAX_LASTS: Final = 1000

DEFENDS: Final = frozenset({"defense"})
LASTS: Final = frozenset({"scene"})
"""Moments that every system has: a defense, and what is switched on ahead."""
STRIKES: Final = frozenset({"attack"})
ROLLS: Final = STRIKES | {"roll"}
"""Attacks, and all rolls, of a game that does not tell them apart further."""
HEALTH: Final = "health"
"""The track of a cost in health levels; a power's `harm` says which wounds they leave."""
WILLPOWER_DOTS: Final = "willpower_dots"
"""The track of a cost in permanent Willpower."""


@dataclass(frozen=True, slots=True)
class Effect:
    """So much of one kind of effect; the amount of a kind that is there or not is 1."""

    kind: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Power:
    """One power on a sheet. `key` names it for as long as the sheet has it, whatever becomes of its name.

    `use`: when it may be switched on; `timing`: the book's word. `cost`: points by track. `text` is for people alone.
    `lasts`: for how many rounds, turns or ticks, where its use counts them. `harm`: the wounds that health levels of
    its cost leave. `once`: it is used once in a scene.
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
        """Whether nothing was written in its row."""
        return not (self.name.strip() or self.text.strip() or any(self.cost.values()) or self.spoken)

    @property
    def spoken(self) -> tuple[Effect, ...]:
        """The effects that name a kind: the others are empty places of a form."""
        return tuple(effect for effect in self.effects if effect.kind)

    def amount(self, kind: str) -> int:
        """How much of this kind it brings."""
        return sum(effect.amount for effect in self.effects if effect.kind == kind)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect: the uses in which it counts, its least and most, the rule that counts it.

    `told` words it, with the number in {n}, or without its sign in {a}; `low` and `high` both 1: it is there or not.
    """

    key: str
    label: Text
    uses: frozenset[str]
    rule: str
    told: str
    low: int = 1
    high: int = 20

    @property
    def is_flag(self) -> bool:
        """Whether it is there or not, without a number."""
        return self.low == self.high == 1


Span = Literal["", "scene", "turn", "count"]
"""How long what is switched on lasts: not at all, for the scene, until one's next turn, for so many of the unit."""


@dataclass(frozen=True, slots=True)
class Use:
    """When a power is switched on, as "on an attack"; `covers` are the moments that it is good for.

    `span`: how long it lasts, for one that is switched on ahead of what it counts in; `lasts` says so where that is a
    turn.
    """

    key: str
    label: Text
    covers: frozenset[str]
    span: Span = ""
    lasts: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Timing:
    """The book's word for how a power is activated. `bars`: moments that it shuts out, with the reason."""

    key: str
    label: Text
    bars: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Track:
    """Points that a power may cost; `one` and `many` are messages: "{n} mote", "{n} motes"."""

    key: str
    label: Text
    one: str
    many: str
    high: int = 50

    def count(self, points: int) -> Text:
        """Return a number of points in words."""
        return Text(self.one, self.many, n=points)


BODY_TRACKS: Final = (
    Track(WILLPOWER_DOTS, Text("Permanent Willpower"), "{n} dot of Willpower", "{n} dots of Willpower", 5),
    Track(HEALTH, Text("Health levels"), "{n} health level", "{n} health levels", 10),
)
"""What every body can pay with: wounds that it takes, and Willpower for good."""

Part = TypeVar("Part", Use, Timing, Track, Kind)


TURNS: Final = Text("Turns it lasts")


@dataclass(frozen=True, slots=True)
class PowerRules:
    """What one system understands of powers. The first use and timing are those of a new row.

    `count_time` says how long a lasting one lasts: "3 rounds"; `unit_label` heads their number on a form.
    """

    uses: tuple[Use, ...]
    timings: tuple[Timing, ...]
    tracks: tuple[Track, ...]
    kinds: tuple[Kind, ...]
    count_time: Callable[[int], Text] = lambda n: Text("{n} turn", "{n} turns", n=n)
    unit_label: Text = TURNS

    def use(self, power: Power) -> Use:
        """When the power is switched on."""
        return next(use for use in self.uses if use.key == power.use)

    def timing(self, power: Power) -> Timing:
        """How it is activated."""
        return next(timing for timing in self.timings if timing.key == power.timing)

    def kind(self, key: str) -> Kind:
        """The kind of effect of this key."""
        return next(kind for kind in self.kinds if kind.key == key)

    def span(self, power: Power) -> Span:
        """How long it lasts."""
        return self.use(power).span
