"""The live numbers of a combatant that the Storyteller may set."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from operator import attrgetter
from typing import Any, Generic, TypeVar

from rules.battle.declare import list_fields
from rules.battle.fields import Choice, Field
from rules.battle.figures import put_field
from rules.battle.moves import HIGHEST, LOWEST, Override
from rules.battle.roster import Fighter
from rules.errors import BadInput, IllegalMove
from rules.lru_cache import cached_by_identity
from rules.text import Text, join, word
from rules.view import describe_range
from rules.wounds import HARMS, count_room, set_marks

C = TypeVar("C", bound=Fighter)


def _always(actor: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Number(Generic[C]):
    """One live number: how to read and set it, and its bounds for a combatant.

    `private`: only the Storyteller and the combatant's player see a change. `has`: whether the combatant has such a
    number at all. `steps`: the values that it may have, lowest first, if it may not have all values within its bounds.
    `former`: its highest value in earlier versions, which kept a number that was set within its bounds.
    `is_flag`: it is 1 or 0, and the health boxes may allow only one of them.
    """

    label: Text
    low: int | Callable[[C], int]
    high: int | Callable[[C], int]
    read: Callable[[C], int]
    write: Callable[[C, int], C]
    private: bool = False
    has: Callable[[C], bool] = _always
    steps: tuple[int, ...] = ()
    is_flag: bool = False
    former: Callable[[C], int] | None = None

    def most(self, actor: C) -> int:
        """Return the highest value for this combatant."""
        return self.high if isinstance(self.high, int) else self.high(actor)

    def least(self, actor: C) -> int:
        """Return the lowest value for this combatant."""
        return self.low if isinstance(self.low, int) else self.low(actor)

    def keep(self, actor: C, value: int) -> int:
        """Return the value that an earlier version set when it was asked for this one."""
        return self.clamp(actor, value) if self.former is None else max(0, min(self.former(actor), value))

    def clamp(self, actor: C, value: int) -> int:
        """Return the value, or the nearest value that this combatant can have; with `steps`, the next lower one.

        For taps and forecasts, which go step by step; `check` refuses what `Override` may not set.
        """
        held = max(self.least(actor), min(self.most(actor), value))
        return max((step for step in self.steps if step <= held), default=held)


def check_number(number: Number[C], actor: C, value: int) -> None:
    """Raise `IllegalMove` unless the number of this combatant can have exactly this value."""
    low, high, values = number.least(actor), number.most(actor), {"what": number.label}
    if number.steps and value not in number.steps:
        steps = join(", ", (word(str(step)) for step in number.steps))
        raise IllegalMove("out_of_range", Text("{what} must be one of {steps}.", **values, steps=steps))
    if low == high != value and number.is_flag:
        raise IllegalMove("out_of_range", Text("{what} follows from the health boxes. Change them first.", **values))
    if not low <= value <= high:
        sentence = Text("{what} must be {low} to {high}, not {value}.", **values, low=low, high=high, value=value)
        raise IllegalMove("out_of_range", sentence)


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

    def write(combatant: C, value: int) -> C:
        changed: C = put_field(combatant, path, bool(value) if isinstance(read(combatant), bool) else value)
        return changed

    return Number(label, low, high, lambda combatant: int(read(combatant)), write, private, has)


def make_flag(
    label: Text, read: Callable[[C], bool], write: Callable[[C, bool], C], has: Callable[[C], bool] = _always
) -> Number[C]:
    """Return a number that is 1 or 0. What `write` cannot make so, since the health boxes say it, is out of bounds."""

    def low(combatant: C) -> int:
        return int(read(combatant) and read(write(combatant, False)))

    def high(combatant: C) -> int:
        return int(read(combatant) or read(write(combatant, True)))

    return Number(
        label,
        low,
        high,
        lambda combatant: int(read(combatant)),
        lambda combatant, value: write(combatant, bool(value)),
        has=has,
        is_flag=True,
    )


def make_wounds(
    label: Text,
    mark: str,
    read: Callable[[C], str],
    write: Callable[[C, str], C],
    count_boxes: Callable[[C], int],
) -> Number[C]:
    """Return the live number of wounds with this mark on the track ("*X/").

    Where no box is empty, it takes the place of lighter wounds. `write` may sort the track.
    """

    def most(combatant: C) -> int:
        return count_room(read(combatant), mark, count_boxes(combatant))

    def put(combatant: C, value: int) -> C:
        track = read(combatant).replace(mark, "") + mark * value
        return write(
            combatant,
            track if len(track) <= count_boxes(combatant) else set_marks(track, mark, value, count_boxes(combatant))[0],
        )

    def former(combatant: C) -> int:
        return count_boxes(combatant) - len(read(combatant)) + read(combatant).count(mark)

    return Number(label, 0, most, lambda combatant: read(combatant).count(mark), put, former=former)


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
    there = {what: number for what, number in numbers.items() if number.has(actor)}
    choices = tuple(starmap(partial(_make_choice, actor), there.items()))
    changes: Mapping[str, Mapping[str, Any]] = {
        "what": {"choices": choices},
        "value": {"initial": 0, "within": "what"},
        "reason": {"initial": ""},
    }
    return list_fields(Override, changes)


def _make_choice(actor: C, what: str, number: Number[C]) -> Choice:
    low, high = number.least(actor), number.most(actor)
    hint = describe_range(number.read(actor), low, high)
    low, high = max(low, LOWEST), min(high, HIGHEST)
    return Choice(what, number.label, hint, low=low, high=high, steps=number.steps)
