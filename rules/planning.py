"""The cheapest way to raise traits to given goals, including traits that must be raised first.

In every system the price of a dot depends on that dot alone, so the order of raises does not matter. The exception is a
trait that needs another one first: then the cheapest trait that removes the limit is raised first.
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
    """One raise of one trait. `needed_for`: the label of the goal that needs it, empty for a goal itself."""

    label: Text
    path: str
    before: int
    after: int
    price: Price
    needed_for: Text = EMPTY


@dataclass(frozen=True, slots=True)
class RaisePath:
    """A list of raises in an order in which they can be bought."""

    legs: tuple[Leg, ...]
    at_once: bool
    """Whether several traits can be trained at a time."""

    @property
    def points(self) -> int:
        """Experience points in total."""
        return sum(leg.price.total for leg in self.legs)

    @property
    def seconds(self) -> int:
        """Training in seconds of in-world time, if traits are trained one after the other."""
        return sum(leg.price.seconds for leg in self.legs)

    @property
    def shortest(self) -> int:
        """The shortest training in seconds of in-world time: traits that others need are trained first."""
        if not self.at_once:
            return self.seconds
        first = sum(leg.price.seconds for leg in self.legs if leg.needed_for)
        return first + max((leg.price.seconds for leg in self.legs if not leg.needed_for), default=0)


def find_way(system: System, sheet: Json, goals: Mapping[str, int], options: Any) -> RaisePath:
    """Return the way from a sheet's JSON to these goals (path to dots).

    Raises `BadInput` for too many goals, and for goals that cannot be reached.
    """
    if len(goals) > MAX_GOALS:
        raise BadInput("too_many", Text("A plan can have up to {n} goals.", n=MAX_GOALS))
    walk = _Walk(system, sheet, options)
    for path, after in goals.items():
        walk.reach(path, after)
    return RaisePath(tuple(walk.legs), system.experience.at_once(options))


@dataclass(slots=True)
class _Walk:
    """The search for a path of raises: the sheet as it is so far, and the raises so far."""

    system: System
    sheet: Json
    options: Any
    legs: list[Leg] = field(default_factory=list)

    def reach(self, path: str, after: int) -> None:
        """Raise one trait, after whatever it needs. Do nothing if it is already that high."""
        found = self._find(path)
        if found.value >= after:
            return
        if found.cap < after and (help_ := self._find_help(path, after)):
            self._raise(help_[0], help_[1], needed_for=found.label)
        self._raise(self._find(path), after)

    def _raise(self, chosen: Raise, after: int, needed_for: Text = EMPTY) -> None:
        price = self.system.experience.price(self._parsed(), chosen.path, chosen.value, after, self.options)
        self.legs.append(Leg(chosen.label, chosen.path, chosen.value, after, price, needed_for))
        self.sheet = write_path(self.sheet, chosen.path, after)

    def _find(self, path: str, sheet: Json = None) -> Raise:
        found = {candidate.path: candidate for candidate in self._raises(sheet)}
        if path not in found:
            sentence = Text("Experience can’t raise {path} on this sheet.", path=repr(path[:80]))
            raise BadInput("not_raised", sentence, key=path[:80])
        return found[path]

    def _find_help(self, path: str, after: int) -> tuple[Raise, int] | None:
        """Return the cheapest other trait, and its dots, that allow this trait to be raised to `after`."""
        found: list[tuple[int, Raise, int]] = []
        for other in self._raises():
            if other.path != path and self._lets(other, other.cap, path, after):
                dots = next(dots for dots in range(other.value, other.cap + 1) if self._lets(other, dots, path, after))
                price = self.system.experience.price(self._parsed(), other.path, other.value, dots, self.options)
                found.append((price.total, other, dots))
        _, candidate, dots = min(found, key=lambda row: row[0], default=(0, None, 0))
        return (candidate, dots) if candidate else None

    def _lets(self, other: Raise, dots: int, path: str, after: int) -> bool:
        """Return whether this trait may be raised to `after` once the other trait has these dots."""
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
