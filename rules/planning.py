"""The cheapest way to raise traits as high as somebody would like, with what must be raised on the way.

What a dot costs depends on the dot alone in every system, so there is no choice in the order, but where a trait may not
be raised before another one: then the cheapest of those that would let it is raised first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.battle import Json
from rules.errors import BadInput
from rules.paths import write_path
from rules.raising import Price, Raise
from rules.system import System
from rules.text import EMPTY, Text

MAX_GOALS = 20


@dataclass(frozen=True, slots=True)
class Leg:
    """One trait raised on the way. `needed_for`: the label of the goal that asks for it, empty for a goal itself."""

    label: Text
    path: str
    before: int
    after: int
    price: Price
    needed_for: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Way:
    """The legs in an order in which they can be bought."""

    legs: tuple[Leg, ...]
    at_once: bool
    """Whether trainings run beside each other."""

    @property
    def points(self) -> int:
        """Experience in all."""
        return sum(leg.price.total for leg in self.legs)

    @property
    def seconds(self) -> int:
        """In-world training one after the other."""
        return sum(leg.price.seconds for leg in self.legs)

    @property
    def shortest(self) -> int:
        """In-world training with as much at a time as may be: what another leg needs comes before it."""
        if not self.at_once:
            return self.seconds
        first = sum(leg.price.seconds for leg in self.legs if leg.needed_for)
        return first + max((leg.price.seconds for leg in self.legs if not leg.needed_for), default=0)


def find_way(system: System, sheet: Json, goals: Mapping[str, int], options: Any) -> Way:
    """The way from a sheet's JSON to these goals (path to dots). Raises `BadInput` for what cannot be reached."""
    if len(goals) > MAX_GOALS:
        raise BadInput("too_many", Text("A plan holds {n} goals at most.", n=MAX_GOALS))
    walk = _Walk(system, sheet, options)
    for path, after in goals.items():
        walk.reach(path, after)
    return Way(tuple(walk.legs), system.experience.at_once(options))


@dataclass(slots=True)
class _Walk:
    """The sheet as it would be so far, and how it came there."""

    system: System
    sheet: Json
    options: Any
    legs: list[Leg] = field(default_factory=list)

    def reach(self, path: str, after: int) -> None:
        """Raise one trait, after whatever it needs; nothing is to be done where it stands there already."""
        found = self._find(path)
        if found.value >= after:
            return
        if found.cap < after and (help_ := self._find_help(path, after)):
            self._raise(help_[0], help_[1], needed_for=found.label)
        self._raise(self._find(path), after)

    def _raise(self, one: Raise, after: int, needed_for: Text = EMPTY) -> None:
        price = self.system.experience.price(self._parsed(), one.path, one.value, after, self.options)
        self.legs.append(Leg(one.label, one.path, one.value, after, price, needed_for))
        self.sheet = write_path(self.sheet, one.path, after)

    def _find(self, path: str, sheet: Json = None) -> Raise:
        found = {one.path: one for one in self._raises(sheet)}
        if path not in found:
            sentence = Text("Experience does not raise {path} on this sheet.", path=repr(path[:80]))
            raise BadInput("not_raised", sentence, key=path[:80])
        return found[path]

    def _find_help(self, path: str, after: int) -> tuple[Raise, int] | None:
        """The cheapest other trait, and how high it must be, that lets this one be raised so far."""
        found: list[tuple[int, Raise, int]] = []
        for other in self._raises():
            if other.path != path and self._lets(other, other.cap, path, after):
                dots = next(dots for dots in range(other.value, other.cap + 1) if self._lets(other, dots, path, after))
                price = self.system.experience.price(self._parsed(), other.path, other.value, dots, self.options)
                found.append((price.total, other, dots))
        _, one, dots = min(found, key=lambda row: row[0], default=(0, None, 0))
        return (one, dots) if one else None

    def _lets(self, other: Raise, dots: int, path: str, after: int) -> bool:
        """Whether this trait may go so far with another at these dots."""
        if dots == other.value:
            return False
        try:
            return self._find(path, write_path(self.sheet, other.path, dots)).cap >= after
        except BadInput:
            return False

    def _raises(self, sheet: Json = None) -> tuple[Raise, ...]:
        return self.system.experience.raises(self._parsed(sheet), self.options)

    def _parsed(self, sheet: Json = None) -> Any:
        return self.system.sheets.parse(self.sheet if sheet is None else sheet)
