"""The live numbers of a combatant that the Storyteller may set."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from rules.battle.declare import list_fields
from rules.battle.fields import Choice, Field
from rules.battle.figures import put_field
from rules.battle.moves import HIGHEST, LOWEST, Override
from rules.battle.roster import Fighter
from rules.errors import BadInput
from rules.lru_cache import cached_by_identity
from rules.text import Text
from rules.view import tell_range
from rules.wounds import HARMS

C = TypeVar("C", bound=Fighter)


def _always(actor: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Number(Generic[C]):
    """One live number: how to read and set it, and its bounds for a combatant.

    `private`: only the Storyteller and the combatant's player see a change. `has`: whether the combatant has such a
    number at all. `steps`: the values that it may have, lowest first, if it may not have all values within its bounds.
    """

    label: Text
    low: int
    high: int | Callable[[C], int]
    read: Callable[[C], int]
    write: Callable[[C, int], C]
    private: bool = False
    has: Callable[[C], bool] = _always
    steps: tuple[int, ...] = ()

    def most(self, actor: C) -> int:
        """Return the highest value for this combatant."""
        return self.high if isinstance(self.high, int) else self.high(actor)

    def clamp(self, actor: C, value: int) -> int:
        """Return the value, or the nearest value that this combatant can have; with `steps`, the next lower one."""
        held = max(self.low, min(self.most(actor), value))
        return max((step for step in self.steps if step <= held), default=held)


def make_number(
    label: Text,
    path: str,
    high: int | Callable[[C], int],
    low: int = 0,
    *,
    private: bool = False,
    has: Callable[[C], bool] = _always,
) -> Number[C]:
    """Return a number that is a field of the combatant, or of a part of it ("ground.cover"). A flag is 0 or 1."""
    read = attrgetter(path)

    def write(one: C, value: int) -> C:
        changed: C = put_field(one, path, bool(value) if isinstance(read(one), bool) else value)
        return changed

    return Number(label, low, high, lambda one: int(read(one)), write, private, has)


def make_wounds(
    label: Text, mark: str, read: Callable[[C], str], write: Callable[[C, str], C], count_boxes: Callable[[C], int]
) -> Number[C]:
    """Return the live number of wounds with this mark on the track ("*X/"). `write` may sort the track."""

    def most(one: C) -> int:
        return count_boxes(one) - len(read(one)) + read(one).count(mark)

    def put(one: C, value: int) -> C:
        return write(one, read(one).replace(mark, "") + mark * value)

    return Number(label, 0, most, lambda one: read(one).count(mark), put)


Numbers = Mapping[str, Number[C]]
"""The numbers by the word that a move uses for them."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A live number that the Storyteller changes by touch: boxes with one kind of harm, a pool, or (`is_chip`) a
    condition that is there or not.

    `actor` is the combatant's id, `what` the word of `Override`.
    """

    actor: str
    what: str
    label: Text
    now: int
    most: int
    is_chip: bool = False


def list_touches(numbers: Numbers[C], actor: C, pools: Iterable[str], chips: Mapping[str, Text]) -> Iterator[Touch]:
    """Yield the wounds, pools and conditions of a combatant that can be touched, as far as it has them."""
    has = {what: number for what, number in numbers.items() if number.has(actor)}
    for what in (*HARMS, *pools):
        if what in has and (what in HARMS or has[what].most(actor)):
            yield Touch(actor.id, what, has[what].label, has[what].read(actor), has[what].most(actor))
    for what, label in chips.items():
        if what in has:
            yield Touch(actor.id, what, label, has[what].read(actor), 1, is_chip=True)


def get_number(numbers: Numbers[C], actor: C, what: str) -> Number[C]:
    """Return the number with this name. Raises `BadInput` if the combatant does not have it."""
    number = numbers.get(what)
    if number is None or not number.has(actor):
        raise BadInput(
            "unknown_number", Text("{who} has no {what} to set.", who=actor.name, what=repr(what[:40])), key="what"
        )
    return number


@cached_by_identity(8192)
def list_number_fields(numbers: Numbers[C], actor: C) -> tuple[Field, ...]:
    """Return the form of `Override` for this combatant: each number with its present value and its bounds."""
    choices = tuple(
        Choice(what, number.label, tell_range(number.read(actor), number.low, number.most(actor)))
        for what, number in numbers.items()
        if number.has(actor)
    )
    bounds = {
        what: (max(LOWEST, number.low), min(HIGHEST, number.most(actor)))
        for what, number in numbers.items()
        if number.has(actor)
    }
    value = {"initial": 0, "bound_by": "what", "bounds": bounds}
    return list_fields(Override, {"what": {"choices": choices}, "value": value, "reason": {"initial": ""}})
